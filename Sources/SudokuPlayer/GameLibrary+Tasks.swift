import SudokuSession
import SudokuSync

/// What is due at a time, though nobody asks for it.
extension GameLibrary {
  /// How long to wait before `runDueTasks()` has something to do, in milliseconds.
  ///
  /// What runs a library waits for input, for `PlayerEnvironment.wake`, or this long.
  public var millisecondsToNextTask: Int64 {
    let now = environment.monotonicMilliseconds()
    var times = [lastLookMilliseconds + Self.lookMilliseconds - now]
    if let note = millisecondsToTimeNote { times.append(note) }
    if let gate { times.append(gate.opensAtMilliseconds - now) }
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
    if let gate, gate.opensAtMilliseconds <= now {
      self.gate = nil
      environment.log("the store takes long, local play begins")
    }
    noteTime()
    if now - lastLookMilliseconds >= Self.lookMilliseconds { lookForOthers() }
    if let due = link.newsDueMilliseconds, due <= now { fetchNews() }
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
