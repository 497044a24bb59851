import SudokuPlayer
import SudokuSession
import SudokuSync

/// What happens in the library, as notifications.
extension ProtocolServer {
  /// Tells subscribers what happened.
  func announce(_ event: LibraryEvent) {
    guard !topics.isEmpty else { return }
    switch event {
    case .changed(let id, let origin, let rev, let status):
      notify(GameChanged(game: id, origin: origin.rawValue, rev: rev, status: status))
    case .completed(let id, let elapsed, let mistakes):
      notify(GameCompleted(game: id, elapsedMilliseconds: elapsed, mistakes: mistakes))
    case .completedElsewhere(let id, let wasCurrent):
      notify(GameCompletedElsewhere(game: id, wasCurrent: wasCurrent))
    case .ended(let id, let reason): notify(GameEnded(game: id, reason: reason))
    case .merged(let id, let cells, let device):
      notify(SyncMerged(game: id, cells: cells, fromDevice: device?.description ?? ""))
    case .conflict(let id, let conflict):
      notify(SyncConflictFound(game: id, conflict: conflict))
    case .synced(let report):
      notify(
        SyncStatusChanged(
          error: report.error?.description, pulled: report.pulled, pushed: report.pushed))
    }
  }
}
