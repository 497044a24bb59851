import JSONCoding
import SudokuPlayer
import SudokuSession
import SudokuSync

extension Method {
  static let saveMethods: [Method] = [
    Method(
      "backup.create",
      "Makes a local backup. It replaces one of the same day unless that one has more operations.",
      at,
      result: BackupNameRecord.schema
    ) { (call, at) throws(RPCError) in
      call.server.library.recordTime()
      call.server.commit()
      let work = try call.server.played { (library) throws(PlayerError) in
        try library.backUp(at: at)
      }
      return call.server.start(call, isSearch: false) { (_) throws(RPCError) in
        do throws(SyncError) { return .value(BackupNameRecord(name: try await work()).json) } catch
        {
          throw RPCError(error)
        }
      }
    },

    Method(
      "backup.list", "Lists the local backups, oldest first.",
      result: BackupListRecord.schema
    ) { (call) throws(RPCError) in
      let work = try call.server.played { (library) throws(PlayerError) in
        try library.backupWork { (folder) throws(SyncError) in
          try folder.names().map { describe($0, in: folder) }
        }
      }
      return call.server.start(call, isSearch: false) { (_) throws(RPCError) in
        do throws(SyncError) {
          return .value(BackupListRecord(backups: try await work()).json)
        } catch {
          throw RPCError(error)
        }
      }
    },

    Method(
      "backup.restore", "Restores a backup by merging it: nothing newer is lost.",
      .required("backup", ValueType<String>.text(atMost: 64), "The name of the backup."),
      result: RestoreRecord.schema
    ) { (call, name) throws(RPCError) in
      call.server.commit()
      let summary = try call.server.played { (library) throws(PlayerError) in
        try library.restoreBackup(name)
      }
      return .value(RestoreRecord(summary: summary).json)
    },

    Method(
      "save.export",
      "Exports all games and the profile in parts, or one game, for save.import.",
      .optional("game", ValueType<DocumentID>.game, "One game only."),
      .optional(
        "page", ValueType<String>.text(atMost: 512), "The `nextPage` of the previous part."),
      result: SaveRecord.schema
    ) { (call, id, page) throws(RPCError) in
      if page == nil { call.server.library.recordTime() }
      if let page, !SaveExport.isToken(page) {
        throw .wrongType("page", expected: "the 'nextPage' of an earlier answer")
      }
      call.server.commit()
      let part = try call.server.played { (library) throws(PlayerError) in
        if let id { return try library.export(id, after: page) }
        return try library.export(after: page)
      }
      return .value(
        SaveRecord(
          save: try members(of: part.save), nextPage: part.next, unreadable: part.unreadable
        ).json)
    },

    Method(
      "save.import",
      "Merges the result of save.export, its parts in any order, or the records of another program: "
        + "games and the player's progress, by the names on the page From CloudKit.",
      .required("save", ValueType<JSONValue>.any, "The save."),
      .optional(
        "merge", ValueType<Bool>.bool,
        "The save's games are this player's too, even if they were another player's."),
      result: RestoreRecord.schema
    ) { (call, value, merges) throws(RPCError) in
      try call.server.importSave(value, merging: merges ?? false)
    },
  ]

  private static func describe(_ name: String, in folder: BackupFolder) -> BackupRecord {
    do throws(SyncError) {
      let backup = try folder.backup(name)
      return BackupRecord(
        name: name,
        content: .init(
          date: UTCTime(milliseconds: backup.createdMilliseconds),
          documents: backup.documents.count, operations: backup.operationCount))
    } catch {
      return BackupRecord(name: name, damage: error.message)
    }
  }
}

extension Method {
  fileprivate static func members(of save: SaveFile) throws(RPCError) -> JSONObject {
    do {
      guard case .object(let members) = try CanonicalJSONEncoder().encodeValue(save) else {
        return [:]
      }
      return members
    } catch {
      throw RPCError(.internalError, "the save can't be written: \(error)")
    }
  }
}

extension ProtocolServer {
  func importSave(_ value: JSONValue, merging: Bool) throws(RPCError) -> Reply {
    commit()
    let decoder = StrictJSONDecoder()
    do {
      let file = try decoder.decode(SaveFile.self, from: value)
      var record = RestoreRecord(summary: try library.restore(file, merging: merging))
      record.waiting = library.waitingOperations
      return .value(record.json)
    } catch SaveFile.Fault.notASaveFile {
      return try importOldSave(value)
    } catch SaveFile.Fault.fromNewerVersion(let version) {
      throw RPCError(
        .recordFromNewerVersion, "the save was made by a newer version",
        ["version": JSONValue(version)])
    } catch let error as PlayerError {
      throw RPCError(error)
    } catch {
      throw Self.noSave(error)
    }
  }

  private func importOldSave(_ value: JSONValue) throws(RPCError) -> Reply {
    do {
      let old = try StrictJSONDecoder().decode(OldSave.self, from: value)
      return .value(RestoreRecord(summary: try library.restore(old), old: old).json)
    } catch let error as PlayerError {
      throw RPCError(error)
    } catch {
      throw Self.noSave(error)
    }
  }

  private static func noSave(_ error: any Error) -> RPCError {
    let reason = (error as? DecodingError)?.explanation ?? "\(error)"
    return .invalid("save", expected: "a save", "the save can't be read: \(reason)")
  }
}
