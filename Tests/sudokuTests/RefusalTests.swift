import Foundation
import JSONCoding
import SudokuProtocol
import TestSupport
import Testing

/// What a host refuses changes nothing: each method, with each wrong parameter.
@Suite(.serialized) struct RefusalTests {
  enum Host: String, CaseIterable {
    case pipe, players, tools

    var arguments: [String] {
      switch self {
      case .pipe: ["serve", "--data"]
      case .players: ["serve", "--players"]
      case .tools: ["mcp", "--tools", "all", "--data"]
      }
    }

    /// A request as the host takes it.
    func line(_ id: Int, _ method: String, _ parameters: JSONObject) -> String {
      var name = method
      var parameters = parameters
      switch self {
      case .pipe: break
      case .players: parameters["player"] = parameters["player"] ?? "anna"
      case .tools:
        name = "tools/call"
        parameters = [
          "arguments": .object(parameters),
          "name": .string(String(method.map { $0 == "." ? "_" : $0 })),
        ]
      }
      let request: JSONValue = [
        "id": JSONValue(id), "jsonrpc": "2.0", "method": .string(name),
        "params": .object(parameters),
      ]
      return request.description
    }

    func result(of answer: JSONValue) -> JSONValue? {
      guard self == .tools else { return answer["result"] }
      return answer["result"]?["isError"] == false
        ? answer["result"]?["structuredContent"] : nil
    }
  }

  /// Methods with one wrong parameter each, and one with a parameter that does not exist.
  private static func requests() throws -> [(method: String, parameters: JSONObject)] {
    let list = try Binary.run(
      ["serve", "--data", NSTemporaryDirectory() + UUID().uuidString, "--log-level", "error"],
      input: #"{"jsonrpc":"2.0","id":1,"method":"methods"}"#)
    let methods = try JSONValue(parsing: list.output)["result"]?["methods"]?.array ?? []
    #expect(methods.count > 60)
    var requests: [(method: String, parameters: JSONObject)] = []
    for method in methods {
      let name = method["name"]?.string ?? ""
      requests.append((name, ["nope": 1]))
      for (parameter, _) in method["params"]?["properties"]?.object?.pairs ?? [] {
        let wrong: [JSONValue] = [
          ["nope": true], [[]], "\u{7}nope", .int(.max), -1.5e300,
        ]
        for value in wrong {
          var parameters: JSONObject = [parameter: value]
          // Whatever is accepted begins no clock.
          if name == "game.daily", parameter != "options" {
            parameters["options"] = ["timer": false]
          }
          requests.append((name, parameters))
        }
      }
    }
    return requests
  }

  @Test(arguments: Host.allCases)
  func aRefusedRequestChangesNothing(host: Host) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let requests = try Self.requests().sized(60)
    let server = try ServerProcess(host.arguments + [folder.url.path, "--log-level", "error"])
    var lastID = 0
    func ask(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue? {
      lastID += 1
      server.send(host.line(lastID, method, parameters))
      while let line = server.nextLine() {
        let answer = try JSONValue(parsing: line)
        if answer["id"]?.int == lastID { return host.result(of: answer) }
      }
      throw Ended(method: method)
    }
    func look() throws -> [JSONValue?] {
      let player = try ask("profile.get")
      return [
        try ask("game.state"), try ask("game.list"), player?["settings"],
        player?["profile"]?["rev"],
      ]
    }
    _ = try ask(
      "game.new", ["puzzle": .string(BadInputTests.good), "options": ["timer": false]])
    _ = try ask("game.place", ["cell": "r1c3", "digit": 4])
    var before = try look()
    #expect(before[0]?["board"] != nil)
    var refused = 0
    for request in requests {
      let isRefused = try ask(request.method, request.parameters) == nil
      let after = try look()
      if isRefused {
        refused += 1
        #expect(after == before, "\(request)")
      }
      before = after
    }
    #expect(refused > requests.count / 2, "\(refused) of \(requests.count)")
    server.endInput()
    #expect(server.wait() == 0)
  }

  struct Ended: Error { let method: String }

  /// A person's commands, too.
  @Test func aRefusedCommandChangesNothing() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let requests = try Self.requests().filter { $0.parameters["nope"] != nil }
    let commands =
      requests.map { "\($0.method) \(JSONValue.object($0.parameters))" }
      + [
        "place", "clear r9", "open x", "hint 9", "new impossible", "place r1c3 0", "quit now",
      ]
    let run = try Binary.run(
      ["serve", "--text", "--data", folder.url.path, "--log-level", "error"],
      input: (["new \(BadInputTests.good)"] + commands + ["show"]).joined(separator: "\n") + "\n")
    let refused = run.lines.count { $0.hasPrefix("error: ") }
    #expect(run.status == 0 && refused == commands.count, "\(run.output)")
    let boards = run.output.components(separatedBy: "     1 2 3").dropFirst()
    #expect(boards.count == 2 && boards.first?.prefix(200) == boards.last?.prefix(200))
  }

  /// What is refused neither ends the session of others nor opens games for a new player.
  @Test func aRefusedRequestConcernsNoOtherPlayer() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{"player":"anna"}}"#,
      #"{"id":2,"method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"shutdown","params":[1]}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"shutdown","params":{"nope":1}}"#,
      #"{"jsonrpc":"2.0","id":[],"method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"game.place","params":{"player":"new","cell":"r0c0","digit":1}}"#,
      #"{"id":6,"method":"game.list","params":{"player":"new"}}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"game.undo","params":{"player":"new","at":5}}"#,
      #"{"jsonrpc":"2.0","id":8,"method":"profile.set","params":{"player":"anna","key":"a","value":1}}"#,
      #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","id":10,"method":"game.list","params":{"player":"anna"}}"#,
    ]
    let run = try Binary.run(
      ["serve", "--players", folder.url.path, "--log-level", "error"],
      input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0)
    let answers = try run.lines.map { try JSONValue(parsing: String($0)) }
    #expect(answers.count == lines.count, "\(run.output)")
    let succeeded = answers.filter { $0["result"] != nil }.compactMap { $0["id"]?.int }
    #expect(succeeded.sorted() == [8, 9], "\(run.output)")
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(folders == ["anna"], "\(folders)")
  }
}

extension JSONObject {
  fileprivate var pairs: [(String, JSONValue)] { keys.map { ($0, self[$0] ?? .null) } }
}
