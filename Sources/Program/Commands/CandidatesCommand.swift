import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol

/// `sudoku candidates`: the candidates of all empty cells.
struct CandidatesCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "candidates",
    abstract: "Print the candidates of all empty cells.",
    discussion: """
      Prints one line for each puzzle: puzzle, then 81 words with the digits that no peer of the cell \
      holds, '.' for a filled cell. With --format arrow: lists of 81 numbers whose bit 0 is the digit 1.

      EXAMPLES
        sudoku candidates puzzles.txt
        sudoku candidates --format arrow -o masks.arrow puzzles.txt
      """)

  static let lines: [Schema] = [.line(PuzzleCandidatesRecord.self)]

  @OptionGroup var filter: FilterArguments

  func run() async throws {
    try await runRowFilter(filter, CandidatesRow.layout, blockSize: 1 << 15) { board in
      (CandidatesRow(board), true)
    }
  }
}

private struct CandidatesRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "candidates"], PuzzleCandidatesRecord.shape.fieldNames)
  let record: PuzzleCandidatesRecord
  private let marks: PencilMarks

  init(_ board: Board) {
    record = PuzzleCandidatesRecord(board)
    marks = PencilMarks(legalFor: board)
  }

  var fields: [String] { [record.puzzle.line, marks.text] }

  func appendLine(to bytes: inout [UInt8]) {
    record.puzzle.appendLine(to: &bytes)
    bytes.append(UInt8(ascii: "\t"))
    for cell in CellSet.all {
      if cell.index > 0 { bytes.append(UInt8(ascii: " ")) }
      if marks[cell].isEmpty { bytes.append(UInt8(ascii: ".")) }
      for digit in marks[cell] { bytes.append(UInt8(ascii: "0") + UInt8(digit.rawValue)) }
    }
  }

  func appendArrow(_: [String], to bytes: inout [UInt8]) {
    bytes.append(arrow: record.puzzle)
    bytes.append(arrow: marks)
  }
}
