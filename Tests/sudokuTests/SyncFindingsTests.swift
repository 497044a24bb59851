import Foundation
import JSONCoding
import TestSupport
import Testing

/// What once went wrong between devices, each driven through the pipe as it was found.
///
/// Nothing is timed: where a store hangs it does so until the answer is there.
@Suite(.serialized) struct SyncFindingsTests {
  /// A device with three games and fifty coins, all of it in the store.
  private func filled(_ scene: SyncScene) throws -> (device: SyncDevice, games: Set<String>) {
    let a = try scene.device("a")
    var games: Set<String> = []
    for index in 0..<3 {
      let game = try a.newGame(at: index * 100)
      try a.solve(2, in: game, at: index * 100 + 10)
      games.insert(game)
    }
    try a.ask("profile.grant", ["kind": "earn", "item": "coins", "amount": 50])
    try a.sync("everything")
    return (a, games)
  }

  /// Whether a new device gets everything from the store.
  private func expectRestore(_ scene: SyncScene, _ games: Set<String>) throws {
    let b = try scene.device("restored")
    try b.ask("sync.restore")
    #expect(try b.games("inProgress") == games)
    for game in games {
      #expect(try b.state(game)["board"]?.string?.prefix(3) == "534")
    }
    let profile = try b.ask("profile.get")["profile"]
    #expect(profile?["items"]?["coins"]?["balance"]?.int == 50)
    b.end()
  }

