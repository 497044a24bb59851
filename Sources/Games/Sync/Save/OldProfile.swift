import SudokuCore
import SudokuSession

/// A player's progress in another program.
///
/// Its numbers become values `imported.NAME` of the profile. The highest counts, as several saves
/// are snapshots of one player: see `ProfileFold`.
struct OldProfile {
  private(set) var actions: [DocumentAction] = []
  /// Settings stay on this device, as they did in the other program.
  private(set) var settings: [DocumentAction] = []
  /// The time of the save, in milliseconds since 1970.
  let saved: Int64

  private static let numbers = 0...1_000_000_000

  init(_ record: inout OldRecord) throws(OldSaveFault) {
    let played = try record.time(["lastplayed"])?.milliseconds
    saved = try record.time(["lastsaved"])?.milliseconds ?? played ?? 0
    let levelNames = record.hasText("level") ? ["playerlevel"] : ["playerlevel", "level"]
    if let level = try record.count(levelNames, in: 1...1_000_000) {
      set(ProfileState.importedLevel, .int(Int64(level)))
    }
    let xp = try record.count(["currentxp", "xp"], in: Self.numbers)
    try takeItems(&record)
    try takeContent(&record)
    let achieved = try takeAchievements(&record)
    if let xp {
      // The other program's points include those of these achievements.
      let points = max(0, xp - achieved * Experience.pointsOfAchievement)
      set(ProfileState.importedXP, .int(Int64(points)))
    }
    if let counted = try record.member(["statistics"]) {
      guard case .object = counted.value else {
        throw OldSaveFault(path: counted.path, reason: "must be an object")
      }
      set(ProfileState.importedStatistics, counted.value)
    }
    if let premium = try record.flag(["premium", "ispremium", "premiumstatus"]) {
      set("premium", .bool(premium))
    }
    try takeSettings(&record)
  }

  private mutating func set(_ key: String, _ value: OpaqueValue) {
    actions.append(.set(key: key, value: value))
  }

  private mutating func takeItems(_ record: inout OldRecord) throws(OldSaveFault) {
    if let coins = try record.count(["coinbalance", "coins"], in: Self.numbers) {
      set(ProfileState.importedItem("coins"), .int(Int64(coins)))
    }
    for name in ["powerups", "powerupcounts", "items"] {
      for entry in try entries(of: name, in: &record) {
        let count = try entry.count(in: Self.numbers)
        set(ProfileState.importedItem(entry.name), .int(Int64(count)))
      }
    }
  }

  private mutating func takeContent(_ record: inout OldRecord) throws(OldSaveFault) {
    for name in ["unlockedthemes", "unlockedcontent", "unlocked"] {
      guard let member = try record.member([name]) else { continue }
      let names = member.value.list?.map { $0.stringValue ?? $0.wholeNumber.map { "\($0)" } }
      guard let names, names.allSatisfy({ $0.map(Entry.isName) ?? false }) else {
        throw OldSaveFault(path: member.path, reason: "must be a list of names")
      }
      actions += names.compactMap { $0 }.sorted().map { .unlock($0) }
    }
    for (name, table) in [("stars", RecordTable.stars), ("highscores", .score), ("scores", .score)]
    {
      for entry in try entries(of: name, in: &record) {
        actions.append(.record(table, key: entry.name, value: try entry.count(in: Self.numbers)))
      }
    }
    for entry in try entries(of: "levelprogress", in: &record) {
      if let stars = entry.value.wholeNumber, 0...100 ~= stars {
        actions.append(.record(.stars, key: entry.name, value: stars))
        continue
      }
      var level = try OldRecord(entry.value, at: entry.path)
      if let stars = try level.count(["stars", "starsearned"], in: 0...100) {
        actions.append(.record(.stars, key: entry.name, value: stars))
      }
      if let score = try level.count(["score", "highscore", "bestscore"], in: Self.numbers) {
        actions.append(.record(.score, key: entry.name, value: score))
      }
      ignored += level.ignored
    }
  }

