import SudokuCore
import Testing

@testable import SudokuFormats

/// Puzzles in JSON values: where they are found, which errors are reported, and at which position.
@Suite struct JSONRecordsTests {
  private let board = BoardReaderTests.line
  private let solution = BoardReaderTests.solution

  private func read(_ text: String, line: Int = 1) -> [BoardReader.Record] {
    var records: [BoardReader.Record] = []
    JSONRecords.read(Array(text.utf8)[...], line: line) { records.append($0) }
    return records
  }

  private func errors(_ records: [BoardReader.Record]) -> [String] {
    records.compactMap { if case .failure(let error, _) = $0 { error.description } else { nil } }
  }

  @Test func aBoardHasManyForms() throws {
    let numbers = board.map { $0 == "." ? "0" : String($0) }
    let rows = (0..<9).map { numbers[($0 * 9)..<($0 * 9 + 9)] }
    let nested = "[" + rows.map { "[\($0.joined(separator: ","))]" }.joined(separator: ",") + "]"
    let texts = "[" + rows.map { "\"\($0.joined())\"" }.joined(separator: ",") + "]"
    let spaced = numbers.joined(separator: " ")
    for text in [
      "\"\(board)\"", "[\(numbers.joined(separator: ","))]", nested, texts, "\"\(spaced)\"",
      "{\"puzzle\":\"\(board)\"}", "{\"Quizzes\":\(nested)}",
      "{\"a\":{\"b\":[{\"grid\":\(texts)}]}}",
    ] {
      let records = read(text)
      guard records.count == 1, case .puzzle(let record) = records[0] else {
        Issue.record("\(text): \(records)")
        continue
      }
      #expect(record.puzzle.line == board, "\(text)")
    }
    let empty = try Board(line: String(repeating: ".", count: 81))
    let nulls = "[" + [String](repeating: "null", count: 81).joined(separator: ",") + "]"
    #expect(read(nulls) == [.puzzle(PuzzleRecord(puzzle: empty))])
  }

  @Test func membersKeepTheirRolesAndTheirText() throws {
    let placed = String(repeating: ".", count: 79) + "79"
    let marks = (["12"] + [String](repeating: ".", count: 80)).joined(separator: " ")
    let text =
      "{\"id\":7,\"solution\":\"\(solution)\",\"puzzle\":\"\(board)\",\"clues\":30,"
      + "\"placed\":\"\(placed)\",\"candidates\":\"\(marks)\",\"tags\":[ 1, \"a b\" ],\"é\\n\":\"x\\\"\"}"
    guard case .puzzle(let record)? = read(text).first else {
      Issue.record("\(read(text))")
      return
    }
    #expect(record.solution?.line == solution)
    // The last digits are clues, so nothing is placed beside them.
    #expect(record.placed == nil)
    #expect(record.candidates?[Cell(index: 0)] == [try #require(Digit(1)), try #require(Digit(2))])
    // The number of clues follows from the board.
    #expect(
      record.fields == [
        PuzzleField("id", .json("7")), PuzzleField("tags", .json("[1,\"a b\"]")),
        PuzzleField("é\n", "x\""),
      ])
    guard case .puzzle(let other)? = read("{\"puzzle\":\"\(board)\",\"clues\":31}").first else {
      Issue.record("no puzzle")
      return
    }
    #expect(other.field("clues") == "31")
  }

  /// A solution of another puzzle stays a field.
  @Test func aForeignSolutionIsAField() {
    let foreign = String(solution.reversed())
    guard
      case .puzzle(let record)? = read("{\"puzzle\":\"\(board)\",\"solution\":\"\(foreign)\"}")
        .first
    else {
      Issue.record("no puzzle")
      return
    }
    #expect(record.solution == nil && record.field("solution") == foreign)
  }

  @Test func errorsHavePositions() {
    let short = String(board.dropLast())
    let wrong = board.replacing("6", with: "q", maxReplacements: 1)
    let double = board.replacing("53.", with: "535", maxReplacements: 1)
    #expect(
      errors(read("{\"puzzle\":\"\(double)\"}")) == [
        "1:14: clue 5 appears twice in row 1: r1c1 and r1c3"
      ])
    #expect(
      errors(read("{\n \"puzzle\":\"\(short)\"}", line: 5)) == [
        "6:92: in 'puzzle': the board has only 80 of 81 cells"
      ])
    #expect(errors(read("{\"puzzle\":[1,2]}")) == ["1:11: 'puzzle' is not a board of 81 cells"])
    #expect(
      errors(read("\n\"\(wrong)\"")) == [
        "2:11: unexpected character 'q': a cell is 1 to 9, or one of . 0 - _ * x ? where it is empty"
      ])
    #expect(errors(read("{\"id\":1}")).first?.hasPrefix("1:1: no puzzle found") == true)
    #expect(errors(read("{}\n[]", line: 3)).map { $0.prefix(4) } == ["3:1:", "4:1:"])
  }

  /// Values before a damaged one are read; the damage is reported at its byte.
  @Test func damagedJSONCostsTheRest() {
    let records = read("\"\(board)\" {\"puzzle\":\"\(board)\",}")
    #expect(records.count == 2)
    #expect(errors(records).first?.hasPrefix("1:179: ") == true, "\(errors(records))")
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(errors(read(deep)).count == 1)
  }

  @Test func incompleteTextsAreRecognized() {
    let whole = "{\"puzzle\":\"\(board)\",\"a\":[1,{\"b\":\"x\"}]}"
    #expect(JSONRecords.isWhole(Array(whole.utf8)[...]))
    for length in 1..<whole.utf8.count {
      #expect(!JSONRecords.isWhole(Array(whole.utf8.prefix(length))[...]), "\(length)")
    }
    #expect(JSONRecords.isWhole(Array("{\"a\":}".utf8)[...]), "damaged, but nothing is missing")
  }
}
