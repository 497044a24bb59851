import SudokuSession

extension SyncMachine {
  /// Checks what came, adds it to the replica, makes the summaries again, and tells what it means.
  ///
  /// - Parameters:
  ///   - deltas: What a store sent.
  ///   - cursor: How far its changes are read now; `nil` leaves it.
  /// - Throws: `SyncError` of the replica.
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) {
    guard !deltas.isEmpty || cursor != nil else { return }
    var accepted: [DocumentDelta] = []
    var decoded: [[DocumentOperation]] = []
    var stored: [DocumentSummary] = []
    var rejected: [QuarantineEntry] = []
    for delta in deltas {
      let result = BorderGuard().inspect(delta, held: try replica.summary(of: delta.id))
      rejected += result.rejected
      guard let good = result.accepted else { continue }
      accepted.append(good)
      decoded.append(result.operations)
      stored.append(delta.summary)
    }
    for entry in try replica.quarantine(rejected) { report.events.append(.quarantined(entry)) }
    let outcomes = try replica.merge(accepted, cursor: cursor)
    for (index, outcome) in outcomes.enumerated() {
      if !outcome.added.isEmpty {
        report.pulled += outcome.added.reduce(0) { $0 + $1.count }
        report.events.append(.merged(outcome.id, chunks: outcome.added))
        let isAdded = outcome.hasAdded(decoded[index].count)
        try makeSummary(
          of: outcome.id, decoded: isAdded ? decoded[index] : [], stored: stored[index])
      }
      if !outcome.diverged.isEmpty { steps.insert(.replace(outcome.id), at: 0) }
    }
  }

  /// Makes the summaries again that a commit or a crash left behind the operations.
  func makeStaleSummaries() throws(SyncError) {
    while true {
      let stale = try replica.staleDocuments(limit: 200)
      if stale.isEmpty { return }
      for id in stale where try !makeSummary(of: id, decoded: [], stored: nil) { return }
    }
  }

  /// Makes a document's summary from its operations and tells if a game has ended by them.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - decoded: Operations that were just read; used where they are all that is held.
  ///   - stored: What the store says, if it is known.
  /// - Returns: Whether the summary is up to date: not if somebody writes at the same time.
  /// - Throws: `SyncError` of the replica.
  @discardableResult
  private func makeSummary(
    of id: DocumentID, decoded: [DocumentOperation], stored: DocumentSummary?
  ) throws(SyncError) -> Bool {
    let old = try replica.summary(of: id)
    report.changed.insert(id)
    var rejected: [QuarantineEntry] = []
    let new = try replica.makeSummary(
      of: id, decoded: decoded, stored: stored, rejected: &rejected)
    for entry in rejected { report.events.append(.quarantined(entry)) }
    guard let new else { return false }
    let hasEnded = old.map { $0.isInProgress || new.isCompleted && !$0.isCompleted } ?? true
    if hasEnded { try tellEnd(of: new) }
    return true
  }

  /// Tells that a game is over, if it is, and lets go of it if it is the current one.
  private func tellEnd(of summary: DocumentSummary) throws(SyncError) {
    guard summary.id.isGame, !summary.isInProgress else { return }
    let wasCurrent = currentGame == summary.id
    if summary.isCompleted {
      report.completedElsewhere.append(summary.id)
      report.events.append(.completedElsewhere(summary.id, wasCurrent: wasCurrent))
    } else {
      report.events.append(
        .ended(
          summary.id, summary.isAbandoned ? .abandoned : .gameOver, wasCurrent: wasCurrent))
    }
    if wasCurrent { try replica.setValue(nil, for: .currentGame) }
  }
}
