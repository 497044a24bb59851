import SudokuSession
import SudokuSync

/// Timers: what is due without a request.
extension GameLibrary {
  /// How long to wait before `runDueTasks()` has something to do, in milliseconds.
  ///
  /// What runs a library waits for input, for `PlayerEnvironment.wake`, or this long.
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

  /// Does what is due: sends what was stored, asks a store again that failed, ends the launch.
  public func runDueTasks() {
    let now = environment.monotonicMilliseconds()
    if let launchDeadline, launchDeadline.endsAtMilliseconds <= now {
      self.launchDeadline = nil
      environment.log("the store takes long, local play begins")
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

/// Other processes on the same games: a `sudoku sync` of the system's scheduler, a second server.
extension GameLibrary {
  /// How often other processes' writes are looked for, in milliseconds, while nothing is asked.
  static let lookMilliseconds: Int64 = 250
  /// How often at most, in milliseconds, while much is asked.
  private static let leastMilliseconds: Int64 = 10

  /// Whether enough time has passed since the last look.
  package var canLookForOthers: Bool {
    environment.monotonicMilliseconds() - lastLookMilliseconds >= Self.leastMilliseconds
  }

  /// Takes in what other processes have written, so that no game is played on that has ended.
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
