import SudokuCore
import SudokuSession
import SudokuSync

/// Backups, and saves to move by hand.
extension GameLibrary {
  /// Chooses where the daily backups lie.
  ///
  /// - Parameter folder: The folder, which is made with the first backup.
  public func keepBackups(in folder: BackupFolder) { backups = BackupKeeper(folder: folder) }

  /// The folder with the backups.
  ///
  /// - Returns: The folder.
  /// - Throws: `PlayerError.noBackupFolder`.
  public func backupFolder() throws(PlayerError) -> BackupFolder {
    guard let backups else { throw .noBackupFolder }
    return backups.folder
  }

  /// Makes the backup of the day at its first operation.
  func backUpIfDue() {
    guard let folder = backups?.folder else { return }
    let now = environment.wallMilliseconds()
    let offset = environment.localOffsetMilliseconds()
    let day = (now + offset) / 86_400_000
    guard day != backups?.lastDay else { return }
    backups?.lastDay = day
    do throws(SyncError) {
      let name = try folder.backUpIfDue(replica, at: now, localOffsetMilliseconds: offset)
      if let name { environment.log("made the backup \(name)") }
    } catch {
      environment.log("no backup could be made: \(error)")
    }
  }

  /// Makes a backup; one of the same day is replaced.
  ///
  /// - Parameter at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: The backup's name.
  /// - Throws: `PlayerError`.
  public func backUp(at: Int64? = nil) throws(PlayerError) -> String {
    let folder = try backupFolder()
    do throws(SyncError) {
      return try folder.backUp(
        replica, at: reading(at).wallMilliseconds,
        localOffsetMilliseconds: environment.localOffsetMilliseconds())
    } catch {
      throw .sync(error)
    }
  }

  /// Brings a backup back: it is merged, nothing newer is lost.
  ///
  /// - Parameter name: The backup's name.
  /// - Returns: What came back.
  /// - Throws: `PlayerError`; for a damaged backup nothing was changed.
  public func restoreBackup(_ name: String) throws(PlayerError) -> RestoreSummary {
    let folder = try backupFolder()
    do throws(SyncError) {
      guard try folder.names().contains(name) else {
        throw SyncError(.fileFailed, "there is no backup '\(name)'")
      }
      var random = SeededRandom(seed: environment.drawSeed())
      let summary = try folder.restore(
        name, into: replica, newIdentity: DeviceID.random(using: &random))
      table.forgetAll()
      return summary
    } catch {
      throw .sync(error)
    }
  }

  /// Gives all games and the profile, or one game, to be kept or moved by hand.
  ///
  /// - Parameter id: The one game; `nil` for everything.
  /// - Returns: The save.
  /// - Throws: `PlayerError`.
  public func export(_ id: DocumentID? = nil) throws(PlayerError) -> SaveFile {
    let save: SaveFile
    do throws(SyncError) { save = try replica.exported(id) } catch { throw .sync(error) }
    if let id, save.documents.isEmpty { throw .unknownGame(id) }
    return save
  }

  /// Merges what `export` gave.
  ///
  /// - Parameter save: The save.
  /// - Returns: What came.
  /// - Throws: `PlayerError`.
  public func absorb(_ save: SaveFile) throws(PlayerError) -> RestoreSummary {
    do throws(SyncError) {
      let summary = try replica.absorb(save)
      table.forgetAll()
      return summary
    } catch {
      throw .sync(error)
    }
  }

  /// Merges an old save of one current game.
  ///
  /// - Parameter save: The save.
  /// - Returns: What came, and the game.
  /// - Throws: `PlayerError`.
  public func absorb(
    _ save: OldSave
  ) throws(PlayerError) -> (summary: RestoreSummary, game: DocumentID) {
    do throws(SyncError) {
      let result = try replica.absorb(save)
      table.forgetAll()
      return result
    } catch {
      throw .sync(error)
    }
  }
}
