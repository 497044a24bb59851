import JSONCoding
import SudokuSession
import Testing

@testable import SudokuProtocol

/// Each limit of a request: what is at it is taken, what is beyond it is refused by its name.
@Suite("Edges of limits") struct LimitEdgeTests {
  private func kind(_ line: String) throws -> String {
    let answer = try JSONValue(parsing: line)
    let error = (answer.array?.last ?? answer)["error"]
    return error?["data"]?["limit"]?.string ?? error?["data"]?["problem"]?.string
      ?? error?["data"]?["kind"]?.string ?? "result"
  }

  @Test(arguments: [
    ("lineBytes", 200), ("batchRequests", 3), ("puzzlesPerRequest", 4), ("nestingDepth", 6),
  ])
  func everyLimitOfALineHasItsEdge(_ name: String, _ limit: Int) throws {
    var limits = ProtocolLimits()
    limits.nestingDepth = name == "nestingDepth" ? limit : limits.nestingDepth
    limits.lineBytes = name == "lineBytes" ? limit : limits.lineBytes
    limits.batchRequests = name == "batchRequests" ? limit : limits.batchRequests
    limits.puzzlesPerRequest = name == "puzzlesPerRequest" ? limit : limits.puzzlesPerRequest
    for (size, expected) in [(limit, "result"), (limit + 1, name)] {
      let ping = #"{"id":1,"jsonrpc":"2.0","method":"ping"}"#
      let line =
        switch name {
        case "lineBytes": ping + String(repeating: " ", count: size - ping.utf8.count)
        case "batchRequests":
          "[" + Array(repeating: ping, count: size).joined(separator: ",") + "]"
        case "nestingDepth":
          #"{"id":1,"jsonrpc":"2.0","method":"ping","params":{"x":"#
            + String(repeating: "[", count: size - 2) + String(repeating: "]", count: size - 2)
            + "}}"
        default:
          #"{"id":1,"jsonrpc":"2.0","method":"puzzle.convert","params":{"to":"csv","text":""#
            + Array(repeating: "\(Samples.puzzle)", count: size).joined(separator: #"\n"#)
            + #""}}"#
        }
      let found = try kind(try #require(TestServer(limits: limits).send(line).first))
      switch (name, size == limit) {
      // The names of parameters are looked at once the depth is accepted.
      case ("nestingDepth", true): #expect(found == "invalidParams")
      default: #expect(found == expected, "\(name) \(size)")
      }
    }
  }
}
