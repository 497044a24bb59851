import SudokuCore
import Testing

@testable import SudokuFormats

/// Grids line by line: what completes a grid, what costs one, and the positions of errors.
@Suite struct GridReaderTests {
  private let rows = [
    "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
    "...419..5", "....8..79",
  ]

  /// The records, each with the number of the line after which it was emitted; 0 for the end.
  private func read(
    _ lines: [String], hasSections: Bool = false
  ) -> [(record: BoardReader.Record, after: Int)] {
    var reader = GridReader(hasSections: hasSections)
    var records: [(BoardReader.Record, Int)] = []
    for (index, line) in lines.enumerated() {
      let bytes = Array(line.utf8)[...]
      if line.hasPrefix("#") {
        reader.read(comment: bytes)
      } else {
        reader.read(bytes, number: index + 1) { records.append(($0, index + 1)) }
      }
    }
    reader.finish(number: lines.count) { records.append(($0, 0)) }
    if !hasSections { #expect(reader.isBetweenRecords) }
    return records
  }

  private func puzzle(_ record: BoardReader.Record?) -> PuzzleRecord? {
    if case .puzzle(let puzzle)? = record { puzzle } else { nil }
  }

  private func error(_ record: BoardReader.Record?) -> String? {
    if case .failure(let error, _)? = record { error.description } else { nil }
  }

  @Test func nineRowsCompleteAGrid() {
    let records = read(rows + rows)
    #expect(records.map(\.after) == [9, 18])
    #expect(records.compactMap { puzzle($0.record)?.line } == [1, 10])
    #expect(records.allSatisfy { puzzle($0.record)?.puzzle.line == rows.joined() })
  }

  /// Rows of dashes may be empty rows or rulings: the other rows decide.
  @Test func dashesAreRowsOrRulings() {
    var dashes = rows.map { $0.replacing(".", with: "-") }
    dashes[3] = "---------"
    let withEmptyRow = read(dashes)
    #expect(withEmptyRow.count == 1)
    #expect(puzzle(withEmptyRow.first?.record)?.puzzle.clueCount == 27)
    let ruled = read(Array(rows[..<3]) + ["---------"] + rows[3..<6] + ["---------"] + rows[6...])
    #expect(ruled.count == 1)
    #expect(puzzle(ruled.first?.record)?.puzzle.line == rows.joined())
  }

  @Test func aDamagedRowCostsItsGridOnly() {
    var short = rows
    short[4] = "4..8.3.."
    let records = read(short + [""] + rows)
    // The grid's other rows belong to the report.
    #expect(records.map(\.after) == [9, 19])
    #expect(error(records[0].record) == "5:9: the row has 8 of 9 cells")
    #expect(puzzle(records[1].record)?.line == 11)
    var wrong = rows
    wrong[4] = "4..8$3..1"
    #expect(error(read(wrong).first?.record)?.hasPrefix("5:5: unexpected character '$'") == true)
    let few = read(Array(rows[..<4]))
    #expect(few.map(\.after) == [0])
    #expect(error(few[0].record) == "4:1: the board has only 36 of 81 cells")
  }

  @Test func conflictsHaveTheColumnOfTheSecondCell() {
    var double = rows.map { row in row.map(String.init).joined(separator: " ") }
    double[5] = "7 . . . 2 . . 2 6"
    #expect(
      error(read(double).first?.record) == "6:15: clue 2 appears twice in row 6: r6c5 and r6c8")
  }

  /// Box-drawing characters are several bytes; columns count the bytes of the file's line.
  @Test func columnsAreThoseOfTheOriginalLine() {
    var drawn = rows.map {
      "│" + $0.prefix(3) + "│" + $0.dropFirst(3).prefix(3) + "│" + $0.suffix(3) + "│"
    }
    #expect(puzzle(read(drawn).first?.record)?.puzzle.line == rows.joined())
    drawn[5] = "│7..│.2.│.26│"
    #expect(
      error(read(drawn).first?.record) == "6:17: clue 2 appears twice in row 6: r6c5 and r6c8")
  }

  @Test func candidatesAreNotes() throws {
    var pencilled = rows.map { row in row.map(String.init).joined(separator: " ") }
    pencilled[0] = "5 3 12 . 7 . . . 4."
    let record = try #require(puzzle(read(pencilled).first?.record))
    #expect(record.puzzle.line == rows.joined())
    #expect(record.candidates?[Cell(index: 2)].count == 2)
    #expect(record.candidates?[Cell(index: 8)].single == Digit(4))
  }

  @Test func titlesSeparateGrids() {
    let records = read(["Grid 01"] + rows + ["Grid 02"] + rows)
    #expect(records.compactMap { puzzle($0.record)?.field("title") } == ["Grid 01", "Grid 02"])
  }

  @Test func aStateBelongsToItsPuzzle() throws {
    var state = rows
    state[0] = "534.7...."
    let lines =
      ["#Ame", "[Puzzle]"] + rows + ["[State]"] + state + ["[Other]", "junk", "[Puzzle]"] + rows
    let records = read(lines, hasSections: true)
    // A puzzle waits for its state and its solution.
    #expect(records.map(\.after) == [24, 0])
    let first = try #require(puzzle(records[0].record))
    #expect(first.placed?.clueCount == 1 && first.placed?[Cell(index: 2)] == Digit(4))
    #expect(first.field("author") == "me" && first.line == 3)
    #expect(puzzle(records[1].record)?.placed == nil)
    // The state of a damaged puzzle is skipped.
    var damaged = rows
    damaged[8] = "....8..7"
    let lost = read(["[Puzzle]"] + damaged + ["[State]"] + state, hasSections: true)
    #expect(lost.count == 1 && error(lost[0].record) == "10:9: the row has 8 of 9 cells")
  }
}
