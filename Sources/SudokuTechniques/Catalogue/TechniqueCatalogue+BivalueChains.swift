extension Technique {
  /// Cells with the same two digits, each seeing the next.
  public static let remotePair = Technique("remote-pair")
  /// Cells with two digits, each sharing one with the next.
  public static let xyChain = Technique("xy-chain")
}

extension TechniqueCatalogue {
  /// Chains of bivalue cells.
  static let bivalueChains: [Technique.Entry] = [
    .init(.remotePair, "Remote Pair", .chain, also: ["Remote Naked Pair", "Remote Locked Pair"]) {
      $0.remotePairReasons
    },
    .init(.xyChain, "XY-Chain", .chain) { $0.linkedEndsReasons },
  ]
}
