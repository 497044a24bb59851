import Foundation
import JSONCoding
import TestSupport
import Testing

/// Two devices, each a process of `sudoku serve`, that meet at one store.
@Suite(.serialized) struct SyncScenarioTests {
  @Test(arguments: MeetingPlace.allCases)
  func theOtherDeviceFindsTheGame(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    try a.sync()
    let report = try b.sync()
    #expect(report["current"]?.string == game)
    // Finding it and fetching it; just fetching, if b's own sync at launch came after a's first.
    #expect(report["requests"]?.int.map { 1...2 ~= $0 } == true)
    #expect(try b.ask("game.state")["game"]?.string == game)
    #expect(try b.state(game)["board"] == (try a.state(game)["board"]))
    #expect(try b.operations(game) == (try a.operations(game)))
  }

  @Test(arguments: MeetingPlace.allCases)
  func timesAddUpAndMovesOfBothStay(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 60)
    try a.suspend(game, at: 120)
    try a.sync()
    try b.sync()
    try b.open(game, at: 1_000)
    try b.solve(3, in: game, at: 1_030)
    try b.suspend(game, at: 1_060)
    try b.sync()
    #expect(try a.sync()["requests"]?.int == 1)
    let state = try a.open(game, at: 2_000)
    #expect(state["elapsedMilliseconds"]?.int == 180_000)
    #expect(state["board"]?.string?.prefix(4) == "5346")
    #expect(try a.operations(game) == (try b.operations(game)))
  }

  @Test(arguments: MeetingPlace.allCases)
  func aCompletionReachesADeviceThatHasTheGameOpenInOneRequest(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try b.ask("subscribe", ["topics": ["game.completedElsewhere"]])
    try b.open(game, at: 10)
    #expect(try a.complete(game, at: 100)["completed"] == true)
    try a.sync()
    // The news may have come by the store's signal before it is asked for.
    let report = try b.sync()
    #expect(report["current"] == .null)
    #expect(try b.nextNotification("game.completedElsewhere") != nil)
    _ = try b.ask("ping")
    #expect(
      !b.notifications.contains { $0["method"] == "game.completedElsewhere" }, "reported once")
    let state = try b.state(game, at: 5_000)
    #expect(state["status"] == "completed")
    #expect(state["elapsedMilliseconds"]?.int == 100_000)
    #expect(try b.refusal("game.place", ["cell": 2, "digit": 4]) == "unknownGame")
    #expect(b.hasLogged("current game was completed on another device: \(game)"))
  }

  @Test(arguments: MeetingPlace.allCases)
  func aCompletionReachesADeviceThatWasAsleep(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try b.open(game, at: 10)
    #expect(b.end() == 0)
    try a.complete(game, at: 100)
    #expect(a.end() == 0)
    try b.start()
    #expect(try b.state(game)["status"] == "completed")
    #expect(try b.ask("game.list")["current"]?.string == nil)
    #expect(try b.games("completed") == [game])
  }

  @Test(arguments: MeetingPlace.allCases)
  func movesAfterACompletionElsewhereAreKept(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try b.open(game, at: 10)
    try b.disconnect()
    try a.complete(game, at: 100)
    try a.sync()
    try b.solve(2, in: game, at: 200)
    try b.place(3, 2, in: game, at: 210)
    try b.suspend(game, at: 220)
    try b.connect()
    try b.sync()
    #expect(b.hasLogged("was completed on another device: \(game)"))
    try a.sync("everything")
    for device in [a, b] {
      let state = try device.state(game)
      #expect(state["status"] == "completed")
      #expect(state["board"]?.string == String(SyncDevice.solution))
      #expect(state["elapsedMilliseconds"]?.int == 100_000)
    }
    #expect(try a.operations(game) == (try b.operations(game)))
    #expect(try a.history(game).count { $0["kind"] == "place" } == 53)
  }

  @Test(arguments: MeetingPlace.allCases)
  func twoCompletionsAreOne(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try b.open(game, at: 10)
    try a.disconnect()
    try b.disconnect()
    #expect(try a.complete(game, at: 300)["completed"] == true)
    #expect(try b.complete(game, at: 200)["completed"] == true)
    try a.connect()
    try b.connect()
    for device in [a, b, a] { try device.sync("everything") }
    for device in [a, b] {
      let state = try device.state(game)
      #expect(state["status"] == "completed")
      #expect(state["elapsedMilliseconds"]?.int == 190_000)
      #expect(try device.games("completed") == [game])
      let total = try device.ask("stats.get")["total"]
      #expect(total?["wins"]?.int == 1)
    }
    #expect(
      try a.state(game)["completionDate"] == (try b.state(game)["completionDate"]))
    #expect(try a.ask("stats.get") == (try b.ask("stats.get")))
  }

  @Test(arguments: MeetingPlace.allCases)
  func aNewGameElsewhereBecomesTheCurrentOne(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let old = try b.newGame(at: 0)
    try b.solve(2, in: old, at: 10)
    try b.suspend(old, at: 20)
    let new = try a.newGame(at: 500)
    try a.solve(2, in: new, at: 510)
    try a.sync()
    #expect(try b.sync("discover")["current"]?.string == new)
    #expect(try b.ask("game.state")["game"]?.string == new)
    #expect(try b.games("inProgress") == [old, new])
    #expect(b.hasLogged("switched to \(new)"))
  }

  @Test(arguments: MeetingPlace.allCases)
  func gamesOfBothAreListedOnBoth(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let one = try a.newGame(at: 0)
    let two = try b.newGame(at: 100)
    for device in [a, b, a] { try device.sync("everything") }
    #expect(one != two)
    #expect(try a.games("inProgress") == [one, two])
    #expect(try b.games("inProgress") == [one, two])
    #expect(try a.ask("game.list")["current"]?.string == one)
    #expect(try b.ask("game.list")["current"]?.string == two)
  }

  @Test(arguments: MeetingPlace.allCases)
  func aStoreOutOfReachStopsNobody(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let b = try scene.device("b")
    let a = SyncDevice("a", in: scene)
    try a.connect()
    try a.disconnect()
    try a.start()
    let game = try a.newGame(at: 0)
    for index in 0..<20 { try a.place(2, index % 9 + 1, in: game, at: index + 1) }
    #expect(try a.refusal("sync.now") == "storeUnavailable")
    let status = try a.ask("sync.status")
    #expect(status["online"] == false)
    #expect(status["pending"]?.int ?? 0 > 20)
    try a.restart()
    try a.open(game, at: 100)
    try a.solve(3, in: game, at: 110)
    #expect(a.hasLogged("store failed, local play continues"))
    try a.connect()
    // Nobody asks: it is tried again by itself.
    #expect(try Self.eventually { try a.ask("sync.status")["pending"]?.int == 0 })
    // The replica knows that all is sent a moment before the report of it is taken in.
    #expect(a.hasLogged("store answers again"))
    try b.sync()
    let history = try b.history(game)
    #expect(history.count == Set(history.compactMap { $0["seq"]?.int }).count)
    #expect(try a.operations(game) == (try b.operations(game)))
  }

  /// A server puts a damaged database aside and goes on.
  @Test(arguments: MeetingPlace.inFiles.filter { $0 != .server })
  func errorsOfTheStoreAreLoggedAndTriedAgain(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.sync()
    #expect(a.end() == 0)
    // The store is there but what it holds can't be used.
    let shared = scene.folder / "shared"
    let aside = scene.folder / "aside"
    let garbage = Data(repeating: 0x5A, count: 8_192)
    try scene.changeFiles {
      try FileManager.default.moveItem(at: shared, to: aside)
      try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
      try garbage.write(to: shared.appendingPathComponent("store.sqlite"))
      try garbage.write(to: shared.appendingPathComponent("store"))
      try garbage.write(to: shared.appendingPathComponent("store.jsonl"))
    }
    try a.start()
    #expect(try a.open(game, at: 100)["status"] == "inProgress")
    try a.solve(2, in: game, at: 110)
    let kind = try a.refusal("sync.now")
    #expect(kind == "storeUnavailable")
    #expect(try a.ask("sync.status")["lastError"]?.string != nil)
    #expect(a.hasLogged("store failed, local play continues, next attempt in"))
    #expect(try Data(contentsOf: shared.appendingPathComponent("store.sqlite")) == garbage)
    try scene.changeFiles {
      try FileManager.default.removeItem(at: shared)
      try FileManager.default.moveItem(at: aside, to: shared)
    }
    #expect(try Self.eventually { try a.ask("sync.status")["pending"]?.int == 0 })
    let b = try scene.device("b")
    #expect(try b.operations(game) == (try a.operations(game)))
  }

  /// True once something holds that takes some seconds, or minutes on a busy machine.
  static func eventually(_ isTrue: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<6_000 {
      if try isTrue() { return true }
      usleep(50_000)
    }
    return false
  }
}
