import SudokuSession
import SudokuSync

/// Which game is being played here, and what was known when it was opened.
struct Attention {
  /// The game in which something was done here, until it is paused, suspended, closed or over.
  var played: DocumentID?
  /// The stamp of the newest game that was known when the current game was opened here.
  var openedAfter = Stamp.zero
  /// The newer game of another device that was reported last.
  var reported: DocumentID?
}

/// The current game: the newest of all devices, unless one is being played here.
///
/// The newest game is the one in which a person did something last (`DocumentAction.isTimekeeping`
/// excludes the rest); `Replica.newestGame` finds it. It becomes the current one when the library is
/// opened, at launch, and with each sync that the player asks for.
///
/// Two games stay current though another one is newer. One is being played: something was done in it
/// here, and it was not paused, suspended or closed since. The other was opened here when the newer
/// one was known already: the player chose it. `LibraryEvent.activeElsewhere` reports a newer game.
extension GameLibrary {
  /// Makes the newest game the current one.
  ///
  /// - Parameters:
  ///   - isStart: Whether nothing was done or chosen here yet.
  ///   - isForced: Whether the player asks for it whatever is being played.
  func followNewest(atStart isStart: Bool = false, isForced: Bool = false) {
    // A game that could not be stored is not played.
    if attention.played != table.current { attention.played = nil }
    guard let newest = newerGame() else { return }
    if !isStart {
      guard let player = lastPlayer(of: newest), player != replica.device else { return }
      if !isForced, let current = table.current, attention.played == current {
        return emitActive(newest, player)
      }
    }
    let old = table.current
    if let old { leaveClock(of: old) }
    setCurrent(newest)
    noteDecision(.adopted(newest, insteadOf: old))
    storeDecisions()
  }

  /// Makes the newest game the current one while nothing is played yet, at launch; later a game that is
  /// newer than the current one is reported, once.
  func lookForNewest(after report: SyncReport) {
    if isLaunching { return followNewest(atStart: true) }
    guard !report.changed.isEmpty, table.current != nil, let newest = newerGame(),
      newest != attention.reported,
      let player = lastPlayer(of: newest), player != replica.device
    else { return }
    emitActive(newest, player)
  }

  private func emitActive(_ newest: DocumentID, _ player: DeviceID) {
    guard newest != attention.reported else { return }
    attention.reported = newest
    emit(.activeElsewhere(newest, player))
  }

  /// Chooses the current game; `nil` for none.
  func setCurrent(_ id: DocumentID?, openedAfter stamp: Stamp = .zero) {
    attention.openedAfter = stamp
    attention.reported = nil
    table.setCurrent(id)
  }

  /// The newest game known here; those that ended in memory are not stored yet.
  func newestGame() -> DocumentSummary? {
    let newest = try? replica.newestGame(at: silentReading) {
      documentInMemory($0).map { !$0.status.isPlayable } ?? false
    }
    return newest ?? nil
  }

  /// The newest game, where it is newer than the current one and than all that were known when that
  /// was opened.
  private func newerGame() -> DocumentID? {
    guard let newest = newestGame(), newest.id != table.current else { return nil }
    guard let current = table.current.flatMap({ summary(of: $0) }) else { return newest.id }
    guard newest.isNewer(than: DocumentSummary(current), at: silentReading),
      newest.lastStamp > attention.openedAfter
    else { return nil }
    return newest.id
  }

  /// The device on which something was done last in a game.
  func lastPlayer(of id: DocumentID) -> DeviceID? {
    let operations =
      documentInMemory(id)?.operations.ordered ?? (try? replica.readOperations(of: id)) ?? []
    return operations.lazy.filter { !$0.action.isTimekeeping }.max { $0.moment < $1.moment }?.device
  }

  /// The date that no shown date is after: a client's own time counts where it is ahead.
  var presentMilliseconds: Int64 { max(silentReading.dateMilliseconds, latestTimeGiven) }

  /// The clocks, for what the player does not see.
  var silentReading: ClockReading {
    ClockReading(
      wallMilliseconds: environment.wallMilliseconds(),
      monotonicMilliseconds: environment.monotonicMilliseconds(),
      storeOffsetMilliseconds: link.storeOffsetMilliseconds)
  }
}
