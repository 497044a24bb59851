import Foundation
import JSONCoding
import TestSupport
import Testing

/// `sudoku serve --players`: many players in one process.
@Suite(.serialized) struct ServePlayersTests {
  private func line(_ id: Int, _ method: String, _ parameters: JSONObject = [:]) -> String {
    let request: JSONValue = [
      "id": JSONValue(id), "jsonrpc": "2.0", "method": .string(method),
      "params": .object(parameters),
    ]
    return request.description
  }

  private func run(_ folder: TemporaryFolder, _ lines: [String]) throws -> [Int: JSONValue] {
    let run = try Binary.run(
      ["serve", "--players", folder.url.path, "--log-level", "error"],
      input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run)")
    var answers: [Int: JSONValue] = [:]
    for line in run.lines {
      let answer = try JSONValue(parsing: String(line))
      if let id = answer["id"]?.integer { answers[id] = answer }
    }
    return answers
  }

  @Test func eachPlayerHasGamesOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let puzzle = JSONValue.string(BadInputTests.good)
    var lines = [line(0, "hello")]
    for index in 1...20 {
      lines.append(line(index, "game.new", ["player": .string("p\(index)"), "puzzle": puzzle]))
    }
    lines.append(line(30, "game.place", ["player": "p3", "cell": "r1c3", "digit": 4]))
    lines.append(line(31, "game.state"))
    lines.append(line(32, "game.state", ["player": "../p3"]))
    lines.append(line(33, "puzzle.check", ["puzzle": puzzle]))
    lines.append(line(34, "shutdown"))
    let answers = try run(folder, lines)
    #expect(answers.count == 26, "\(answers.keys.sorted())")
    for index in 0...20 { #expect(answers[index]?["result"] != nil, "\(index)") }
    #expect(answers[30]?["result"]?["canUndo"] == true)
    for index in 31...32 { #expect(answers[index]?["error"]?["data"]?["parameter"] == "player") }
    #expect(answers[33]?["result"]?["valid"] != nil || answers[33]?["result"] != nil)

    let later = try run(
      folder,
      (1...20).map { line($0, "game.state", ["player": .string("p\($0)")]) })
    for index in 1...20 {
      let state = later[index]?["result"]
      #expect(
        state?["canUndo"] == .bool(index == 3), "\(index): \(String(describing: later[index]))")
    }
  }

  @Test func playersAreListedClosedRenamedAndDeleted() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try ServerProcess([
      "serve", "--players", folder.url.path, "--log-level", "error",
    ])
    var id = 0
    func ask(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
      id += 1
      server.send(line(id, method, parameters))
      return try JSONValue(parsing: try #require(server.nextLine()))
    }
    func names() throws -> [String] {
      try ask("player.list")["result"]?["players"]?.array?.compactMap { $0["name"]?.string } ?? []
    }
    for name in ["anna", "ben", "cleo"] {
      _ = try ask("game.new", ["player": .string(name), "puzzle": .string(BadInputTests.good)])
    }
    #expect(try ask("game.list", ["player": "nobody"])["result"]?["games"]?.array?.isEmpty == true)
    #expect(try names() == ["anna", "ben", "cleo"], "a look at a player makes none")
    let page = try ask("player.list", ["limit": 2])["result"]
    #expect(page?["players"]?.array?.count == 2 && page?["nextPage"] == "ben")
    let rest = try ask("player.list", ["limit": 2, "page": "ben"])["result"]
    #expect(rest == ["players": [["name": "cleo", "open": true]]])

    #expect(try ask("player.close", ["player": "ben"])["result"] == [:])
    #expect(
      try ask("player.list", ["page": "anna", "limit": 1])["result"]?["players"]
        == [["name": "ben", "open": false]])
    #expect(try ask("game.state", ["player": "ben"])["result"]?["status"] == "inProgress")

    #expect(try ask("player.rename", ["player": "ben", "to": "anna"])["error"] != nil)
    #expect(try ask("player.rename", ["player": "ben", "to": "bert"])["result"] == [:])
    #expect(try ask("game.state", ["player": "bert"])["result"]?["status"] == "inProgress")
    #expect(try ask("player.rename", ["player": "ben", "to": "ben2"])["error"] != nil)

