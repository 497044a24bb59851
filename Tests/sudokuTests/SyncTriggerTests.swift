import Foundation
import JSONCoding
import TestSupport
import Testing

/// When `sudoku serve` saves and sends by itself.
@Suite(.serialized) struct SyncTriggerTests {
  @Test(arguments: ["game.suspend", "game.close", "completion", "purchase", "signal", "end"])
  func sendsByItself(_ trigger: String) throws {
    let scene = try SyncScene(.sqlite)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    switch trigger {
    case "completion": try a.complete(game, at: 20)
    case "purchase": try a.ask("profile.grant", ["kind": "unlock", "item": "night"])
    case "signal":
      a.server?.terminate()
      #expect(a.server?.wait() == 0)
    case "end": #expect(a.end() == 0)
    default: try a.ask(trigger, ["game": .string(game), "at": SyncDevice.time(20)])
    }
    let arrived = try SyncScenarioTests.eventually {
      try b.sync("everything")
      guard let state = try? b.state(game) else { return false }
      let isBought =
        try trigger != "purchase"
        || (b.ask("profile.get")["profile"]?["unlocked"]?.array?.isEmpty == false)
      return isBought && state["board"]?.string?.prefix(3) == "534"
        && (trigger != "completion" || state["status"] == "completed")
    }
    #expect(arrived)
  }

  @Test func backsUpAtTheFirstOperationOfTheDay() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    #expect(try a.ask("backup.list")["backups"] == [])
    let game = try a.newGame(at: 0)
    #expect(try a.ask("backup.list")["backups"]?.array?.count == 1)
    try a.solve(2, in: game, at: 10)
    try a.restart()
    try a.open(game, at: 20)
    try a.solve(3, in: game, at: 30)
    #expect(try a.ask("backup.list")["backups"]?.array?.count == 1)
    #expect(a.log.components(separatedBy: "made the backup").count == 2)
  }
}
