import SudokuSession

extension SyncMachine {
  /// Notes the status in a response: the store's player, identity, revision, clock and skipped
  /// files.
  func note(_ status: StoreStatus, _ pending: Pending) throws(SyncError) {
    try notePlayer(status)
    try noteIdentity(status)
    try noteRevision(status, pending)
    try noteClock(status.milliseconds, pending)
    noteSkipped(status.skipped ?? [])
  }

  /// Reports each skipped file once.
  private func noteSkipped(_ files: [SkippedFile]) {
    guard files != skippedFiles else { return }
    for file in files where !skippedFiles.contains(file) { report.events.append(.skipped(file)) }
    skippedFiles = files
  }

  private func notePlayer(_ status: StoreStatus) throws(SyncError) {
    guard let theirs = status.player, theirs != player else { return }
    guard player == nil || report.goal == .merge else {
      throw SyncError(
        .anotherPlayer,
        "the store holds the games of another player, \(theirs): merge them if both are yours")
    }
    try replica.setValue(theirs.description, for: .player)
    player = theirs
    // No event for the device that gave the store its player.
    if theirs != PlayerID(of: replica.device) { report.events.append(.joined(theirs)) }
  }

  /// Forgets what another store has acknowledged.
  private func noteIdentity(_ status: StoreStatus) throws(SyncError) {
    let name = "\(status.identity) \(status.epoch)"
    let known = try replica.value(for: .storeIdentity)
    guard known != name else { return }
    if let known {
      try replica.forgetStore()
      try replica.setValue(nil, for: .storeRevision)
      let isSame = known.hasPrefix(status.identity + " ")
      report.events.append(.storeReplaced(isSame ? .recreated : .another))
      // The remaining steps were planned for the other store; this one is sent everything.
      for step in [Step.drain, .changes] where !steps.contains(step) { steps.append(step) }
    }
    try replica.setValue(name, for: .storeIdentity)
  }

  /// Notices a store that went back to an older state.
  ///
  /// It may hold the operations, but the summary from before they came, which no digest shows.
  private func noteRevision(_ status: StoreStatus, _ pending: Pending) throws(SyncError) {
    guard let revision = status.revision else { return }
    let known = try storeRevision()
    if let before = pending.revision, before > revision {
      try replica.forgetStoredSummaries()
      report.events.append(.storeReplaced(.rolledBack))
      for step in [Step.drain, .changes] where !steps.contains(step) { steps.append(step) }
    } else if let known, known > revision {
      // Another process has asked later and been answered sooner.
      return
    }
    if known != revision { try replica.setValue(String(revision), for: .storeRevision) }
  }

  /// The newest state of the store that is known.
  func storeRevision() throws(SyncError) -> Int64? {
    try replica.value(for: .storeRevision).flatMap { Int64($0) }
  }

  /// Measures the store's clock against the middle of the request.
  private func noteClock(_ milliseconds: Int64, _ pending: Pending) throws(SyncError) {
    let middle = pending.sentAtMilliseconds / 2 + nowMilliseconds / 2
    let (difference, isOverflow) = milliseconds.subtractingReportingOverflow(middle)
    guard !isOverflow else { return }
    let offset = String(difference)
    if try replica.value(for: .clockOffset) != offset {
      try replica.setValue(offset, for: .clockOffset)
    }
  }
}
