import SudokuCore
import SudokuIdentity

/// A game as one device plays it: turns what the player wants into operations.
///
/// ```swift
/// var clock = HybridLogicalClock()
/// var session = GameSession(document, device: device)
/// session.begin(header, at: reading, clock: &clock)             // a new game only
/// let outcome = try session.perform(.place(cell, five), at: reading, clock: &clock)
/// save(outcome.operations)                                      // before it is answered
/// ```
///
/// It does no I/O and reads no clock. The playing time runs from `start` on; it stands while the
/// game is paused, suspended or finished.
public struct GameSession: Sendable {
  /// The segment of playing time that runs now.
  struct Running: Sendable {
    var start: SegmentStart
    var monotonicMilliseconds: Int64
    /// Whether an operation has begun it.
    var isRecorded = false
    /// The greatest length told so far, in milliseconds.
    var length = 0
  }

  /// The game.
  public internal(set) var document: GameDocument
  /// The device whose stream the operations go to.
  public let device: DeviceID
  var running: Running?

  /// Creates a session; the clock stands until `start`.
  ///
  /// - Parameters:
  ///   - document: The game.
  ///   - device: The device whose stream the operations go to.
  public init(_ document: GameDocument, device: DeviceID) {
    self.document = document
    self.device = device
  }

  /// The state, with the time that runs now.
  ///
  /// - Parameter reading: What the clocks show.
  /// - Returns: The state.
  public func state(at reading: ClockReading) -> GameState {
    var state = document.state
    state.elapsedMilliseconds = elapsedMilliseconds(at: reading)
    return state
  }

  /// The time played, with the segment that runs now, in milliseconds.
  ///
  /// - Parameter reading: What the clocks show.
  /// - Returns: The milliseconds.
  public func elapsedMilliseconds(at reading: ClockReading) -> Int {
    guard let running, document.status == .inProgress else { return document.elapsedMilliseconds }
    return document.fold.time.total(
      extending: device, from: running.isRecorded ? nil : running.start,
      to: Self.length(of: running, at: reading))
  }

  /// Lets the playing time run, where the game can be played and is not paused.
  ///
  /// Nothing is written before the next operation.
  /// - Parameter reading: What the clocks show.
  public mutating func start(at reading: ClockReading) {
    guard running == nil, document.status == .inProgress, document.options.timer else { return }
    running = Running(
      start: SegmentStart(
        wallMilliseconds: reading.wallMilliseconds,
        offsetMilliseconds: reading.storeOffsetMilliseconds),
      monotonicMilliseconds: reading.monotonicMilliseconds)
  }

  /// The length of a segment by now; it never shrinks.
  static func length(of running: Running, at reading: ClockReading) -> Int {
    max(
      running.length,
      Int(reading.monotonicMilliseconds.subtractingClamped(running.monotonicMilliseconds)))
  }

  // MARK: Operations

  /// Appends an operation of this device.
  mutating func append(
    _ action: Action, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil, to operations: inout [Operation]
  ) {
    clock.observe(document.operations.lastStamp)
    let operation = Operation(
      key: OperationKey(device: device, seq: document.operations.lastSeq(of: device) + 1),
      stamp: clock.next(wallMilliseconds: reading.wallMilliseconds), action: action, opID: opID,
      elapsedMilliseconds: lengthToRecord(at: reading))
    document.append(operation)
    operations.append(operation)
  }

  /// The length of the running segment, `nil` where none was begun by an operation.
  private mutating func lengthToRecord(at reading: ClockReading) -> Int? {
    guard var current = running, current.isRecorded else { return nil }
    current.length = Self.length(of: current, at: reading)
    running = current
    return current.length
  }

  /// Begins the running segment by an operation, unless one has.
  mutating func recordStart(
    at reading: ClockReading, clock: inout HybridLogicalClock, to operations: inout [Operation]
  ) {
    guard let current = running, !current.isRecorded else { return }
    append(.resume(current.start), at: reading, clock: &clock, to: &operations)
    running?.isRecorded = true
  }

  /// Claims the completion where the board is solved and nobody has claimed it yet.
  mutating func claimCompletion(
    at reading: ClockReading, clock: inout HybridLogicalClock, to operations: inout [Operation]
  ) {
    guard !document.isCompleted, document.isSolved else { return }
    let claim = Completion(
      board: document.solution, elapsedMilliseconds: elapsedMilliseconds(at: reading),
      mistakes: document.mistakes, hintsUsed: document.hintsUsed)
    append(.complete(claim), at: reading, clock: &clock, to: &operations)
  }

  /// Stops measuring where the game can't be played.
  mutating func stopIfFinished() {
    if document.status != .inProgress { running = nil }
  }

  /// Writes the creation of a new game and lets its time run.
  ///
  /// - Parameters:
  ///   - header: Clues, options, level and rating; the clues are the document's.
  ///   - reading: What the clocks show.
  ///   - clock: The device's stamps.
  ///   - opID: The client's ID of the request.
  /// - Returns: The operation, to be made durable.
  @discardableResult
  public mutating func begin(
    _ header: GameHeader, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil
  ) -> [Operation] {
    precondition(header.clues == document.clues, "the header of this game")
    var operations: [Operation] = []
    append(.create(header), at: reading, clock: &clock, opID: opID, to: &operations)
    start(at: reading)
    return operations
  }

  /// Takes in operations of other devices.
  ///
  /// Where they complete the board or stop the clock, this device's own operations follow.
  /// - Parameters:
  ///   - new: The operations, in any order.
  ///   - reading: What the clocks show.
  ///   - clock: The device's stamps.
  /// - Returns: What the merge changed, and this device's operations, to be made durable.
  public mutating func merge(
    _ new: some Sequence<Operation>, at reading: ClockReading, clock: inout HybridLogicalClock
  ) -> (merge: GameDocument.Merge, operations: [Operation]) {
    let merge = document.merge(new)
    clock.observe(document.operations.lastStamp)
    var operations: [Operation] = []
    claimCompletion(at: reading, clock: &clock, to: &operations)
    if let running, running.isRecorded, !document.isCompleted, document.status != .inProgress {
      append(.suspend, at: reading, clock: &clock, to: &operations)
    }
    stopIfFinished()
    return (merge, operations)
  }

  /// The game again from its clues: a new game of the same board.
  ///
  /// - Parameters:
  ///   - reading: What the clocks show; the new game starts at this second, or at the first one
  ///     after the old game's start.
  ///   - clock: The device's stamps.
  ///   - opID: The client's ID of the request.
  /// - Returns: The new game's session and its first operation, to be made durable.
  public func restarted(
    at reading: ClockReading, clock: inout HybridLogicalClock, opID: String? = nil
  ) -> (session: GameSession, operations: [Operation]) {
    let second = UnixTime(milliseconds: reading.wallMilliseconds).seconds
    let start = UnixTime(seconds: max(second, document.id.startDate.seconds.addingClamped(1)))
    let fresh = GameDocument(restarting: document, startDate: start)
    var session = GameSession(fresh, device: device)
    let header = GameHeader(
      clues: document.clues, options: document.options, grade: document.state.grade)
    let operations = session.begin(header, at: reading, clock: &clock, opID: opID)
    return (session, operations)
  }
}
