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

/// What stands in the output in place of a record that can't be read.
public struct FaultRecord: Record, Hashable {
  /// What is wrong, and where.
  public struct Place: Record, Hashable {
    /// The file, or what stands for the input.
    public var source: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
    /// What is wrong, in a sentence.
    public var message: String

    /// Creates a place.
    public init(source: String, line: Int, column: Int, message: String) {
      self.source = source
      self.line = line
      self.column = column
      self.message = message
    }

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "Place", "A mistake in the input, and where it is.",
      [
        .required("column", "From 1.", .integer(minimum: 0)) { $0.column },
        .required("line", "From 1.", .integer(minimum: 0)) { $0.line },
        .required("message", "What is wrong, in a sentence.") { $0.message },
        .required("source", "The file, or what stands for the input.") { $0.source },
      ])
  }

  /// What is wrong, and where.
  public var error: Place

  /// Creates a record.
  public init(_ error: Place) { self.error = error }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Fault", "Stands in the place of a record that can't be read.",
    [.required("error") { $0.error }])
}
