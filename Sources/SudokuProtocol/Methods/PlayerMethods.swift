import JSONCoding
import SudokuSession
import SudokuSync

extension Method {
  /// The group `player`.
  static let playerMethods: [Method] =
    syncMethods + profileMethods + saveMethods

  private static let profileMethods: [Method] = [
    Method(
      "profile.get", "Tells what the player is and has, and the settings.",
      result: .object(
        "", ["profile": .object(), "settings": .object()], required: ["profile", "settings"])
    ) { (call) throws(RPCError) in
      let server = call.server
      let settings = try server.settingValues()
      return .value([
        "profile": Shape.encoded(try server.profileState()), "settings": Shape.encoded(settings),
      ])
    },

    Method(
      "profile.set", "Sets a setting, or a flag of the profile such as `premium`.",
      opID, at,
      .required("key", ValueType<String>.text(atMost: 128), "The name; `device.` keeps it here."),
      .required("value", ValueType<JSONValue>.any, "The value."),
      .optional("flag", ValueType<Bool>.bool, "Whether it belongs to the profile."),
      result: .object("", ["changed": .boolean()], required: ["changed"])
    ) { (call, opID, at, key, value, isFlag) throws(RPCError) in
      let value = OpaqueValue(value)
      let changed =
        isFlag == true
        ? try call.server.performOnProfile(.set(key: key, value: value), opID, at)
        : try call.server.setSetting(key, value, opID, at)
      return .value(["changed": .bool(changed)])
    },

    Method(
      "profile.grant", "Notes what the player earned, spent, unlocked or achieved.",
      opID, at,
      .required(
        "kind",
        ValueType<String>.choice(
          Dictionary(
            uniqueKeysWithValues: ["earn", "spend", "unlock", "progress", "score", "stars"]
              .map { ($0, $0) })), "What happened."),
      .required("item", ValueType<String>.text(atMost: 128), "Coins, theme, achievement, table."),
      .optional(
        "amount", ValueType<Int>.int(0...1_000_000_000), "How much; 1 if it is left out."),
      result: .object("", ["duplicate": .boolean(), "profile": .object()], required: ["profile"])
    ) { (call, opID, at, kind, item, amount) throws(RPCError) in
      let amount = amount ?? 1
      let intent: ProfileIntent =
        switch kind {
        case "earn": .earn(item: item, amount: amount)
        case "spend": .spend(item: item, amount: amount)
        case "unlock": .unlock(item)
        case "progress": .progress(achievement: item, amount: amount)
        case "stars": .record(.stars, key: item, value: amount)
        default: .record(.score, key: item, value: amount)
        }
      let isNew = try call.server.performOnProfile(intent, opID, at)
      var members: JSONObject = ["profile": Shape.encoded(try call.server.profileState())]
      if !isNew { members["duplicate"] = true }
      return .value(.object(members))
    },

    Method(
      "stats.get", "Tells games, wins, times, streaks, mistakes and hints, in all and by level.",
      result: .object("")
    ) { (call) throws(RPCError) in
      .value(Shape.encoded(try call.server.profileState().statistics))
    },
  ]
}

extension Shape {
  /// Any value of the session as JSON; what can't be written is `null`.
  static func encoded(_ value: some Encodable) -> JSONValue {
    (try? JSONEncoder().encodeValue(value)) ?? .null
  }
}

/// The documents of the player: profile and settings are read when they are asked for and written
/// at once; unlike games they change rarely.
extension ProtocolServer {
  private func operations(of id: DocumentID) throws(RPCError) -> [Operation] {
    do throws(SyncError) {
      var operations: [Operation] = []
      for chunk in try replica.chunks(of: id, after: [:]) { operations += try chunk.operations() }
      return operations
    } catch {
      throw RPCError(error)
    }
  }

  private func store(_ operation: Operation, in id: DocumentID) throws(RPCError) {
    do throws(SyncError) {
      let entry = ReplicaEntry(
        id: id, summary: DocumentSummary(id: id, lastStamp: operation.stamp),
        firstSeq: operation.seq, lines: try OperationChunk.lines(of: [operation]))
      try replica.append([entry])
      games.didCommit?([entry])
    } catch {
      throw RPCError(error)
    }
    pushInBackground()
  }

  /// The summaries of all games.
  private func allSummaries() throws(RPCError) -> [GameSummary] {
    commit()
    var summaries: [GameSummary] = []
    var page: PageToken?
    do throws(SyncError) {
      repeat {
        let next = try replica.summaries(.games, limit: 1000, before: page)
        summaries += next.summaries.compactMap(\.game)
        page = next.next
      } while page != nil
    } catch {
      throw RPCError(error)
    }
    return summaries
  }

  private func profile() throws(RPCError) -> ProfileDocument {
    var profile = ProfileDocument()
    profile.merge(try operations(of: .profile))
    return profile
  }

  /// What the player is and has.
  func profileState() throws(RPCError) -> ProfileState {
    try profile().state(games: try allSummaries())
  }

  /// Carries out what happens to the profile.
  ///
  /// - Returns: Whether it was not carried out before.
  func performOnProfile(
    _ intent: ProfileIntent, _ opID: String?, _ at: Int64?
  ) throws(RPCError) -> Bool {
    var profile = try profile()
    let operation: Operation?
    do throws(ProfileError) {
      operation = try profile.perform(
        intent, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
        clock: &games.clock, opID: opID)
    } catch {
      throw RPCError(error)
    }
    guard let operation else { return false }
    try store(operation, in: .profile)
    return true
  }

  /// The settings, those of this device among them.
  func settingValues() throws(RPCError) -> [String: OpaqueValue] {
    var shared = SettingsDocument()
    shared.merge(try operations(of: .settings))
    var own = SettingsDocument()
    own.merge(try operations(of: .deviceSettings))
    return shared.values.merging(own.values) { $1 }
  }

  /// Gives a setting a value.
  ///
  /// - Returns: Whether it had another one.
  func setSetting(
    _ key: String, _ value: OpaqueValue, _ opID: String?, _ at: Int64?
  ) throws(RPCError) -> Bool {
    let id = SettingsDocument.document(of: key)
    var settings = SettingsDocument()
    settings.merge(try operations(of: id))
    let operation = settings.set(
      key, to: value, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
      clock: &games.clock, opID: opID)
    guard let operation else { return false }
    try store(operation, in: id)
    return true
  }
}
