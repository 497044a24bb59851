import JSONCoding
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuTechniques

extension Method {
  /// The groups `profile` and `stats`.
  static let profileMethods: [Method] = [
    Method(
      "profile.get", "Returns the player's profile and the settings.",
      result: PlayerRecord.schema
    ) { (call) throws(RPCError) in
      try call.server.afterCounting(call) { (call) throws(RPCError) in
        let settings = try call.server.played { (library) throws(PlayerError) in
          try library.settings()
        }
        return PlayerRecord(profile: try call.server.profileState(), settings: settings).json
      }
    },

    Method(
      "profile.set",
      "Sets a setting, or a flag of the profile such as `premium`. The setting "
        + "`\(GameLibrary.knownTechniquesSetting)`, a list of techniques, limits hints and generated games to these; "
        + "`\(GameLibrary.notesSetting)` (auto, full, partial) is how hints read notes.",
      opID, at,
      .required(
        "key", ValueType<String>.text(atMost: 128),
        "The name; settings with the prefix `device.` are not synced."),
      .required(
        "value", ValueType<OpaqueValue>.opaque,
        "The value, of at most 65,536 bytes as JSON and 16 levels; null removes a setting.",
        isNullable: true
      ),
      .optional(
        "flag", ValueType<Bool>.bool,
        "Sets a flag of the profile; default false: a setting."),
      result: SettingRecord.schema
    ) { (call, opID, at, key, value, isFlag) throws(RPCError) in
      try checkName(key, "key")
      if key == GameLibrary.knownTechniquesSetting, isFlag != true, value != .null {
        guard case .array(let names) = value else {
          throw .wrongType("value", expected: "a list of techniques, or null for all")
        }
        _ = try ValueType<Set<Technique>>.techniques(named: names.map(\.stringValue), "value")
      }
      if key == GameLibrary.notesSetting, isFlag != true, value != .null,
        value.stringValue.flatMap(NotesReading.init) == nil
      {
        throw .wrongType("value", expected: "auto, full, partial, or null for auto")
      }
      if isFlag == true { try checkFlag(key, value) }
      let changed = try call.server.played { (library) throws(PlayerError) in
        isFlag == true
          ? try library.change(.set(key: key, value: value), opID: opID, at: at).isChanged
          : try library.set(key, to: value, opID: opID, at: at)
      }
      return .value(SettingRecord(isChanged: changed).json)
    },

    Method(
      "profile.grant", "Records earned, spent, unlocked or achieved items of the player.",
      opID, at,
      .required(
        "kind",
        ValueType<String>.choice(
          ["earn", "spend", "unlock", "progress", "score", "stars"].map { ($0, $0) }),
        "The kind of event."),
      .required(
        "item", ValueType<String>.text(atMost: 128),
        "The name of the coins, theme, achievement or table."),
      .optional(
        "amount", ValueType<Int>.int(0...1_000_000_000), "The amount; default 1."),
      result: GrantRecord.schema
    ) { (call, opID, at, kind, item, amount) throws(RPCError) in
      try checkName(item, "item")
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
      let isNew = try call.server.played { (library) throws(PlayerError) in
        try library.perform(intent, opID: opID, at: at)
      }
      return try call.server.afterCounting(call) { (call) throws(RPCError) in
        GrantRecord(profile: try call.server.profileState(), isDuplicate: !isNew).json
      }
    },

    Method(
      "stats.get",
      "Returns games, wins, times, streaks, mistakes and hints, in total and by level.",
      result: Statistics.schema
    ) { (call) throws(RPCError) in
      try call.server.afterCounting(call) { (call) throws(RPCError) in
        try call.server.profileState().statistics.json
      }
    },
  ]
}

extension ProtocolServer {
  /// Answers with a result that depends on all games; a count under way does not block other requests.
  func afterCounting(
    _ call: Call, _ body: @escaping @Sendable (Call) throws(RPCError) -> JSONValue
  ) throws(RPCError) -> Reply {
    commit()
    guard let counting = library.countingUnderWay else { return .value(try body(call)) }
    return start(call, isSearch: false) { (_) throws(RPCError) in
      await counting.wait()
      return .finish(body)
    }
  }

  func profileConflicts() throws(RPCError) -> [Conflict] {
    commit()
    return try played { (library) throws(PlayerError) in try library.profileConflicts() }
  }

  /// The profile, the games just played included.
  func profileState() throws(RPCError) -> ProfileState {
    commit()
    return try played { (library) throws(PlayerError) in try library.profile() }
  }
}

/// Refuses a flag that the profile would not show as it was set.
private func checkFlag(_ key: String, _ value: OpaqueValue) throws(RPCError) {
  if key == "premium" {
    guard value.boolValue != nil else { throw .wrongType("value", expected: "true or false") }
  } else if ProfileState.shape.fieldNames.contains(key) || key.hasPrefix(ProfileState.importPrefix)
  {
    let isCounted = ["level", "xp", "statistics"].contains(key)
    let source = isCounted ? "games and old saves" : "profile.grant and old saves"
    throw .wrongType(
      "key", expected: "the name of a flag; '\(key.prefix(64))' comes from \(source)")
  }
}

private func checkName(_ name: String, _ parameter: String) throws(RPCError) {
  guard ProfileName.isValid(name) else {
    throw .wrongType(parameter, expected: "a name without a NUL character")
  }
}
