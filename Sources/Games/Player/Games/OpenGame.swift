import SudokuCore
import SudokuSession

/// A game in memory.
public final class OpenGame {
  /// The game's ID.
  public let id: DocumentID
  /// The game as it is played.
  public internal(set) var session: GameSession
  /// The last time that a request supplied in place of the clocks, `nil` for none.
  var lastAt: Int64?
  var pending: [DocumentOperation] = []
  /// The segment of playing time that ran before the first pending operation.
  var storedSegment: GameSession.Running?
  /// The eliminations that hints have shown, each with the game's revision at its first hint.
  var hintedEliminations: [Candidate: Int] = [:]
  var commands: [PendingCommand] = []
  /// True if stored operations got other keys, so that the game must be read again.
  var isOutdated = false
  /// True if the game leaves memory once its operations are stored.
  var isClosing = false

  init(_ session: GameSession) {
    id = session.document.documentID
    self.session = session
  }

  /// Remembers the stored segment, before the game is changed.
  func willChange() {
    if pending.isEmpty { storedSegment = session.running }
  }

  /// True if a request with this ID was carried out before in this game.
  func knows(_ opID: String?) -> Bool {
    opID.map { session.document.operation(ofRequest: $0, by: session.device) != nil } ?? false
  }

  /// Continues with the stored game, perhaps under another identity.
  ///
  /// Pending operations are dropped; the caller performs their commands again.
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

/// A command whose operations are not stored yet, kept to be replayed.
struct PendingCommand {
  enum Kind {
    /// A new game; boxed, so that the commands of moves need no room for a header.
    indirect case begin(GameHeader)
    /// An intent of the player.
    case intent(Intent)
    /// This device's own operations after a merge, such as the claim of a completion.
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
