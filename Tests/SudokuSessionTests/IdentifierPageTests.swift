import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import TestSupport
import Testing

/// The test vectors of the page about identifiers.
@Suite struct IdentifierPageTests {
  @Test func theVectorsAreRight() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("Sources/Documentation/identifiers.md"),
      encoding: .utf8)
    let rows = page.split(separator: "\n").map { line in
      line.split(separator: "|").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
    }.filter { $0.count == 5 && $0[0].count == 81 }
    #expect(rows.count == 3)
    for row in rows {
      let board = try Board(line: row[0])
      let start = UnixTime(milliseconds: try #require(UTCTime(row[1])).milliseconds)
      let game = GameID(initialBoard: board, startDate: start)
      #expect(game.description == row[2])
      #expect(game.description.dropFirst(5).prefix(26) == PuzzleID(board).description.dropFirst(3))
      #expect(ClassID(board)?.description == row[3])
      var canonicalizer = Canonicalizer()
      #expect(canonicalizer.form(.solution, of: board)?.board.line == row[4])
      #expect(try PuzzleID(Board(line: row[4])).description.dropFirst(3) == row[3].dropFirst(3))
    }
  }
}
