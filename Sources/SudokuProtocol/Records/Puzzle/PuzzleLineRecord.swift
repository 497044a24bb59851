import SudokuCore

/// A puzzle as it was read: a line of `sudoku convert --to jsonl`.
///
/// What came in with it (an ID, a source, a rating) goes out again:
/// `append(passing:to:)` adds such members.
public struct PuzzleLineRecord: Record, Hashable {
  /// The clues.
  public var puzzle: Board
  /// The solution, where it came with the puzzle.
  public var solution: Board?

  /// Creates a record.
  public init(puzzle: Board, solution: Board?) {
    self.puzzle = puzzle
    self.solution = solution
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Puzzle", "A puzzle as it was read, with the members that came with it.", isOpen: true,
    [
      .required("clues", "The number of clues.", .integer(minimum: 0, maximum: 81)) {
        $0.puzzle.clueCount
      },
      .required("puzzle") { $0.puzzle },
      .optional("solution", "The solution, where it came with the puzzle.") { $0.solution },
    ])
}
