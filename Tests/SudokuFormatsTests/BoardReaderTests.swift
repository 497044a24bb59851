import SudokuCore
import SudokuFormats
import Testing

@Suite struct BoardReaderTests {
  static let line =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  /// The styles of grids that programs print and people paste.
  static let grids = [
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
    5 3 0 0 7 0 0 0 0
    6 0 0 1 9 5 0 0 0
    0 9 8 0 0 0 0 6 0
    8 0 0 0 6 0 0 0 3
    4 0 0 8 0 3 0 0 1
    7 0 0 0 2 0 0 0 6
    0 6 0 0 0 0 2 8 0
    0 0 0 4 1 9 0 0 5
    0 0 0 0 8 0 0 7 9
    """,
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
    *-----------*
    |53.|.7.|...|
    |6..|195|...|
    |.98|...|.6.|
    |---+---+---|
    |8..|.6.|..3|
    |4..|8.3|..1|
    |7..|.2.|..6|
    |---+---+---|
    |.6.|...|28.|
    |...|419|..5|
    |...|.8.|.79|
    *-----------*
    """,
    """
    53* | *7* | ***
    6** | 195 | ***
    *98 | *** | *6*
    ----+-----+----
    8** | *6* | **3
    4** | 8*3 | **1
    7** | *2* | **6
    ----+-----+----
    *6* | *** | 28*
    *** | 419 | **5
    *** | *8* | *79
    """,
    """
    .--------------------.-----------------.---------------------.
    | 5    3     124     | 26   7    2468  | 1489  1249   248     |
    | 6    247   247     | 1    9    5     | 3478  234    2478    |
    | 12   9     8       | 23   34   24    | 13457 6      247     |
    :--------------------+-----------------+---------------------:
    | 8    125   1259    | 579  6    147   | 4579  2459   3       |
    | 4    25    2569    | 8    5   3      | 579   259    1       |
    | 7    15    1359    | 59   2    14    | 4589  459    6       |
    :--------------------+-----------------+---------------------:
    | 139  6     134579  | 357  35   7     | 2     8      47      |
    | 23   278   237     | 4    1    9     | 36    3456    5       |
    | 123  1245  12345   | 2356 8    26    | 1346   7     9       |
    '--------------------'-----------------'---------------------'
    """,
  ]

  @Test(arguments: Array(grids.enumerated()))
  func gridsAreRead(index: Int, text: String) throws {
    let records = read(text)
    try #require(records.count == 1)
    guard case .puzzle(let record) = records[0] else {
      Issue.record("\(records[0])")
      return
    }
    // The marked grid shows two naked singles more than the clues, and keeps the candidates.
    let board = try Board(line: BoardReaderTests.line)
    #expect((record.candidates != nil) == (index == 5))
    if index == 5 {
      #expect(record.candidates?[Cell(index: 2)] == [Digit(1)!, Digit(2)!, Digit(4)!])
      #expect(board.isSubset(of: record.puzzle))
      #expect(record.puzzle.clueCount == 32)
    } else {
      #expect(record.puzzle == board)
    }
  }

  @Test(arguments: PuzzleFormat.allCases)
  func whatIsWrittenIsRead(_ format: PuzzleFormat) throws {
    let boards = try boards()
    let solution = try Board(line: BoardReaderTests.solution)
    let text = PuzzleWriter(format).file(
      of: boards.map { PuzzleRecord(puzzle: $0, solution: solution) })
    for ending in ["\n", "\r\n"] {
      for mark in ["", "\u{FEFF}"] {
        let variant = mark + text.replacing("\n", with: ending)
        let expected = read(variant)
        #expect(puzzles(expected) == boards, "\(format)")
        for size in [1, 7, 82, 1_000] { #expect(read(variant, pieces: size) == expected) }
      }
    }
  }

  @Test func solutionsAreReadAlong() throws {
    for text in [
      "puzzle,solution\n\(BoardReaderTests.line),\(BoardReaderTests.solution)\n",
      "id,\"answer\",rating,Question\n7,\(BoardReaderTests.solution),\"a,\"\"b\"\"\",\"\(BoardReaderTests.line)\"",
      "\(BoardReaderTests.line)\t\(BoardReaderTests.solution)\tmore",
      "\(BoardReaderTests.line),\(BoardReaderTests.solution)",
    ] {
      guard case .puzzle(let record)? = read(text).first else {
        Issue.record("\(text)")
        continue
      }
      #expect(record.puzzle.line == BoardReaderTests.line)
      #expect(record.solution?.line == BoardReaderTests.solution)
    }
  }

  @Test func jsonKeepsItsOtherMembers() throws {
    let text =
      "# comment\n {\"id\": 12345678901234567890, \"Question\":\"\(BoardReaderTests.line)\", \"a\\u00e9\": [1, 2.50]} \r\n\n{}"
    let records = read(text)
    try #require(records.count == 2)
    guard case .puzzle(let record) = records[0], case .failure(let error, _) = records[1] else {
      Issue.record("\(records)")
      return
    }
    #expect(record.line == 2)
    #expect(
      record.fields == [
        PuzzleField("id", .json("12345678901234567890")), PuzzleField("aé", .json("[1,2.50]")),
      ])
    #expect(error.line == 4 && error.message.contains("no puzzle"))
  }

