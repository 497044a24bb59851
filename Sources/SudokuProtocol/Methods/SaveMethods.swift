import JSONCoding
import SudokuPlayer
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
      call.server.commit()
      let name = try call.server.played { (library) throws(PlayerError) in
        try library.backUp(at: at)
      }
      return .value(["backup": .string(name)])
    },

    Method(
      "backup.list", "Lists the local backups, oldest first.",
      result: .object("", ["backups": .array(of: .object())], required: ["backups"])
    ) { (call) throws(RPCError) in
      let folder = try call.server.played { (library) throws(PlayerError) in
        try library.backupFolder()
      }
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
      call.server.commit()
      let summary = try call.server.played { (library) throws(PlayerError) in
        try library.restoreBackup(name)
      }
      return .value(.object(Shape.summary(summary)))
    },

    Method(
      "save.export", "Gives all games and the profile, or one game, as one value to keep.",
      .optional("game", ValueType<DocumentID>.game, "One game only."),
      result: .object("", ["save": .object("What save.import takes.")], required: ["save"])
    ) { (call, id) throws(RPCError) in
      call.server.commit()
      let save = try call.server.played { (library) throws(PlayerError) in
        try library.export(id)
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
  /// Merges a save.
  func importSave(_ value: JSONValue) throws(RPCError) -> Reply {
    commit()
    let decoder = JSONDecoder()
    do {
      let file = try decoder.decode(SaveFile.self, from: value)
      let summary = try library.absorb(file)
      return .value(.object(Shape.summary(summary)))
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
      let old = try JSONDecoder().decode(OldSave.self, from: value)
      let (summary, game) = try library.absorb(old)
      var members = Shape.summary(summary)
      members["game"] = .string("\(game)")
      return .value(.object(members))
    } catch let error as PlayerError {
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
