import SudokuSession
import SudokuSync

/// Other processes on the same games: a `sudoku sync` of the system's scheduler, a second server.
extension GameLibrary {
  /// How often other processes' writes are looked for, in milliseconds, while nothing is asked.
  static let lookMilliseconds: Int64 = 250
  /// How often at most, in milliseconds, while much is asked.
  private static let leastMilliseconds: Int64 = 10

  /// Takes in what other processes have written, so that no game is played on that has ended.
  public func lookForOthers() {
    let now = environment.monotonicMilliseconds()
    guard now - lastLookMilliseconds >= Self.leastMilliseconds else { return }
    lastLookMilliseconds = now
    guard let ids = try? replica.changesByOthers(), !ids.isEmpty else { return }
    let before = table.current
    var told: Set<DocumentID> = []
    for id in ids {
      profileCache.merged(id)
      guard let game = table.openGame(id), let operations = try? replica.readOperations(of: id)
      else { continue }
      let document = game.session.document
      let new = operations.filter { $0.seq > document.operations.lastSeq(of: $0.device) }
      if !new.isEmpty { merge(new, into: id, &told) }
    }
    leaveEndedGame(before, told)
    pushSoon()
  }
}
