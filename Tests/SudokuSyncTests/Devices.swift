import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// A device of a test: a replica, its sync machine and games played on it.
final class TestDevice {
  let replica: any Replica
  let machine: SyncMachine
  var clock = HybridLogicalClock()
  var offset: Int64 = 0
  private var sessions: [DocumentID: GameSession] = [:]

  static let solution = Board { cell in
    Digit(index: (cell.column + 3 * cell.row + cell.row / 3) % 9)
  }

  /// A board with three cells left.
  static let clues = Board { cell in
    [0, 40, 80].contains(cell.index) ? nil : solution[cell]
  }

  init(_ number: UInt64, replica: (any Replica)? = nil) {
    self.replica = replica ?? MemoryReplica(device: DeviceID(rawValue: number))
    machine = SyncMachine(replica: self.replica, random: SeededRandom(seed: number))
  }

  static func game(_ number: Int) -> GameID {
    GameID(initialBoard: clues, startDate: UnixTime(seconds: 1_795_176_000 + Int64(number)))
  }

  func reading(_ time: Int64) -> ClockReading {
    ClockReading(
      wallMilliseconds: 1_795_176_000_000 + time + offset, monotonicMilliseconds: time,
      storeOffsetMilliseconds: -offset)
  }

  func begin(_ number: Int, at time: Int64) throws {
    let document = try GameDocument(
      id: Self.game(number), clues: Self.clues, solution: Self.solution)
    var session = GameSession(document, device: replica.device)
    let operations = session.begin(
      GameHeader(clues: Self.clues), at: reading(time), clock: &clock)
    try save(operations, session)
    try replica.setValue(document.documentID.rawValue, for: .currentGame)
  }

  /// The game as the replica has it.
  func open(_ id: DocumentID, at time: Int64) throws -> GameSession {
    if let session = sessions[id], session.device == replica.device { return session }
    guard let game = GameID(id.rawValue) else { throw SyncError(.damaged, "no game") }
    var document = try GameDocument(id: game, clues: Self.clues, solution: Self.solution)
    for chunk in try replica.chunks(of: id, after: [:]) { document.merge(try chunk.operations()) }
    var session = GameSession(document, device: replica.device)
    session.start(at: reading(time))
    sessions[id] = session
    return session
  }

  @discardableResult
  func play(_ intent: Intent, in number: Int, at time: Int64) throws -> Outcome {
    var session = try open(DocumentID(Self.game(number)), at: time)
    let outcome = try session.perform(intent, at: reading(time), clock: &clock)
    try save(outcome.operations, session)
    if outcome.didComplete { try replica.setValue(nil, for: .currentGame) }
    return outcome
  }

  /// Fills the board.
  func complete(_ number: Int, at time: Int64) throws {
    for cell in [0, 40, 80] {
      guard let digit = Self.solution[Cell(index: cell)] else { continue }
      try play(.place(Cell(index: cell), digit), in: number, at: time)
    }
  }

  private func save(_ operations: [DocumentOperation], _ session: GameSession) throws {
    let id = session.document.documentID
    sessions[id] = session
    try replica.append([
      ReplicaEntry(operations, in: id, summary: DocumentSummary(session.document.summary))
    ])
  }

  func state(_ number: Int) throws -> GameState {
    sessions = [:]
    return try open(DocumentID(Self.game(number)), at: 0).document.state
  }

  /// Syncs with a store that answers at once.
  @discardableResult
  func sync(_ goal: SyncGoal, _ store: inout StoreCore, at time: Int64 = 0) -> SyncReport {
    machine.begin(goal, at: reading(time).wallMilliseconds)
    while let request = machine.nextRequest() {
      let now = reading(time).wallMilliseconds
      machine.receive(
        Result { () throws(SyncError) in try store.perform(request, at: now - offset) }, at: now)
    }
    sessions = [:]
    return machine.report
  }

  /// Syncs with a store that does not answer.
  @discardableResult
  func syncInVain(_ goal: SyncGoal, _ error: SyncError, at time: Int64 = 0) -> SyncReport {
    machine.begin(goal, at: reading(time).wallMilliseconds)
    while machine.nextRequest() != nil {
      machine.receive(.failure(error), at: reading(time).wallMilliseconds)
    }
    return machine.report
  }
}
