import SudokuSession

// The memory of open games grows with their operations.
extension GameTable {
  /// Removes games that are not being played from memory, longest first, while it holds too many operations.
  ///
  /// Call it between requests: within one, others may hold the games.
  func makeRoom() {
    guard operationCount > operationLimit else { return }
    operationCount = openGames.reduce(0) { $0 + $1.session.document.operations.count }
    let idle = openGames.filter {
      $0.pending.isEmpty && $0.session.running == nil && $0.id != current
    }.sorted {
      let (first, second) = (
        $0.session.document.operations.count, $1.session.document.operations.count
      )
      return (first, $0.id) > (second, $1.id)
    }
    for game in idle where operationCount > operationLimit {
      operationCount -= game.session.document.operations.count
      forget(game.id)
    }
  }

  /// Refuses a change of a game while the games being played have too many operations.
  ///
  /// A game can always be closed.
  func checkRoom(for intent: Intent) throws(PlayerError) {
    guard operationCount > operationLimit, !intent.stopsClock, intent != .tick else { return }
    throw .tooManyOpenOperations(limit: operationLimit)
  }
}
