import SudokuCore
import SudokuIdentity

/// A game as one device plays it; it turns the player's intents into operations.
///
/// ```swift
/// var clock = HybridLogicalClock()
/// var session = GameSession(document, device: device)
/// session.begin(header, at: reading, clock: &clock)             // a new game only
/// let outcome = try session.perform(.place(cell, five), at: reading, clock: &clock)
/// save(outcome.operations)                                      // before it is answered
/// ```
///
/// It does no I/O and reads no clock. The playing time runs from `start` on; it is stopped while the
/// game is paused, suspended or finished, and while it is held because another one is played.
public struct GameSession: Sendable {
  /// The game.
  public internal(set) var document: GameDocument
  /// The device whose stream the operations go to.
  public let device: DeviceID
  /// The segment of playing time that runs now, or is held; `nil` while the clock is stopped.
  package internal(set) var running: Running?

  /// Creates a session; the clock is stopped until `start`.
  public init(_ document: GameDocument, device: DeviceID) {
    self.document = document
    self.device = device
  }

  /// The state, including the time of the running segment.
  public func state(at reading: ClockReading) -> GameState {
    var state = document.state
    state.elapsedMilliseconds = elapsedMilliseconds(at: reading)
    return state.shown(at: reading.dateMilliseconds)
  }

  /// The number of start seconds that `restarted` tries before it accepts one that is taken.
  private static let startsTried = 60

  /// True if the completion shown comes from another device.
  package var wasCompletedElsewhere: Bool {
    document.fold.completion.map { $0.key.device != device } ?? false
  }

  // MARK: Operations

  mutating func append(
    _ action: DocumentAction, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil, request: Int? = nil, elapsedMilliseconds: Int? = nil,
    to operations: inout [DocumentOperation]
  ) {
    clock.observe(document.operations.lastStamp, at: reading)
    let moment = Moment(clock.next(at: reading), milliseconds: reading.dateMilliseconds)
    let operation = DocumentOperation(
      key: OperationKey(device: device, seq: document.operations.lastSeq(of: device) + 1),
      stamp: moment.stamp, action: action, opID: opID, request: request,
      elapsedMilliseconds: elapsedMilliseconds ?? lengthToRecord(at: reading),
      wallMilliseconds: action.isTimekeeping ? nil : moment.ownMilliseconds,
      seen: document.operations.unreported(by: device))
    document.append(operation)
    operations.append(operation)
  }

  /// Claims the completion of a solved board that has no claim yet.
  mutating func claimCompletion(
    at reading: ClockReading, clock: inout HybridLogicalClock,
    to operations: inout [DocumentOperation]
  ) {
    guard !document.isCompleted, document.isSolved else { return }
    let claim = Completion(
      board: document.solution, elapsedMilliseconds: elapsedMilliseconds(at: reading),
      mistakes: document.mistakes, hintsUsed: document.hintsUsed)
    append(.complete(claim), at: reading, clock: &clock, to: &operations)
  }

  /// Writes the creation of a new game and lets its time run.
  ///
  /// - Returns: The operation, to be made durable.
  @discardableResult
  public mutating func begin(
    _ header: GameHeader, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil
  ) -> [DocumentOperation] {
    precondition(header.clues == document.clues, "the header of this game")
    var operations: [DocumentOperation] = []
    append(.create(header), at: reading, clock: &clock, opID: opID, to: &operations)
    start(at: reading)
    return operations
  }

  /// Merges operations of other devices.
  ///
  /// If they complete the board or stop the clock, this device adds its own operations.
  /// - Returns: The merge's result, and this device's operations, to be made durable.
  public mutating func merge(
    _ new: some Sequence<DocumentOperation>, at reading: ClockReading,
    clock: inout HybridLogicalClock
  ) -> (merge: GameDocument.Merge, operations: [DocumentOperation]) {
    let merge = document.merge(new)
    for operation in merge.inserted { clock.observe(operation.stamp, at: reading) }
    var operations: [DocumentOperation] = []
    claimCompletion(at: reading, clock: &clock, to: &operations)
    if !document.isCompleted, document.status != .inProgress || !document.options.timer {
      recordStoppedTime(at: reading, clock: &clock, to: &operations)
    }
    stopIfFinished()
    return (merge, operations)
  }

  /// Starts a new game of the same board.
  ///
  /// - Parameters:
  ///   - opID: The client's own ID of the request, so that a repeated one is recognised.
  ///   - reading: The clocks.
  ///   - clock: The device's clock for stamps.
  ///   - isTaken: True where a game with an ID exists; the new one begins a second later then.
  /// - Returns: The new game's session and its first operation, to be made durable.
  public func restarted(
    at reading: ClockReading, clock: inout HybridLogicalClock, opID: String? = nil,
    isTaken: (GameID) -> Bool = { _ in false }
  ) -> (session: GameSession, operations: [DocumentOperation]) {
    let now = UnixTime(milliseconds: reading.wallMilliseconds).seconds
    let next = document.id.startDate.seconds.addingClamped(1)
    // No second follows the last one of the year 9999.
    let isLast =
      GameID(initialBoard: document.clues, startDate: UnixTime(seconds: next)) == document.id
    var second = isLast ? now : max(now, next)
    // Midnight belongs to the puzzle of the day.
    for _ in 0..<Self.startsTried
    where second == UnixTime(seconds: second).startOfDay.seconds
      || isTaken(GameID(initialBoard: document.clues, startDate: UnixTime(seconds: second)))
    {
      second = second.addingClamped(1)
    }
    let fresh = GameDocument(restarting: document, startDate: UnixTime(seconds: second))
    var session = GameSession(fresh, device: device)
    let header = GameHeader(
      clues: document.clues, options: document.options, grade: document.state.grade)
    let operations = session.begin(header, at: reading, clock: &clock, opID: opID)
    return (session, operations)
  }
}
