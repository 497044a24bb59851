import Foundation
import JSONCoding
import TestSupport
import Testing

/// Clocks, disks and processes that fail, and devices that come late.
extension SyncScenarioTests {
  @Test(arguments: MeetingPlace.allCases)
  func wrongClocksLoseNothing(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let tenYears = 315_576_000
    for (index, error) in [3_600, 86_400, tenYears, -3_600, -86_400, -tenYears].enumerated() {
      let start = index * 10_000
      let game = try b.newGame(at: start)
      try b.place(2, 1, in: game, at: start + 1)
      try b.sync()
      try a.sync("everything")
      // The device with the wrong clock has seen the 1 and puts a 2 in its place ...
      try a.open(game, at: start + error + 2)
      try a.place(2, 2, in: game, at: start + error + 3)
      try a.solve(3, in: game, at: start + error + 4)
      try a.suspend(game, at: start + error + 5)
      try a.sync()
      try b.sync("everything")
      #expect(Array(try b.state(game)["board"]?.string ?? "   ")[2] == "2", "off by \(error) s")
      // ... and the other one, having seen the 2, puts the right digit in its place.
      try b.open(game, at: start + 10)
      try b.solve(2, in: game, at: start + 11)
      try b.suspend(game, at: start + 12)
      try b.sync()
      try a.sync("everything")
      for device in [a, b] {
        #expect(try device.state(game)["board"]?.string?.prefix(4) == "5346", "off by \(error) s")
      }
      #expect(try a.operations(game) == (try b.operations(game)))
    }
  }

  @Test(arguments: MeetingPlace.allCases)
  func aNewDeviceRestores(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    var games: Set<String> = []
    for index in 0..<4 { games.insert(try a.newGame(at: index * 100)) }
    let won = try a.newGame(at: 900)
    try a.complete(won, at: 1_000)
    try a.ask("profile.grant", ["kind": "unlock", "item": "night"])
    try a.ask("profile.grant", ["kind": "earn", "item": "coins", "amount": 7])
    try a.sync("everything")
    let before = try games.union([won]).map { try a.operations($0) }

    let b = try scene.device("b")
    let status = try b.ask("sync.status")
    #expect(status["restoreAvailable"] == true)
    #expect(status["restore"]?["games"]?.int == 5)
    #expect(status["restore"]?["completed"]?.int == 1)
    let restored = try b.ask("sync.restore")
    #expect(restored["summary"]?["games"]?.int == 5)
    #expect(restored["summary"]?["completed"]?.int == 1)
    #expect(restored["summary"]?["unlocked"]?.int == 1)
    #expect(try b.ask("sync.status")["restoreAvailable"] == false)
    #expect(try b.games("inProgress") == games)
    #expect(try b.ask("profile.get")["profile"] == (try a.ask("profile.get")["profile"]))

    // The empty device that joined took nothing away.
    try a.sync("everything")
    #expect(try games.union([won]).map { try a.operations($0) } == before)
    #expect(try games.union([won]).map { try b.operations($0) } == before)
  }

  @Test(arguments: MeetingPlace.allCases)
  func anOldBackupTurnsNothingBack(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let b = try scene.device("b")
    let game = try a.newGame(at: 0)
    try a.place(2, 1, in: game, at: 10)
    let today = try a.ask("backup.create")["backup"]?.string ?? ""
    let backups = a.data.appendingPathComponent("backups")
    try FileManager.default.moveItem(
      at: backups.appendingPathComponent("\(today).sudoku-backup"),
      to: backups.appendingPathComponent("2026-11-11.sudoku-backup"))
    try a.solve(2, in: game, at: 20)
    try a.sync()
    try b.sync()
    try b.open(game, at: 30)
    try b.complete(game, at: 100)
    try b.sync()
    try a.sync()
    let operations = try a.operations(game)
    try a.ask("backup.restore", ["backup": "2026-11-11"])
    #expect(try a.state(game)["status"] == "completed")
    #expect(try a.operations(game) == operations)
    let next = try a.newGame(at: 200)
    try a.solve(2, in: next, at: 210)
    try a.sync("everything")
    try b.sync("everything")
    for device in [a, b] {
      #expect(try device.state(game)["status"] == "completed")
      #expect(try device.operations(game) == operations)
      #expect(try device.games("inProgress") == [next])
    }
  }

