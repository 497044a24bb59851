import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuProtocol

/// Each record as JSON: its value, its text and its schema agree.
@Suite struct RecordTests {
  static let puzzle = Board(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
  private static let several = Board(
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532")
  /// A puzzle whose solution needs chains.
  private static let hard = Board(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")

  static func text(_ record: some Record, passing: JSONObject = [:]) throws -> String {
    var buffer = JSONBuffer()
    try record.append(passing: passing, to: &buffer)
    return buffer.text
  }

  /// A grade of elsewhere may have any score; its line stays JSON.
  @Test(arguments: [0, 5, -5, 34, -34, .max, .min])
  func anyScoreIsANumber(tenths: Int) throws {
    var buffer = JSONBuffer()
    try Tenths(tenths).append(to: &buffer)
    let number = try JSONValue(parsing: buffer.text)
    #expect(abs((number.double ?? 0) - Double(tenths) / 10) <= abs(Double(tenths)) / 1e15)
  }

  /// Checks that text, value and schema of a record agree, and that the schema is strict.
  private func check<R: Record>(_ record: R, isOpen: Bool = false) throws {
    let name = R.shape.name
    #expect(try Self.text(record) == record.json.description, "\(name)")
    let schema = Schema.record(R.self).selfContained
    let faults = SchemaCheck.faults(of: record.json, in: schema, at: name)
    #expect(faults.isEmpty, "\(faults)")

    let members = try #require(record.json.object)
    for required in R.shape.schema.value["required"]?.array?.compactMap(\.string) ?? [] {
      var less = members
      less[required] = nil
      let faults = SchemaCheck.faults(of: .object(less), in: schema, at: name)
      #expect(!faults.isEmpty, "\(name) without \(required)")
    }
    var more = members
    more["unknownMember"] = true
    let unknown = SchemaCheck.faults(of: .object(more), in: schema, at: name)
    #expect(unknown.isEmpty == isOpen, "\(name) with an unknown member")
  }

  @Test func boardsAndSolutions() throws {
    let (one, two) = (try #require(Self.puzzle), try #require(Self.several))
    for board in [one, two, Board()] {
      let result = Solver().solve(board, limit: 2)
      try check(SolveRecord(board, result))
      try check(SolveRecord(board, result, countsOnly: true))
      try check(CheckRecord(board, result, redundant: CellSet()))
    }
    try check(SolveRecord(two, solutions: [one, two], isComplete: false))
    try check(CheckRecord(one, conflicts: CellSet([Cell(index: 0), Cell(index: 1)])))
    try check(SolutionRecord(puzzle: one, number: 1, solution: one))
    try check(PuzzleLineRecord(puzzle: one, solution: nil), isOpen: true)
    try check(DerivedPuzzleRecord(one, source: two))
    try check(CellSetsRecord(one, sets: [CellSet([Cell(index: 80)])]))
    try check(CellSetsRecord(two, sets: nil))
    try check(ConversionRecord(count: 1, format: "line", text: one.line))
    try check(
      FaultRecord(.init(source: "a.txt", line: 1, column: 2, message: "no board", text: nil)),
      isOpen: true)
    try check(CollectionRecord())
    try check(DoneRecord())
    try check(
      IdentityRecord(
        one, classID: nil, automorphisms: nil, form: .minlex, canonicalForm: nil,
        transformation: .identity))
  }

  @Test func gradesHintsAndSteps() throws {
    let (easy, hard) = (try #require(Self.puzzle), try #require(Self.hard))
    var options = GradeOptions()
    options.keepsSteps = true
    for board in [easy, hard] {
      var grade = SudokuExplainerScale().grade(board, options: options)
      // The last steps of the hard one have chains.
      if !TestSize.isFull { grade.steps = grade.steps.prefix(2) + grade.steps.suffix(2) }
      let record = GradeRecord(board, grade, keepsPath: true, explains: true)
      try check(record)
      try check(GradeListRecord(ratings: [record]))
      try check(try #require(RatingRecord(grade)))
      for step in grade.steps.sized(2).prefix(5) { try check(StepRecord(step)) }
      let maker = HintMaker()
      let position = try HintPosition(clues: board)
      let ladder = try maker.ladder(for: position)
      for depth in 1...5 {
        let hint = ladder.hint(depth: depth)
        try check(hint)
        try check(PositionHintRecord(board, hint))
      }
      let list = try maker.allSteps(for: position, limit: sized(3, full: 10))
      try check(list)
      try check(PositionStepRecord(board, try #require(list.steps.first)))
    }
    let unrated = SudokuExplainerScale().grade(Board())
    try check(GradeRecord(Board(), unrated))
    try check(DecisionRecord(easy, answer: nil, unrated: .severalSolutions))
  }

  @Test func linksOfChains() throws {
    let grade = SudokuExplainerScale().grade(try #require(Self.hard))
    let links = grade.steps.flatMap(\.step.pattern.links)
    #expect(!links.isEmpty)
    for link in links.prefix(sized(20, full: 200)) { try check(link) }
  }

  @Test func textsAreExact() throws {
    let board = try #require(Self.puzzle)
    #expect(
      try Self.text(Candidate(Cell(index: 0), try #require(Digit(5))))
        == #"{"cell":"r1c1","digit":5}"#)
    #expect(
      try Self.text(SolveRecord(puzzle: board, solutionCount: 2, isComplete: false))
        == #"{"complete":false,"limit":2,"puzzle":"\#(board.line)","solutionCount":2}"#)
    #expect(
      try Self.text(DecisionRecord(board, answer: nil, unrated: .severalSolutions))
        == #"{"answer":null,"puzzle":"\#(board.line)","unrated":"severalSolutions"}"#)
    #expect(
      try Self.text(SyncStatusChanged(error: nil, pulled: 3, pushed: 4))
        == #"{"error":null,"online":true,"pulled":3,"pushed":4}"#)
    #expect(UInt64.max.json == "18446744073709551615" && UInt64(7).json == 7)
    var buffer = JSONBuffer()
    try Tenths(72).append(to: &buffer)
    #expect(buffer.text == "7.2")
  }

  @Test func membersOfTheInputArePassedOnButNeverReplaceFields() throws {
    let board = try #require(Self.puzzle)
    let record = PuzzleLineRecord(puzzle: board, solution: nil)
    let text = try Self.text(
      record, passing: ["clues": 5, "id": "a7", "zone": [1, 2], "puzzle": "old"])
    #expect(text == #"{"clues":30,"id":"a7","puzzle":"\#(board.line)","zone":[1,2]}"#)
  }

  @Test func theFieldsOfAnotherRecordKeepTheirOrderAndValues() throws {
    let board = try #require(Self.puzzle)
    let inner = PuzzleLineRecord(puzzle: board, solution: nil)
    let outer = Outer(inner: inner, note: "a")
    #expect(try Self.text(outer) == #"{"clues":30,"note":"a","puzzle":"\#(board.line)"}"#)
    #expect(try Self.text(outer) == outer.json.description)
  }

  private struct Outer: Record {
    var inner: PuzzleLineRecord
    var note: String
    static let shape = RecordShape<Self>(
      "Outer", "Contains another.",
      PuzzleLineRecord.shape.fields(of: \.inner) + [.required("note") { $0.note }])
  }
}

/// Notifications, which transcripts show only in part.
@Suite struct NotificationTests {
  @Test func everyNotificationHasItsTopicAndNoBareObjects() throws {
    #expect(Set(Notifications.all.map { $0.topic }).count == Notifications.all.count)
    for notification in Notifications.all {
      let (name, schema) = notification.definition
      #expect(schema.value["additionalProperties"] == false, "\(name)")
      #expect(schema.value["description"]?.string?.isEmpty == false, "\(name)")
      for definition in schema.definitions {
        #expect(definition.value["properties"] != nil, "\(name): \(definition.key)")
      }
    }
  }
}

@Suite struct SchemaTests {
  @Test func aSchemaIncludesTheRecordsThatItRefersTo() throws {
    let schema = Schema.record(GradeRecord.self).selfContained
    let names = try #require(schema["$defs"]?.object?.keys)
    #expect(names.contains("Grade") && names.contains("Rating") && names.contains("Candidate"))
    #expect(schema["$ref"] == "#/$defs/Grade")
  }

  @Test func nullableFieldsAcceptNull() {
    #expect(Schema.integer().nullable.value["type"] == ["integer", "null"])
    #expect(Schema.choice("", ["a"]).nullable.value["anyOf"] != nil)
  }

  @Test func everyMethodAndErrorIsDescribed() {
    #expect(Set(Method.all.map(\.name)).count == Method.all.count)
    for method in Method.all {
      #expect(method.summary.hasSuffix("."), "\(method.name)")
      #expect(method.name == method.name.split(separator: ".").joined(separator: "."))
      for member in method.parameters.value["properties"]?.object ?? [:] {
        let text = member.value["description"]?.string ?? ""
        #expect(text.hasSuffix("."), "\(method.name).\(member.key): \(text)")
      }
    }
    for kind in RPCError.Kind.allCases {
      #expect(kind.declaration.summary.hasSuffix("."), "\(kind)")
    }
  }
}
