import Foundation
import JSONCoding
import SudokuSession
import Testing

/// Records of another program, in its own names.
@Suite struct OldSaveTests {
  /// The record of a completed game of the founding documents.
  private static let completed: JSONObject = [
    "gameID": "game-1234567-1703251200", "initialBoard": .string(Samples.puzzle),
    "boardData": .string(Samples.solution), "notesData": "", "solution": .string(Samples.solution),
    "elapsedTime": 600, "mistakes": 2, "isCompleted": true,
    "completionDate": "2025-12-22T13:10:00Z", "startDate": "2025-12-22T13:00:00Z",
    "lastSaved": "2025-12-22T13:30:00Z",
  ]

  private static let started: JSONObject = [
    "gameID": "game-7-1", "initialBoard": .string(Samples.puzzle), "boardData": .string(board()),
    "elapsedTime": 61.5, "mistakes": 1, "isCompleted": false, "startDate": "2025-12-22T13:00:00Z",
    "lastSaved": "2025-12-22T13:30:00Z",
  ]

  /// The puzzle with one digit.
  private static func board(_ digit: Character = "4") -> String {
    String(Samples.puzzle.prefix(2)) + String(digit) + Samples.puzzle.dropFirst(3)
  }

  private func record(_ base: JSONObject, _ changes: JSONObject) -> JSONValue {
    var record = base
    for change in changes { record[change.key] = change.value == .null ? nil : change.value }
    return .object(record)
  }

  private func message(_ save: JSONValue) throws -> String {
    let answer = try TestServer().call("save.import", ["save": save])
    return answer["error"]?["message"]?.string ?? "no error: \(answer)"
  }

  private func state(_ save: JSONValue) throws -> JSONValue {
    let server = try TestServer()
    let game = try #require(try server.result("save.import", ["save": save])["game"])
    return try server.result("game.state", ["game": game])
  }

