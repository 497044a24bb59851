import SudokuSession
import SudokuSync

/// Whether the store is heard, and what waits for it.
extension GameLibrary {
  /// Whether the store would signal changes by other devices; one that is only asked from time to time does not.
  package var isWatching: Bool {
    link.engine != nil && !link.asksBeforeRestoring && !link.isAway && link.isWatchLive()
  }

  /// Asks a store for news that can't signal them.
  func pollIfDue() {
    guard let due = link.pollDueMilliseconds, !isLaunching else { return }
    let now = environment.monotonicMilliseconds()
    guard !link.isWatchLive() else {
      link.pollDueMilliseconds = 0
      return
    }
    guard due <= now, !link.isBusy else { return }
    link.pollDueMilliseconds = now + SyncLink.pollIntervalMilliseconds
    run(.poll)
  }

  /// Reports operations that have waited for the store for a minute, and why.
  func reportStall() {
    guard let due = link.stallDueMilliseconds, due <= environment.monotonicMilliseconds(),
      let engine
    else { return }
    let mailbox = mailbox
    link.stallDueMilliseconds = due + SyncLink.stallMilliseconds * 10
    environment.start {
      guard let status = try? await engine.status(), status.pendingOperations > 0 else { return }
      mailbox.post { library in
        let cause =
          status.lastError?.description ?? "the store has not been asked"
        library.noteDecision(.stalled(operations: status.pendingOperations, cause: cause))
        library.storeDecisions()
      }
    }
  }

  /// Takes note of whether operations wait for the store.
  func notePending(after report: SyncReport) {
    guard link.engine != nil else { return }
    // A player who plays on always has something that waits.
    if report.pushed > 0, report.error == nil { link.stallDueMilliseconds = nil }
    let isPending = ((try? replica.pendingDocuments(limit: 1, after: nil)) ?? []).isEmpty == false
    if !isPending {
      link.stallDueMilliseconds = nil
    } else if link.stallDueMilliseconds == nil {
      link.stallDueMilliseconds =
        environment.monotonicMilliseconds() + SyncLink.stallMilliseconds
    }
  }

  func noteDecision(_ event: SyncEvent) {
    if event.isWarning {
      environment.warn(event.description)
    } else {
      environment.log(event.description)
    }
    decisions.note(event, at: environment.wallMilliseconds())
  }

  /// Keeps what was decided with the games.
  func storeDecisions() {
    do throws(SyncError) { try decisions.store(in: replica) } catch {
      environment.log("what syncs decided could not be stored: \(error)")
    }
  }
}
