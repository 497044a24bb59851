import Foundation
import JSONCoding
import TestSupport
import Testing

/// The scenarios of the founding documents under their names: an iPhone and an iPad, each a process of
/// `sudoku serve`.
@Suite(.serialized) struct SyncSeedTests {
  private struct Pair {
    let scene: SyncScene
    let phone: SyncDevice
    let pad: SyncDevice

    init(_ place: MeetingPlace) throws {
      scene = try SyncScene(place)
      phone = try scene.device("phone")
      pad = try scene.device("pad")
    }

    /// A game that both have and neither plays at the moment.
    func sharedGame() throws -> String {
      let game = try phone.newGame(at: 0)
      try phone.solve(2, in: game, at: 10)
      try phone.suspend(game, at: 20)
      try phone.sync()
      try pad.sync("everything")
      return game
    }
  }

  @Test("Scenario 1: Game Completed on Another Device", arguments: MeetingPlace.allCases)
  func completedOnAnotherDevice(_ place: MeetingPlace) throws {
    let pair = try Pair(place)
    let game = try pair.sharedGame()
    #expect(pair.pad.end() == 0)
    try pair.phone.complete(game, at: 100)
    try pair.phone.sync()
    // Whatever notices it first: here it is the launch, without anybody who listens.
    try pair.pad.start()
    #expect(try pair.pad.ask("game.list")["current"]?.string == nil)
    try pair.pad.restart()
    let report = try pair.pad.sync()
    #expect(report["completedElsewhere"] == [.string(game)])
    #expect(report["ended"]?.array?.first?["wasCurrent"] == true)
    #expect(report["ended"]?.array?.first?["reason"] == "completed")
    #expect(try pair.pad.sync()["completedElsewhere"] == [], "reported once")
    let log = try pair.pad.ask("sync.log")["decisions"]?.array ?? []
    let reason = "current game was completed on another device: \(game)"
    #expect(log.contains { $0["reason"]?.string == reason }, "the log outlives the process")
  }

  @Test("Scenario 2: Game Updated on Another Device", arguments: MeetingPlace.allCases)
  func updatedOnAnotherDevice(_ place: MeetingPlace) throws {
    let pair = try Pair(place)
    let game = try pair.sharedGame()
    try pair.phone.solve(3, in: game, at: 100)
    try pair.phone.suspend(game, at: 110)
    try pair.phone.sync()
    #expect(try pair.pad.sync()["requests"]?.int == 1)
    #expect(try pair.pad.state(game)["board"] == (try pair.phone.state(game)["board"]))
    #expect(try pair.pad.ask("game.list")["current"]?.string == game)
  }

  @Test("Scenario 3: No Current Game (App Launch or New Device)", arguments: MeetingPlace.allCases)
  func noCurrentGame(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let phone = try scene.device("phone")
    let old = try phone.newGame(at: 0)
    try phone.solve(2, in: old, at: 10)
    let new = try phone.newGame(at: 100)
    try phone.sync("everything")
    let pad = try scene.device("pad")
    #expect(try pad.ask("game.state")["game"]?.string == new)
    #expect(try phone.ask("game.list")["games"]?.array?.first?["game"]?.string == new)
  }

  @Test(
    "Scenario: Start new game on iPhone while iPad has old game", arguments: MeetingPlace.allCases)
  func newGameWhileOldOneIsThere(_ place: MeetingPlace) throws {
    let pair = try Pair(place)
    let old = try pair.sharedGame()
    #expect(pair.pad.end() == 0)
    let new = try pair.phone.newGame(at: 500)
    try pair.phone.sync()
    try pair.pad.start()
    #expect(try pair.pad.ask("game.state")["game"]?.string == new, "at launch")
    #expect(try pair.pad.sync()["newer"] == [.string(new)], "reported once")
    #expect(try pair.pad.sync()["newer"] == nil)
    #expect(try pair.pad.games("inProgress") == [old, new], "the old game stays in the list")
    try pair.pad.suspend(new, at: 510)
    let newest = try pair.phone.newGame(at: 600)
    try pair.phone.sync()
    let report = try pair.pad.sync()
    #expect(report["current"]?.string == newest, "on foreground")
    #expect(report["newer"] == [.string(newest)])
  }

  @Test("A game that is being played is not taken away", arguments: MeetingPlace.allCases)
  func playedGameStays(_ place: MeetingPlace) throws {
    let pair = try Pair(place)
    let old = try pair.sharedGame()
    try pair.pad.ask("subscribe", ["topics": ["game.activeElsewhere"]])
    try pair.pad.solve(3, in: old, at: 30)
    try pair.pad.sync()
    let new = try pair.phone.newGame(at: 500)
    try pair.phone.sync()
    #expect(try pair.pad.sync()["current"]?.string == old)
    #expect(try pair.pad.nextNotification("game.activeElsewhere")?["game"]?.string == new)
    #expect(try pair.pad.sync("discover")["current"]?.string == new)
  }

