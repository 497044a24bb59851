extension Technique {
  /// A cycle of one digit.
  public static let bidirectionalXCycle = Technique("x-cycle")
  /// A cycle of cells with two digits each.
  public static let bidirectionalYCycle = Technique("y-cycle")
  /// A cycle of links of both kinds.
  public static let bidirectionalCycle = Technique("xy-cycle")
  /// A forcing chain of one digit.
  public static let forcingXChain = Technique("forcing-x-chain")
  /// A forcing chain of links of both kinds.
  public static let forcingChain = Technique("forcing-chain")
  /// A digit's place that contradicts itself within the digit.
  public static let nishio = Technique("nishio")
  /// Chains from all digits of a cell that agree.
  public static let cellForcingChains = Technique("cell-forcing-chains")
  /// Chains from all places of a digit in a house that agree.
  public static let regionForcingChains = Technique("region-forcing-chains")
}

extension TechniqueCatalogue {
  static let chains: [Technique.Entry] = [
    .init(.bidirectionalXCycle, "Bidirectional X-Cycle", .chain, also: ["X-Cycle", "Fishy Cycle"]) {
      $0.cycleReasons
    },
    .init(.bidirectionalYCycle, "Bidirectional Y-Cycle", .chain, also: ["XY-Cycle"]) {
      $0.cycleReasons
    },
    .init(.bidirectionalCycle, "Bidirectional Cycle", .chain) {
      $0.cycleReasons
    },
    .init(.forcingXChain, "Forcing X-Chain", .chain, also: ["X Forcing Chain"]) {
      $0.forcingChainReasons
    },
    .init(
      .forcingChain, "Forcing Chain", .chain,
      also: ["Digit Forcing Chain", "Bidirectional Forcing Chain"]
    ) { $0.forcingChainReasons },
    .init(.nishio, "Nishio Forcing Chains", .chain, also: ["Nishio", "Contradiction Chain"]) {
      $0.contradictionReasons
    },
    .init(.cellForcingChains, "Cell Forcing Chains", .chain, also: ["Multiple Forcing Chains"]) {
      $0.cellChainReasons
    },
    .init(
      .regionForcingChains, "Region Forcing Chains", .chain,
      also: ["Unit Forcing Chains", "Multiple Forcing Chains"]
    ) {
      $0.regionChainReasons
    },
  ]
}
