import SudokuCore
import SudokuSession
import SudokuSync

/// Backups, and saves to move by hand.
extension GameLibrary {
  /// Chooses where the daily backups lie.
  ///
  /// - Parameter folder: The folder, which is made with the first backup.
  public func keepBackups(in folder: BackupFolder) {
    backups = BackupKeeper(folder: folder)
    guard (try? replica.counts())?.games == 0, let last = (try? folder.names())?.last else {
      return
    }
    environment.log(
      "there are backups, the last of \(last), but no games: was their file lost? Restoring a backup "
        + "brings them back")
  }

  /// Does something with the backups after all that was begun with them before, on any thread.
  ///
  /// ```swift
  /// let work = try library.backupWork { folder throws(SyncError) in try folder.names() }
  /// let names = try await work()
  /// ```
  ///
  /// - Parameter body: What to do.
  /// - Returns: What does it; it must be called, once.
  /// - Throws: `PlayerError.noBackupFolder`.
  public func backupWork<Value: Sendable>(
    _ body: @escaping @Sendable (BackupFolder) throws(SyncError) -> Value
  ) throws(PlayerError) -> @Sendable () async throws(SyncError) -> Value {
    guard let backups else { throw .noBackupFolder }
    let (folder, turnstile) = (backups.folder, backups.turnstile)
    let ticket = turnstile.takeTicket()
    return { () async throws(SyncError) in
      await turnstile.enter(ticket)
      defer { turnstile.leave() }
      return try body(folder)
    }
  }

  /// Makes the backup of the day at its first operation, beside the games.
  func backUpIfDue() {
    guard var keeper = backups else { return }
    let now = environment.wallMilliseconds()
    let offset = environment.localOffsetMilliseconds()
    guard keeper.begins(at: now, offset: offset, monotonic: environment.monotonicMilliseconds())
    else { return }
    backups = keeper
    let (replica, mailbox) = (replica, mailbox)
    let work = try? backupWork { folder in
      let result: Result<String?, SyncError>
      do throws(SyncError) {
        result = .success(
          try folder.backUpIfDue(replica, at: now, localOffsetMilliseconds: offset))
      } catch {
        result = .failure(error)
      }
      // Before the next in the turnstile: whoever waits for this backup must find its result told.
      mailbox.post { $0.backedUp(result) }
    }
    guard let work else { return }
    environment.start { try? await work() }
  }

  /// Waits until the backup of the day that was begun is made, and tells what came of it; for the end
  /// of a session.
  ///
  /// A backup is replaced whole or not at all, so one that takes too long can be left behind: the
  /// next session makes it.
  ///
  /// - Parameter milliseconds: The longest wait.
  public func finishBackup(waitingAtMost milliseconds: Int = 2_000) async {
    collect()
    for _ in 0..<milliseconds / 10 where backups?.isBusy == true {
      try? await Task.sleep(for: .milliseconds(10))
      collect()
    }
    if backups?.isBusy == true {
      environment.log("the backup of the day is not finished, the next session makes it")
    }
  }

  private func backedUp(_ result: Result<String?, SyncError>) {
    backups?.isBusy = false
    switch result {
    case .success(let name):
      if let name { environment.log("made the backup \(name)") }
    case .failure(let error):
      // It is tried again with what is stored after a minute.
      backups?.failed()
      environment.log("no backup could be made: \(error)")
    }
  }

  /// What makes a backup now, on any thread; one of the same day is replaced unless it holds more.
  ///
  /// - Parameter at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: What makes it and tells its name; it must be called, once.
  /// - Throws: `PlayerError.noBackupFolder`.
  public func backUp(
    at: Int64? = nil
  ) throws(PlayerError) -> @Sendable () async throws(SyncError) -> String {
    let (replica, milliseconds) = (replica, reading(at).wallMilliseconds)
    let offset = environment.localOffsetMilliseconds()
    return try backupWork { (folder) throws(SyncError) in
      try folder.backUp(replica, at: milliseconds, localOffsetMilliseconds: offset)
    }
  }

