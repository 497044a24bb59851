import SudokuCore
import SudokuSession
import SudokuSync

/// Backups, and saves to move by hand.
extension GameLibrary {
  /// Chooses where the daily backups lie.
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

  /// Waits until the backup of the day that was begun is made, and logs the result; for the end
  /// of a session.
  ///
  /// A backup is replaced whole or not at all, so one that takes too long can be left behind: the
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
      // It is tried again with what is stored after a minute.
      backups?.failed()
      environment.log("no backup could be made: \(error)")
    }
  }

  /// Makes a backup now, on any thread; one of the same day is replaced unless it holds more.
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

  /// Brings a backup back: it is merged, nothing newer is lost.
  ///
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
  /// - Throws: `PlayerError`.
  public func export(after token: String? = nil) throws(PlayerError) -> SaveExport.Page {
    do throws(SyncError) { return try SaveExport(replica).page(after: token) } catch {
      throw .sync(error)
    }
  }

  /// Gives one game, to be kept or moved by hand, in parts.
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

  /// Merges what `export` gave, one or several of its parts, in any order.
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
      // What waited is not lost with an import that fails.
      parts = before
      throw error
    }
  }

  /// How many imported operations wait for what comes before them at most.
  package static let waitingOperationLimit = 1_000_000

  /// The number of imported operations that wait for what comes before them.
  package var waitingOperations: Int { parts.operationCount }

  /// Merges what another program saved.
  ///
  /// - Throws: `PlayerError`.
  public func restore(_ save: OldSave) throws(PlayerError) -> RestoreSummary {
    let now = environment.wallMilliseconds()
    return try changingGames { () throws(SyncError) in try replica.restore(save, now: now) }
  }

  /// Runs a change of the replica under the games in memory; the game being played continues and
  /// loses no time.
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

/// The local backups, and when the next one is due.
struct BackupSchedule {
  let folder: BackupFolder
  /// Backups are made and read one after the other.
  let lock = FairAsyncLock()
  var isBusy = false
  /// The local day for which a backup was made or found, in days since 1970.
  private var lastDay: Int64?
  /// When the last one was begun, by the monotonic clock.
  private var lastAttempt: Int64?

  /// How long to wait after one that could not be made, in milliseconds.
  private static let retryMilliseconds: Int64 = 60_000

  init(folder: BackupFolder) { self.folder = folder }

  /// Whether a backup is due; it is taken for begun then.
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

  /// Takes note that the one begun last could not be made.
  mutating func failed() { lastDay = nil }
}
