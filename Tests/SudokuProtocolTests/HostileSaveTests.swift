import JSONCoding
import SudokuSession
import SudokuSync
import Testing

/// Saves with values that no version of the engine writes: each is answered, none does harm.
@Suite struct HostileSaveTests {
  private static let hash = "game-07ap9x8qtst53aww4qy12t8wfr-"

  private static let create: JSONObject = [
    "clues": .string(Samples.puzzle), "device": "0000000000001", "kind": "create", "options": [:],
    "seq": 1, "stamp": "1795176000000",
  ]

  private static let complete: JSONObject = [
    "board": .string(Samples.solution), "device": "0000000000001", "hints": 0, "kind": "complete",
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
}
