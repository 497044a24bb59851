import JSONCoding
import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuSolver
import Testing

@Suite struct RecordTests {
  static let puzzle = Board(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

  static func text(_ record: some Record, passing: JSONObject = [:]) throws -> String {
    var buffer = JSONBuffer()
    try record.append(passing: passing, to: &buffer)
    return buffer.text
  }

  @Test func textAndValueAreTheSame() throws {
    let board = try #require(Self.puzzle)
    let solved = SolveRecord(board, Solver().solve(board))
    #expect(try Self.text(solved) == solved.json.description)
    #expect(solved.json["complete"] == true)
    var options = GradeOptions()
    options.keepsSteps = true
    let grade = GradeRecord(
      board, SudokuExplainerScale().grade(board, options: options), keepsPath: true, explains: true)
    #expect(try Self.text(grade) == grade.json.description)
    #expect(grade.json["rating"]?["er"] == 1.2)
    #expect((grade.json["steps"]?.array?.count ?? 0) == 51)
  }

  @Test func membersOfTheInputGoOutAgainButNeverReplaceFields() throws {
    let board = try #require(Self.puzzle)
    let record = PuzzleLineRecord(puzzle: board, solution: nil)
    let text = try Self.text(
      record, passing: ["clues": 5, "id": "a7", "zone": [1, 2], "puzzle": "old"])
    #expect(text == #"{"clues":30,"id":"a7","puzzle":"\#(board.line)","zone":[1,2]}"#)
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

  @Test func theFieldsOfAnotherRecordKeepTheirOrderAndValues() throws {
    let board = try #require(RecordTests.puzzle)
    let inner = PuzzleLineRecord(puzzle: board, solution: nil)
    let outer = Outer(inner: inner, note: "a")
    #expect(try RecordTests.text(outer) == #"{"clues":30,"note":"a","puzzle":"\#(board.line)"}"#)
    #expect(try RecordTests.text(outer) == outer.json.description)
  }

  private struct Outer: Record {
    var inner: PuzzleLineRecord
    var note: String
    static let shape = RecordShape<Self>(
      "Outer", "Contains another.",
      PuzzleLineRecord.shape.fields(of: \.inner) + [.required("note") { $0.note }])
  }
}

@Suite struct SchemaTests {
  @Test func aSchemaBringsTheRecordsThatItRefersTo() throws {
    let schema = Schema.record(GradeRecord.self).selfContained
    let names = try #require(schema["$defs"]?.object?.keys)
    #expect(names.contains("Grade") && names.contains("Rating") && names.contains("Candidate"))
    #expect(schema["$ref"] == "#/$defs/Grade")
  }

  @Test func fieldsThatMayBeNullSayIt() {
    #expect(Schema.integer().nullable.value["type"] == ["integer", "null"])
    #expect(Schema.choice("", ["a"]).nullable.value["anyOf"] != nil)
  }
}