  /// Brings a backup back: it is merged, nothing newer is lost.
  ///
  /// - Parameter name: The backup's name.
  /// - Returns: What came back.
  /// - Throws: `PlayerError`; for a damaged backup nothing was changed.
  public func restoreBackup(_ name: String) throws(PlayerError) -> RestoreSummary {
    guard let folder = backups?.folder else { throw .noBackupFolder }
    let isKnown: Bool
    do throws(SyncError) { isKnown = try folder.names().contains(name) } catch {
      throw .sync(error)
    }
    guard isKnown else { throw .unknownBackup(name) }
    return try changingGames { () throws(SyncError) in
      var random = SeededRandom(seed: environment.drawSeed())
      return try folder.restore(
        name, into: replica, newIdentity: DeviceID.random(using: &random))
    }
  }

  /// Gives all games and the profile, to be kept or moved by hand, in parts.
  ///
  /// - Parameter token: What the last part gave as `next`; `nil` for the first.
  /// - Returns: The part.
  /// - Throws: `PlayerError`.
  public func export(after token: String? = nil) throws(PlayerError) -> SaveExport.Page {
    do throws(SyncError) { return try SaveExport(replica).page(after: token) } catch {
      throw .sync(error)
    }
  }

  /// Gives one game, to be kept or moved by hand, in parts.
  ///
  /// - Parameters:
  ///   - id: The game.
  ///   - token: What the last part gave as `next`; `nil` for the first.
  /// - Returns: The part.
  /// - Throws: `PlayerError`.
  public func export(
    _ id: DocumentID, after token: String? = nil
  ) throws(PlayerError) -> SaveExport.Page {
    let page: SaveExport.Page?
    do throws(SyncError) { page = try SaveExport(replica).page(of: id, after: token) } catch {
      throw .sync(error)
    }
    guard let page else { throw .unknownGame(id) }
    return page
  }

  /// Merges what `export` gave, one or several of its parts, in any order.
  ///
  /// - Parameters:
  ///   - save: The save.
  ///   - merging: Whether another player's games are this player's, too.
  /// - Returns: What came.
  /// - Throws: `PlayerError`.
  public func restore(
    _ save: SaveFile, merging: Bool = false
  ) throws(PlayerError) -> RestoreSummary {
    if !merging {
      do throws(SyncError) { try replica.admit(save) } catch { throw .sync(error) }
    }
    let whole = try parts.whole(save, with: replica)
    return try changingGames { () throws(SyncError) in
      try replica.restore(whole, merging: merging)
    }
  }

  /// How many imported operations wait for what comes before them at most.
  public static let waitingOperationLimit = 1_000_000

  /// The number of imported operations that wait for what comes before them.
  public var waitingOperations: Int { parts.operationCount }

  /// Merges an old save of one current game.
  ///
  /// - Parameter save: The save.
  /// - Returns: What came, and the game.
  /// - Throws: `PlayerError`.
  public func restore(
    _ save: OldSave
  ) throws(PlayerError) -> (summary: RestoreSummary, game: DocumentID) {
    try changingGames { () throws(SyncError) in try replica.restore(save) }
  }

  /// Does something that changes games under those in memory; the game that is played goes on, and
  /// no time of it is lost.
  private func changingGames<Value>(
    _ body: () throws(SyncError) -> Value
  ) throws(PlayerError) -> Value {
    let played = clock.game
    suspendGames()
    do throws(SyncError) {
      try commit()
      let value = try body()
      reopenGames()
      resume(played)
      return value
    } catch {
      resume(played)
      throw .sync(error)
    }
  }

  /// Lets the time of the game run on that was played, under the identity that is valid now.
  func resume(_ id: DocumentID?) {
    guard let id, let game = try? table.game(id), game.session.document.status == .inProgress
    else { return }
    game.session.start(at: reading(game.lastAt))
    _ = clock.start(id)
  }

  /// Forgets the games in memory, which are read again when they are asked for, after the replica
  /// was changed under them.
  func reopenGames() {
    table.forgetAll()
    profileCache.forgetAll()
    countIfStale()
    leaveEndedGame(table.current, [:])
    pushSoon()
  }
}
