import SudokuSession
import SudokuSync

// The results of a sync as events.
extension GameLibrary {
  /// Emits each new conflict of the profile once.
  func emitProfileConflicts() {
    for conflict in (try? profileCache.conflicts()) ?? []
    where link.knownProfileConflicts.insert(conflict.id).inserted {
      emit(.conflict(.profile, conflict))
    }
  }

  /// Emits the changes of the list of games, and of the profile and the settings.
  func announceDocuments(_ ids: Set<DocumentID>) {
    let games = ids.filter(\.isGame).sorted()
    if !games.isEmpty { emit(.listChanged(games, origin: .sync)) }
    if games.count < ids.count { emit(.profileChanged(origin: .sync)) }
  }

  /// The setting that stops the clock of the game being played when another device plays it.
  package static let pauseElsewhereSetting = "pauseWhenActiveElsewhere"

  /// Handles another device's moves in the game that is being played here.
  func noteActivity(_ id: DocumentID, _ operations: [DocumentOperation]) {
    guard clock.game == id,
      let move = operations.last(where: { $0.device != replica.device && $0.action.isMove })
    else { return }
    emit(.activeElsewhere(id, move.device))
    guard case .bool(true)? = (try? settings())?[Self.pauseElsewhereSetting] else { return }
    _ = try? perform(.suspend, PlayRequest(game: id))
  }

  /// Emits the conflicts of a game that is not in memory.
  func announceConflicts(of document: GameDocument) {
    for conflict in document.state.conflicts { emit(.conflict(document.documentID, conflict)) }
  }

  /// Leaves the current game if operations of other devices have ended it.
  func leaveEndedGame(_ before: DocumentID?, _ reported: [DocumentID: GameState.Status]) {
    guard let current = table.current else { return }
    let status =
      table.openGame(current)?.session.document.status
      ?? ((try? replica.summary(of: current)) ?? nil)?.game?.status
    guard let status, !status.isPlayable else { return }
    if reported[current] == nil, current == before {
      keepUnreported(current, status)
      emit(
        status == .completed
          ? .completedElsewhere(current, wasCurrent: true) : .ended(current, reason: status))
    }
    clock.stop(current)
    setCurrent(nil)
  }
}
