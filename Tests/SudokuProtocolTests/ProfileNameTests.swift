import JSONCoding
import SudokuSession
import SudokuSync
import Testing

@testable import SudokuProtocol

/// Names that no answer could hold: refused before they are stored, and no harm where they are.
@Suite struct ProfileNameTests {
  @Test func aNameWithNULIsRefused() throws {
    let server = try TestServer()
    for kind in ["earn", "unlock", "progress", "score", "stars"] {
      let answer = try server.call("profile.grant", ["item": "a\0b", "kind": .string(kind)])
      #expect(answer["error"]?["data"]?["kind"] == "invalidParams", "\(kind): \(answer)")
      #expect(answer["id"]?.integer != nil)
    }
    for flag in [true, false] {
      let answer = try server.call(
        "profile.set", ["key": "a\0b", "value": 1, "flag": .bool(flag)])
      #expect(answer["error"]?["data"]?["kind"] == "invalidParams", "\(answer)")
    }
    _ = try server.result("profile.grant", ["item": "coins", "kind": "earn"])
    #expect(try server.result("profile.get")["profile"]?["items"]?["coins"]?["balance"] == 1)
  }

  /// What an older version stored, here or on another device, hides nothing else.
  @Test func storedNamesDoNoHarm() throws {
    let device = DeviceID(rawValue: 7)
    let actions: [DocumentAction] = [
      .earn(item: "a\0b", amount: 5), .unlock("c\0"), .progress(achievement: "\0", amount: 1),
      .record(.stars, key: "\0", value: 1), .set(key: "f\0", value: 1),
      .earn(item: "coins", amount: 3),
    ]
    func document(_ id: DocumentID, _ actions: [DocumentAction]) -> SaveFile.Document {
      SaveFile.Document(
        id: id,
        operations: actions.enumerated().map { index, action in
          DocumentOperation(
            key: OperationKey(device: device, seq: index + 1),
            stamp: Stamp(milliseconds: TestServer.startMilliseconds + Int64(index)),
            action: action)
        })
    }
    let server = try TestServer()
    let save = try CanonicalJSONEncoder().encodeValue(
      SaveFile([
        document(.profile, actions),
        document(.settings, [.set(key: "g\0", value: 1), .set(key: "theme", value: "dark")]),
      ]))
    #expect(try server.result("save.import", ["save": save])["newOperations"] == 8)
    let profile = try server.result("profile.get")
    #expect(profile["profile"]?["items"]?["coins"]?["balance"] == 3, "\(profile)")
    #expect(profile.description.contains("dark"))
  }

  /// An answer that can't be written is an error under its own ID, and takes no other one with it.
  @Test func anUnwritableAnswerKeepsItsID() throws {
    let queue = AnswerQueue()
    let bad: JSONValue = ["id": 7, "jsonrpc": "2.0", "result": .object(["a\0": 1])]
    let good: JSONValue = ["id": 8, "jsonrpc": "2.0", "result": true]
    queue.add([bad, good], dependOnCommit: false)
    var text = ""
    queue.take { text += String(decoding: $0, as: UTF8.self) }
    let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.count == 2)
    #expect(lines[0]["id"] == 7 && lines[0]["error"]?["code"] == -32603, "\(text)")
    #expect(lines[1] == good)
  }
}
