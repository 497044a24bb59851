import Foundation
import JSONCoding
import TestSupport
import Testing

/// Backups, saves, time, files and conflicts.
extension SyncFindingsTests {
  @Test("10: backups made while the clock was ahead push out no later one")
  func backupsOfAWrongClock() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let day = 86_400
    for index in 1...8 {
      try a.ask("backup.create", ["at": SyncDevice.time(1_000 * day + index * day)])
    }
    let name = try a.ask("backup.create", ["at": SyncDevice.time(0)])["backup"]?.string
    let names = { () throws -> [String] in
      try a.ask("backup.list")["backups"]?.array?.compactMap { $0["backup"]?.string } ?? []
    }
    #expect(try names().contains(try #require(name)))
    #expect(try names().count == 7)
    for index in 1...6 { try a.ask("backup.create", ["at": SyncDevice.time(index * day)]) }
    // Now all seven are of the right time, and the next one pushes the oldest out.
    #expect(try names().first == name)
    try a.ask("backup.create", ["at": SyncDevice.time(7 * day)])
    #expect(try !names().contains(try #require(name)) && names().count == 7)
  }

  @Test("10: a day on which only the profile changes has its backup")
  func aBackupOfTheProfile() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    #expect(try a.ask("backup.list")["backups"] == [])
    try a.ask("profile.grant", ["kind": "unlock", "item": "night"])
    #expect(try a.ask("backup.list")["backups"]?.array?.count == 1)
  }

  @Test(
    "10: what concerns one device stays there after a restore", arguments: MeetingPlace.allCases)
  func deviceSettingsStayHere(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    try a.ask("profile.set", ["key": "device.volume", "value": 3])
    try a.ask("profile.set", ["key": "theme", "value": "dark"])
    let name = try a.ask("backup.create")["backup"] ?? .null
    try a.ask("profile.set", ["key": "device.volume", "value": 4])
    try a.ask("backup.restore", ["backup": name])
    try a.sync("everything")
    #expect(try a.ask("sync.status")["pending"] == 0)
    let b = try scene.device("b")
    try b.ask("sync.restore")
    let settings = try b.ask("profile.get")["settings"]
    #expect(settings?["theme"] == "dark" && settings?["device.volume"] == nil)
  }

  @Test("11: an export of many games comes in lines that the import takes, in any order")
  func exportInParts() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    for index in 0..<120 {
      let game = try a.newGame(at: index)
      for round in 0..<60 { a.sendNote(2, round % 9 + 1, in: game) }
      for _ in 0..<60 { _ = try a.nextAnswer() }
    }
    let games = try a.games("all")
    var parts: [JSONValue] = []
    var page: JSONValue?
    repeat {
      let parameters = page.map { JSONValue.object(["page": $0]) } ?? [:]
      let part = try a.ask("save.export", parameters)
      #expect(part.description.utf8.count < 1 << 20)
      parts.append(part["save"] ?? .null)
      page = part["nextPage"]
    } while page != nil
    #expect(parts.count > 1)
    let b = try scene.device("b")
    b.end()
    try b.start(patience: .noStore)
    for part in parts.reversed() { try b.ask("save.import", ["save": part]) }
    #expect(try b.games("all") == games)
    let game = try #require(games.first)
    #expect(try b.operations(game) == a.operations(game))
  }

  @Test("11: two snapshots of one old save don't add up")
  func oldSnapshots() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    var game = JSONValue.null
    for seconds in [61.5, 120] {
      let save: JSONObject = [
        "initialBoard": .string(SyncDevice.puzzle), "board": .string(SyncDevice.puzzle),
        "startDate": "2026-01-02T03:04:05Z", "elapsedSeconds": .double(seconds),
      ]
      game = try a.ask("save.import", ["save": .object(save)])["game"] ?? .null
    }
    let state = try a.ask("game.state", ["game": game])
    let listed = try a.ask("game.list")["games"]?.array?.first
    #expect(state["elapsedMilliseconds"] == 120_000)
    #expect(listed?["elapsedMilliseconds"] == 120_000)
  }

  @Test("13: a link in the store leads nowhere, and a folder or pipe in it stops nobody")
  func strangeFiles() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.sync("everything")
    a.end()
    let store = (scene.folder / "shared").appendingPathComponent("store")
    let own = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store.path).first { $0.count == 13 })
    let file = store.appendingPathComponent("\(own)/\(game).jsonl")
    let outside = scene.folder / "outside"
    try FileManager.default.moveItem(at: file, to: outside)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
    let before = try Data(contentsOf: outside)
    let evil = store.appendingPathComponent("0000000000009")
    try FileManager.default.createDirectory(
      at: evil.appendingPathComponent("\(game).jsonl"), withIntermediateDirectories: true)
    mkfifo(evil.appendingPathComponent("profile.jsonl").path, 0o600)
    try a.start()
    try a.solve(2, in: game, at: 10)
    try a.ask("profile.grant", ["kind": "unlock", "item": "night"])
    // The game waits, which is an error; all else is sent.
    #expect(throws: (any Error).self) { try a.sync("everything") }
    #expect(try Data(contentsOf: outside) == before)
    #expect(a.hasLogged("store refused \(game)"), "\(a.log)")
    let b = try scene.device("b")
    try b.ask("sync.restore")
    #expect(try b.ask("profile.get")["profile"]?["unlocked"] == ["night"])
  }

  @Test("13: a store's URL is decoded")
  func percents() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let url = "file://\(folder.url.path)/my%20store"
    let run = try Binary.run(
      ["serve", "--data", (folder / "data").path, "--store", url],
      input: #"{"jsonrpc":"2.0","id":1,"method":"profile.set","params":{"key":"a","value":1}}"#
        + "\n")
    #expect(run.status == 0)
    #expect(FileManager.default.fileExists(atPath: (folder / "my store").path))
    let bad = try Binary.run(
      ["sync", "--data", (folder / "data").path, "--store", "file:///tmp/100%"])
    #expect(bad.status == 2 && bad.error.contains("'%'"), "\(bad)")
  }

  @Test("14: a choice of a newer version makes no game unknown")
  func aSixthOption() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    let text = try a.ask("save.export")["save"]?.description ?? ""
    let newer = text.replacing(#""options":{"#, with: #""options":{"sparkle":{"amount":12},"#)
      .replacing(#/"checksum":"[0-9a-f]{16}",/#, with: "")
    #expect(newer != text)
    let b = try scene.device("b")
    try b.ask("save.import", ["save": try JSONValue(parsing: newer)])
    #expect(try b.state(game)["board"]?.string == SyncDevice.puzzle)
    #expect(try b.ask("save.export").description.contains(#""sparkle":{"amount":12}"#))
  }

  @Test(
    "15: two digits in one cell that never met are a conflict, however far apart",
    arguments: MeetingPlace.allCases)
  func aConflict(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try a.disconnect()
    try b.disconnect()
    try a.place(2, 4, in: game, at: 1)
    try b.place(2, 1, in: game, at: 56)
    try a.connect()
    try b.connect()
    for device in [a, b, a] { try device.sync("everything") }
    for device in [a, b] {
      let found = try device.ask("sync.conflicts", ["game": .string(game)])["syncConflicts"]
      #expect(found?.array?.count == 1, "\(device.name)")
    }
    let conflict = try #require(
      try b.ask("sync.conflicts", ["game": .string(game)])["syncConflicts"]?.array?.first)
    let four = try #require(
      conflict["versions"]?.array?.first { $0["value"]?.description.contains("4") == true })
    try b.ask(
      "sync.resolve",
      [
        "game": .string(game), "conflict": conflict["id"] ?? .null,
        "choice": four["operation"] ?? .null,
      ])
    for device in [b, a] { try device.sync("everything") }
    #expect(try a.ask("sync.conflicts", ["game": .string(game)])["syncConflicts"] == [])
    #expect(try a.state(game)["board"]?.string?.prefix(3) == "534")
  }

  @Test(
    "another player's store is refused, reported, and merged by one command",
    arguments: MeetingPlace.allCases)
  func anotherPlayer(_ place: MeetingPlace) throws {
    let one = try SyncScene(place)
    let other = try SyncScene(place)
    let a = try one.device("a")
    let mine = try a.newGame(at: 0)
    try a.sync("everything")
    let b = try other.device("b")
    let theirs = try b.newGame(at: 100)
    try b.sync("everything")
    a.end()
    let address = b.address
    let command = ["sync", "--data", a.data.path, "--store", address]
    let refused = try Binary.run(command)
    #expect(refused.status == 65 && refused.error.contains("--merge"), "\(refused)")
    #expect(try b.ask("sync.restore")["pulled"] == 0)
    let merged = try Binary.run(command + ["--merge"])
    #expect(merged.status == 0 && merged.error.contains("player"), "\(merged)")
    try b.sync("everything")
    #expect(try b.games("inProgress") == [mine, theirs])
    try a.start(patience: .noStore)
    #expect(try a.games("inProgress") == [mine, theirs])
  }
}
