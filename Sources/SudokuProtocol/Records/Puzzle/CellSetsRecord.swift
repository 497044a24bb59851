import SudokuCore

/// Sets of cells found for a puzzle: a line of `sudoku unavoidable` or `backdoors`.
public struct CellSetsRecord: Record, Hashable {
  /// The puzzle.
  public var puzzle: Board
  /// The sets; `nil` for a puzzle without exactly one solution.
  public var sets: [CellSet]?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - sets: The sets; `nil` for a puzzle without exactly one solution.
  public init(_ puzzle: Board, sets: [CellSet]?) {
    self.puzzle = puzzle
    self.sets = sets
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "CellSets", "Sets of cells found for a puzzle.",
    [
      .required("puzzle") { $0.puzzle },
      .nullable("sets", "The sets; null for a puzzle without exactly one solution.") { $0.sets },
    ])
}