  @Test("2: a store that was deleted is filled again", arguments: MeetingPlace.inFiles)
  func aDeletedStore(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, games) = try filled(scene)
    a.end()
    let shared = scene.folder / "shared"
    try scene.changeFiles {
      for name in try FileManager.default.contentsOfDirectory(atPath: shared.path) {
        try FileManager.default.removeItem(at: shared.appendingPathComponent(name))
      }
    }
    try a.start()
    try a.sync()
    #expect(try a.ask("sync.status")["pending"] == 0)
    #expect(a.hasLogged("store"))
    try expectRestore(scene, games)
  }

  @Test("2: one lost file is sent again while the server runs")
  func aDeletedFile() throws {
    let scene = try SyncScene(.folder)
    let (a, games) = try filled(scene)
    let store = (scene.folder / "shared").appendingPathComponent("store")
    let lost = try #require(games.min())
    let files = FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.lastPathComponent.hasPrefix(lost) else { continue }
      try FileManager.default.removeItem(at: file)
    }
    try a.sync("everything")
    try expectRestore(scene, games)
  }

  @Test("2: a database that went back in time gets what it lacks")
  func aRolledBackDatabase() throws {
    let scene = try SyncScene(.sqlite)
    let (a, games) = try filled(scene)
    let b = try scene.device("b")
    try b.ask("sync.restore")
    a.end()
    b.end()
    let shared = scene.folder / "shared"
    let aside = scene.folder / "aside"
    try FileManager.default.copyItem(at: shared, to: aside)
    try a.start()
    let new = try a.newGame(at: 900)
    try a.solve(2, in: new, at: 910)
    try a.sync("everything")
    a.end()
    try b.start()
    #expect(try b.games("inProgress") == games.union([new]))
    b.end()
    try FileManager.default.removeItem(at: shared)
    try FileManager.default.moveItem(at: aside, to: shared)
    try a.start()
    try a.solve(3, in: new, at: 920)
    try a.sync()
    #expect(a.hasLogged("went back to an older state"))
    try b.start()
    try b.sync()
    #expect(try b.state(new)["board"]?.string?.prefix(4) == "5346")
    try expectRestore(scene, games.union([new]))
  }

  @Test(
    "2: another store in the place of the store is noticed, reported and filled",
    arguments: MeetingPlace.inFiles)
  func aSwappedStore(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, games) = try filled(scene)
    let b = try scene.device("b")
    try b.ask("sync.restore")
    let (first, second) = (scene.folder / "first", scene.folder / "second")
    let shared = scene.folder / "shared"
    let files = FileManager.default
    a.end()
    b.end()
    // The player's other device goes on in a store of its own.
    try scene.changeFiles {
      try files.moveItem(at: shared, to: first)
      try files.createDirectory(at: shared, withIntermediateDirectories: false)
    }
    let elsewhere = try playOneGame(b, at: 900)
    try scene.changeFiles {
      try files.moveItem(at: shared, to: second)
      try files.moveItem(at: first, to: shared)
    }
    let here = try playOneGame(a, at: 1_000)
    // One morning the one lies where the other was.
    try scene.changeFiles {
      try files.removeItem(at: shared)
      try files.moveItem(at: second, to: shared)
    }
    try a.start()
    try a.sync()
    #expect(a.hasLogged("this is another store"))
    let log = try a.ask("sync.log")["decisions"]?.array ?? []
    #expect(log.contains { $0["kind"]?.string == "storeReplaced" }, "\(log)")
    #expect(try a.games("inProgress") == games.union([elsewhere, here]))
    #expect(try a.ask("sync.status")["pending"] == 0)
    try expectRestore(scene, games.union([elsewhere, here]))
  }

  /// Starts a device, begins a game there, brings everything to the store and ends.
  private func playOneGame(_ device: SyncDevice, at seconds: Int) throws -> String {
    try device.start()
    let game = try device.newGame(at: seconds)
    try device.solve(2, in: game, at: seconds + 10)
    try device.sync("everything")
    #expect(try device.ask("sync.status")["pending"] == 0)
    device.end()
    return game
  }

  @Test("13: what lies in a store and is not part of it is reported")
  func skippedFilesAreReported() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.sync("everything")
    #expect(try a.ask("sync.status")["skipped"] == nil)
    let store = (scene.folder / "shared").appendingPathComponent("store")
    let folder = store.appendingPathComponent("0000000000009")
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appendingPathComponent("\(game).jsonl"), withIntermediateDirectories: true)
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("profile.jsonl"),
      withDestinationURL: scene.folder / "outside")
    try Data("notes".utf8).write(to: store.appendingPathComponent("read me.txt"))
    try a.sync("everything")
    let skipped = try a.ask("sync.status")["skipped"]?.array ?? []
    #expect(
      skipped.compactMap { $0["name"]?.string } == [
        "0000000000009/\(game).jsonl", "0000000000009/profile.jsonl", "read me.txt",
      ])
    #expect(skipped.allSatisfy { $0["reason"]?.string?.isEmpty == false })
    #expect(a.hasLogged("read me.txt"))
    try a.solve(2, in: game, at: 20)
    try a.sync("everything")
    #expect(a.log.components(separatedBy: "read me.txt").count == 2, "reported once")
    try files.removeItem(at: folder)
    try files.removeItem(at: store.appendingPathComponent("read me.txt"))
    try a.sync("everything")
    #expect(try a.ask("sync.status")["skipped"] == nil)
  }

  @Test(
    "3: a store that another program holds locked stops nobody", arguments: MeetingPlace.inFiles)
  func aHeldLock(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.sync("everything")
    a.end()
    let locks = try HeldLocks(of: scene)
    try a.start(patience: .usual)
    try a.ask("ping")
    try a.solve(2, in: game, at: 10)
    #expect(try a.refusal("sync.now") == "storeUnavailable")
    #expect(a.end() == 0)
    locks.release()
    try a.start()
    try a.sync()
    #expect(try a.ask("sync.status")["pending"] == 0)
  }

  @Test("4: a bad document in the store hurts only itself")
  func poison() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    try a.ask("profile.set", ["key": "device.volume", "value": 3])
    try a.sync("everything")
    let evil = (scene.folder / "shared").appendingPathComponent("store/0000000000009")
    try FileManager.default.createDirectory(at: evil, withIntermediateDirectories: true)
    let device = #"{"device":"0000000000009","seq":1"#
    let files = [
      "profile": device + "}", game: device + #","kind":"place"}"#,
      "game-foo": #"{"heads":{},"summary":{"id":"game-foo","game":{}}}"#,
      "device-settings": device + #","kind":"set","key":"device.volume","stamp":1,"value":99}"#,
    ]
    for (name, line) in files {
      try Data((line + "\n").utf8).write(to: evil.appendingPathComponent(name + ".jsonl"))
    }
    for name in ["a", "b"] {
      let device = name == "a" ? a : try scene.device("b")
      try device.ask("sync.restore")
      for method in ["profile.get", "stats.get", "sync.conflicts", "save.export"] {
        #expect(try device.refusal(method) == nil, "\(name) \(method)")
      }
      #expect(try device.state(game)["board"]?.string?.prefix(3) == "534")
      #expect(try device.games("all") == [game])
      let quarantined = try device.ask("sync.status")["quarantined"]?.array ?? []
      let documents = Set(quarantined.compactMap { $0["document"]?.string })
      #expect(documents.isSuperset(of: [game, "profile"]), "\(quarantined)")
      #expect(quarantined.contains { $0["line"]?.string == files["profile"] })
      try device.solve(name == "a" ? 3 : 5, in: game, at: 20)
      try device.sync("everything")
    }
    #expect(try a.ask("profile.get")["settings"]?["device.volume"] == 3)
    a.end()
    let check = try Binary.run(["sync", "--check", "--data", a.data.path])
    #expect(check.status == 0)
    #expect(check.lines.contains { $0.hasPrefix("profile\t0000000000009\t") })
    try FileManager.default.removeItem(at: evil)
    let retry = try a.run("sync", ["--check", "--retry"])
    #expect(retry.status == 0 && retry.lines.isEmpty, "\(retry)")
  }

  /// Two devices out of reach of each other, each of which has placed one of the last two digits.
  private func devicesThatSolveTogether(
    _ place: MeetingPlace
  ) throws -> (SyncDevice, SyncDevice, game: String) {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let game = try a.newGame(at: 0)
    let board = Array(try a.state(game)["board"]?.string ?? "")
    let cells = board.indices.filter { board[$0] == "." }
    for cell in cells.dropLast(2) { try a.solve(cell, in: game, at: 10) }
    try a.sync("everything")
    try b.sync("everything")
    try a.disconnect()
    try b.disconnect()
    try a.solve(cells[cells.count - 2], in: game, at: 20)
    try b.solve(cells[cells.count - 1], in: game, at: 30)
    return (a, b, game)
  }

  @Test(
    "5: a game that two devices completed together is nobody's current game any more",
    arguments: MeetingPlace.allCases)
  func aMergeThatCompletes(_ place: MeetingPlace) throws {
    let (a, b, game) = try devicesThatSolveTogether(place)
    try a.connect()
    try b.connect()
    for device in [a, b, a] { try device.sync() }
    for device in [a, b] {
      #expect(try device.state(game)["status"] == "completed")
      let list = try device.ask("game.list")
      #expect(list["current"]?.string == nil)
      #expect(list["games"]?.array?.first?["status"] == "completed")
    }
  }

  @Test(
    "5: a board that two devices solve together is completed though no server had it in memory",
    arguments: MeetingPlace.allCases)
  func aMergeThatCompletesOutOfMemory(_ place: MeetingPlace) throws {
    let (a, b, _) = try devicesThatSolveTogether(place)
    for device in [a, b] { try device.restart() }
    try a.connect()
    try b.connect()
    for device in [a, b, a] { try device.sync("everything") }
    for device in [a, b] {
      let list = try device.ask("game.list")
      #expect(list["games"]?.array?.first?["status"] == "completed")
    }
  }

  @Test(
    "6: lists and new devices see what the merged game says", arguments: MeetingPlace.allCases)
  func summariesAreMadeAgain(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let answer = try a.ask(
      "game.new",
      [
        "puzzle": .string(SyncDevice.puzzle), "at": SyncDevice.time(0),
        "options": ["mistakeLimit": 3],
      ])
    let game = answer["game"]?.string ?? ""
    try a.sync()
    try b.sync()
    try a.disconnect()
    try b.disconnect()
    for (device, moves) in [(a, [(2, 1), (3, 2)]), (b, [(5, 4), (6, 8)])] {
      for (cell, digit) in moves { try device.place(cell, digit, in: game, at: 50) }
    }
    try a.connect()
    try b.connect()
    for device in [a, b, a, b] { try device.sync("everything") }
    let c = try scene.device("c")
    try c.ask("sync.restore")
    for device in [a, b, c] {
      let listed = try device.ask("game.list")["games"]?.array?.first
      let state = try device.state(game)
      #expect(state["mistakes"] == 4 && state["status"] == "gameOver")
      #expect(listed?["mistakes"] == state["mistakes"] && listed?["status"] == state["status"])
      #expect(try device.ask("stats.get")["total"]?["losses"] == 1)
    }
  }

  @Test(
    "7: what another process on the same folder brought is seen at once",
    arguments: MeetingPlace.allCases)
  func aSecondProcess(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    try a.sync()
    try b.sync()
    b.end()
    try b.start(patience: .noStore)
    try b.open(game, at: 20)
    try b.ask("subscribe", ["topics": ["game.completedElsewhere"]])
    try a.complete(game, at: 100)
    a.end()
    #expect(try b.run("sync").status == 0)
    #expect(try b.nextNotification("game.completedElsewhere")?["game"]?.string == game)
    #expect(try b.state(game)["status"] == "completed")
    #expect(try b.refusal("game.place", ["game": .string(game), "cell": 2, "digit": 1]) != nil)
  }

  @Test(
    "8: equal request IDs of two devices are two requests", arguments: MeetingPlace.allCases)
  func requestIDs(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let game = try a.newGame(at: 0)
    func move(_ cell: Int, _ digit: Int) -> JSONValue {
      [
        "game": .string(game), "opId": "1", "at": SyncDevice.time(10), "cell": JSONValue(cell),
        "digit": JSONValue(digit),
      ]
    }
    #expect(try a.ask("game.place", move(2, 4))["duplicate"] == nil)
    try a.sync()
    try b.sync()
    #expect(try b.ask("game.place", move(3, 6))["duplicate"] == nil)
    try b.sync()
    try a.sync()
    #expect(try a.state(game)["board"]?.string?.prefix(4) == "5346")
    #expect(try a.ask("game.place", move(2, 4))["duplicate"] == true)
  }

  /// The example in Python doesn't watch its file.
  @Test(
    "9: a move is on the other device without a request",
    arguments: MeetingPlace.allCases.filter { $0 != .program })
  func newsTravelByThemselves(_ place: MeetingPlace) throws {
    let scene = try SyncScene(place)
    let (a, b) = (try scene.device("a"), try scene.device("b"))
    let game = try a.newGame(at: 0)
    try a.sync()
    try b.sync()
    try b.open(game, at: 10)
    try b.ask("subscribe", ["topics": ["sync.merged"]])
    for (cell, letters) in [(2, "534"), (3, "5346")] {
      try a.solve(cell, in: game, at: 20)
      #expect(try b.nextNotification("sync.merged")?["game"]?.string == game)
      while try b.state(game)["board"]?.string?.hasPrefix(letters) != true {
        _ = try b.nextNotification("sync.merged")
      }
    }
  }
}
