import SudokuSession
import SudokuSync

/// The game that is played here, and the stamps known when it was opened.
struct Attention {
  /// The game with the player's last action here, until it is paused, suspended, closed or over.
  var played: DocumentID?
  /// The stamp of the newest game that was known when the current game was opened here.
  var openedAfter = Stamp.zero
  /// The newer game of another device that was reported last.
  var reported: DocumentID?
  /// The game that was current at launch, if a newer one took its place; `nil` once that was reported.
  var leftAtLaunch: DocumentID?
}

/// The current game: the newest of all devices, unless one is being played here.
///
/// The newest game is the one with the last operation that is more than timekeeping
/// (`DocumentAction.isTimekeeping`); `Replica.newestGame` finds it. It becomes the current one when
/// the library is opened, at launch, and with each sync that the player asks for.
///
/// In two cases a game stays current though another one is newer. It is being played: the player
/// acted in it here, and it was not paused, suspended or closed since. Or it was opened here when
/// the newer one was already known: the player chose it. `LibraryEvent.activeElsewhere` reports a
/// newer game.
extension GameLibrary {
  /// Makes the newest game the current one.
  ///
  /// - Parameters:
  ///   - isStart: True if no game was played or chosen here yet.
  ///   - isForced: True if the player asks for the newest game even while another is played.
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
    if isStart, let old { attention.leftAtLaunch = attention.leftAtLaunch ?? old }
    noteDecision(.adopted(newest, insteadOf: old))
    storeDecisions()
  }

  /// At launch, makes the newest game the current one unless a game is being played; later reports
  /// a newer game once.
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

  /// The newest game, if it is newer than the current one and than all games known when that was opened.
  private func newerGame() -> DocumentID? {
    guard let newest = newestGame(), newest.id != table.current else { return nil }
    guard let current = table.current.flatMap({ summary(of: $0) }) else { return newest.id }
    guard newest.isNewer(than: DocumentSummary(current), at: silentReading),
      newest.lastStamp > attention.openedAfter
    else { return nil }
    return newest.id
  }

  /// The device with the last action in a game.
  func lastPlayer(of id: DocumentID) -> DeviceID? {
    let operations =
      documentInMemory(id)?.operations.ordered ?? (try? replica.readOperations(of: id)) ?? []
    return operations.lazy.filter { !$0.action.isTimekeeping }.max { $0.moment < $1.moment }?.device
  }

  /// The date that no shown date is after: a client's own time counts where it is ahead.
  var presentMilliseconds: Int64 { max(silentReading.dateMilliseconds, latestTimeGiven) }

  /// A reading of the clocks for internal use.
  var silentReading: ClockReading {
    ClockReading(
      wallMilliseconds: environment.wallMilliseconds(),
      monotonicMilliseconds: environment.monotonicMilliseconds(),
      storeOffsetMilliseconds: link.storeOffsetMilliseconds)
  }
}
