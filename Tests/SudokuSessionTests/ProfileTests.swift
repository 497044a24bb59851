import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("The player's profile")
struct ProfileTests {
  static let phone = DeviceID(rawValue: 1)
  static let tablet = DeviceID(rawValue: 2)

  /// A game that started at a second and ended so many seconds later.
  private func game(
    start: Int64, end: Int64?, level: String? = "hard", seconds: Int = 60, mistakes: Int = 0,
    hints: Int = 0, isLost: Bool = false
  ) throws -> GameSummary {
    let clues = try #require(Player.clues)
    return GameSummary(
      id: DocumentID(GameID(initialBoard: clues, startDate: UnixTime(seconds: start))),
      clues: clues, grade: .se(level: level, ratingTenths: nil),
      completed: end.map { Stamp(milliseconds: $0 * 1000) },
      lastSaved: Stamp(milliseconds: (end ?? start + 50) * 1000),
      elapsedMilliseconds: seconds * 1000, mistakes: mistakes, hintsUsed: hints, isLost: isLost)
  }

  @Test("statistics are derived from the set of games, each counted once")
  func statistics() throws {
    let games = [
      try game(start: 1, end: 100, seconds: 90, mistakes: 2),
      try game(start: 2, end: 200, seconds: 60),
      try game(start: 300, end: nil, isLost: true),
      try game(start: 4, end: 400, seconds: 75, hints: 3),
      try game(start: 5, end: nil),
      try game(start: 6, end: 600, level: nil, seconds: 10),
    ]
    let statistics = Statistics(of: games)
    let hard = try #require(statistics.levels["hard"])
    #expect(hard.games == 5 && hard.wins == 3 && hard.losses == 1)
    #expect(hard.bestMilliseconds == 60_000 && hard.meanMilliseconds == 75_000)
    #expect(hard.bestStreak == 2 && hard.streak == 1)
    #expect(hard.mistakes == 2 && hard.hintsUsed == 3 && hard.flawlessWins == 2)
    #expect(statistics.total.wins == 4 && statistics.total.bestMilliseconds == 10_000)
    #expect(statistics.levels[Statistics.unratedLevel]?.wins == 1)
    // Twice, in another order, and an older summary of a game that is completed by now.
    var more = Array((games + games).reversed())
    more.append(try game(start: 2, end: nil, seconds: 5))
    #expect(Statistics(of: more) == statistics)
  }

  @Test("practice is counted apart")
  func practice() throws {
    var practised = try game(start: 7, end: 700, seconds: 1, mistakes: 4)
    practised = GameSummary(
      id: practised.id, clues: practised.clues, grade: .practice, completed: practised.completed,
      lastSaved: practised.lastSaved, elapsedMilliseconds: 1_000, mistakes: 4, hintsUsed: 0,
      isLost: false)
    let played = try game(start: 1, end: 100, seconds: 90)
    var appended = Statistics(of: [played])
    appended.append(practised)
    for statistics in [Statistics(of: [played, practised]), appended] {
      #expect(statistics.total == Statistics(of: [played]).total)
      #expect(statistics.levels["practice"]?.wins == 1)
      #expect(statistics.levels[Statistics.unratedLevel] == nil)
    }
    appended.add(.init(), level: "practice")
    #expect(appended.total.games == 1)
    #expect(Experience.points(of: practised) == 0)
  }

