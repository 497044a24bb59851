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

/// The parts of a record beside its clues.
public struct RecordParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set of parts from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The solution.
  public static let solution = RecordParts(rawValue: 1)
  /// Placed digits, distinguished from clues.
  public static let placed = RecordParts(rawValue: 2)
  /// Candidates.
  public static let candidates = RecordParts(rawValue: 4)
  /// Any further columns or members.
  public static let fields = RecordParts(rawValue: 8)

  /// The names of the parts, for messages.
  package var names: [String] {
    [
      (RecordParts.solution, "solutions"), (.placed, "placed digits"),
      (.candidates, "candidates"), (.fields, "further fields"),
    ].filter { contains($0.0) }.map(\.1)
  }
}

/// A column or member of a file that goes with a puzzle: an id, a source, somebody else's rating.
///
/// It is carried from the input to the output and never interpreted.
public struct PuzzleField: Hashable, Sendable {
  /// What a field holds.
  public enum Value: Hashable, Sendable {
    /// Text.
    case text(String)
    /// Anything else, as JSON writes it: `7`, `true`, `null`, `{"a":[1,2]}`.
    case json(String)

    /// Creates the value of a cell of a table: a number where JSON would call it one and every reader
    /// gets the same from it, so none with an exponent or more than 15 characters.
    public init(cell: String) {
      let isPlain = cell.utf8.count <= 15 && !cell.contains { $0 == "e" || $0 == "E" }
      self = isPlain && JSONText.isNumber(cell.utf8) ? .json(cell) : .text(cell)
    }

    /// The value as a table writes it.
    public var text: String {
      switch self {
      case .text(let text), .json(let text): text
      }
    }
  }

  /// The name of the column or member.
  public var name: String
  /// What it holds.
  public var value: Value

  /// Creates a field.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Creates a field that holds text.
  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

  /// Creates a field of a format that has no types: a number where JSON would call it one.
  init(_ name: String, cell: String) { self.init(name, Value(cell: cell)) }
}

/// The candidates that a file notes in the cells of a board.
///
/// ```swift
/// var marks = PencilMarks()
/// marks[Cell(row: 0, column: 2)] = [Digit(1)!, Digit(4)!]
/// marks.text    // ". . 14 . ..."
/// ```
public struct PencilMarks: Hashable, Sendable {
  private var sets: [DigitSet]

  /// Creates marks without any candidate.
  public init() { sets = [DigitSet](repeating: .none, count: 81) }

  /// The candidates noted in a cell.
  public subscript(cell: Cell) -> DigitSet {
    get { sets[cell.index] }
    set { sets[cell.index] = newValue }
  }

  /// Whether no cell has a candidate.
  public var isEmpty: Bool { sets.allSatisfy(\.isEmpty) }

  /// The digits that the rules leave to each empty cell of a board.
  package init(legalFor board: Board) {
    self.init()
    for cell in CellSet.all where board[cell] == nil {
      var digits = DigitSet.all
      for peer in cell.peers {
        if let digit = board[peer] { digits.remove(digit) }
      }
      self[cell] = digits
    }
  }

  /// 81 words separated by spaces: the candidates of each cell, `.` where there are none.
  public var text: String {
    sets.map { $0.isEmpty ? "." : $0.map(\.description).joined() }.joined(separator: " ")
  }

  /// Reads what `text` writes; `nil` for anything else.
  public init?(text: some StringProtocol) {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 81 else { return nil }
    self.init()
    for (index, word) in words.enumerated() {
      guard let digits = Notation.candidates(word) else { return nil }
      sets[index] = digits
    }
  }
}
