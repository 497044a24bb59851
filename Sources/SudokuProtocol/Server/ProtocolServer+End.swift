import SudokuPlayer

extension ProtocolServer {
  /// Saves the time played in all games in memory and stops their clocks, as the session ends.
  public func suspendGames() {
    library.suspendGames()
    commit()
  }

  /// Sends what waits, as the session ends.
  public func pushAtEnd() async {
    commit()
    await library.pushAtEnd()
  }

  /// How long nothing may come in before the time played is saved and sent, in milliseconds.
  private static let idleMilliseconds: Int64 = 30_000

  /// How long to wait for input before `idle()` has something to do, in milliseconds.
  public var millisecondsToIdle: Int64 {
    let idle = lastInputMilliseconds + Self.idleMilliseconds - environment.monotonicMilliseconds()
    return min(idle, library.millisecondsToNextAttempt ?? idle)
  }

  /// Does what is due while nothing comes in: saves the time played in all games in memory and
  /// sends it, asks a store again that failed.
  public func idle() {
    let now = environment.monotonicMilliseconds()
    let isIdle = now - lastInputMilliseconds >= Self.idleMilliseconds
    if isIdle {
      lastInputMilliseconds = now
      library.saveTime()
      commit()
    }
    if isIdle || library.millisecondsToNextAttempt.map({ $0 <= 0 }) == true {
      library.pushInBackground()
    }
  }
}
