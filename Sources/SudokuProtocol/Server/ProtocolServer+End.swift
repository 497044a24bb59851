import SudokuSession
import SudokuSync

extension ProtocolServer {
  /// Saves the time played in all games in memory and stops their clocks, as the session ends.
  public func suspendGames() { performEverywhere(.suspend) }

  /// How long nothing may come in before the time played is saved and sent, in milliseconds.
  private static let idleMilliseconds: Int64 = 30_000

  /// How long to wait for input before `idle()` has something to do, in milliseconds.
  public var millisecondsToIdle: Int64 {
    let idle = lastInputMilliseconds + Self.idleMilliseconds - environment.monotonicMilliseconds()
    return min(idle, millisecondsToNextAttempt ?? idle)
  }

  /// Does what is due while nothing comes in: saves the time played in all games in memory and
  /// sends it, asks a store again that failed.
  public func idle() {
    let now = environment.monotonicMilliseconds()
    let isIdle = now - lastInputMilliseconds >= Self.idleMilliseconds
    if isIdle {
      lastInputMilliseconds = now
      performEverywhere(.tick)
    }
    if isIdle || millisecondsToNextAttempt.map({ $0 <= 0 }) == true { pushInBackground() }
  }

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
