import SudokuSession
import SudokuSync

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
  ///
  /// - Parameter isUrgent: Whether to look however short ago the last look was: where something
  ///   hangs on the very state, a revision or a balance.
  public func lookForOthers(isUrgent: Bool = false) {
    guard isUrgent || canLookForOthers else { return }
    lastLookMilliseconds = environment.monotonicMilliseconds()
    guard let ids = try? replica.changesByOthers(), !ids.isEmpty else { return }
    let before = table.current
    var told: [DocumentID: GameState.Status] = [:]
    for id in ids {
      profileCache.changed(id)
      claimCompletion(of: id, &told)
      guard table.openGame(id) != nil, let operations = try? replica.readOperations(of: id)
      else { continue }
      merge(operations, into: id, &told)
    }
    table.readRenamed { reading($0.lastAt) }
    leaveEndedGame(before, told)
    pushSoon()
  }
}
