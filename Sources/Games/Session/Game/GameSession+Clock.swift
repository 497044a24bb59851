/// The clock of the game: it measures playing time and records it in operations.
///
/// **Segments.** Playing time is a list of segments; the log says where each begins (`resume`) and how
/// long it is (`elapsedMilliseconds` of every later operation of the device). `TimeLedger` adds them
/// up. `running` is the segment that is being measured now. It lives in memory only.
///
/// **States of `running`.** `nil`: the clock is stopped. Not recorded: it runs, and no operation has
/// begun it yet. Recorded: a `resume` is in the log, and every operation carries the length so far.
/// Held: another game is played; nothing is written and the length stands still.
///
/// **Steps.** `start` begins a segment or releases a held one, and writes nothing: to look at a game adds
/// nothing to its log. The next operation writes `resume` first (`recordStart`), then itself with the
/// length (`lengthToRecord`). `hold` freezes the segment. `stop`, pause and suspend write the length and
/// end it. Only `stop` holds a segment under a second that was never recorded, so that opening many
/// games in turn writes nothing and the time shown never falls. If operations from elsewhere end or
/// pause the game, `recordStoppedTime` writes what was played until then.
///
/// **Clocks.** Lengths come from the monotonic clock. The start comes from the wall clock, plus the
/// offset to the store's clock where it is known: it only decides whether two devices played at once.
/// `beginning` moves it behind everything known to be played, or a slow wall clock would place the
/// segment over time that other devices have played, and it would count for nothing.
///
/// **Crashes and commits.** `timeNote` keeps the length outside the log every few seconds. If a commit
/// fails or the device gets a new identity, `continued` carries the segment over to the game as it is
/// stored: stored operations keep their part, the rest becomes a new segment.
extension GameSession {
  /// The segment of playing time that runs now, or is held.
  package struct Running: Sendable {
    var start: SegmentStart
    var monotonicMilliseconds: Int64
    /// True once a `resume` operation has recorded the start of the segment.
    var isRecorded = false
    /// True while another game is played and this segment stands still.
    var isHeld = false
    /// The greatest length reported so far, in milliseconds.
    var length = 0

    init(at reading: ClockReading) {
      start = SegmentStart(
        wallMilliseconds: reading.wallMilliseconds,
        offsetMilliseconds: reading.storeOffsetMilliseconds)
      monotonicMilliseconds = reading.monotonicMilliseconds
    }
  }

  /// True while the clock is neither stopped nor held.
  package var isRunning: Bool { running.map { !$0.isHeld } ?? false }

  /// True if the game is in progress and its option `timer` is on.
  package var canRun: Bool { document.status == .inProgress && document.options.timer }

  /// The time played, with the segment that runs now, in milliseconds.
  public func elapsedMilliseconds(at reading: ClockReading) -> Int {
    guard let running, !document.isCompleted else { return document.elapsedMilliseconds }
    // It is not known yet whether the operation will place the segment in time. A placed segment makes
    // the total smaller, so the time shown never falls.
    return document.fold.time.total(
      extending: device, from: running.isRecorded ? nil : running.start,
      stamp: Stamp(milliseconds: running.start.wallMilliseconds),
      to: Self.length(of: running, at: reading))
  }

  /// Starts the clock of a game that can be played and is not paused; a held segment continues.
  ///
  /// Nothing is written before the next operation.
  public mutating func start(at reading: ClockReading) {
    guard canRun else { return }
    release(at: reading)
    if running == nil { running = beginning(at: reading) }
  }

  /// A segment that begins now, moved behind everything known to be played.
  func beginning(at reading: ClockReading) -> Running {
    var running = Running(at: reading)
    let offset = running.start.offsetMilliseconds ?? 0
    let now = running.start.wallMilliseconds.addingClamped(offset)
    if let end = document.fold.time.lastEnd(after: now) {
      running.start.offsetMilliseconds = offset.addingClamped(end.subtractingClamped(now))
    }
    return running
  }

  /// Holds the clock while another game is played.
  ///
  /// Nothing is written. The segment continues with the next edit or `start`.
  package mutating func hold(at reading: ClockReading) {
    guard let current = running, !current.isHeld else { return }
    running?.length = Self.length(of: current, at: reading)
    running?.isHeld = true
  }

  /// Stops the clock because another game becomes the current one, or because this one is closed.
  ///
  /// A segment of less than a second that no operation has begun is held: the time shown never falls.
  ///
  /// - Returns: The operations that record the time played, to be made durable; none for less than a
  ///   second.
  public mutating func stop(
    at reading: ClockReading, clock: inout HybridLogicalClock
  ) -> [DocumentOperation] {
    guard let current = running else { return [] }
    var operations: [DocumentOperation] = []
    if document.status == .inProgress {
      guard
        current.isRecorded || Self.length(of: current, at: reading) >= Self.shortMilliseconds
      else {
        hold(at: reading)
        return []
      }
      recordStart(at: reading, clock: &clock, to: &operations)
      append(.suspend, at: reading, clock: &clock, to: &operations)
    } else if !document.isCompleted {
      recordStoppedTime(at: reading, clock: &clock, to: &operations)
    }
    running = nil
    return operations
  }