  @Test func aCompletedGameArrivesCompleted() throws {
    let server = try TestServer()
    let save = JSONValue.object(Self.completed)
    let answer = try server.result("save.import", ["save": save])
    #expect(answer["completed"] == 1 && answer["oldId"] == "game-1234567-1703251200", "\(answer)")
    #expect(answer["ignored"] == nil)
    let state = try server.result("game.state", ["game": try #require(answer["game"])])
    #expect(state["status"] == "completed" && state["filledCells"] == 81)
    #expect(state["elapsedMilliseconds"] == 600_000 && state["mistakes"] == 2)
    #expect(state["completionDate"] == "2025-12-22T13:10:00Z")
    #expect(state["startDate"] == "2025-12-22T13:00:00Z")
    #expect(state["oldIds"] == ["game-1234567-1703251200"])
    let again = try server.result("save.import", ["save": save])
    #expect(again["newOperations"] == 0, "importing twice changes nothing")
    #expect(try server.result("stats.get")["total"]?["wins"] == 1)
  }

  @Test func aGameInProgressArrivesWithItsNotesAndSelection() throws {
    let state = try state(
      record(
        Self.started,
        [
          "notesData": ["r1c4": [2, 6], "5": "28"], "selectedCellRow": 0, "selectedCellColumn": 3,
          "difficulty": "Easy", "hintsUsed": 1,
        ]))
    #expect(state["status"] == "inProgress" && state["board"] == .string(Self.board()))
    #expect(state["notes"] == ["r1c4": [2, 6], "r1c6": [2, 8]] && state["selected"] == "r1c4")
    #expect(state["elapsedMilliseconds"] == 61_500 && state["mistakes"] == 1)
    #expect(state["hintsUsed"] == 1 && state["level"] == "easy")
    #expect(state["lastSaved"]?.string?.hasPrefix("2025-12-22T13:30:00") == true)
  }

  @Test func boardsAndNotesHaveManyForms() throws {
    let digits = Self.board().map { $0.wholeNumberValue ?? 0 }
    let numbers = JSONValue.array(digits.map { JSONValue($0) })
    let rows = JSONValue.array(
      (0..<9).map { row in
        .array(digits[row * 9..<row * 9 + 9].map { $0 == 0 ? .null : JSONValue($0) })
      })
    func base64(_ bytes: some Sequence<UInt8>) -> JSONValue {
      .string(Data(bytes).base64EncodedString())
    }
    let boards = [
      .string(Self.board()), .string(Self.board().replacingOccurrences(of: ".", with: "0")),
      numbers,
      rows, base64(Self.board().utf8), base64(digits.map { UInt8($0) }),
      base64(numbers.description.utf8), base64(rows.description.utf8),
    ]
    for board in boards {
      let read = try state(record(Self.started, ["boardData": board]))["board"]
      #expect(read == .string(Self.board()), "\(board)")
    }
    let lists = JSONValue.array((0..<81).map { $0 == 3 ? [2, 6] : [] })
    let nested = JSONValue.array(
      (0..<9).map { row in .array((0..<9).map { row == 0 && $0 == 3 ? [2, 6] : [] }) })
    for notes in [
      ["r1c4": [2, 6]], ["3": [6, 2]], lists, nested, base64(lists.description.utf8),
      base64(nested.description.utf8), base64(#"{"3":[2,6]}"#.utf8),
    ] as [JSONValue] {
      let read = try state(record(Self.started, ["notesData": notes]))["notes"]
      #expect(read == ["r1c4": [2, 6]], "\(notes)")
    }
  }

  @Test func numbersAreDatesOnlyWhereTheirEpochIsKnown() throws {
    // 2025-12-22T13:00:00Z in each epoch.
    let dates: [(JSONValue, JSONValue)] = [
      (788_101_200, "secondsSince2001"), (1_766_408_400, "secondsSince1970"),
      (1_766_408_400_000, "millisecondsSince1970"), (788_101_200, .null), (1_766_408_400, .null),
      (788_101_200.5, .null), ("2025-12-22T14:00:00+01:00", .null),
    ]
    for (date, form) in dates {
      let read = try state(
        record(Self.started, ["startDate": date, "lastSaved": date, "dates": form]))
      #expect(read["startDate"] == "2025-12-22T13:00:00Z", "\(date) \(form)")
    }
    for date in [5, 1_766_408_400_000, -1, 220_838_399, 2_177_452_800] as [JSONValue] {
      let text = try message(record(Self.started, ["startDate": date]))
      #expect(text.contains("plausible neither") && text.contains("secondsSince2001"), "\(text)")
    }
    // The wrong epoch is a game of another decade.
    let late = try message(
      record(Self.started, ["startDate": 1_766_408_400, "dates": "secondsSince2001"]))
    #expect(late.contains("yet to come"), "\(late)")
    #expect(try message(record(Self.started, ["dates": "sometimes"])).contains("one of"))
  }

  @Test func cloudKitsOwnJSONIsRead() throws {
    var fields: JSONObject = [:]
    for (name, value) in Self.completed.map({ ($0.key, $0.value) }) {
      let type = name.hasSuffix("Date") || name == "lastSaved" ? "TIMESTAMP" : "STRING"
      let milliseconds = value.string.flatMap { UTCTime($0) }.map {
        JSONValue(Int($0.milliseconds))
      }
      fields["CD_" + name] = ["type": .string(type), "value": milliseconds ?? value]
    }
    fields["CD_isCompleted"] = ["type": "INT64", "value": 1]
    fields["CD_theme"] = ["type": "STRING", "value": "dark"]
    let one: JSONValue = [
      "recordName": "ABC-123", "recordType": "CD_Game", "recordChangeTag": "x",
      "created": ["timestamp": 1_766_408_400_000], "fields": .object(fields),
    ]
    let other: JSONValue = [
      "recordName": "ABC-124",
      "modified": ["timestamp": 1_766_408_999_000],
      "fields": [
        "initial_board": ["value": .string(Samples.puzzle)], "board_data": ["value": .null],
        "start_date": ["value": 1_766_408_500_000, "type": "TIMESTAMP"],
      ],
    ]
    let server = try TestServer()
    let bad = record(Self.completed, ["boardData": .string(Samples.puzzle)])
    let answer = try server.result("save.import", ["save": ["records": [one, other, bad]]])
    #expect(answer["games"] == 2 && answer["completed"] == 1, "\(answer)")
    #expect(answer["ignored"] == ["records[0].fields.CD_theme"])
    #expect(answer["refused"]?.array?.count == 1)
    #expect(answer["refused"]?[0]?.string?.hasPrefix("records[2].boardData: ") == true)
    #expect(answer["imported"]?[1]?["oldId"] == "ABC-124" && answer["game"] == nil)
    let state = try server.result("game.state", ["game": "ABC-124"])
    #expect(state["lastSaved"]?.string?.hasPrefix("2025-12-22T13:09:59") == true, "\(state)")
    #expect(try server.result("save.import", ["save": [one, other]])["newOperations"] == 0)
  }

  @Test func contradictionsAreRefusedWithTheirPlace() throws {
    let cases: [(JSONObject, JSONObject, String)] = [
      (Self.completed, ["boardData": .string(Self.board())], "$.boardData: the record says that"),
      (Self.completed, ["boardData": .string("6" + Samples.solution.dropFirst())], "the clue is 5"),
      (Self.completed, ["solution": .string(Samples.puzzle)], "$.solution: r1c3 differs"),
      (Self.completed, ["completionDate": "2025-12-22T12:00:00Z"], "before the start"),
      (Self.completed, ["elapsedTime": -1], "$.elapsedTime: must be from 0"),
      (
        Self.completed, ["gameID": .string("game-" + String(repeating: "0", count: 26) + "-5")],
        "another game"
      ),
      (Self.completed, ["game_id": "other"], "contradicts"),
      (Self.completed, ["initialBoard": .null], "the member 'initialBoard' is missing"),
      (Self.completed, ["initialBoard": .string(Self.board("5"))], "the clues"),
      (Self.completed, ["initialBoard": .string(Samples.solution)], "no empty cell"),
      (Self.completed, ["startDate": .null, "gameID": .null], "'startDate' is missing"),
      (Self.started, ["completionDate": "2025-12-22T13:10:00Z"], "is not completed"),
      (Self.started, ["notesData": ["r0c1": [1]]], "$.notesData: must be notes"),
      (Self.started, ["notesData": ["r1c3": [10]]], "$.notesData: must be notes"),
      (Self.started, ["selectedCellRow": 9, "selectedCellColumn": 1], "from 0 to 8"),
      (Self.started, ["selectedCellRow": 1], "selectedCellColumn"),
      (Self.started, ["isCompleted": "yes"], "must be true, false, 1 or 0"),
      (Self.started, ["boardData": "abc"], "$.boardData: must be a board"),
    ]
    for (base, changes, expected) in cases {
      let text = try message(record(base, changes))
      #expect(text.contains(expected), "\(changes): \(text)")
    }
    #expect(try message(["colour": "blue"]).contains("neither a game"))
    #expect(try message([5]).contains("[0]"))
  }

  @Test func whatIsMissingHasItsMeaning() throws {
    // Solved without a word about it; completed without a board; the start is in the ID.
    let solved = try state(record(Self.completed, ["isCompleted": .null, "completionDate": .null]))
    #expect(solved["status"] == "completed" && solved["completionDate"] == "2025-12-22T13:30:00Z")
    let bare = try state(record(Self.completed, ["boardData": .null, "solution": .null]))
    #expect(bare["status"] == "completed" && bare["elapsedMilliseconds"] == 600_000)
    let named = try state(record(Self.completed, ["startDate": .null]))
    #expect(named["startDate"] == "2023-12-22T13:20:00Z")
    // The player's digits alone; a wrong one counts; more than a day of play.
    let moves = String(repeating: ".", count: 2) + "9" + String(repeating: ".", count: 78)
    let played = try state(
      record(Self.started, ["boardData": .string(moves), "elapsedTime": 200_000.5]))
    #expect(played["board"] == .string(Self.board("9")) && played["mistakes"] == 1)
    #expect(played["elapsedMilliseconds"] == 200_000_500)
    let long = try state(record(Self.completed, ["elapsedTime": 200_000]))
    #expect(long["elapsedMilliseconds"] == 200_000_000)
  }

  @Test func snapshotsOfOneGameAreMerged() throws {
    let server = try TestServer()
    let first = record(Self.started, ["elapsedTime": 120])
    for save in [first, record(Self.started, ["lastSaved": "2025-12-23T13:30:00Z"]), first] {
      _ = try server.result("save.import", ["save": save])
    }
    let state = try server.result("game.open", ["game": "game-7-1"])
    #expect(state["elapsedMilliseconds"] == 120_000 && state["mistakes"] == 1)
    #expect(state["board"] == .string(Self.board()))
    // Another digit in the same cell is for the player to decide.
    _ = try server.result("game.place", ["cell": "r1c4", "digit": 6])
    let other = record(
      Self.started,
      ["boardData": .string(Samples.puzzle.prefix(3) + "2" + Samples.puzzle.dropFirst(4))])
    _ = try server.result("save.import", ["save": other])
    let answer = try server.result("sync.conflicts", ["game": "game-7-1"])
    #expect(answer["syncConflicts"]?.array?.map { $0["kind"] } == ["importedSave"])
  }

  @Test func aPlayersProgressArrives() throws {
    let save: JSONValue = [
      "playerLevel": 7, "currentXP": 1_250, "coinBalance": 300,
      "unlockedThemes": ["ocean", "forest"],
      "levelProgress": ["1": ["stars": 3, "bestTime": 50], "2": 2],
      "achievements": [
        "firstWin": ["progress": 1, "target": 1, "isUnlocked": true], "collector": ["progress": 4],
      ],
      "statistics": ["gamesPlayed": 40, "bestTimes": ["easy": 61.5]],
      "highScores": ["classic": 900], "powerUps": ["hint": 5], "selectedTheme": "ocean",
      "audioEnabled": true, "hapticEnabled": false, "premium": true, "currentScore": 12,
      "gameMode": "classic", "lastSaved": 788_101_200, "lastPlayed": 788_101_000,
    ]
    let server = try TestServer()
    let answer = try server.result("save.import", ["save": save])
    #expect(
      answer["ignored"] == ["currentScore", "gameMode", "levelProgress.1.bestTime"], "\(answer)")
    func profile() throws -> JSONValue { try server.result("profile.get") }
    var player = try profile()
    #expect(player["profile"]?["level"] == 7 && player["profile"]?["xp"] == 1_250)
    #expect(player["profile"]?["items"]?["coins"]?["balance"] == 300)
    #expect(player["profile"]?["items"]?["hint"]?["balance"] == 5)
    #expect(player["profile"]?["unlocked"] == ["forest", "ocean"])
    #expect(player["profile"]?["stars"] == ["1": 3, "2": 2])
    #expect(player["profile"]?["scores"] == ["classic": 900])
    #expect(player["profile"]?["premium"] == true)
    #expect(player["profile"]?["achievements"]?["firstWin"]?["isAchieved"] == true)
    #expect(player["profile"]?["achievements"]?["collector"]?["progress"] == 4)
    #expect(
      player["profile"]?["values"]?["imported.statistics"]
        == ["gamesPlayed": 40, "bestTimes": ["easy": 61.5]])
    #expect(player["settings"]?["device.selectedTheme"] == "ocean")
    #expect(player["settings"]?["device.hapticEnabled"] == false)
    #expect(try server.result("save.import", ["save": save])["newOperations"] == 0)
    // An older snapshot of the same purse takes and adds nothing; what is earned is added.
    _ = try server.result(
      "save.import", ["save": ["coinBalance": 200, "currentXP": 900, "playerLevel": 6]])
    _ = try server.result("profile.grant", ["kind": "earn", "item": "coins", "amount": 50])
    _ = try server.result("profile.grant", ["kind": "spend", "item": "coins", "amount": 330])
    player = try profile()
    #expect(player["profile"]?["items"]?["coins"]?["balance"] == 20)
    #expect(player["profile"]?["level"] == 7 && player["profile"]?["xp"] == 1_250)
    for (member, bad) in [
      ("coinBalance", -1), ("playerLevel", 0), ("currentXP", 1.5), ("unlockedThemes", "ocean"),
      ("levelProgress", ["1": ["stars": -1]]), ("achievements", [1]), ("statistics", 5),
    ] as [(String, JSONValue)] {
      let text = try message(.object([member: bad]))
      #expect(text.contains("$.\(member)"), "\(text)")
    }
  }

  @Test func oldNamesAreKnownOnEveryDevice() throws {
    let server = try TestServer()
    let other = try server.connectStoreOfAnotherDevice()
    _ = try server.result("sync.now", ["goal": "everything"])
    let answer = try server.result("save.import", ["save": .object(Self.started)])
    let game = try #require(answer["game"])
    _ = try server.result("sync.now", ["goal": "everything"])
    _ = try other.result("sync.now", ["goal": "everything"])
    for device in [server, other] {
      #expect(try device.result("game.state", ["game": "game-7-1"])["game"] == game)
      #expect(try device.result("game.open", ["game": "game-7-1"])["game"] == game)
      let list = try device.result("game.list", ["id": "game-7-1"])["games"]?.array
      #expect(list?.map { $0["game"] } == [game])
      #expect(try device.result("game.list", ["id": game])["games"]?.array?.count == 1)
      #expect(
        try device.result("game.list", ["id": game, "status": "completed"])["games"] == [])
      #expect(try device.result("game.list", ["id": "game-8-1"])["games"] == [])
      #expect(try device.result("save.export", ["game": "game-7-1"])["save"] != nil)
      _ = try device.result("game.place", ["game": "game-7-1", "cell": "r1c4", "digit": 6])
      for unknown in ["game-8-1", "profile", "settings", "old-games", ""] {
        let error = try device.call("game.state", ["game": .string(unknown)])["error"]
        #expect(error?["data"]?["kind"] == "unknownGame", "\(unknown)")
        let exported = try device.call("save.export", ["game": .string(unknown)])["error"]
        #expect(exported?["data"]?["kind"] == "unknownGame", "\(unknown)")
      }
    }
  }
}
