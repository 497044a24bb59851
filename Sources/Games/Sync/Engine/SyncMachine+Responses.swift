import SudokuIdentity
import SudokuSession

extension SyncMachine {
  func takeNews(_ delta: DocumentDelta?, of id: DocumentID) throws(SyncError) {
    guard let delta else {
      // The store does not know the document: send again what it once acknowledged.
      guard try !replica.heads(of: id).isEmpty else { return }
      try replica.acknowledge([StoreHolding(id: id, heads: [:], summary: nil)])
      report.events.append(.resent(id))
      steps.insert(.send(id), at: 0)
      return
    }
    try merge([delta], cursor: nil)
    if try !replica.pending(of: id).isEmpty, resent.insert(id).inserted {
      report.events.append(.resent(id))
      steps.insert(.send(id), at: 0)
    }
  }

  func take(
    _ receipt: AppendReceipt, for batch: OperationBatch, step: Step
  ) throws(SyncError) {
    var holdings: [StoreHolding] = []
    for (sent, outcome) in zip(batch.documents, receipt.outcomes) where sent.id == outcome.id {
      if let refusal = outcome.refusal {
        hold(sent.id, SyncError(.refused, refusal))
        continue
      }
      onHold[sent.id] = nil
      let heads = Self.acknowledged(by: outcome, of: sent)
      noteProgress(sent.id, heads.map { ($0.key, $0.value.seq) }, \.acknowledged)
      if sent.chunks.allSatisfy({ $0.lastSeq <= heads[$0.device]?.seq ?? 0 }) {
        keptLess.remove(sent.id)
      } else {
        keptLess.insert(sent.id)
      }
      holdings.append(
        StoreHolding(
          id: sent.id, heads: heads, summary: outcome.covers(sent) ? sent.summary : nil))
      report.pushed += sent.chunks.reduce(0) { total, chunk in
        let held = min(outcome.heads[chunk.device]?.seq ?? 0, chunk.lastSeq)
        return total + max(0, held - chunk.firstSeq + 1)
      }
      if !outcome.diverged.isEmpty { steps.insert(.replace(sent.id), at: 0) }
    }
    try replica.acknowledge(holdings)
    if step == .drain {
      lastDrained = batch.documents.last?.id ?? lastDrained
    }
    for holding in holdings
    where pieces.remove(holding.id) != nil || resent.insert(holding.id).inserted {
      // Operations are left: the next piece, or those that the store had acknowledged and lost.
      guard !steps.contains(.replace(holding.id)) else { continue }
      if try !replica.pending(of: holding.id).isEmpty { steps.insert(.send(holding.id), at: 0) }
    }
    if let question = batch.question {
      try takeNews(receipt.answer, of: question.id)
    }
  }

  /// The heads that a receipt acknowledges: the store's, limited to those held here when the batch was sent.
  ///
  /// Operations beyond them come from a copy of this device, and differ from those with the same
  /// numbers here. A stream that contradicts the store stays unacknowledged until the divergence is
  /// settled.
  private static func acknowledged(
    by outcome: AppendOutcome, of sent: DocumentDelta
  ) -> StreamHeads {
    var heads: StreamHeads = [:]
    for (device, stored) in outcome.heads where !outcome.diverged.contains(device) {
      guard let held = sent.heads?[device] else { continue }
      if stored.seq != held.seq {
        heads[device] = stored.seq < held.seq ? stored : held
      } else if stored == held {
        heads[device] = held
      }
    }
    return heads
  }

  /// Chooses the current game among the games in progress of all devices.
  ///
  /// If `isLooking`, it only fetches the newest game beside the current one.
  func choose(from page: SummaryPage, isLooking: Bool) throws(SyncError) {
    let current = currentGame
    let reading = ClockReading(
      wallMilliseconds: nowMilliseconds,
      storeOffsetMilliseconds: try replica.value(for: .clockOffset).flatMap { Int64($0) })
    var local: DocumentSummary?
    if let current, let summary = try replica.summary(of: current), summary.isInProgress {
      local = summary
    } else {
      local = try replica.newestGame(at: reading)
    }
    let since = newGamesSince
    if isLooking, let since { return try fetchNewGames(page, since: since) }
    let refused = Set(try replica.quarantined().map(\.document))
    let candidates = page.summaries.sorted { $0.isNewer(than: $1, at: reading) }
    for candidate in candidates where !unfit.contains(candidate.id) {
      var summary = candidate
      let mine = try replica.summary(of: candidate.id)
      if mine == nil, refused.contains(candidate.id) || !candidate.id.began(since: since) {
        continue
      }
      if let mine {
        // It was completed or abandoned here, and the store does not know yet.
        do { try summary.merge(mine) } catch { continue }
      }
      guard summary.isInProgress else { continue }
      if let local, local.isNewer(than: candidate, at: reading) { break }
      if isLooking {
        if candidate.id != current, mine?.lastStamp != candidate.lastStamp {
          steps.insert(.fetch(candidate.id), at: 0)
        }
      } else if candidate.id == current {
        report.events.append(.kept(current))
        steps.insert(.fetch(candidate.id), at: 0)
      } else {
        steps.insert(.adopt(candidate.id, insteadOf: current), at: 0)
      }
      return
    }
    if isLooking { return }
    if current == nil, let local {
      try replica.setValue(local.id.rawValue, for: .currentGame)
    }
    report.events.append(.kept(local?.id))
  }

  /// Fetches games in progress that began after the player declined to restore older ones.
  ///
  /// It also fetches games known here that the store no longer lists as in progress.
  private func fetchNewGames(_ page: SummaryPage, since: Int64) throws(SyncError) {
    var wanted: [DocumentID] = []
    for candidate in page.summaries {
      let mine = try replica.summary(of: candidate.id)
      guard mine != nil || candidate.id.began(since: since) else { continue }
      if mine?.lastStamp != candidate.lastStamp { wanted.append(candidate.id) }
    }
    let listed = Set(page.summaries.map(\.id))
    let oldest = page.next == nil ? Stamp.zero : page.summaries.last?.lastStamp ?? .zero
    for mine in try replica.summaries(.inProgress, limit: 20, before: nil).summaries
    where !listed.contains(mine.id) && mine.lastStamp > oldest {
      wanted.append(mine.id)
    }
    steps.insert(contentsOf: wanted.map { .fetch($0) }, at: 0)
  }

  /// Makes a fetched game the current one; if it was rejected, looks for the next one.
  func adopt(_ id: DocumentID, insteadOf old: DocumentID?) throws(SyncError) {
    guard let summary = try replica.summary(of: id), summary.isInProgress else {
      unfit.insert(id)
      steps.insert(.discover, at: 0)
      return
    }
    // The player may have begun another one meanwhile.
    guard currentGame == old else { return }
    try replica.setValue(id.rawValue, for: .currentGame)
    report.events.append(.adopted(id, insteadOf: old))
  }
}

extension DocumentID {
  /// True if the game began at a time or later, in seconds since 1970; true without a time.
  fileprivate func began(since seconds: Int64?) -> Bool {
    guard let seconds else { return true }
    return GameID(rawValue).map { $0.startDate.seconds >= seconds } ?? false
  }
}