    // The requests after a deletion begin a new player.
    server.send(line(101, "player.delete", ["player": "anna"]))
    server.send(
      line(102, "game.new", ["player": "anna", "puzzle": .string(BadInputTests.good)]))
    var answers: [Int: JSONValue] = [:]
    while answers.count < 2, let text = server.nextLine() {
      let answer = try JSONValue(parsing: text)
      if let id = answer["id"]?.integer { answers[id] = answer }
    }
    #expect(answers[101]?["result"] == ["remains": []])
    #expect(answers[102]?["result"]?["existing"] != true && answers[102]?["error"] == nil)
    #expect(try ask("player.delete", ["player": "nobody"])["result"] == ["remains": []])
    #expect(
      try ask("player.delete", ["player": "../x"])["error"]?["data"]?["parameter"] == "player")
    #expect(try names() == ["anna", "bert", "cleo"])
    server.send(line(103, "shutdown"))
    #expect(server.wait() == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.sorted() == ["anna", "bert", "cleo"])
  }

  @Test func aDeletedPlayerIsDeletedInAStoreOfFiles() throws {
    for scheme in ["file", "sqlite"] {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let store = folder.url.path + "/store-{}"
      let server = try ServerProcess([
        "serve", "--players", folder.url.path + "/players", "--store", "\(scheme):\(store)",
        "--log-level", "error",
      ])
      server.send(line(1, "game.new", ["player": "anna", "puzzle": .string(BadInputTests.good)]))
      server.send(line(2, "sync.now", ["player": "anna", "goal": "everything"]))
      server.send(line(3, "player.delete", ["player": "anna"]))
      var answers: [Int: JSONValue] = [:]
      while answers.count < 3, let text = server.nextLine() {
        let answer = try JSONValue(parsing: text)
        if let id = answer["id"]?.integer { answers[id] = answer }
      }
      #expect(answers[3]?["result"] == ["remains": []], "\(answers)")
      #expect(!FileManager.default.fileExists(atPath: store.replacing("{}", with: "anna")))
      server.send(line(4, "game.list", ["player": "anna"]))
      let games = try JSONValue(parsing: try #require(server.nextLine()))
      #expect(games["result"]?["games"]?.array?.isEmpty == true, "\(games)")
      server.endInput()
      #expect(server.wait() == 0)
    }
  }

  @Test func aMisspeltMethodOpensNoPlayer() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let answers = try run(
      folder, [line(1, "game.plcae", ["player": "anna"]), line(2, "hello")])
    #expect(answers[1]?["error"]?["data"]?["kind"] == "unknownMethod")
    #expect(answers[1]?["error"]?["data"]?["suggestion"] == "game.place")
    #expect(answers[2]?["result"]?["capabilities"]?.array?.contains("batch") == false)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/anna"))
  }

  @Test func notificationsNameThePlayer() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run(
      ["serve", "--players", folder.url.path, "--log-level", "error"],
      input: [
        line(1, "subscribe", ["player": "anna", "topics": ["*"]]),
        line(2, "game.new", ["player": "anna", "puzzle": .string(BadInputTests.good)]),
        line(3, "game.new", ["player": "ben", "puzzle": .string(BadInputTests.good)]),
        line(4, "game.place", ["player": "anna", "cell": "r1c3", "digit": 4]),
        line(5, "game.place", ["player": "ben", "cell": "r1c3", "digit": 4]),
      ].joined(separator: "\n"))
    let notes = run.lines.filter { $0.contains("\"method\":\"game.changed\"") }
    #expect(notes.count == 1 && notes[0].contains("\"player\":\"anna\""), "\(run.output)")
    #expect(notes.first?.contains("\"digit\":4") == true, "\(run.output)")
  }

  /// Who watches a player hears the next move, however long the player thought.
  @Test func aSubscriptionOutlivesTheOpenGames() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let puzzle = JSONValue.string(BadInputTests.good)
    var lines = [
      line(1, "game.new", ["player": "anna", "puzzle": puzzle]),
      line(2, "subscribe", ["player": "anna", "topics": ["game.changed"]]),
    ]
    for id in 3...8 {
      lines.append(line(id, "game.new", ["player": .string("p\(id)"), "puzzle": puzzle]))
    }
    lines.append(line(9, "game.place", ["player": "anna", "cell": "r1c3", "digit": 4]))
    let run = try Binary.run(
      [
        "serve", "--players", folder.url.path, "--open-players", "2", "--log-level", "debug",
      ], input: lines.joined(separator: "\n"))
    #expect(run.status == 0 && run.error.contains("player anna is closed"), "\(run)")
    let notes = run.lines.filter { $0.contains("\"method\":\"game.changed\"") }
    #expect(notes.count == 1 && notes[0].contains("\"player\":\"anna\""), "\(run.output)")
  }

  /// Players whose store fails are closed like others, and keep what they played.
  @Test func theLimitHoldsWhereTheStoreFails() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let puzzle = JSONValue.string(BadInputTests.good)
    let lines = (1...6).map {
      line($0, "game.new", ["player": .string("p\($0)"), "puzzle": puzzle])
    }
    let arguments = [
      "serve", "--players", folder.url.path, "--open-players", "2", "--store",
      "sqlite:/nowhere/{}.sqlite", "--launch-wait", "0", "--log-level", "debug",
    ]
    let run = try Binary.run(arguments, input: lines.joined(separator: "\n"))
    let closed = run.error.split(separator: "\n").count { $0.contains("is closed") }
    #expect(run.status == 0 && run.lines.count == 6 && closed >= 4, "\(run)")
    let later = try self.run(
      folder, (1...6).map { line($0, "game.state", ["player": .string("p\($0)")]) })
    for id in 1...6 { #expect(later[id]?["result"] != nil, "\(id)") }
  }

  /// While a player's games are being closed they belong to one identity: it knows what was asked.
  @Test func aRequestDuringTheClosingFindsTheSameIdentity() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try ServerProcess([
      "serve", "--players", folder.url.path, "--open-players", "1", "--store", "exec:sleep 20 # {}",
      "--launch-wait", "0", "--log-level", "error",
    ])
    func ask(_ id: Int, _ method: String, _ parameters: JSONObject) throws -> JSONValue {
      server.send(line(id, method, parameters))
      return try JSONValue(parsing: server.nextLine() ?? "")
    }
    let puzzle = JSONValue.string(BadInputTests.good)
    _ = try ask(1, "game.new", ["player": "anna", "puzzle": puzzle])
    let place: JSONObject = ["player": "anna", "cell": "r1c3", "digit": 4, "opId": "x"]
    #expect(try ask(2, "game.place", place)["result"] != nil)
    let device = try ask(3, "device.name", ["player": "anna"])["result"]?["device"]
    #expect(try ask(4, "game.list", ["player": "ben"])["result"] != nil)
    let again = try ask(5, "game.place", place)
    #expect(again["result"]?["duplicate"] == true, "\(again)")
    #expect(try ask(6, "device.name", ["player": "anna"])["result"]?["device"] == device)
    server.endInput()
    #expect(server.wait() == 0)
  }

  /// A burst of players who are opened makes nobody's move wait.
  @Test func aMoveOvertakesTheOpeningOfOthers() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try ServerProcess([
      "serve", "--players", folder.url.path, "--log-level", "error",
    ])
    let puzzle = JSONValue.string(BadInputTests.good)
    server.send(line(0, "game.new", ["player": "anna", "puzzle": puzzle]))
    _ = server.nextLine()
    let burst = (1...50).map {
      line($0, "game.new", ["player": .string("p\($0)"), "puzzle": puzzle])
    }
    let move = line(99, "game.place", ["player": "anna", "cell": "r1c3", "digit": 4])
    server.send((burst + [move]).joined(separator: "\n"))
    var ids: [Int] = []
    while ids.count < 51, let text = server.nextLine() {
      let answer = try JSONValue(parsing: text)
      #expect(answer["result"] != nil, "\(text)")
      ids.append(answer["id"]?.integer ?? -1)
    }
    let place = try #require(ids.firstIndex(of: 99))
    #expect(place < 25, "\(ids)")
    #expect(ids.filter { $0 != 99 } == Array(1...50), "each player in turn")
    server.endInput()
    #expect(server.wait() == 0)
  }

  /// `shutdown` waits for players who are being opened; each request is answered once.
  @Test func shutdownWaitsForOpenings() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let puzzle = JSONValue.string(BadInputTests.good)
    let lines =
      (1...100).map { line($0, "game.new", ["player": .string("p\($0)"), "puzzle": puzzle]) }
      + [line(101, "shutdown"), line(102, "hello")]
    let answers = try run(folder, lines)
    #expect(answers.count == 102 && answers[101]?["result"] == [:])
    #expect((1...100).allSatisfy { answers[$0]?["result"] != nil })
    #expect(answers[102]?["error"]?["data"]?["kind"] == "invalidRequest")
  }

  @Test func optionsThatContradictAreRefused() throws {
    for more in [
      ["--text"], ["--data", "x"], ["--open-players", "0"], ["--store", "sqlite:/tmp/one.sqlite"],
      ["--device", "0"],
    ] {
      let run = try Binary.run(["serve", "--players", "/tmp/none"] + more)
      #expect(run.status == 64 || run.status == 2, "\(more): \(run)")
    }
  }
}
