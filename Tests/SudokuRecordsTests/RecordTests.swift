import JSONCoding
import SudokuCore
import SudokuRating
import SudokuRecords
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
