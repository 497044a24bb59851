import JSONCoding
import SudokuSession
import SudokuSync
import Testing

/// What the page From CloudKit promises to an app that comes from there, on two devices with one store.
@Suite struct FoundingPromiseTests {
  private let here: TestServer
  private let there: TestServer

  init() throws {
    here = try TestServer()
    there = try here.connectStoreOfAnotherDevice()
    try sync()
  }

  private func sync() throws {
    for device in [here, there, here] { _ = try device.result("sync.now", ["goal": "everything"]) }
  }

  private func profiles() throws -> [JSONValue] {
    try [here, there].map { try #require(try $0.result("profile.get")["profile"]) }
  }

  private func grant(_ device: TestServer, _ kind: String, _ item: String, _ amount: Int) throws {
    _ = try device.result(
      "profile.grant", ["kind": .string(kind), "item": .string(item), "amount": JSONValue(amount)])
  }

  @Test func oneBoardAndOneStartMakeOneIDOnEveryDevice() throws {
    let ids = try [here, there].map { device in
      let identity = try device.result(
        "puzzle.identify",
        ["puzzle": .string(Samples.puzzle), "startDate": "2025-12-22T13:00:00Z"])
      let state = try device.result(
        "game.new", ["puzzle": .string(Samples.puzzle), "startDate": "2025-12-22T13:00:00Z"])
      #expect(identity["gameId"] == state["game"])
      return state["game"]
    }
    #expect(ids == ["game-07ap9x8qtst53aww4qy12t8wfr-1766408400", ids[0]])
  }

  @Test func coinsOfTwoDevicesAddUpAndTheBestOfTheRestCounts() throws {
    for (device, coins, stars) in [(here, 30, 2), (there, 50, 3)] {
      try grant(device, "earn", "coins", coins)
      try grant(device, "stars", "level-1", stars)
      try grant(device, "score", "weekly", coins)
      try grant(device, "progress", "collector", stars)
      try grant(device, "unlock", "theme-\(stars)", 1)
    }
    try sync()
    for profile in try profiles() {
      #expect(profile["items"]?["coins"]?["balance"] == 80)
      #expect(profile["stars"] == ["level-1": 3] && profile["scores"] == ["weekly": 50])
      #expect(profile["achievements"]?["collector"]?["progress"] == 3)
      #expect(profile["unlocked"] == ["theme-2", "theme-3"])
    }
  }

  @Test func anImportedLevelIsTheSameOnBothDevicesAndTheHighestCounts() throws {
    for (device, level, xp) in [(here, 6, 900), (there, 7, 1_250)] {
      _ = try device.result(
        "save.import",
        ["save": ["playerLevel": JSONValue(level), "currentXP": JSONValue(xp), "coinBalance": 10]])
    }
    try sync()
    for profile in try profiles() {
      #expect(profile["level"] == 7 && profile["xp"] == 1_250, "\(profile)")
      #expect(profile["items"]?["coins"]?["balance"] == 10, "two snapshots of one purse")
    }
  }

  @Test func aNewDeviceFetchesAGameByItsNameInAnotherProgram() throws {
    let old: JSONValue = [
      "gameID": "game-1234567-1703251200", "initialBoard": .string(Samples.puzzle),
      "startDate": "2023-12-22T13:20:00Z", "elapsedTime": 60,
    ]
    _ = try here.result("save.import", ["save": old])
    _ = try here.result("sync.now", ["goal": "everything"])
    let new = try TestServer(replica: MemoryReplica(device: DeviceID(rawValue: 3)))
    try new.connect(#require(here.store))
    let report = try new.result("sync.now", ["game": "game-1234567-1703251200"])
    #expect(report["state"]?["givens"] == .string(Samples.puzzle) && report["requests"] == 2)
    let state = try new.result("game.state", ["game": "game-1234567-1703251200"])
    #expect(state["game"] == report["state"]?["game"])
    let unknown = try new.call("sync.now", ["game": "game-7654321-1703251200"])
    #expect(unknown["error"]?["data"]?["kind"] == "unknownGame")
  }

  @Test func settingsOfADeviceStayThere() throws {
    for key in ["audio", "device.haptic"] {
      _ = try here.result("profile.set", ["key": .string(key), "value": false])
    }
    try sync()
    #expect(try there.result("profile.get")["settings"] == ["audio": false])
  }

  @Test func abandoningIsNeitherDeletionNorFinal() throws {
    let game = try #require(try here.result("game.list")["games"]?[0]?["game"])
    _ = try here.result("game.abandon", ["game": game])
    try sync()
    for device in [here, there] {
      #expect(try device.result("game.state", ["game": game])["status"] == "abandoned")
      let list = try device.result("game.list", ["status": "abandoned"])["games"]?.array
      #expect(list?.map { $0["game"] } == [game])
    }
    _ = try there.result("game.resume", ["game": game])
    try sync()
    #expect(try here.result("game.state", ["game": game])["status"] == "inProgress")
  }

  @Test func theOldGameStaysBesideANewerOne() throws {
    let old = try #require(try there.result("game.list")["games"]?[0]?["game"])
    here.advance(60_000)
    _ = try here.result("game.new", ["puzzle": .string(Samples.puzzle)])
    try sync()
    let list = try there.result("game.list", ["status": "inProgress"])["games"]?.array
    #expect(list?.count == 2 && list?.contains { $0["game"] == old } == true)
  }

  @Test func aFlagThatWouldNotBeShownIsRefused() throws {
    for key in ["xp", "level", "items", "imported.xp", "imported.item.coins"] {
      let answer = try here.call(
        "profile.set", ["key": .string(key), "value": 9_000, "flag": true])
      #expect(answer["error"]?["data"]?["parameter"] == "key", "\(key)")
    }
    let premium = try here.call(
      "profile.set", ["key": "premium", "value": "yes", "flag": true])
    #expect(premium["error"]?["data"]?["expected"] == "true or false")
    // A setting may have such a name.
    #expect(try here.result("profile.set", ["key": "level", "value": "hard"])["changed"] == true)
  }

  @Test func anOptionNamesItsValidValues() throws {
    func error(_ name: String, _ value: JSONValue) throws -> JSONValue? {
      let answer = try here.call("game.setOption", ["name": .string(name), "value": value])
      return answer["error"]?["data"]
    }
    _ = try here.result("game.new", ["puzzle": .string(Samples.puzzle)])
    #expect(try error("mistakeCheck", "gentle")?["expected"] == "one of off, rules, solution")
    #expect(try error("mistakeLimit", -1)?["expected"] == "a whole number from 0 to 1000000")
    #expect(try error("timer", "on")?["expected"] == "true or false")
    #expect(try error("gravity", 1)?["valid"]?.array?.contains("timer") == true)
  }

  @Test func aHintNeverBlamesThePlayerForNotesThatAWrongDigitTook() throws {
    for check in ["off", "rules", "solution"] {
      _ = try here.result(
        "game.new",
        ["puzzle": .string(Samples.puzzle), "options": ["mistakeCheck": .string(check)]])
      _ = try here.result("game.autoNotes")
      let notes = try here.result("game.state")["notes"]
      // r1c3 is 4; a 2 there takes the right notes of its row, column and block.
      _ = try here.result("game.place", ["cell": "r1c3", "digit": 2])
      #expect(try here.result("game.state")["notes"] != notes)
      let wrong = try here.result("game.hint", ["depth": 5])["hint"]?["text"]?.string ?? ""
      #expect(wrong.contains("r1c3"), "\(wrong)")
      _ = try here.result("game.clear", ["cell": "r1c3"])
      #expect(try here.result("game.state")["notes"] == notes)
      _ = try here.result("game.place", ["cell": "r1c3", "digit": 4])
      let hint = try here.result("game.hint", ["depth": 5, "notes": "full"])
      #expect(hint["hint"]?["steps"] != nil, "\(hint)")
      here.advance(2_000)
    }
  }
}