  @Test("daily puzzles: one game for all devices, days in a row")
  func daily() throws {
    let day: Int64 = 86_400
    let games = [3, 4, 7, 8, 9].map { Int64($0) }
    let statistics = Statistics(
      of: try games.map { try game(start: $0 * day, end: $0 * day + 900) }
        + [try game(start: 10 * day + 1, end: 10 * day + 900)])
    #expect(statistics.daily.wins == 5)
    #expect(statistics.daily.streak == 3 && statistics.daily.bestStreak == 3)
    #expect(statistics.daily.lastDay == 9)
    let one = DailyPuzzle(UnixTime(year: 2026, month: 11, day: 20), level: "hard")
    let late = DailyPuzzle(UnixTime(seconds: one.startDate.seconds + day - 1), level: "hard")
    #expect(one == late && one.seed == late.seed)
    #expect(one.seed == 4_517_472_097_720_521)
    #expect(one.seed != DailyPuzzle(one.startDate, level: "easy").seed)
    #expect(
      one.seed != DailyPuzzle(UnixTime(seconds: one.startDate.seconds + day), level: "hard").seed)
  }

  @Test("points and level follow from games and achievements")
  func experience() throws {
    let profile = ProfileDocument()
    let empty = profile.state(games: [])
    #expect(empty.xp == 0 && empty.level == 1 && empty.nextLevelXP == 100)
    let state = profile.state(games: [
      try game(start: 1, end: 100), try game(start: 2, end: 200, mistakes: 1, hints: 1),
    ])
    // 80 and 40 for the games; firstWin, flawless and hardWin.
    #expect(state.xp == 80 + 40 + 3 * 50)
    #expect(state.level == 2)
    #expect(state.achievements["firstWin"]?.isAchieved == true)
    #expect(state.achievements["tenWins"]?.progress == 2)
    #expect(Experience.level(points: 299) == 2 && Experience.level(points: 300) == 3)
    #expect(Experience.level(points: .max) > 1_000)
  }

  @Test("every part by its rule, in any order of the operations")
  func rules() throws {
    var clock = HybridLogicalClock()
    var phone = ProfileDocument()
    func act(_ intent: ProfileIntent, _ device: DeviceID, at wall: Int64) throws {
      _ = try phone.perform(intent, device: device, wallMilliseconds: wall, clock: &clock)
    }
    try act(.earn(item: "coins", amount: 100), Self.phone, at: 1)
    try act(.earn(item: "coins", amount: 50), Self.tablet, at: 1)
    try act(.spend(item: "coins", amount: 30), Self.phone, at: 2)
    try act(.unlock("dark"), Self.phone, at: 3)
    try act(.unlock("dark"), Self.tablet, at: 3)
    try act(.unlock("blue"), Self.tablet, at: 3)
    try act(.progress(achievement: "tenWins", amount: 12), Self.phone, at: 4)
    try act(.progress(achievement: "tenWins", amount: 3), Self.tablet, at: 5)
    try act(.record(.stars, key: "7", value: 3), Self.phone, at: 6)
    try act(.record(.stars, key: "7", value: 2), Self.tablet, at: 7)
    try act(.record(.score, key: "all", value: 70), Self.phone, at: 6)
    try act(.record(.time, key: "hard", value: 9_000), Self.tablet, at: 7)
    try act(.record(.time, key: "hard", value: 9_500), Self.phone, at: 8)
    try act(.set(key: "premium", value: true), Self.phone, at: 9)
    try act(.set(key: "name", value: "Ann"), Self.phone, at: 9)
    try act(.set(key: "name", value: "Anna"), Self.tablet, at: 10)
    let games = [try game(start: 1, end: 100)]
    let state = phone.state(games: games)
    #expect(state.items["coins"].map { [$0.earned, $0.spent, $0.balance] } == [150, 30, 120])
    #expect(state.unlocked == ["blue", "dark"])
    #expect(state.achievements["tenWins"]?.progress == 12)
    #expect(state.stars == ["7": 3] && state.scores == ["all": 70])
    #expect(state.statistics.levels["hard"]?.bestMilliseconds == 9_000)
    #expect(state.premium && state.values["name"] == "Anna")
    let expected = state
    var random = SeededRandom(seed: 5)
    for _ in 0..<20 {
      var shuffled = phone.operations.ordered + phone.operations.ordered.prefix(5)
      random.shuffle(&shuffled)
      var other = ProfileDocument()
      for operation in shuffled { other.merge([operation]) }
      #expect(other.state(games: games + games) == expected)
    }
    #expect(throws: ProfileError.balanceTooLow(item: "coins", balance: 120)) {
      try act(.spend(item: "coins", amount: 121), Self.phone, at: 11)
    }
    #expect(throws: ProfileError.illegalAmount) {
      try act(.earn(item: "coins", amount: 0), Self.phone, at: 11)
    }
  }

  @Test("coins spent twice while apart: a conflict until one purchase is picked")
  func overspending() throws {
    var clock = HybridLogicalClock()
    var phone = ProfileDocument()
    _ = try phone.perform(
      .earn(item: "coins", amount: 100), device: Self.phone, wallMilliseconds: 1, clock: &clock)
    var tablet = phone
    let first = try phone.perform(
      .spend(item: "coins", amount: 80), device: Self.phone, wallMilliseconds: 2, clock: &clock
    ).operation
    let second = try tablet.perform(
      .spend(item: "coins", amount: 70), device: Self.tablet, wallMilliseconds: 3, clock: &clock
    ).operation
    phone.merge(tablet.operations.ordered)
    tablet.merge(phone.operations.ordered)
    let conflict = try #require(phone.state(games: []).conflicts.first)
    #expect(tablet.state(games: []).conflicts == [conflict])
    #expect(conflict.kind == .balance && conflict.item == "coins")
    #expect(conflict.versions.map(\.operation) == [first?.key, second?.key])
    #expect(phone.state(games: []).items["coins"]?.balance == -50)
    for (pick, balance) in [(first, 20), (second, 30)] {
      var copy = phone
      let key = try #require(pick).key
      _ = try copy.perform(
        .resolve(conflict: conflict.id, choice: key), device: Self.phone, wallMilliseconds: 9,
        clock: &clock)
      #expect(copy.state(games: []).conflicts.isEmpty)
      #expect(copy.state(games: []).items["coins"]?.balance == balance)
    }
    // Earned since, nothing has to be decided.
    _ = try phone.perform(
      .earn(item: "coins", amount: 60), device: Self.phone, wallMilliseconds: 9, clock: &clock)
    #expect(phone.state(games: []).conflicts.isEmpty)
    #expect(throws: ProfileError.unknownConflict("x")) {
      try phone.perform(
        .resolve(conflict: "x", choice: try #require(first).key), device: Self.phone,
        wallMilliseconds: 9, clock: &clock)
    }
  }

  @Test("a retried grant is given once")
  func retries() throws {
    var clock = HybridLogicalClock()
    var profile = ProfileDocument()
    for _ in 0..<3 {
      _ = try profile.perform(
        .earn(item: "coins", amount: 5), device: Self.phone, wallMilliseconds: 1, clock: &clock,
        opID: "grant")
    }
    #expect(profile.state(games: []).items["coins"]?.balance == 5)
    #expect(throws: ProfileError.opIDReused("grant")) {
      try profile.perform(
        .earn(item: "coins", amount: 6), device: Self.phone, wallMilliseconds: 1, clock: &clock,
        opID: "grant")
    }
    var settings = SettingsDocument()
    for (opID, isChanged) in [("theme", true), ("again", false)] {
      for isDuplicate in [false, true] {
        let change = try settings.set(
          "theme", to: "dark", device: Self.phone, wallMilliseconds: 1, clock: &clock, opID: opID)
        #expect((change.operation == nil) == isDuplicate)
        #expect(change.isChanged == isChanged && change.isDuplicate == isDuplicate)
      }
    }
    for opID in ["theme", "again"] {
      #expect(throws: ProfileError.opIDReused(opID)) {
        try settings.set(
          "theme", to: "light", device: Self.phone, wallMilliseconds: 1, clock: &clock, opID: opID)
      }
    }
    for isChanged in [true, false] {
      for _ in 0..<2 {
        let change = try profile.perform(
          .set(key: "premium", value: true), device: Self.phone, wallMilliseconds: 1,
          clock: &clock, opID: "flag \(isChanged)")
        #expect(change.isChanged == isChanged)
      }
    }
  }

  @Test("settings: the last writer wins by key; keys of a device stay on it")
  func settings() throws {
    var clock = HybridLogicalClock()
    var settings = SettingsDocument()
    for (key, value) in [("theme", OpaqueValue("dark")), ("sound", true), ("theme", "light")] {
      _ = try settings.set(key, to: value, device: Self.phone, wallMilliseconds: 1, clock: &clock)
    }
    #expect(settings.values == ["theme": "light", "sound": true])
    let same = try settings.set(
      "sound", to: true, device: Self.phone, wallMilliseconds: 2, clock: &clock)
    #expect(same.operation == nil && !same.isChanged)
    #expect(SettingsDocument.document(of: "theme") == .settings)
    #expect(SettingsDocument.document(of: "device.volume").isLocalOnly)
    #expect(!DocumentID.settings.isLocalOnly && !DocumentID.profile.isLocalOnly)
  }
}
