import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

/// A player at a table: a device with its clocks and one game.
struct Player {
  static let clues = Board(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
  static let solution = Board(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
  static let startMilliseconds: Int64 = 1_795_176_000_000

  var session: GameSession
  var clock = HybridLogicalClock()
  var now = startMilliseconds
  /// How far the wall clock is off.
  var skew: Int64 = 0
  var offset: Int64?

  /// A game that one device begins.
  init(device: UInt64 = 1, options: GameOptions = GameOptions(), offset: Int64? = nil) throws {
    let clues = try #require(Self.clues)
    let document = try GameDocument(
      clues: clues, startDate: UnixTime(milliseconds: Self.startMilliseconds))
    session = GameSession(document, device: DeviceID(rawValue: device))
    self.offset = offset
    session.begin(
      GameHeader(clues: clues, options: options, grade: .se(level: "easy", ratingTenths: 12)),
      at: reading,
      clock: &clock)
  }

  /// Another device that knows what this one does.
  func other(device: UInt64, offset: Int64? = nil) throws -> Player {
    var other = self
    other.session = GameSession(session.document, device: DeviceID(rawValue: device))
    other.offset = offset
    other.session.start(at: other.reading)
    return other
  }

  var reading: ClockReading {
    ClockReading(
      wallMilliseconds: now + skew, monotonicMilliseconds: now - 7, storeOffsetMilliseconds: offset)
  }

  var state: GameState { session.state(at: reading) }
  var document: GameDocument { session.document }

  /// Waits, then does something.
  @discardableResult
  mutating func `do`(
    _ intent: Intent, after milliseconds: Int64 = 1_000, opID: String? = nil, ifRev: Int? = nil
  ) throws -> Outcome {
    now += milliseconds
    return try session.perform(intent, at: reading, clock: &clock, opID: opID, ifRev: ifRev)
  }

  /// Takes in everything that another player's replica has.
  @discardableResult
  mutating func hear(_ other: Player) -> GameDocument.Merge {
    session.merge(other.document.operations.ordered, at: reading, clock: &clock).merge
  }

  /// The right digit of a cell.
  static func right(_ cell: Cell) throws -> Digit { try #require(solution?[cell]) }

  /// A wrong digit of a cell.
  static func wrong(_ cell: Cell) throws -> Digit {
    try #require(Digit(Int(try right(cell).rawValue) % 9 + 1))
  }

  /// The empty cells of the clues.
  static func emptyCells() throws -> CellSet {
    CellSet.all.subtracting(try #require(clues).filledCells)
  }

  /// Solves the rest of the board.
  mutating func solve(leaving count: Int = 0) throws {
    let open = try Self.emptyCells().filter { try document.board[$0] != Self.right($0) }
    for cell in open.dropLast(count) { try self.do(.place(cell, try Self.right(cell))) }
  }

  /// Does something at random; what the rules refuse changes nothing.
  mutating func play(using random: inout SeededRandom) throws {
    let cell = Cell(index: random.next(below: 81))
    let digit = Digit(index: random.next(below: 9))
    let right = try Self.right(cell)
    let intents: [Intent] = [
      .place(cell, digit), .place(cell, right), .place(cell, right), .clear(cell),
      .note(cell, digit, isOn: nil), .note(cell, digit, isOn: nil), .autoNotes, .select(cell),
      .corner(cell, digit, isOn: nil), .corner(cell, digit, isOn: nil),
      .undo, .undo, .redo, .undoToMistake, .bookmark(name: "b"), .revert("b"), .hint(depth: 1),
      .check, .pause, .resume, .suspend, .tick,
      .setOption("autoRemoveNotes", .bool(random.next(below: 2) == 0)),
    ]
    _ = try? self.do(
      intents[random.next(below: intents.count)], after: Int64(random.next(below: 3_000)))
  }
}

/// The game of some operations, put together from nothing.
func game(of operations: [DocumentOperation], batches: [Int] = []) throws -> GameDocument {
  let clues = try #require(Player.clues)
  var document = try GameDocument(
    id: GameID(
      initialBoard: clues, startDate: UnixTime(milliseconds: Player.startMilliseconds)),
    clues: clues, solution: try #require(Player.solution))
  var rest = operations[...]
  for size in batches {
    document.merge(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  document.merge(rest)
  return document
}