  @Test("syncGameFromCloudKit(gameID:)", arguments: MeetingPlace.allCases)
  func oneGameByItsID(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let phone = try scene.device("phone")
    let game = try phone.newGame(at: 0)
    let other = try phone.newGame(at: 100)
    try phone.complete(game, at: 200)
    try phone.open(other, at: 300)
    try phone.sync("everything")
    let pad = try scene.device("pad")
    try pad.ask("sync.decline")
    let report = try pad.ask("sync.now", ["game": .string(game)])
    #expect(report["requests"]?.int == 1)
    #expect(report["state"]?["status"] == "completed")
    #expect(report["wasCompletedElsewhere"] == true)
    let again = try pad.ask("sync.now", ["game": .string(game)])
    #expect(again["requests"]?.int == 1 && again["wasCompletedElsewhere"] == true)
    let unknown = String(game.dropLast(1)) + "9"
    #expect(try pad.refusal("sync.now", ["game": .string(unknown)]) == "unknownGame")
    #expect(
      try pad.refusal("sync.now", ["game": .string(game), "goal": "news"]) == "invalidParams")
  }

  @Test("Prompt: \"Restore progress from iCloud?\"", arguments: MeetingPlace.allCases)
  func restoreIsAQuestion(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let phone = try scene.device("phone")
    for index in 0..<4 { _ = try phone.newGame(at: index * 100) }
    try phone.sync("everything")
    let pad = try scene.device("pad")
    // A name and a setting of the device are no answer.
    try pad.ask("device.name", ["name": "pad"])
    try pad.ask("profile.set", ["key": "device.volume", "value": 3])
    try pad.sync()
    #expect(try pad.ask("sync.status")["restoreAvailable"] == true)
    #expect(try pad.ask("sync.decline")["declined"] == true)
    let status = try pad.ask("sync.status")
    #expect(status["restoreAvailable"] == false && status["restoreDeclined"] == true)
    let held = try pad.games("all")
    #expect(held.count == 1, "the newest, which was there before the question")
    // Its own game and syncs bring nothing old, also after a restart.
    let own = try pad.ask("game.new", ["puzzle": .string(SyncDevice.puzzle)])["game"]?.string ?? ""
    try pad.sync()
    try pad.restart()
    try pad.sync()
    try pad.sync("everything")
    #expect(try pad.games("all") == held.union([own]))
    // What begins from now on comes.
    let level = try phone.ask(
      "game.new", ["puzzle": .string(String(SyncDevice.puzzle.reversed()))])
    let new = level["game"]?.string ?? ""
    try phone.sync()
    try pad.sync()
    #expect(try pad.games("all") == held.union([own, new]))
    // It can be taken back.
    #expect(try pad.ask("sync.restore")["summary"]?["games"]?.int == 6)
    #expect(try pad.ask("sync.status")["restoreDeclined"] == nil)
    #expect(try pad.ask("sync.decline")["declined"] == false)
  }

  @Test(
    "An end that a client missed is in the answer to subscribe", arguments: [MeetingPlace.sqlite])
  func subscribeSince(_ place: MeetingPlace) throws {
    let pair = try Pair(place)
    let game = try pair.sharedGame()
    let seq = try pair.pad.ask("subscribe", ["topics": ["*"]])["seq"]?.int ?? 0
    #expect(pair.pad.end() == 0)
    try pair.phone.ask("game.abandon", ["game": .string(game), "at": SyncDevice.time(100)])
    try pair.phone.sync()
    try pair.pad.start()
    try pair.pad.ask("game.list")
    let answer = try pair.pad.ask("subscribe", ["topics": ["*"], "since": JSONValue(seq)])
    #expect(answer["ended"]?.array?.first?["game"]?.string == game)
    #expect(answer["ended"]?.array?.first?["reason"] == "abandoned")
    #expect(try pair.pad.sync()["ended"] == nil, "reported once")
  }

  @Test("A new game with the start of an ended one takes the next free second")
  func nextFreeSecond() throws {
    let scene = try SyncScene(.folder)
    let phone = try scene.device("phone")
    let request: JSONValue = [
      "puzzle": .string(SyncDevice.puzzle), "startDate": "2026-01-01T00:00:00Z",
    ]
    let first = try phone.ask("game.new", request)
    try phone.ask("game.abandon")
    let second = try phone.ask("game.new", request)
    #expect(second["startDate"] == "2026-01-01T00:00:01Z")
    #expect(second["status"] == "inProgress" && second["existing"] == nil)
    #expect(try phone.ask("game.new", request)["game"] == second["game"])
    #expect(
      try phone.ask("game.resume", ["game": first["game"] ?? .null])["status"] == "inProgress")
  }
}
