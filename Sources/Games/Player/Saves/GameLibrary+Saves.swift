import SudokuCore
import SudokuSession
import SudokuSync

/// Backups, and saves to move by hand.
extension GameLibrary {
  /// Sets the folder of the daily backups.
  public func keepBackups(in folder: BackupFolder) {
    backups = BackupSchedule(folder: folder)
    guard (try? replica.counts())?.games == 0, let last = (try? folder.names())?.last else {
      return
    }
    environment.log(
      "there are backups, the last of \(last), but no games: was their file lost? Restoring a backup "
        + "brings them back")
  }

  /// Runs work on the backups, on any thread, after all earlier work on them.
  package func backupWork<Value: Sendable>(
    _ body: @escaping @Sendable (BackupFolder) throws(SyncError) -> Value
  ) throws(PlayerError) -> @Sendable () async throws(SyncError) -> Value {
    guard let backups else { throw .noBackupFolder }
    let (folder, lock) = (backups.folder, backups.lock)
    let place = lock.reserve()
    return { () async throws(SyncError) in
      await lock.lock(place)
      defer { lock.unlock() }
      return try body(folder)
    }
  }

  /// Makes the backup of the day in the background, at the first operation of the day.
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
      // Before the lock is released: work that waits for this backup must find its result posted.
      mailbox.post { $0.backedUp(result) }
    }
    guard let work else { return }
    environment.start { try? await work() }
  }

  /// Waits for the running daily backup and logs its result; call it at the end of a session.
  ///
  /// A backup is replaced whole or not at all. So one that takes too long can be abandoned: the
  /// next session makes it.
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
      // A store after a minute tries again.
      backups?.failed()
      environment.log("no backup could be made: \(error)")
    }
  }

  /// Makes a backup now, on any thread; it replaces one of the same day unless that one holds more.
  ///
  /// - Returns: A function that makes it and returns its name; call it exactly once.
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

  /// Restores a backup by merging it, so that nothing newer is lost.
  ///
  /// - Throws: `PlayerError`; a damaged backup changes nothing.
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

  /// Exports all games and the profile in parts, to be kept or moved by hand.
  ///
  /// - Throws: `PlayerError`.
  public func export(after token: String? = nil) throws(PlayerError) -> SaveExport.Page {
    do throws(SyncError) { return try SaveExport(replica).page(after: token) } catch {
      throw .sync(error)
    }
  }

  /// Exports one game in parts, to be kept or moved by hand.
  ///
  /// - Throws: `PlayerError`.
  public func export(
    _ id: DocumentID, after token: String? = nil
  ) throws(PlayerError) -> SaveExport.Page {
    let id = try idHere(of: id)
    let page: SaveExport.Page?
    do throws(SyncError) { page = try SaveExport(replica).page(of: id, after: token) } catch {
      throw .sync(error)
    }
    guard let page else { throw .unknownGame(id) }
    return page
  }

  /// Merges one or several parts of an `export`, in any order.
  ///
  /// - Throws: `PlayerError`.
  public func restore(
    _ save: SaveFile, merging: Bool = false
  ) throws(PlayerError) -> RestoreSummary {
    let before = parts
    do throws(PlayerError) {
      let deltas: [DocumentDelta]
      let whole = try parts.whole(save, with: replica)
      do throws(SyncError) {
        if !merging { try replica.admit(save) }
        deltas = try replica.deltas(of: whole)
      } catch { throw .sync(error) }
      return try changingGames { () throws(SyncError) in try replica.restore(deltas) }
    } catch {
      // An import that fails does not lose the waiting parts.
      parts = before
      throw error
    }
  }

  /// The most imported operations that may wait for the operations before them.
  package static let waitingOperationLimit = 1_000_000

  /// The number of imported operations that wait for the operations before them.
  package var waitingOperations: Int { parts.operationCount }

  /// Merges a save of another program.
  ///
  /// - Throws: `PlayerError`.
  public func restore(_ save: OldSave) throws(PlayerError) -> RestoreSummary {
    let now = environment.wallMilliseconds()
    return try changingGames { () throws(SyncError) in try replica.restore(save, now: now) }
  }

  /// Runs a change of the replica, and reads the games in memory again.
  ///
  /// The game being played continues and loses no time.
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

  /// Starts the clock again of the game that was played, under the present identity.
  func resume(_ id: DocumentID?) {
    guard let id, let game = try? table.game(id), game.session.document.status == .inProgress
    else { return }
    game.session.start(at: reading(game.lastAt))
    _ = clock.start(id)
  }

  /// Drops the games in memory after a change of the replica; their next use reads them again.
  func reopenGames() {
    table.forgetAll()
    profileCache.forgetAll()
    countIfStale()
    leaveEndedGame(table.current, [:])
    pushSoon()
  }
}

/// The schedule of the local backups.
struct BackupSchedule {
  let folder: BackupFolder
  /// Backups are made and read one after the other.
  let lock = FairAsyncLock()
  var isBusy = false
  /// The local day for which a backup was made or found, in days since 1970.
  private var lastDay: Int64?
  /// The start of the last attempt, by the monotonic clock.
  private var lastAttempt: Int64?

  /// The wait after a failed backup, in milliseconds.
  private static let retryMilliseconds: Int64 = 60_000

  init(folder: BackupFolder) { self.folder = folder }

  /// Returns true if a backup is due, and records its start.
  mutating func begins(at milliseconds: Int64, offset: Int64, monotonic: Int64) -> Bool {
    let day = (milliseconds + offset) / 86_400_000
    guard !isBusy, day != lastDay else { return false }
    if lastDay == nil, let lastAttempt, monotonic - lastAttempt < Self.retryMilliseconds {
      return false
    }
    lastDay = day
    lastAttempt = monotonic
    isBusy = true
    return true
  }

  /// Records that the last backup failed.
  mutating func failed() { lastDay = nil }
}
