import SudokuCore

/// A puzzle of a file, with everything that the file says about it.
///
/// ```swift
/// let record = PuzzleRecord(puzzle: board, solution: solution)
/// PuzzleWriter(.sdm).text(of: record)
/// ```
public struct PuzzleRecord: Hashable, Sendable {
  /// The clues.
  public var puzzle: Board
  /// The solution that the file gives: a full board with the clues, nothing else is checked.
  public var solution: Board?
  /// The digits that a player placed beside the clues; `nil` where the file says nothing of them.
  public var placed: Board?
  /// The candidates noted in empty cells; `nil` where the file says nothing of them.
  public var candidates: PencilMarks?
  /// The other columns or members, in their order.
  public var fields: [PuzzleField]
  /// The line of the file where the puzzle starts, counted from 1.
  public var line: Int

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - solution: Its solution, if known.
  ///   - placed: The digits placed beside the clues.
  ///   - candidates: The candidates noted in empty cells.
  ///   - fields: What else goes with it.
  ///   - line: The line where it starts, counted from 1.
  public init(
    puzzle: Board, solution: Board? = nil, placed: Board? = nil, candidates: PencilMarks? = nil,
    fields: [PuzzleField] = [], line: Int = 1
  ) {
    self.puzzle = puzzle
    self.solution = solution
    self.placed = placed
    self.candidates = candidates
    self.fields = fields
    self.line = line
  }

  /// The clues and the placed digits together.
  public var filled: Board {
    guard let placed else { return puzzle }
    var board = puzzle
    for cell in CellSet.all where board[cell] == nil { board[cell] = placed[cell] }
    return board
  }

  /// The text of the first field of a name.
  public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value.text }

  /// Takes a board as the solution if it can be one.
  ///
  /// - Returns: Whether it was taken: it is full and has the clues.
  mutating func takeSolution(_ board: Board) -> Bool {
    guard solution == nil, board.isFull, puzzle.isSubset(of: board) else { return false }
    solution = board
    return true
  }

  /// Takes the digits of a board beside the clues as placed ones.
  mutating func takePlaced(from board: Board) {
    var rest = board
    for cell in puzzle.filledCells { rest[cell] = nil }
    placed = rest.clueCount > 0 ? rest : nil
  }
}
