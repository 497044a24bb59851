import SudokuCore

/// A puzzle made from another one: a line of `sudoku minimize`, `scramble` or `neighbours`.
public struct DerivedPuzzleRecord: Record, Hashable {
  /// The puzzle that was made.
  public var puzzle: Board
  /// The puzzle that it was made from.
  public var source: Board

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle that was made.
  ///   - source: The puzzle that it was made from.
  public init(_ puzzle: Board, source: Board) {
    self.puzzle = puzzle
    self.source = source
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "DerivedPuzzle", "A puzzle made from another one.",
    [
      .required("clues", "The number of clues.", .integer(minimum: 0, maximum: 81)) {
        $0.puzzle.clueCount
      },
      .required("puzzle", "The puzzle that was made.", Board.schema) { $0.puzzle },
      .required("source", "The puzzle that it was made from.", Board.schema) { $0.source },
    ])
}
