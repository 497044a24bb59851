import JSONCoding
import SudokuCore
import Testing

@testable import SudokuProtocol

/// Where nothing is checked, no answer and no notification shows that a digit is wrong.
@Suite struct SilentMistakesTests {
  private static let samples: JSONObject = [
    "bookmark": "mark", "cell": "r1c4", "count": 1, "digit": 6, "id": 1, "key": "k",
    "name": "timer",
    "op": "check", "operations": [["op": "select", "cell": "r1c4"]],
    "placements": [["cell": "r1c4", "digit": 6]], "puzzle": .string(Samples.puzzle),
    "topics": ["*"], "value": true,
  ]

  /// The methods whose answers or notifications show mistakes, and the number of those that succeed.
  private func methodsThatShowMistakes(
    check: String
  ) throws -> (loud: Set<String>, answered: Int) {
    var (loud, answered): (Set<String>, Int) = ([], 0)
    for method in Method.all where method.name != "shutdown" {
      let server = try TestServer()
      let game = try server.result(
        "game.new",
        ["puzzle": .string(Samples.puzzle), "options": ["mistakeCheck": .string(check)]])["game"]
      _ = try server.result("game.bookmark", ["name": "mark"])
      // The first digit breaks no rule and is wrong; the second stands twice in its row.
      for (cell, digit) in [("r1c3", 1), ("r1c9", 5)] as [(String, Int)] {
        _ = try server.result("game.place", ["cell": .string(cell), "digit": JSONValue(digit)])
      }
      _ = try server.result("subscribe", ["topics": ["*"]])
      var parameters: JSONObject = [:]
      for name in (method.parameters.value["required"]?.array ?? []).compactMap(\.string) {
        parameters[name] = name == "game" ? game : Self.samples[name]
      }
      let request: JSONValue = [
        "id": 77, "jsonrpc": "2.0", "method": .string(method.name), "params": .object(parameters),
      ]
      for line in server.send(request.description) {
        let value = try JSONValue(parsing: line)
        if value["id"] == 77, value["result"] != nil { answered += 1 }
        if Self.showsMistakes(value, asked: method.name) { loud.insert(method.name) }
      }
    }
    return (loud, answered)
  }

  /// True if a number of mistakes, or a list of wrong cells that nobody asked for, is in a value.
  private static func showsMistakes(_ value: JSONValue, asked method: String) -> Bool {
    if let list = value.array { return list.contains { showsMistakes($0, asked: method) } }
    guard let members = value.object else { return false }
    return members.contains { member in
      switch member.key {
      case "mistakes": (member.value.int ?? 0) > 0
      case "wrongCells", "repeatedCells":
        member.value.array?.isEmpty == false && !["game.check", "game.hint"].contains(method)
      default: showsMistakes(member.value, asked: method)
      }
    }
  }

  @Test func nothingShowsMistakesWithoutACheck() throws {
    let (loud, answered) = try methodsThatShowMistakes(check: "off")
    #expect(loud.isEmpty, "\(loud.sorted())")
    #expect(answered >= 55, "\(answered) methods gave an answer")
  }

  @Test func theSameWalkFindsThemWithOne() throws {
    let (loud, _) = try methodsThatShowMistakes(check: "solution")
    let expected: Set = [
      "game.clear", "game.list", "game.open", "game.place", "game.review", "game.state",
      "game.undo",
      "stats.get",
    ]
    #expect(expected.isSubset(of: loud), "\(expected.subtracting(loud))")
  }

  @Test func aGameThatIsLostShowsThem() throws {
    let server = try TestServer()
    _ = try server.result(
      "game.new",
      [
        "puzzle": .string(Samples.puzzle),
        "options": ["mistakeCheck": "off", "mistakeLimit": 2],
      ])
    for digit in [1, 2] {
      _ = try server.result("game.place", ["cell": "r1c3", "digit": JSONValue(digit)])
    }
    let listed = try server.result("game.list")["games"]?.array?.first
    #expect(listed?["status"] == "gameOver" && listed?["mistakes"] == 2, "\(listed ?? .null)")
  }
}
