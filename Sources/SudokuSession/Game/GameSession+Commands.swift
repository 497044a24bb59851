import SudokuCore

extension GameSession {
  /// Carries out what the player wants.
  ///
  /// - Parameters:
  ///   - intent: What the player wants.
  ///   - reading: What the clocks show.
  ///   - clock: The device's stamps.
  ///   - opID: The client's ID of the request; the same one again gives the same answer.
  ///   - ifRev: Refuses the request where the game's revision is another one.
  /// - Returns: The answer, with the operations that must be durable before it is given.
  /// - Throws: A `GameError`; nothing was changed then.
  public mutating func perform(
    _ intent: Intent, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil, ifRev: Int? = nil
  ) throws(GameError) -> Outcome {
    if let opID, let key = document.operation(ofRequest: opID) {
      return answerAgain(intent, key)
    }
    if let ifRev, ifRev != document.operations.count {
      throw .staleRevision(document.operations.count)
    }
    let wasCompleted = document.isCompleted
    _ = document.takeTouchedCells()
    let plan = try plan(for: intent, opID: opID)
    var operations: [Operation] = []
    var bookmark: OperationKey?
    if let action = plan.action {
      if plan.needsRunningTime { resumeIfPaused(at: reading) }
      if case .resume = action {
        let start = running?.start ?? SegmentStart(wallMilliseconds: reading.wallMilliseconds)
        append(.resume(start), at: reading, clock: &clock, opID: opID, to: &operations)
      } else {
        if plan.needsRunningTime, running == nil, document.status == .paused {
          let start = SegmentStart(wallMilliseconds: reading.wallMilliseconds)
          append(.resume(start), at: reading, clock: &clock, to: &operations)
        }
        recordStart(at: reading, clock: &clock, to: &operations)
        append(action, at: reading, clock: &clock, opID: opID, to: &operations)
      }
      if case .bookmark = action { bookmark = operations.last?.key }
      finish(action, at: reading)
    }
    if !wasCompleted { claimCompletion(at: reading, clock: &clock, to: &operations) }
    stopIfFinished()
    let isNewlyCompleted = document.isCompleted && !wasCompleted
    let changed = document.takeTouchedCells()
    var outcome = answer(intent, changed: changed)
    outcome.operations = operations
    outcome.elapsedMilliseconds = elapsedMilliseconds(at: reading)
    outcome.didComplete = isNewlyCompleted
    outcome.bookmark = bookmark
    return outcome
  }

  /// The game that a hint is about, once it is known that a hint may be given.
  ///
  /// The hint itself is found elsewhere; `perform(.hint(depth:))` then records that it was given.
  ///
  /// - Parameters:
  ///   - opID: The client's ID of the request; the same one again is about the same board.
  ///   - ifRev: Refuses the request where the game's revision is another one.
  /// - Returns: The game as it was when the request came first.
  /// - Throws: A `GameError`.
  public func documentForHint(
    opID: String? = nil, ifRev: Int? = nil
  ) throws(GameError) -> GameDocument {
    if let opID, let key = document.operation(ofRequest: opID),
      let index = document.operations.ordered.firstIndex(where: { $0.key == key })
    {
      return document.prefix(index)
    }
    if let ifRev, ifRev != document.operations.count {
      throw .staleRevision(document.operations.count)
    }
    _ = try plan(for: .hint(depth: 1), opID: nil)
    return document
  }

  /// What an intent comes to.
  struct Plan {
    /// The action, `nil` where nothing has to change.
    var action: Action?
    /// Whether the game goes on with it if it was paused.
    var needsRunningTime = false
  }

  /// A paused game goes on with the next change.
  private mutating func resumeIfPaused(at reading: ClockReading) {
    if document.options.timer, running == nil, [.inProgress, .paused].contains(document.status) {
      running = Running(
        start: SegmentStart(
          wallMilliseconds: reading.wallMilliseconds,
          offsetMilliseconds: reading.storeOffsetMilliseconds),
        monotonicMilliseconds: reading.monotonicMilliseconds)
    }
  }

  /// What follows some actions.
  private mutating func finish(
    _ action: Action, at reading: ClockReading
  ) {
    switch action {
    case .pause, .suspend: running = nil
    case .resume: running?.isRecorded = true
    case .abandon(false):
      start(at: reading)
    case .set:
      if !document.options.timer { running = nil }
    default: break
    }
  }

  /// The answer to a request, from the state after it.
  private func answer(_ intent: Intent, changed: CellSet) -> Outcome {
    let check = document.options.mistakeCheck
    let needsWrongCells = check == .solution || intent == .check
    // No closure here: it would hold a copy of the whole session.
    var changes: [Outcome.Change] = []
    changes.reserveCapacity(changed.count)
    for cell in changed {
      changes.append(
        Outcome.Change(
          cell: cell, digit: document.digit(at: cell), notes: document.notes(in: cell)))
    }
    return Outcome(
      operations: [], rev: document.operations.count, changes: changes,
      conflicts: check == .off ? [] : document.conflictingCells,
      wrongCells: needsWrongCells ? document.wrongCells : [], mistakes: document.mistakes,
      elapsedMilliseconds: document.elapsedMilliseconds, status: document.status,
      didComplete: false, isDuplicate: false, bookmark: nil)
  }

  /// The answer that a request got before: from the operations up to the one it made.
  private func answerAgain(_ intent: Intent, _ key: OperationKey) -> Outcome {
    let ordered = document.operations.ordered
    guard let index = ordered.firstIndex(where: { $0.key == key }) else {
      return answer(intent, changed: [])
    }
    var end = index + 1
    // The claim of a completion belongs to the move that made it.
    let next = OperationKey(device: key.device, seq: key.seq + 1)
    if end < ordered.count, ordered[end].key == next, case .complete = ordered[end].action {
      end += 1
    }
    let before = document.prefix(index)
    let after = GameSession(document.prefix(end), device: device)
    var outcome = after.answer(
      intent, changed: after.document.shownCells.differences(from: before.shownCells))
    outcome.didComplete = after.document.isCompleted && !before.isCompleted
    outcome.isDuplicate = true
    if case .bookmark = ordered[index].action { outcome.bookmark = key }
    return outcome
  }
}
