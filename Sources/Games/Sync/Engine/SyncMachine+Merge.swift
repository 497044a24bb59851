import SudokuSession

extension SyncMachine {
  /// Validates what a store sent, adds it to the replica, updates the summaries and reports events.
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) {
    guard !deltas.isEmpty || cursor != nil else { return }
    var accepted: [DocumentDelta] = []
    var decoded: [[DocumentOperation]] = []
    var stored: [DocumentSummary] = []
    var rejected: [QuarantineEntry] = []
    var whole: [DocumentID: Set<DeviceID>] = [:]
    var unreadable: [DocumentID: [OperationChunk]] = [:]
    let held = try replica.known(deltas.map(\.id))
    for delta in deltas {
      let result = IncomingValidator().inspect(delta, held: held[delta.id]?.summary)
      rejected += result.rejected
      guard let good = result.accepted else { continue }
      if !result.unreadable.isEmpty { unreadable[good.id, default: []] += result.unreadable }
      if result.rejected.isEmpty, !good.chunks.isEmpty {
        whole[good.id, default: []].formUnion(good.chunks.map(\.device))
      }
      accepted.append(good)
      decoded.append(result.operations)
      stored.append(delta.summary)
    }
    for entry in try replica.quarantine(rejected) { report.events.append(.quarantined(entry)) }
    let outcomes = try replica.merge(accepted, cursor: cursor)
    for entry in rejected { whole[entry.document] = nil }
    report.events += try replica.releaseHealed(whole).map { .released($0) }
    var drafts: [DocumentID: Draft] = [:]
    for (delta, outcome) in zip(accepted, outcomes) where outcome.diverged.isEmpty {
      let known = held[delta.id]?.heads ?? [:]
      let ends = delta.chunks.map { ($0.device, $0.lastSeq) }.filter { end in
        end.1 <= known[end.0]?.seq ?? 0 || outcome.added.contains { $0.device == end.0 }
      }
      if !ends.isEmpty || held[delta.id] != nil { noteProgress(delta.id, ends, \.delivered) }
    }
    for (index, outcome) in outcomes.enumerated() where !outcome.added.isEmpty {
      let isAdded = outcome.hasAdded(decoded[index].count)
      drafts[outcome.id] = Draft(
        id: outcome.id, decoded: isAdded ? decoded[index] : [], stored: stored[index])
    }
    try makeSummaries(&drafts)
    for outcome in outcomes {
      if !outcome.added.isEmpty {
        report.pulled += outcome.added.reduce(0) { $0 + $1.count }
        report.events.append(.merged(outcome.id, chunks: outcome.added))
        // Reported once, though a page may contain a document twice.
        if let draft = drafts.removeValue(forKey: outcome.id) { try reportChanges(draft) }
      }
      let isOther = try contradicts(unreadable[outcome.id] ?? [], outcome.id)
      if isOther || !outcome.diverged.isEmpty { steps.insert(.replace(outcome.id), at: 0) }
    }
  }

  /// Whether other lines are held here in place of some that can't be read.
  private func contradicts(
    _ unreadable: [OperationChunk], _ id: DocumentID
  ) throws(SyncError) -> Bool {
    guard !unreadable.isEmpty else { return false }
    var known = try replica.heads(of: id)
    let heads = known
    for chunk in unreadable where heads[chunk.device]?.seq ?? 0 >= chunk.firstSeq {
      known[chunk.device] = chunk.previous
      guard
        let mine = try replica.chunks(of: id, after: known).first(where: {
          $0.device == chunk.device
        })
      else { continue }
      if mine.hash(at: chunk.firstSeq) != chunk.hash(at: chunk.firstSeq) { return true }
    }
    return false
  }

  /// Makes the summaries again that a commit or a crash left behind the operations.
  func makeStaleSummaries() throws(SyncError) {
    while true {
      let stale = try replica.staleDocuments(limit: 200)
      if stale.isEmpty { return }
      for id in stale {
        var drafts = [id: Draft(id: id, decoded: [], stored: nil)]
        try makeSummaries(&drafts)
        for draft in drafts.values {
          try reportChanges(draft)
          // Another process writes at the same time.
          if draft.new == nil { return }
        }
      }
    }
  }

  /// A summary in the making.
  private struct Draft {
    let id: DocumentID
    /// Operations that were just read; used where they are all that is held.
    let decoded: [DocumentOperation]
    /// What the store says, if it is known.
    let stored: DocumentSummary?
    /// What it was so far.
    var old: DocumentSummary?
    /// The new summary; `nil` if another process has written at the same time.
    var new: DocumentSummary?
    var rejected: [QuarantineEntry] = []

    /// Whether the game has ended since.
    func hasEnded(by new: DocumentSummary) -> Bool {
      guard id.isGame, !new.isInProgress else { return false }
      return old.map { $0.isInProgress || new.isCompleted && !$0.isCompleted } ?? true
    }
  }

  /// Makes documents' summaries from their operations: one look, one transaction for all of them.
  ///
  /// Between the two play may go on, which a long transaction would keep waiting.
  private func makeSummaries(_ drafts: inout [DocumentID: Draft]) throws(SyncError) {
    guard !drafts.isEmpty else { return }
    let ids = drafts.keys.sorted()
    let known = try replica.known(ids)
    var folded: [FoldedSummary] = []
    for id in ids {
      guard var draft = drafts[id] else { continue }
      draft.old = known[id]?.summary
      folded.append(
        try replica.fold(
          id, known[id], decoded: draft.decoded, stored: draft.stored, rejected: &draft.rejected))
      drafts[id] = draft
    }
    try keepEnds(folded, drafts)
    for (folded, isTaken) in zip(folded, try replica.summarize(folded)) where isTaken {
      drafts[folded.summary.id]?.new = folded.summary
    }
  }

  /// Keeps the ends to report before the summaries have them, so that a crash between the two loses none.
  ///
  /// A restore is no news.
  private func keepEnds(
    _ folded: [FoldedSummary], _ drafts: [DocumentID: Draft]
  ) throws(SyncError) {
    let hasRead = try replica.value(for: .cursor) != nil
    let current = currentGame
    try replica.keepUnreported(
      folded.compactMap { folded -> EndedGame? in
        let new = folded.summary
        guard let draft = drafts[new.id], draft.hasEnded(by: new), let game = new.game,
          hasRead || draft.old.map({ $0.lastStamp != .zero }) ?? false
        else { return nil }
        return EndedGame(new.id, reason: game.status, wasCurrent: new.id == current)
      })
  }

  /// Reports what was rejected of a document, and whether its game has ended.
  private func reportChanges(_ draft: Draft) throws(SyncError) {
    report.changed.insert(draft.id)
    for entry in draft.rejected { report.events.append(.quarantined(entry)) }
    guard let new = draft.new else { return }
    if draft.hasEnded(by: new) { try reportEnd(of: new) }
  }

  /// Reports a game that has ended; an ended game is no longer the current one.
  private func reportEnd(of summary: DocumentSummary) throws(SyncError) {
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
