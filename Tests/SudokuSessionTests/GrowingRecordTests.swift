import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

/// Records that were written before this version, or by one to come.
@Suite("Stored records can grow")
struct GrowingRecordTests {
  private static let clues = Player.clues.map(\.line) ?? ""

  private func creation(_ options: String, _ grade: String = "") -> String {
    #"{"clues":"\#(Self.clues)","device":"000000000000a","#
      + #"\#(grade)"kind":"create","options":{\#(options)},"seq":1,"stamp":"30"}"#
  }

  private func header(_ line: String) throws -> GameHeader {
    let operation = try JSONDecoder().decode(DocumentOperation.self, from: Data(line.utf8))
    #expect(try canonical(operation) == line, "written back byte by byte")
    #expect(DocumentOperation.reading(line: line.utf8) ?? operation == operation)
    guard case .create(let header) = operation.action else {
      Issue.record("\(line) was not understood")
      throw CancellationError()
    }
    return header
  }

  @Test(
    "missing options have their defaults, unknown ones are kept",
    arguments: [
      "",
      #""mistakeLimit":3"#,
      #""autoRemoveNotes":true,"hintsAllowed":true,"mistakeCheck":"solution","mistakeLimit":3,"sounds":{"on":[1,2.5]},"timer":true"#,
      // A value that only a newer version has.
      #""mistakeCheck":"gentle","mistakeLimit":3"#,
    ])
  func options(options: String) throws {
    let header = try header(creation(options))
    var expected = GameOptions()
    if options.contains("mistakeLimit") { expected.mistakeLimit = 3 }
    #expect(header.options == expected)
    // The game begins with it, on this device and on the next.
    let clues = try #require(Player.clues)
    var document = try GameDocument(
      id: GameID(initialBoard: clues, startDate: UnixTime(seconds: 0)), clues: clues)
    document.merge([
      try JSONDecoder().decode(DocumentOperation.self, from: Data(creation(options).utf8))
    ])
    #expect(document.options == expected)
  }

  @Test("an option that was set before the game's creation came stays set")
  func optionsBeforeTheCreation() throws {
    let clues = try #require(Player.clues)
    var document = try GameDocument(
      id: GameID(initialBoard: clues, startDate: UnixTime(seconds: 0)), clues: clues)
    let set =
      #"{"device":"000000000000b","key":"mistakeLimit","kind":"set","seq":1,"stamp":"20","value":4}"#
    for line in [creation(#""mistakeLimit":2,"timer":false"#), set] {
      document.merge([try JSONDecoder().decode(DocumentOperation.self, from: Data(line.utf8))])
    }
    #expect(document.options.mistakeLimit == 4)
    #expect(document.options.timer == false)
  }

  @Test("grades name their scale and version; the old form is Sudoku Explainer's, version 1.2.1")
  func grades() throws {
    let old = try header(
      #"{"clues":"\#(Self.clues)","device":"000000000000a","kind":"create","level":"hard","#
        + #""options":{},"ratingTenths":45,"seq":1,"stamp":"30"}"#)
    #expect(old.grade == GradeStamp(scale: "se", version: "1.2.1", level: "hard", scoreTenths: 45))
    let new = try header(
      creation(
        "", #""grade":{"level":"Unfair","scale":"hodoku","scoreTenths":12400,"version":"2"},"#)
    )
    #expect(
      new.grade == GradeStamp(scale: "hodoku", version: "2", level: "Unfair", scoreTenths: 12_400))
    let newer = try header(creation("", #""grade":{"mood":"grim","scale":"x","version":"9"},"#))
    #expect(newer.grade == GradeStamp(scale: "x", version: "9"))
    for grade in [old.grade, new.grade, newer.grade, nil] {
      let header = GameHeader(clues: try #require(Player.clues), grade: grade)
      let line = try canonical(
        DocumentOperation(
          key: OperationKey(device: DeviceID(rawValue: 10), seq: 1), stamp: .zero,
          action: .create(header)))
      #expect(try self.header(line).grade == grade)
    }
  }

  @Test("of two grades the one of the earliest creation is shown, whatever their names")
  func merging() throws {
    let clues = try #require(Player.clues)
    let grades = [
      GradeStamp.se(level: "medium", ratingTenths: 30),
      GradeStamp(scale: "hodoku", version: "2", level: "Easy", scoreTenths: 2_000),
      GradeStamp.se(level: "extreme", ratingTenths: 90), nil,
    ]
    let operations = grades.enumerated().map { index, grade in
      DocumentOperation(
        key: OperationKey(device: DeviceID(rawValue: UInt64(index + 1)), seq: 1),
        stamp: Stamp(milliseconds: index == 3 ? 1 : Int64(index + 5)),
        action: .create(GameHeader(clues: clues, grade: grade)))
    }
    let all = try game(of: operations)
    #expect(all.state.grade == grades[0])
    var merged = try game(of: [operations[3]]).summary
    for index in [2, 1, 0, 1, 2] { merged.merge(try game(of: [operations[index]]).summary) }
    #expect(merged.grade == grades[0])
    #expect(merged == all.summary)
    // Summaries of an older version don't hold the creation: any order gives one grade.
    let old = grades.prefix(3).map { GameSummary(id: all.documentID, clues: clues, grade: $0) }
    var results: Set<GameSummary> = []
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1, 0]] {
      var merged = old[order[0]]
      for index in order { merged.merge(old[index]) }
      results.insert(merged)
    }
    #expect(results.count == 1)
    // And what is coded comes back.
    let coded = try JSONDecoder().decode(
      GameSummary.self, from: Data(try canonical(all.summary).utf8))
    #expect(coded == all.summary)
  }

  /// A property of `GameOptions` without a row in the table would be lost by every reader.
  @Test("every option is a row of the table, and every row sets its own property")
  func optionsAreOneTable() throws {
    #expect(
      Mirror(reflecting: GameOptions()).children.compactMap(\.label) == GameOption.all.map(\.name))
    for (name, value) in [
      ("mistakeLimit", OpaqueValue.int(3)), ("mistakeCheck", .string("rules")),
      ("autoRemoveNotes", .bool(false)), ("timer", .bool(false)), ("hintsAllowed", .bool(false)),
    ] {
      var options = GameOptions()
      let isUnderstood = options.set(name, to: value)
      #expect(isUnderstood)
      #expect(options.values[name] == value)
      let others = GameOptions().values.filter { $0.key != name }
      #expect(options.values.filter { $0.key != name } == others)
    }
  }
}
