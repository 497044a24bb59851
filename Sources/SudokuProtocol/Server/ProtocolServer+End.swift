import SudokuSession
import SudokuSync

extension ProtocolServer {
  /// Saves the time played in all games in memory and stops their clocks, as the session ends.
  public func suspendGames() { performEverywhere(.suspend) }

  /// Saves the time played in all games in memory, when the player does nothing for a while.
  public func tickGames() { performEverywhere(.tick) }

  private func performEverywhere(_ intent: Intent) {
    for game in games.openGames {
      let reading = reading(game.lastAt)
      guard
        let outcome = try? game.session.perform(intent, at: reading, clock: &games.clock)
      else { continue }
      games.add(outcome.operations, to: game)
    }
    commit()
  }

  /// Calls `body` with the lines of each document that was stored, as they are stored.
  public func onCommit(_ body: @escaping (DocumentID, [UInt8]) -> Void) {
    games.didCommit = { entries in
      for entry in entries { body(entry.id, entry.lines) }
    }
  }
}
