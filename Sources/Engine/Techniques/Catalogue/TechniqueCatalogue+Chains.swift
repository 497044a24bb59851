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
    .init(
      .bidirectionalXCycle, "X-Cycle", explainer: "Bidirectional X-Cycle", .chain,
      \.cycleReasons,
      also: ["X-Cycle", "Bidirectional X-Cycle", "Fishy Cycle"]),
    .init(
      .bidirectionalYCycle, "XY-Cycle", explainer: "Bidirectional Y-Cycle", .chain,
      \.cycleReasons,
      also: ["XY-Cycle", "Bidirectional Y-Cycle", "XY-Ring"]),
    .init(
      .bidirectionalCycle, "Nice Loop", explainer: "Bidirectional Cycle", .chain,
      \.cycleReasons,
      also: ["Bidirectional Cycle", "Nice Loop", "AIC Ring"]),
    .init(
      .forcingXChain, "X-Chain", explainer: "Forcing X-Chain", .chain,
      \.forcingChainReasons,
      also: ["Forcing X-Chain", "X Forcing Chain"]),
    .init(
      .forcingChain, "AIC", explainer: "Forcing Chain", .chain,
      \.forcingChainReasons,
      also: ["Forcing Chain", "AIC", "Digit Forcing Chain", "Bidirectional Forcing Chain"]),
    .init(
      .nishio, "Nishio Forcing Chains", .chain, \.contradictionReasons,
      also: ["Nishio", "Contradiction Chain"]),
    .init(
      .cellForcingChains, "Cell Forcing Chains", .chain, \.cellChainReasons,
      also: ["Multiple Forcing Chains", "Quad Forcing Chains", "Quad Cell Forcing Chain"]),
    .init(
      .regionForcingChains, "Region Forcing Chains", .chain, \.houseChainReasons,
      also: [
        "Unit Forcing Chains", "Multiple Forcing Chains", "Quad Forcing Chains",
        "Quad Unit Forcing Chain",
      ]),
  ]
}
