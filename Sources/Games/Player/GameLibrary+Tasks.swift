import SudokuSession
import SudokuSync

/// Timers: tasks that are due without a request.
extension GameLibrary {
  /// The time until `runDueTasks()` has something to do, in milliseconds; 0 if it is due now.
  ///
  /// The loop that runs a library waits for input, for `PlayerEnvironment.wake`, or this long.
  public var millisecondsToNextTask: Int64 {
    let now = environment.monotonicMilliseconds()
    var times = [lastLookMilliseconds + Self.lookMilliseconds - now]
    if let note = millisecondsToTimeNote { times.append(note) }
    if let launchDeadline { times.append(launchDeadline.endsAtMilliseconds - now) }
    if let due = link.pushDueMilliseconds { times.append(due - now) }
    if let due = link.newsDueMilliseconds { times.append(due - now) }
    if let next = link.nextAttemptMilliseconds {
      times.append(next - environment.wallMilliseconds())
    }
    return max(times.min() ?? 0, 0)
  }

  /// Runs the tasks that are due: sends stored operations, retries a store that failed, ends the launch.
  public func runDueTasks() {
    let now = environment.monotonicMilliseconds()
    if let launchDeadline, launchDeadline.endsAtMilliseconds <= now {
      self.launchDeadline = nil
      environment.log("the store is slow to answer, local play begins")
    }
    noteTime()
    if now - lastLookMilliseconds >= Self.lookMilliseconds { lookForOthers() }
    if let due = link.newsDueMilliseconds, due <= now { fetchNews() }
    pollIfDue()
    reportStall()
    if let due = link.pushDueMilliseconds, due <= now {
      link.pushDueMilliseconds = nil
      run(.push)
    }
    if let next = link.nextAttemptMilliseconds, next <= environment.wallMilliseconds() {
      link.nextAttemptMilliseconds = nil
      run(.push, isRetry: true)
    }
  }
}

/// Other processes on the same games, such as a scheduled `sudoku sync` or a second server.
extension GameLibrary {
  /// The interval between looks for other processes' writes without requests, in milliseconds.
  static let lookMilliseconds: Int64 = 250
  /// The least interval between such looks under many requests, in milliseconds.
  private static let leastMilliseconds: Int64 = 10

  /// True if enough time has passed since the last look for other processes' writes.
  package var canLookForOthers: Bool {
    environment.monotonicMilliseconds() - lastLookMilliseconds >= Self.leastMilliseconds
  }

  /// Merges other processes' writes into the games in memory, so that play stops in a game that has ended.
  package func lookForOthers(isUrgent: Bool = false) {
    guard isUrgent || canLookForOthers else { return }
    lastLookMilliseconds = environment.monotonicMilliseconds()
    guard let ids = try? replica.changesByOthers(), !ids.isEmpty else { return }
    let before = table.current
    var reported: [DocumentID: GameState.Status] = [:]
    for id in ids {
      profileCache.changed(id)
      if id == .profile { emitProfileConflicts() }
      claimCompletion(of: id, &reported)
      guard table.openGame(id) != nil, let operations = try? replica.readOperations(of: id)
      else { continue }
      merge(operations, into: id, &reported)
    }
    table.readRenamed { reading($0.lastAt) }
    leaveEndedGame(before, reported)
    announceDocuments(Set(ids))
    pushSoon()
  }
}
