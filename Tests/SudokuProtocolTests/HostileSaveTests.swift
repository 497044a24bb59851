import JSONCoding
import SudokuSession
import SudokuSync
import Testing

/// Saves with values that no version of the engine writes: each is answered, none does harm.
@Suite struct HostileSaveTests {
  private static let hash = "game-07ap9x8qtst53aww4qy12t8wfr-"

  private static let create: JSONObject = [
    "clues": .string(Samples.puzzle), "device": "0000000000002", "kind": "create", "options": [:],
    "seq": 1, "stamp": "1795176000000",
  ]

  private static let complete: JSONObject = [
    "board": .string(Samples.solution), "device": "0000000000002", "hints": 0, "kind": "complete",
    "mistakes": 0, "seq": 2, "stamp": "1795176001000", "total": 1000,
  ]

  private static func save(
    _ id: String, clues: String = Samples.puzzle, version: Int = 1, _ operations: [JSONObject]
  ) -> JSONValue {
    [
      "format": "sudoku-save", "version": JSONValue(version),
      "documents": [
        [
          "id": .string(id), "clues": .string(clues),
          "operations": .array(operations.map { .object($0) }),
        ]
      ],
    ]
  }

  @Test(arguments: [
    Int64.min, -9_300_000_000_000_000, -62_167_219_201, 253_402_300_800, 9_300_000_000_000_000,
    864_000_000_000_000_000, Int64.max,
  ])
  func aGameOfAnImpossibleStartIsSetAside(start: Int64) throws {
    let server = try TestServer()
    let save = Self.save(Self.hash + String(start), [Self.create, Self.complete])
    let result = try server.result("save.import", ["save": save])
    #expect(result["games"] == 0)
    #expect(result["quarantined"]?[0]?["reason"] == "its name is not a valid game ID")
    for sort in ["lastSaved", "startDate"] {
      #expect(try server.result("game.list", ["sort": .string(sort)])["games"] == [])
    }
    #expect(try server.result("stats.get")["total"]?["wins"] == 0)
    let grant: JSONObject = ["kind": "earn", "item": "coins", "amount": 5, "opId": "g"]
    for _ in 0..<2 {
      let profile = try server.result("profile.grant", grant)["profile"]
      #expect(profile?["items"]?["coins"]?["balance"] == 5)
    }
  }

