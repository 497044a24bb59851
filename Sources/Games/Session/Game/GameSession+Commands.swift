import SudokuCore

extension GameSession {
  /// Carries out an intent of the player, or repeats the answer of a request already carried out.
  ///
  /// - Returns: The answer, with the operations that must be durable before it is given.
  /// - Throws: A `GameError`; the session is unchanged.
  public mutating func perform(
    _ intent: Intent, at reading: ClockReading, clock: inout HybridLogicalClock,
    opID: String? = nil, ifRev: Int? = nil
  ) throws(GameError) -> Outcome {
    if let opID, let key = document.operation(ofRequest: opID, by: device) {
      return try answerAgain(intent, key, opID)
    }
    if let ifRev, ifRev != document.operations.count {
      throw .staleRevision(document.operations.count)
    }
    guard case .apply(let intents) = intent else {
      return try carryOut(intent, of: intent, at: reading, clock: &clock, opID: opID)
    }
    let before = (session: self, clock: clock)
    var all = answer(intent, changed: [])
    for (index, part) in intents.enumerated() {
      do throws(GameError) {
        let outcome = try carryOut(
          part, of: index == 0 ? intent : nil, at: reading, clock: &clock, opID: opID)
        all.operations += outcome.operations
        all.didComplete = all.didComplete || outcome.didComplete
        all.didResume = all.didResume || outcome.didResume
      } catch {
        (self, clock) = before
        throw .inOperation(index, error)
      }
    }
    // A cell that one part changed and another changed back is unchanged.
    let changed = document.changedCells(since: before.session.document)
    var outcome = answer(intent, changed: changed)
    outcome.operations = all.operations
    outcome.elapsedMilliseconds = elapsedMilliseconds(at: reading)
    (outcome.didComplete, outcome.didResume) = (all.didComplete, all.didResume)
    return outcome
  }

  /// The greatest number of operations that play adds to a game; a long game has a thousand.
  ///
  /// Beyond it only operations that keep time or end the game are accepted.
  package static let operationLimit = 100_000
  /// The number of operations below the limit that are reserved for placing and undoing.
  package static let operationReserve = 1_000

  /// Refuses an intent that would exceed the limit of operations.
  private func checkLength(for intent: Intent) throws(GameError) {
    let rest = Self.operationLimit - document.operations.count
    guard rest <= Self.operationReserve else { return }
    switch intent {
    case .tick, .suspend, .close, .abandon: return
    case .place, .placeAll, .undo, .undoToMistake: if rest > 0 { return }
    default: break
    }
    throw .tooManyOperations(limit: Self.operationLimit)
  }

  /// Carries out one intent for the first time.
  ///
  /// Its first operation names the request, unless its action shows it.
  private mutating func carryOut(
    _ intent: Intent, of request: Intent?, at reading: ClockReading,
    clock: inout HybridLogicalClock, opID: String?
  ) throws(GameError) -> Outcome {
    try checkLength(for: intent)
    let (wasCompleted, wasPaused) = (document.isCompleted, document.status == .paused)
    _ = document.takeTouchedCells()
    var plan = try plan(for: intent, opID: opID)
    var operations: [DocumentOperation] = []
    if let action = plan.action {
      if plan.needsRunningTime {
        resumeIfPaused(at: reading)
      } else if document.status != .inProgress, !document.isCompleted, !action.isResume {
        recordStoppedTime(at: reading, clock: &clock, to: &operations)
      }
      let named = opID == nil || request?.isShown(by: action) ?? true ? nil : request?.fingerprint
      append(
        action, plan, at: reading, clock: &clock, opID: opID, request: named, to: &operations)
    }
    while let candidate = plan.placements.popLast(), document.status == .inProgress {
      guard document.digit(at: candidate.cell) != candidate.digit else { continue }
      let action = placement(of: candidate.digit, at: candidate.cell)
      append(action, plan, at: reading, clock: &clock, opID: opID, to: &operations)
    }
    var bookmark: OperationKey?
    if case .bookmark? = plan.action { bookmark = operations.last?.key }
    if !wasCompleted { claimCompletion(at: reading, clock: &clock, to: &operations) }
    stopIfFinished()
    let isNewlyCompleted = document.isCompleted && !wasCompleted
    let changed = document.takeTouchedCells()
    var outcome = answer(intent, changed: changed)
    outcome.operations = operations
    outcome.elapsedMilliseconds = elapsedMilliseconds(at: reading)
    outcome.didComplete = isNewlyCompleted
    outcome.didResume = wasPaused && document.status != .paused && intent != .resume
    outcome.bookmark = bookmark
    return outcome
  }

