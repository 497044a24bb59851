extension Technique {
  /// The last empty cell of a house.
  public static let fullHouse = Technique("full-house")
  /// The only place for a digit in a block.
  public static let hiddenSingleBlock = Technique("hidden-single-block")
  /// The only place for a digit in a row or column.
  public static let hiddenSingleLine = Technique("hidden-single-line")
  /// The only digit for a cell.
  public static let nakedSingle = Technique("naked-single")
}

extension TechniqueCatalogue {
  static let singles: [Technique.Entry] = [
    .init(
      .fullHouse, "Full House", .single, \.singleReasons,
      also: ["Last Free Cell", "Last Digit", "Open Single", "Last Empty Cell"]),
    .init(
      .hiddenSingleBlock, "Hidden Single (block)", .single, \.singleReasons,
      also: [
        "Hidden Single", "Pinned Digit", "Unique Candidate", "Cross-Hatching",
        "Last Remaining Cell",
      ]),
    .init(
      .hiddenSingleLine, "Hidden Single (line)", .single, \.singleReasons,
      also: [
        "Hidden Single", "Hidden Single (row)", "Hidden Single (column)", "Pinned Digit",
        "Unique Candidate", "Cross-Hatching", "Last Remaining Cell",
      ]),
    .init(
      .nakedSingle, "Naked Single", .single, \.singleReasons,
      also: ["Sole Candidate", "Forced Digit", "Lone Single", "Singleton", "Last Possible Number"]),
  ]
}
