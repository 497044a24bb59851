import SudokuCore

/// The placement of a digit.
public struct Placement: Hashable, Sendable {
  /// The cell.
  public var cell: Cell
  /// The digit.
  public var digit: Digit
  /// The cells where the note of this digit is removed.
  public var erased: CellSet
  /// The write to the cell that this one replaces, `nil` for the first one the device knows of.
  public var over: OperationKey?

  /// Creates a placement.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - digit: The digit.
  ///   - erased: The cells where the note of this digit is removed.
  ///   - over: The write to the cell that this one replaces.
  public init(cell: Cell, digit: Digit, erased: CellSet = [], over: OperationKey? = nil) {
    self.cell = cell
    self.digit = digit
    self.erased = erased
    self.over = over
  }
}