  /// The game to compute a hint for, after a check that the game allows hints.
  ///
  /// The caller computes the hint; `perform(.hint(depth:))` then records it.
  ///
  /// - Returns: The game; for a repeated request, as it was before the first one.
  /// - Throws: A `GameError`.
  public func documentForHint(
    opID: String? = nil, ifRev: Int? = nil
  ) throws(GameError) -> GameDocument {
    if let opID, let key = document.operation(ofRequest: opID, by: device),
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

  /// Appends an action, and before it the start of the running segment if no operation has begun it.
  private mutating func append(
    _ action: DocumentAction, _ plan: Plan, at reading: ClockReading,
    clock: inout HybridLogicalClock,
    opID: String?, request: Int? = nil, to operations: inout [DocumentOperation]
  ) {
    if case .resume = action {
      let start = running?.start ?? SegmentStart(wallMilliseconds: reading.wallMilliseconds)
      append(
        .resume(start), at: reading, clock: &clock, opID: opID, request: request, to: &operations)
    } else {
      if plan.needsRunningTime, running == nil, document.status == .paused {
        let start = SegmentStart(wallMilliseconds: reading.wallMilliseconds)
        append(.resume(start), at: reading, clock: &clock, to: &operations)
      }
      recordStart(at: reading, clock: &clock, to: &operations)
      append(action, at: reading, clock: &clock, opID: opID, request: request, to: &operations)
    }
    finish(action, at: reading)
  }

  /// The action and the further placements that carry out an intent.
  struct Plan {
    /// The action, `nil` where nothing has to change.
    var action: DocumentAction?
    var needsRunningTime = false
    /// Further placements, the next one last.
    var placements: [Candidate] = []
  }

  private mutating func resumeIfPaused(at reading: ClockReading) {
    guard document.options.timer else { return }
    release(at: reading)
    if running == nil, [.inProgress, .paused].contains(document.status) {
      running = beginning(at: reading)
    }
  }

  private mutating func finish(
    _ action: DocumentAction, at reading: ClockReading
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

  private func answer(_ intent: Intent, changed: CellSet) -> Outcome {
    // No closure here: it would hold a copy of the whole session.
    var changes: [Outcome.Change] = []
    changes.reserveCapacity(changed.count)
    for cell in changed {
      changes.append(
        Outcome.Change(
          cell: cell, digit: document.digit(at: cell), notes: document.notes(in: cell),
          corners: document.corners(in: cell)))
    }
    return Outcome(
      operations: [], rev: document.operations.count, changes: changes,
      repeatedCells: document.shownRepeatedCells,
      wrongCells: intent == .check ? document.wrongCells : document.shownWrongCells,
      mistakes: document.shownMistakes,
      elapsedMilliseconds: document.elapsedMilliseconds, hintsUsed: document.hintsUsed,
      canUndo: document.canUndo, canRedo: document.canRedo,
      reportsWrongCells: intent == .check || document.options.mistakeCheck == .solution,
      status: document.status, didComplete: false, didResume: false, isDuplicate: false,
      bookmark: nil)
  }

  /// The answer to a repeated request, from the operations up to the last one that it made.
  private func answerAgain(
    _ intent: Intent, _ key: OperationKey, _ opID: String
  ) throws(GameError) -> Outcome {
    let ordered = document.operations.ordered
    guard let index = ordered.firstIndex(where: { $0.key == key }) else {
      return answer(intent, changed: [])
    }
    // If it were taken for a repetition, the new request would be lost without an error.
    guard intent.hasMade(ordered[index]) else { throw .opIDReused(opID) }
    // Several operations carry the request's ID, the start of a segment may stand between them, and
    // the claim of a completion belongs to the move that made it.
    var end = index + 1
    var isLast = true
    for later in end..<ordered.count where ordered[later].device == key.device {
      if ordered[later].opID == opID || isLast && ordered[later].action.isCompletion {
        (end, isLast) = (later + 1, true)
      } else {
        isLast = false
      }
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

extension DocumentAction {
  fileprivate var isResume: Bool { if case .resume = self { true } else { false } }
  fileprivate var isCompletion: Bool { if case .complete = self { true } else { false } }
}
