import SudokuCore
import SudokuSession

/// A game in memory.
public final class OpenGame {
  /// The game's ID.
  public let id: DocumentID
  /// The game as it is played.
  public internal(set) var session: GameSession
  /// The last time that a request brought in place of the clocks, `nil` where none did.
  var lastAt: Int64?
  var pending: [DocumentOperation] = []
  /// The segment of playing time that ran before the first of them.
  var storedSegment: GameSession.Running?
  /// The eliminations that hints have shown, with the game's revision when they did so first.
  var hintedEliminations: [Candidate: Int] = [:]
  var commands: [PendingCommand] = []
  /// Whether operations that are held here have got other names, so that the game must be read again.
  var isOutdated = false
  /// Whether the game is to be forgotten once it is stored.
  var isClosing = false

  init(_ session: GameSession) {
    id = session.document.documentID
    self.session = session
  }

  /// Notes what is stored, before the game is changed.
  func willChange() {
    if pending.isEmpty { storedSegment = session.running }
  }

  /// Whether a request with this ID was carried out before.
  func knows(_ opID: String?) -> Bool {
    opID.map { session.document.operation(ofRequest: $0, by: session.device) != nil } ?? false
  }

  /// Goes on with the game as it is stored now, perhaps under another identity; what is not stored
  /// must be done again.
  func goOn(with document: GameDocument, as device: DeviceID, at reading: ClockReading?) {
    willChange()
    let stored =
      pending.first.map { $0.seq - 1 } ?? session.document.operations.lastSeq(of: session.device)
    session = session.continued(
      on: document, as: device, segment: storedSegment, storedThrough: stored, at: reading)
    pending = []
    isOutdated = false
    storedSegment = session.running
  }
}

/// What led to operations that are not stored yet.
struct PendingCommand {
  enum Kind {
    /// A new game; boxed, so that the moves that follow don't carry room for a header each.
    indirect case begin(GameHeader)
    /// What the player wanted.
    case intent(Intent)
    /// What this device has to say after operations came from elsewhere.
    case merge
  }

  let kind: Kind
  let reading: ClockReading
  let opID: String?

  func perform(
    in session: inout GameSession, clock: inout HybridLogicalClock
  ) throws(GameError) -> [DocumentOperation] {
    switch kind {
    case .begin(let header):
      return session.begin(header, at: reading, clock: &clock, opID: opID)
    case .merge:
      return session.merge([], at: reading, clock: &clock).operations
    case .intent(let intent):
      return try session.perform(intent, at: reading, clock: &clock, opID: opID).operations
    }
  }
}
