import JSONCoding
import SudokuCore
import SudokuSession
import SudokuSync

extension Method {
  private static let summarySchema = Schema.object(
    "What came.",
    [
      "completed": .integer(), "game": .string("The game of an old save."), "games": .integer(),
      "lastSaved": .string(), "newOperations": .integer("Operations that were new here."),
    ], required: ["completed", "games", "newOperations"])

  /// Backups and save files.
  static let saveMethods: [Method] = [
    Method(
      "backup.create", "Makes a local backup; one of the same day is replaced.", at,
      result: .object("", ["backup": .string("Its name.")], required: ["backup"])
    ) { (call, at) throws(RPCError) in
      let server = call.server
      server.commit()
      let folder = try server.backupFolder()
      do throws(SyncError) {
        let name = try folder.backUp(
          server.replica, at: server.reading(at).wallMilliseconds,
          localOffsetMilliseconds: server.environment.localOffsetMilliseconds())
        return .value(["backup": .string(name)])
      } catch {
        throw RPCError(error)
      }
    },

    Method(
      "backup.list", "Lists the local backups, oldest first.",
      result: .object("", ["backups": .array(of: .object())], required: ["backups"])
    ) { (call) throws(RPCError) in
      let folder = try call.server.backupFolder()
      do throws(SyncError) {
        var list: [JSONValue] = []
        for name in try folder.names() { list.append(describe(name, in: folder)) }
        return .value(["backups": .array(list)])
      } catch {
        throw RPCError(error)
      }
    },

    Method(
      "backup.restore", "Brings a backup back: it is merged, nothing newer is lost.",
      .required("backup", ValueType<String>.text(atMost: 64), "Its name."),
      result: summarySchema
    ) { (call, name) throws(RPCError) in
      let server = call.server
      let folder = try server.backupFolder()
      server.commit()
      do throws(SyncError) {
        guard try folder.names().contains(name) else {
          throw SyncError(.fileFailed, "there is no backup '\(name)'")
        }
        var random = SeededRandom(seed: server.environment.drawSeed())
        let summary = try folder.restore(
          name, into: server.replica, newIdentity: DeviceID.random(using: &random))
        server.games.forgetAll()
        return .value(.object(Shape.summary(summary)))
      } catch {
        throw RPCError(error)
      }
    },

    Method(
      "save.export", "Gives all games and the profile, or one game, as one value to keep.",
      .optional("game", ValueType<DocumentID>.game, "One game only."),
      result: .object("", ["save": .object("What save.import takes.")], required: ["save"])
    ) { (call, id) throws(RPCError) in
      let server = call.server
      server.commit()
      let save: SaveFile
      do throws(SyncError) { save = try server.replica.exported(id) } catch {
        throw RPCError(error)
      }
      if let id, save.documents.isEmpty {
        throw RPCError(.unknownGame, "there is no game '\(id)'", ["game": .string(id.rawValue)])
      }
      return .value(["save": Shape.encoded(save)])
    },

    Method(
      "save.import", "Merges what save.export gave, or an old save of one current game.",
      .required("save", ValueType<JSONValue>.any, "The save."), result: summarySchema
    ) { (call, value) throws(RPCError) in try call.server.importSave(value) },
  ]

  private static func describe(_ name: String, in folder: BackupFolder) -> JSONValue {
    do throws(SyncError) {
      let backup = try folder.backup(name)
      return [
        "backup": .string(name),
        "date": .string(UTCTime(milliseconds: backup.createdMilliseconds).description),
        "documents": JSONValue(backup.documents.count),
        "operations": JSONValue(backup.operationCount),
      ]
    } catch {
      return ["backup": .string(name), "damaged": .string(error.message)]
    }
  }
}

extension Shape {
  static func summary(_ summary: RestoreSummary) -> JSONObject {
    [
      "completed": JSONValue(summary.completed), "games": JSONValue(summary.games),
      "lastSaved": .string(UTCTime(milliseconds: summary.lastSavedMilliseconds).description),
      "newOperations": JSONValue(summary.newOperations),
    ]
  }
}

extension ProtocolServer {
  /// Chooses where the daily backups lie.
  public func keepBackups(in folder: BackupFolder) { backups = folder }

  /// The folder with the backups.
  func backupFolder() throws(RPCError) -> BackupFolder {
    guard let backups else {
      throw RPCError(
        .storeUnavailable, "there is no folder for backups",
        ["reason": "noBackups", "retryable": false])
    }
    return backups
  }

  /// Merges a save.
  func importSave(_ value: JSONValue) throws(RPCError) -> Reply {
    commit()
    let decoder = JSONDecoder()
    do {
      let file = try decoder.decode(SaveFile.self, from: value)
      let summary = try replica.absorb(file)
      games.forgetAll()
      return .value(.object(Shape.summary(summary)))
    } catch SaveFile.Fault.notASaveFile {
      return try importOldSave(value)
    } catch SaveFile.Fault.fromNewerVersion(let version) {
      throw RPCError(
        .recordFromNewerVersion, "the save was made by a newer version",
        ["version": JSONValue(version)])
    } catch let error as SyncError {
      throw RPCError(error)
    } catch {
      throw Self.noSave(error)
    }
  }

  private func importOldSave(_ value: JSONValue) throws(RPCError) -> Reply {
    do {
      let old = try JSONDecoder().decode(OldSave.self, from: value)
      let (summary, game) = try replica.absorb(old)
      games.forgetAll()
      var members = Shape.summary(summary)
      members["game"] = .string("\(game)")
      return .value(.object(members))
    } catch let error as SyncError {
      throw RPCError(error)
    } catch {
      throw Self.noSave(error)
    }
  }

  private static func noSave(_ error: any Error) -> RPCError {
    let reason = (error as? DecodingError)?.explanation ?? "\(error)"
    return RPCError(
      .invalidParams, "the save can't be read: \(reason)",
      ["expected": "a save", "parameter": "save"])
  }
}
