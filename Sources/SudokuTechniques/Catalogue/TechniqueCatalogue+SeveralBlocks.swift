extension Technique {
  /// Three digits that take a cell, one of its row and one of its column.
  public static let fireworkTriple = Technique("firework-triple")
  /// Two digits each of two crossings that share their cells in row and column.
  public static let fireworkQuad = Technique("firework-quad")
  /// Two targets that hold the digits of two base cells.
  public static let juniorExocet = Technique("junior-exocet")
  /// The cells where rows cross columns, with room for just as many digits.
  public static let multiSectorLockedSet = Technique("multi-sector-locked-set")
  /// Twelve cells of four blocks that can't hold three digits only.
  public static let tridagon = Technique("tridagon")
}

extension TechniqueCatalogue {
  /// Patterns over several blocks, as the hardest puzzles have them.
  static let severalBlocks: [Technique.Entry] = [
    .init(
      .fireworkTriple, "Triple Firework", .severalBlocks, also: ["Firework", "Firework Triple"]
    ) {
      $0.fireworkReasons
    },
    .init(
      .fireworkQuad, "Quad Firework", .severalBlocks,
      also: ["Firework", "Firework Quad", "Quadruple Firework"]
    ) { $0.fireworkQuadReasons },
    .init(.juniorExocet, "Junior Exocet", .severalBlocks, also: ["JExocet", "JE", "Exocet"]) {
      $0.exocetReasons
    },
    .init(
      .multiSectorLockedSet, "Multi-Sector Locked Set", .severalBlocks,
      also: ["MSLS", "Multi-Sector Naked Set"]
    ) { $0.multiSectorReasons },
    .init(
      .tridagon, "Tridagon", .severalBlocks,
      also: ["Thor's Hammer", "Anti-Tridagon", "Trivalue Oddagon", "Degenerate Trivalue Oddagon"]
    ) { $0.tridagonReasons },
  ]
}