  /// A text with half of a surrogate pair is none: it is carried as it is written.
  @Test func halfOfASurrogatePairIsKept() throws {
    for (json, value) in [
      (#""a\ud800b""#, PuzzleField.Value.json(#""a\ud800b""#)),
      (#""a\ud83d\ude00b""#, .text("a😀b")), (#""\ufffd""#, .json(#""\ufffd""#)),
    ] {
      let text = #"{"puzzle":"\#(BoardReaderTests.line)","id":\#(json)}"#
      guard case .puzzle(let record)? = read(text).first else {
        Issue.record("no record")
        return
      }
      #expect(record.fields == [PuzzleField("id", value)])
    }
  }

  @Test func sectionsOfSdkFilesAreToldApart() throws {
    let rows = BoardReaderTests.grids[0]
    let text = "#AAuthor\n#DTitle\n[Puzzle]\n\(rows)\n[State]\n\(rows)\n"
    #expect(puzzles(read(text)) == [try Board(line: BoardReaderTests.line)])
    let state = rows.replacing("53..7....", with: "534.7....")
    guard case .puzzle(let record)? = read("#AAnna\n[Puzzle]\n\(rows)\n[State]\n\(state)\n").first
    else {
      Issue.record("no record")
      return
    }
    #expect(record.puzzle.line == BoardReaderTests.line)
    #expect(record.placed?.filledCells == CellSet([Cell(index: 2)]))
    #expect(record.field("author") == "Anna")
  }

  /// What a player has placed may be a mistake.
  @Test func theStateOfAnSdkFileMayHoldADigitTwice() throws {
    let rows = BoardReaderTests.grids[0]
    let state = rows.replacing("53..7....", with: "533.7....")
    let records = read("[Puzzle]\n\(rows)\n[State]\n\(state)\n")
    guard records.count == 1, case .puzzle(let record) = records[0] else {
      Issue.record("\(records)")
      return
    }
    #expect(record.puzzle.line == BoardReaderTests.line)
    #expect(record.placed?[Cell(index: 2)] == Digit(3))
  }

  @Test func placedDigitsOfALibraryAreNoClues() throws {
    let marked = BoardReaderTests.line.replacing("53.", with: "53+4", maxReplacements: 1)
    guard case .puzzle(let record)? = read(":0702:9:\(marked):917 218:923::\n:x:\n").first else {
      Issue.record("no record")
      return
    }
    #expect(record.puzzle.line == BoardReaderTests.line)
    #expect(record.placed?[Cell(index: 2)] == Digit(4))
    let legal = PencilMarks(legalFor: record.filled)
    #expect(record.candidates?[Cell(index: 6)] == legal[Cell(index: 6)].subtracting([Digit(9)!]))
    #expect(record.candidates?[Cell(index: 7)] == legal[Cell(index: 7)].subtracting([Digit(2)!]))
    #expect(record.field("technique") == "0702" && record.field("placements") == nil)
  }

  private func boards() throws -> [Board] {
    [
      try Board(line: BoardReaderTests.line), try Board(line: BoardReaderTests.solution), Board(),
      try Board(line: String(BoardReaderTests.line.reversed())),
    ]
  }

  private func puzzles(_ records: [BoardReader.Record]) -> [Board] {
    records.compactMap { if case .puzzle(let record) = $0 { record.puzzle } else { nil } }
  }
}

/// Reads a text in pieces of a size.
func read(
  _ text: String, pieces: Int = .max, lineLimit: Int = 1 << 20
) -> [BoardReader.Record] {
  let bytes = Array(text.utf8)
  var reader = BoardReader(lineLimit: lineLimit)
  var records: [BoardReader.Record] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + min(pieces, bytes.count))
    reader.read(bytes[start..<end]) { records.append($0) }
    start = end
  }
  reader.finish { records.append($0) }
  return records
}
