import SudokuSession

extension SyncMachine {
  /// Validates a store's deltas, adds them to the replica, updates the summaries and reports events.
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

  /// True if the replica holds lines other than some unreadable ones of the store.
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

  /// Computes the summaries again that are out of date after a commit or a crash.
  func makeStaleSummaries() throws(SyncError) {
    while true {
      let stale = try replica.staleDocuments(limit: 200)
      if stale.isEmpty { return }
      for id in stale {
        var drafts = [id: Draft(id: id, decoded: [], stored: nil)]
        try makeSummaries(&drafts)
        for draft in drafts.values {
          try reportChanges(draft)
          // Another process is writing concurrently.
          if draft.new == nil { return }
        }
      }
    }
  }

  /// A summary in the making.
  private struct Draft {
    let id: DocumentID
    /// The operations just decoded; used if the document has no others.
    let decoded: [DocumentOperation]
    /// The store's summary, if known.
    let stored: DocumentSummary?
    /// The previous summary.
    var old: DocumentSummary?
    /// The new summary; `nil` if another process has written concurrently.
    var new: DocumentSummary?
    var rejected: [QuarantineEntry] = []

    /// True if the new summary shows an end that the previous one does not.
    func hasEnded(by new: DocumentSummary) -> Bool {
      guard id.isGame, !new.isInProgress else { return false }
      return old.map { $0.isInProgress || new.isCompleted && !$0.isCompleted } ?? true
    }
  }

  /// Computes summaries from operations, with one read and one transaction for all documents.
  ///
  /// Play may continue between the two; a long transaction would block it.
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

  /// Stores the ends to report before the summaries, so that a crash between the two loses none.
  ///
  /// The ends in a first restore are not reported.
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

  /// Reports the rejected parts of a document, and the end of its game.
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
