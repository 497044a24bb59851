import SudokuCore

/// A puzzle of a file, with all its fields.
///
/// ```swift
/// let record = PuzzleRecord(puzzle: board, solution: solution)
/// PuzzleWriter(.sdm).text(of: record)
/// ```
public struct PuzzleRecord: Hashable, Sendable {
  /// The clues.
  public var puzzle: Board
  /// The solution in the file: a full board with the clues; nothing else is checked.
  public var solution: Board?
  /// The digits that a player placed; `nil` if the file has none.
  public var placed: Board? {
    get { rare.values?.placed }
    set { if newValue != nil || rare.values != nil { rare.change { $0.placed = newValue } } }
  }
  /// The candidates noted in empty cells; `nil` if the file has none.
  public var candidates: PencilMarks? {
    get { rare.values?.candidates }
    set { if newValue != nil || rare.values != nil { rare.change { $0.candidates = newValue } } }
  }
  /// The other columns or members, in their order.
  public var fields: [PuzzleField]
  /// The first line of the puzzle in the file, counted from 1.
  public var line: Int
  private var rare = RareParts()
  /// The lines of the record in a format that keeps more of them than its fields hold.
  var source: SourceLines {
    get { rare.values?.source ?? SourceLines() }
    set {
      if !newValue.bytes.isEmpty || rare.values != nil { rare.change { $0.source = newValue } }
    }
  }

  /// The record as one line of JSON, for messages about it.
  package var text: String {
    var bytes: [UInt8] = []
    JSONRecordWriter(isArray: false).append(self, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Creates a record.
  public init(
    puzzle: Board, solution: Board? = nil, placed: Board? = nil, candidates: PencilMarks? = nil,
    fields: [PuzzleField] = [], line: Int = 1
  ) {
    self.puzzle = puzzle
    self.solution = solution
    self.fields = fields
    self.line = line
    self.placed = placed
    self.candidates = candidates
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

  /// The text of the first field of each name, for records of many fields.
  package var fieldTexts: [String: String] {
    Dictionary(fields.map { ($0.name, $0.value.text) }) { first, _ in first }
  }

  /// Adds a field; its name gets a number where another one of the first 200 has it.
  mutating func add(_ field: PuzzleField) {
    var field = field
    // A record of a hundred thousand fields would take minutes.
    if fields.count < 200, fields.contains(where: { $0.name == field.name }) {
      let start = field.name + "_"
      let taken = Set(
        fields.filter { $0.name.hasPrefix(start) }.map { $0.name.dropFirst(start.count) })
      let number = (2...202).first { !taken.contains("\($0)") } ?? 203
      field.name = start + "\(number)"
    }
    fields.append(field)
  }

  /// Takes a board as the solution if it is full and has the clues; returns whether it does.
  mutating func takeSolution(_ board: Board) -> Bool {
    guard solution == nil, board.isFull, puzzle.isSubset(of: board) else { return false }
    solution = board
    return true
  }

  /// Takes the digits of a board, except the clues, as placed ones.
  mutating func takePlaced(from board: Board) {
    var rest = board
    for cell in puzzle.filledCells { rest[cell] = nil }
    placed = rest.clueCount > 0 ? rest : nil
  }
}

/// Parts that few records have: most are quick to copy without them.
private struct RareParts: Hashable {
  struct Values {
    var placed: Board?
    var candidates: PencilMarks?
    var source = SourceLines()
  }

  /// Empty or one.
  private var box: [Values] = []

  var values: Values? { box.first }

  mutating func change(_ body: (inout Values) -> Void) {
    if box.isEmpty { box.append(Values()) }
    body(&box[0])
  }

  /// Lines of a file say no more than the record that was read from them.
  static func == (one: RareParts, other: RareParts) -> Bool {
    one.values?.placed == other.values?.placed
      && one.values?.candidates == other.values?.candidates
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values?.placed)
    hasher.combine(values?.candidates)
  }
}

/// Lines of a file.
struct SourceLines: Sendable {
  private static let limit = 1 << 14

  /// Empty if there are none or too many.
  private(set) var bytes: [UInt8] = []
  private var isOverlong = false

  mutating func append(_ line: ArraySlice<UInt8>) {
    guard !isOverlong else { return }
    bytes += line
    bytes.append(0x0A)
    if bytes.count > Self.limit { (bytes, isOverlong) = ([], true) }
  }
}

/// The parts of a record beside its clues.
public struct RecordParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The solution.
  public static let solution = RecordParts(rawValue: 1)
  /// Placed digits.
  public static let placed = RecordParts(rawValue: 2)
  /// Candidates.
  public static let candidates = RecordParts(rawValue: 4)
  /// Further columns or members.
  public static let fields = RecordParts(rawValue: 8)

  package var names: [String] {
    [
      (RecordParts.solution, "solutions"), (.placed, "placed digits"),
      (.candidates, "candidates"), (.fields, "further fields"),
    ].filter { contains($0.0) }.map(\.1)
  }
}

/// A further column or member of a puzzle (an id, a source, a rating), copied and never interpreted.
public struct PuzzleField: Hashable, Sendable {
  /// The value of a field.
  public enum Value: Hashable, Sendable {
    /// Text.
    case text(String)
    /// Anything else, as JSON writes it: `7`, `true`, `null`, `{"a":[1,2]}`.
    case json(String)

    /// Creates the value of a cell of a table: a number if it is one in JSON and every reader parses it
    /// alike, so without an exponent and of at most 15 characters.
    public init(cell: String) {
      let isPlain = cell.utf8.count <= 15 && !cell.contains { $0 == "e" || $0 == "E" }
      self = isPlain && JSONText.isNumber(cell.utf8) ? .json(cell) : .text(cell)
    }

    /// The value in a table.
    public var text: String {
      switch self {
      case .text(let text), .json(let text): text
      }
    }
  }

  /// The name of the column or member.
  public var name: String
  /// The value.
  public var value: Value

  /// Creates a field.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Creates a field that holds text.
  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

  /// Creates a field of a format without types.
  init(_ name: String, cell: String) { self.init(name, Value(cell: cell)) }
}

/// The candidates noted in the cells of a board.
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

  /// True if no cell has a candidate.
  public var isEmpty: Bool { sets.allSatisfy { $0.isEmpty } }

  /// The legal candidates of each empty cell of a board.
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

  /// 81 words separated by spaces: the candidates of each cell, `.` for none.
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