  @Test(arguments: MeetingPlace.allCases)
  func killedBetweenWriteAndAcknowledgement(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    var random = SystemRandomNumberGenerator()
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    var answered: Set<String> = []
    for round in 0..<10 {
      for index in 0..<60 {
        let name = "m\(round)-\(index)"
        a.send(
          "game.place",
          [
            "game": .string(game), "cell": 2, "digit": JSONValue(index % 9 + 1),
            "opId": .string(name), "at": SyncDevice.time(round * 100 + index + 1),
          ])
        if index % 10 == 9 { a.send("sync.now") }
      }
      for _ in 0..<Int.random(in: 5...60, using: &random) {
        guard let answer = try a.nextAnswer() else { break }
        if let operation = answer["result"]?["rev"]?.int { answered.insert("\(operation)") }
      }
      a.kill()
      try a.start()
    }
    try a.sync("everything")
    let b = try scene.device("b")
    try b.sync("everything")
    let history = try b.history(game)
    let names = history.compactMap { $0["opId"]?.string }
    #expect(names.count == Set(names).count, "nothing twice")
    #expect(history.count >= answered.count, "nothing answered is lost")
    #expect(try a.operations(game) == (try b.operations(game)))
  }

  @Test(arguments: MeetingPlace.allCases)
  func aFullDiskIsAClearErrorAndPassesBy(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    #expect(a.end() == 0)
    try a.start(fileBlocks: 600)
    try a.open(game, at: 10)
    var refusal: SyncDevice.Refusal?
    var placed = 0
    while refusal == nil, placed < 4_000 {
      do {
        try a.ask(
          "game.bookmark",
          [
            "game": .string(game), "name": .string(String(repeating: "x", count: 250)),
            "at": SyncDevice.time(20 + placed),
          ])
        placed += 1
      } catch let error as SyncDevice.Refusal {
        refusal = error
      }
    }
    #expect(refusal?.kind == "diskFull", "\(String(describing: refusal))")
    #expect(refusal?.error["data"]?["retryable"] == true)
    // What was there is there still, and can be looked at.
    #expect(try a.history(game).count { $0["kind"] == "bookmark" } == placed)
    a.kill()
    try a.start()
    #expect(try a.history(game).count { $0["kind"] == "bookmark" } == placed)
    try a.open(game, at: 9_000)
    try a.solve(2, in: game, at: 9_010)
    try a.sync("everything")
    let b = try scene.device("b")
    #expect(try b.operations(game) == (try a.operations(game)))
  }

  @Test(arguments: MeetingPlace.allCases)
  func operationsOfANewerVersionSurviveTheRoundTrip(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    // What a newer version would have saved: an operation of a kind that nobody here knows.
    var save = try a.ask("save.export")["save"]?.object ?? [:]
    var documents = save["documents"]?.array ?? []
    let index = try #require(documents.firstIndex { $0["id"]?.string == game })
    var document = documents[index].object ?? [:]
    var operations = document["operations"]?.array ?? []
    var strange = operations.last?.object ?? [:]
    strange["device"] = "0123456789abc"
    strange["seq"] = 1
    strange["kind"] = "sparkle"
    strange["glitter"] = ["amount": 12, "colours": ["red", .null, 2.5]]
    strange["opId"] = nil
    operations.append(.object(strange))
    document["operations"] = .array(operations)
    // An edited save has none.
    document["checksum"] = nil
    documents[index] = .object(document)
    save["documents"] = .array(documents)
    try a.ask("save.import", ["save": .object(save)])
    try a.sync("everything")
    let b = try scene.device("b")
    try b.open(game, at: 100)
    try b.solve(3, in: game, at: 110)
    try b.sync("everything")
    try a.sync("everything")
    for device in [a, b] {
      #expect(try device.state(game)["board"]?.string?.prefix(4) == "5346")
      let found = try device.history(game).first { $0["kind"] == "sparkle" }
      #expect(found?["glitter"] == strange["glitter"])
    }
    // On a busy machine one of them has saved some more time by now.
    try b.sync("everything")
    try a.sync("everything")
    try b.sync("everything")
    #expect(try a.operations(game) == (try b.operations(game)))
  }
}