  /// Paths of members inside others that were not understood.
  private(set) var ignored: [String] = []

  /// An achievement's progress as a whole number; a share, from 0 to 1, is one of the target.
  private func points(
    _ number: Double, of target: Int?, _ entry: Entry
  ) throws(OldSaveFault) -> Int {
    let share = 0..<1 ~= number ? number * Double(target ?? 0) : number
    guard let progress = Int(exactly: share.rounded(.down)), Self.numbers ~= progress else {
      throw entry.fault(in: Self.numbers)
    }
    return progress
  }

  /// Takes the achievements; returns the number of those that this program knows and that are achieved.
  private mutating func takeAchievements(_ record: inout OldRecord) throws(OldSaveFault) -> Int {
    var achieved = 0
    for entry in try entries(of: "achievements", in: &record) {
      let target = Achievement.catalogue.first { $0.id == entry.name }?.target
      var progress: Int
      if let number = entry.value.number {
        progress = try points(number, of: target, entry)
      } else if case .bool(let isDone) = entry.value {
        progress = isDone ? target ?? 1 : 0
      } else {
        var member = try OldRecord(entry.value, at: entry.path)
        progress = 0
        if let value = try member.member(["progress", "current", "value"]) {
          guard let number = value.value.number else { throw entry.fault(in: Self.numbers) }
          progress = try points(number, of: target, entry)
        }
        let goal = try member.count(["target", "goal"], in: Self.numbers)
        if try member.flag(["isunlocked", "unlocked", "iscompleted", "isachieved"]) ?? false {
          progress = max(progress, target ?? goal ?? 1)
        }
        ignored += member.ignored
      }
      guard Self.numbers ~= progress else { throw entry.fault(in: Self.numbers) }
      if let target, progress >= target { achieved += 1 }
      actions.append(.progress(achievement: entry.name, amount: progress))
    }
    return achieved
  }

  private mutating func takeSettings(_ record: inout OldRecord) throws(OldSaveFault) {
    for name in ["selectedTheme", "audioEnabled", "hapticEnabled"] {
      guard let member = try record.member([name.lowercased()]) else { continue }
      settings.append(.set(key: "device." + name, value: member.value))
    }
    for entry in try entries(of: "settings", in: &record) {
      settings.append(.set(key: "device." + entry.name, value: entry.value))
    }
  }

  // MARK: Members by name

  private struct Entry {
    let name: String
    let path: [OldPathKey]
    let value: OpaqueValue

    static func isName(_ name: String) -> Bool {
      1...100 ~= name.utf8.count && ProfileName.isValid(name)
    }

    func count(in range: ClosedRange<Int>) throws(OldSaveFault) -> Int {
      guard let number = value.wholeNumber, range.contains(number) else { throw fault(in: range) }
      return number
    }

    func fault(in range: ClosedRange<Int>) -> OldSaveFault {
      OldSaveFault(
        path: path, reason: "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
  }

  private func entries(
    of name: String, in record: inout OldRecord
  ) throws(OldSaveFault) -> [Entry] {
    guard let member = try record.member([name]) else { return [] }
    guard case .object(let object) = member.value else {
      throw OldSaveFault(path: member.path, reason: "must be an object of values by name")
    }
    return try object.sorted { $0.key < $1.key }.map { (name, value) throws(OldSaveFault) in
      let path = member.path + [.member(name)]
      guard Entry.isName(name) else {
        throw OldSaveFault(path: path, reason: "a name must have 1 to 100 bytes")
      }
      return Entry(name: name, path: path, value: value)
    }
  }
}

extension OldRecord {
  /// True if the record contains a player's progress.
  var isProfile: Bool {
    has([
      "playerlevel", "currentxp", "xp", "coinbalance", "coins", "unlockedthemes", "levelprogress",
      "achievements", "statistics", "highscores", "powerups", "powerupcounts",
    ])
  }
}