  /// Writes the time of a segment that another device's operations have stopped.
  ///
  /// The start of a segment resumes a game. So a game that those operations paused is paused again.
  mutating func recordStoppedTime(
    at reading: ClockReading, clock: inout HybridLogicalClock,
    to operations: inout [DocumentOperation]
  ) {
    guard let current = running else { return }
    if current.isRecorded || Self.length(of: current, at: reading) > 0 {
      let wasPaused = document.fold.isPaused
      recordStart(at: reading, clock: &clock, to: &operations)
      append(wasPaused ? .pause : .suspend, at: reading, clock: &clock, to: &operations)
    }
    running = nil
  }

  /// The game as it is stored, perhaps under another identity of the device; the clock continues.
  ///
  /// Stored operations keep their part of the segment; the rest becomes a new segment. It is held
  /// until the next operation writes it if the stored game is paused or over.
  package func continued(
    on document: GameDocument, as device: DeviceID, segment: Running?, storedThrough seq: Int,
    at reading: ClockReading? = nil
  ) -> GameSession {
    var session = GameSession(document, device: device)
    guard var rest = segment, !document.isCompleted else { return session }
    let recorded = rest.isRecorded ? recordedLength(through: seq) : 0
    rest.start.wallMilliseconds = rest.start.wallMilliseconds.addingClamped(Int64(recorded))
    rest.monotonicMilliseconds = rest.monotonicMilliseconds.addingClamped(Int64(recorded))
    rest.length = max(0, rest.length - recorded)
    rest.isRecorded = false
    if document.status != .inProgress || !document.options.timer {
      rest.length = reading.map { Self.length(of: rest, at: $0) } ?? rest.length
      guard rest.length > 0 else { return session }
      rest.isHeld = true
    }
    session.running = rest
    return session
  }

  /// The length of the running segment that this device's operations up to a number record.
  private func recordedLength(through seq: Int) -> Int {
    var length = 0
    for operation in document.operations.ordered.reversed() where operation.device == device {
      if operation.seq <= seq { length = max(length, operation.elapsedMilliseconds ?? 0) }
      if case .resume = operation.action { return operation.seq <= seq ? length : 0 }
    }
    return 0
  }

  /// Lets a held segment continue.
  mutating func release(at reading: ClockReading) {
    guard let current = running, current.isHeld else { return }
    // A segment too short to be written begins now: another device may have played meanwhile.
    if !current.isRecorded, current.length < Self.shortMilliseconds {
      running = beginning(at: reading)
      running?.length = current.length
    }
    running?.isHeld = false
    running?.monotonicMilliseconds = reading.monotonicMilliseconds
      .subtractingClamped(Int64(current.length))
  }

  /// The present length of a segment; it never shrinks.
  static func length(of running: Running, at reading: ClockReading) -> Int {
    if running.isHeld { return running.length }
    return max(
      running.length,
      Int(reading.monotonicMilliseconds.subtractingClamped(running.monotonicMilliseconds)))
  }

  /// The least length of an unrecorded segment that `stop` writes; a shorter one is held.
  private static let shortMilliseconds = 1_000

  /// The greatest difference between readings that counts as requests out of order.
  private static let jitterMilliseconds: Int64 = 60_000

  /// The length of the running segment, `nil` unless an operation has recorded its start.
  mutating func lengthToRecord(at reading: ClockReading) -> Int? {
    guard var current = running, current.isRecorded else { return nil }
    current.length = Self.length(of: current, at: reading)
    // A client that supplies the time may set it back: the segment continues from there. A small
    // step back only means that requests arrived out of order.
    let start = reading.monotonicMilliseconds.subtractingClamped(Int64(current.length))
    if start.addingClamped(Self.jitterMilliseconds) < current.monotonicMilliseconds {
      current.monotonicMilliseconds = start
    }
    running = current
    return current.length
  }

  /// Records the start of the running segment, unless an operation has done so.
  mutating func recordStart(
    at reading: ClockReading, clock: inout HybridLogicalClock,
    to operations: inout [DocumentOperation]
  ) {
    guard let current = running, !current.isRecorded else { return }
    append(.resume(current.start), at: reading, clock: &clock, to: &operations)
    running?.isRecorded = true
  }

  mutating func stopIfFinished() {
    if document.status != .inProgress { running = nil }
  }
}
