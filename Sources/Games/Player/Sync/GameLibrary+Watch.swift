import SudokuSession
import SudokuSync

/// The watch of the store, and reports of operations that wait for it.
extension GameLibrary {
  /// True if the store would signal other devices' changes now; a store that is only polled does not.
  package var isWatching: Bool {
    link.engine != nil && !link.asksBeforeRestoring && !link.isAway && link.isWatchLive()
  }

  /// Polls a store that can't signal changes.
  func pollIfDue() {
    guard let due = link.pollDueMilliseconds, !isLaunching else { return }
    let now = environment.monotonicMilliseconds()
    guard !link.isWatchLive() else {
      link.pollDueMilliseconds = 0
      return
    }
    guard due <= now, !link.isBusy else { return }
    link.pollDueMilliseconds = now + link.pollMilliseconds()
    run(.poll)
  }

  /// Reports operations that have waited for the store for a minute, with the cause.
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

  /// Starts or stops the timer that reports operations waiting for the store.
  func notePending(after report: SyncReport) {
    guard link.engine != nil else { return }
    // A player at play always has pending operations, so a successful push counts as progress.
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

  /// Stores the log of decisions with the games.
  func storeDecisions() {
    do throws(SyncError) { try decisions.store(in: replica) } catch {
      environment.log("the decisions of syncs could not be stored: \(error)")
    }
  }
}
