import SudokuSession
import SudokuSync

/// Whether the store is heard, and what waits for it.
extension GameLibrary {
  /// Whether changes by other devices would be heard within five seconds.
  package var isWatching: Bool {
    guard link.engine != nil, !link.asksBeforeRestoring else { return false }
    guard !link.isAway else { return false }
    if link.isWatchLive() { return true }
    guard let heard = link.lastHeardMilliseconds else { return false }
    return environment.monotonicMilliseconds() - heard <= SyncLink.hearingMilliseconds
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
          status.lastError?.description ?? library.link.heldBack.values.first
          ?? "the store has not been asked"
        library.noteDecision(.stalled(operations: status.pendingOperations, cause: cause))
      }
    }
  }

  /// Takes note of whether operations wait for the store.
  func notePending(after report: SyncReport) {
    guard link.engine != nil else { return }
    // A player who plays on always has something that waits.
    if report.pushed > 0, report.heldBack.isEmpty { link.stallDueMilliseconds = nil }
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
}
