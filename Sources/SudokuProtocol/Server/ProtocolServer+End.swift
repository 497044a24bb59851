import SudokuPlayer

extension ProtocolServer {
  /// Saves the time played in all games in memory and stops their clocks, as the session ends.
  public func suspendGames() {
    library.suspendGames()
    commit()
  }

  /// Sends what waits, as the session ends; a backup that was begun is waited for a while.
  public func pushAtEnd() async {
    commit()
    await library.finishBackup()
    await library.pushAtEnd()
    library.keepStatistics()
    try? library.replica.keepCounts()
  }

  /// How long to wait for input before `runDueTasks()` has something to do, in milliseconds.
  public var millisecondsToNextTask: Int64 { library.millisecondsToNextTask }

  /// Takes in what other processes have written to the same games; before each piece of input.
  public func lookForOthers() {
    library.lookForOthers()
    sendNotifications()
  }

  /// Does what is due though nobody asks for it: sends what was stored, asks a store again that
  /// failed, saves the time played.
  public func runDueTasks() {
    library.runDueTasks()
    sendNotifications()
    releaseHeldLines()
  }
}
