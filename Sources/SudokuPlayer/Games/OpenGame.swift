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
  /// The operations that are not stored yet.
  var pending: [DocumentOperation] = []
  /// The segment of playing time that ran before the first of them.
  var storedSegment: GameSession.Running?
  /// The eliminations that hints have told, with the game's revision then.
  var told: [(rev: Int, candidate: Candidate)] = []
  /// What led to them, in order.
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

  /// Goes on with the game as it is stored now, perhaps under another identity; what is not stored
  /// must be done again.
  ///
  /// - Parameters:
  ///   - document: The game.
  ///   - device: The device's identity.
  ///   - reading: When its clock stops, where the stored game can't be played.
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
