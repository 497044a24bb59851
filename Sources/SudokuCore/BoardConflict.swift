/// Two cells of one house that hold the same digit.
public struct BoardConflict: Hashable, Sendable {
  /// The earlier cell in reading order.
  public let first: Cell
  /// The later cell.
  public let second: Cell
  /// A house of both: row before column before block.
  public let house: House
  /// The digit in both.
  public let digit: Digit
}
