import SudokuCore
import Testing

@Suite struct BoardTextTests {
  static let line =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  @Test func linesRoundTrip() throws {
    let board = try Board(line: Self.line)
    #expect(board.clueCount == 30)
    #expect(board.line == Self.line)
    #expect(board.line(empty: "0") == String(Self.line.map { $0 == "." ? "0" : $0 }))
    for empty in ["0", "*", "_"] {
      let text = String(Self.line.map { $0 == "." ? Character(empty) : $0 })
      #expect(try Board(line: text) == board)
    }
  }

  @Test func gridsRoundTrip() throws {
    let board = try Board(line: Self.line)
    #expect(try Board(grid: board.grid) == board)
  }

  @Test(arguments: [
    """
    +-------+-------+-------+
    | 5 3 . | . 7 . | . . . |
    | 6 . . | 1 9 5 | . . . |
    | . 9 8 | . . . | . 6 . |
    +-------+-------+-------+
    | 8 . . | . 6 . | . . 3 |
    | 4 . . | 8 . 3 | . . 1 |
    | 7 . . | . 2 . | . . 6 |
    +-------+-------+-------+
    | . 6 . | . . . | 2 8 . |
    | . . . | 4 1 9 | . . 5 |
    | . . . | . 8 . | . 7 9 |
    +-------+-------+-------+
    """,
    """
    53..7....
    6..195...
    .98....6.
    8...6...3
    4..8.3..1
    7...2...6
    .6....28.
    ...419..5
    ....8..79
    """,
    """
    53.!.7.!...
    6..!195!...
    .98!...!.6.
    ---+---+---
    8..!.6.!..3
    4..!8.3!..1
    7..!.2.!..6
    ===========
    .6.!...!28.
    ...!419!..5
    ...!.8.!.79
    """,
  ])
  func commonGrids(_ grid: String) throws {
    #expect(try Board(grid: grid).line == Self.line)
  }

  @Test func errorsNameTheirPlace() {
    #expect(
      error("12x") == BoardTextError(.unexpectedCharacter(UInt8(ascii: "x")), line: 1, column: 3))
    #expect(error("") == BoardTextError(.empty, line: 1, column: 1))
    #expect(
      error(String(Self.line.dropLast())) == BoardTextError(.tooShort(80), line: 1, column: 81))
    #expect(error(Self.line + "1") == BoardTextError(.tooLong, line: 1, column: 82))
    let grid = "53..7....\n6..195...\n.98..a.6."
    #expect(throws: BoardTextError(.unexpectedCharacter(UInt8(ascii: "a")), line: 13, column: 6)) {
      try Board(grid: grid, firstLine: 11)
    }
  }

  @Test func conflictsAreTheRepeatedDigits() throws {
    var board = try Board(line: Self.line)
    #expect(board.repeatedCells.isEmpty)
    board[Cell(row: 0, column: 6)] = Digit(7)
    #expect(board.repeatedCells == [Cell(index: 4), Cell(index: 6)])
  }

  @Test func boardsOrderRowByRow() throws {
    let board = try Board(line: Self.line)
    var larger = board
    larger[Cell(index: 2)] = Digit(1)
    #expect(board < larger && !(larger < board) && !(board < board))
    #expect(board.isSubset(of: larger) && !larger.isSubset(of: board))
  }

  private func error(_ text: String) -> BoardTextError? {
    do throws(BoardTextError) {
      _ = try Board(line: text)
      return nil
    } catch {
      return error
    }
  }
}