  @Test(arguments: [Int64(-62_167_219_200), 0, 253_402_300_799])
  func theFirstAndTheLastStartAreGames(start: Int64) throws {
    let server = try TestServer()
    let save = Self.save(Self.hash + String(start), [Self.create, Self.complete])
    #expect(try server.result("save.import", ["save": save])["completed"] == 1)
    let list = try server.result("game.list", ["started": ["from": "0000-01-01"]])
    #expect(list["games"]?.array?.count == 1)
    #expect(try server.result("stats.get")["total"]?["wins"] == 1)
    #expect(
      try server.result("game.restart", ["game": .string(Self.hash + String(start))])["status"]
        == "inProgress")
  }

  @Test(arguments: [("\0", ""), ("\u{1}\u{7f}new\n", "new")])
  func anOperationOfAStrangeKindIsNamedWithoutControlCharacters(
    kind: String, shown: String
  ) throws {
    let server = try TestServer()
    let strange: JSONObject = [
      "device": "0000000000002", "kind": .string(kind), "seq": 2, "stamp": "1795176001000",
    ]
    let id = Self.hash + "1795176000"
    let result = try server.result(
      "save.import", ["save": Self.save(id, [Self.create, strange])])
    #expect(result["unknown"] == .object([shown: 1]))
    #expect(try server.result("game.open", ["game": .string(id)])["ignored"] == [.string(shown)])
  }

  @Test func aLevelWithNULIsNone() throws {
    let server = try TestServer()
    let old: JSONValue = [
      "initialBoard": .string(Samples.puzzle), "level": "a\0b", "startDate": "2026-11-20T12:00:00Z",
    ]
    _ = try server.result("save.import", ["save": old])
    let stored: JSONObject = ["level": "c\0", "scale": "level", "version": "1"]
    for (number, grade) in [("level", JSONValue.string("d\0")), ("grade", .object(stored))]
      .enumerated()
    {
      var create = Self.create
      create[grade.0] = grade.1
      let save = Self.save(Self.hash + "\(1_795_176_001 + number)", [create])
      #expect(try server.result("save.import", ["save": save])["newOperations"] == 1)
    }
    #expect(try server.result("stats.get")["levels"]?.object?.keys == ["unrated"])
    #expect(try server.result("profile.get")["profile"]?["statistics"] != nil)
    #expect(try server.result("game.list")["games"]?.array?.count == 3)
  }

  @Test(arguments: [-1, 0]) func aSaveOfAnImpossibleVersionIsRefused(version: Int) throws {
    let server = try TestServer()
    let save = Self.save(Self.hash + "1795176000", version: version, [Self.create])
    let error = try server.call("save.import", ["save": save])["error"]
    #expect(
      error?["message"]?.string?.contains("at least 1") == true, "\(String(describing: error))")
  }

  /// Reals with more than 15 digits, names that differ in normalisation only, a sign of 0, spaces: an
  /// export brings back what was imported, and an import elsewhere is no other continuation.
  @Test func foreignOperationsStayAsTheyAre() throws {
    let server = try TestServer()
    let device = "0000000000009"
    let lines = [
      #"{"amount":100,"device":"\#(device)","item":"coins","kind":"earn","seq":1,"stamp":"5","x":0.1234567890123456789}"#,
      #"{"amount":7,"device":"\#(device)","item":"coins","kind":"earn","seq":2,"stamp":"6","\#u{e9}":1,"e\#u{301}":2}"#,
      #"{ "seq":3,"amount":7,"device":"\#(device)","item":"coins","kind":"earn","stamp":"7","z":-0.0}"#,
      #"{"device":"\#(device)","key":"n","kind":"set","seq":4,"stamp":"8","value":5e-324}"#,
      #"{"device":"\#(device)","key":"m","kind":"set","seq":5,"stamp":"9","value":-1.79769313486232e308}"#,
    ]
    let bytes = lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
    let chunk = try #require(
      OperationChunk(device: DeviceID(rawValue: 9), after: .empty, lines: bytes))
    _ = try server.replica.restore([
      DocumentDelta(id: .profile, summary: DocumentSummary(id: .profile), chunks: [chunk])
    ])
    #expect(try server.replica.chunks(of: .profile, after: [:]).flatMap(\.lines) == bytes)
    let profile = try server.result("profile.get")["profile"]
    #expect(profile?["items"]?["coins"]?["balance"] == 114)
    #expect(profile?["values"]?["m"] == .double(-.greatestFiniteMagnitude))
    let export = try server.result("save.export")
    let save = try #require(export["save"])
    #expect(export["unreadable"] == nil)
    for target in [try TestServer(), server] {
      let before = try target.replica.counts().documents
      let result = try target.result("save.import", ["save": JSONValue(parsing: save.description)])
      #expect(result["newOperations"] == (before == 0 ? 5 : 0))
      #expect(try target.replica.heads(of: .profile) == [chunk.device: chunk.head])
    }
  }

  /// What versions up to 0.3 wrote for the largest number is more than a double can hold: the document
  /// was locked, and is not any more.
  @Test func aLockedDocumentHeals() throws {
    let server = try TestServer()
    let device = server.replica.device
    let lines =
      #"{"device":"\#(device)","key":"x","kind":"set","seq":1,"stamp":"5","value":1.79769313486232e308}"#
      + "\n"
    for id in [DocumentID.settings, .profile] {
      try server.replica.append([
        ReplicaEntry(
          id: id, summary: DocumentSummary(id: id), firstSeq: 1, lines: Array(lines.utf8),
          device: device)
      ])
      try server.replica.quarantine([
        QuarantineEntry(
          document: id, device: device, reason: "operation 1", line: Array(lines.utf8.dropLast()))
      ])
    }
    #expect(try server.result("profile.set", ["key": "y", "value": 1])["changed"] == true)
    _ = try server.result("profile.grant", ["kind": "earn", "item": "coins"])
    let player = try server.result("profile.get")
    #expect(player["settings"]?["x"] == .double(.greatestFiniteMagnitude))
    #expect(player["profile"]?["values"]?["x"] == .double(.greatestFiniteMagnitude))
    #expect(try server.result("sync.status")["quarantined"] == [])
  }
}
