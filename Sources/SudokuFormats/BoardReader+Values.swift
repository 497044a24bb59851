import SudokuCore

extension BoardReader {
  /// The names that files give the columns of puzzles and of solutions.
  private static let puzzleNames: Set<String> = [
    "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "clues", "board",
  ]
  private static let solutionNames: Set<String> = ["solution", "solutions", "answer"]

  /// The columns of puzzle and solution, if the line is the header of a table that has them.
  func valueColumns(_ text: ArraySlice<UInt8>) -> (puzzle: Int, solution: Int?)? {
    guard let fields = values(of: text) else { return nil }
    let names = fields.map { String(decoding: $0.bytes, as: UTF8.self).lowercased() }
    guard let puzzle = names.firstIndex(where: { BoardReader.puzzleNames.contains($0) }) else {
      return nil
    }
    return (puzzle, names.firstIndex { BoardReader.solutionNames.contains($0) })
  }

  /// Reads a row of the table.
  func readValues(_ text: ArraySlice<UInt8>, _ margin: Int) -> Record {
    guard let fields = values(of: text) else {
      return .failure(
        BoardTextError(
          .malformed("a quoted field doesn't end on its line"), line: line, column: margin + 1))
    }
    guard fields.count > columns.puzzle else {
      return .failure(
        BoardTextError(
          .malformed("the row has no field \(columns.puzzle + 1), where the puzzle stands"),
          line: line, column: margin + text.count + 1))
    }
    let field = fields[columns.puzzle]
    let start = margin + field.column
    do throws(BoardTextError) {
      let board = try Board(bytes: field.bytes, line: line)
      var solution: [UInt8] = []
      if let column = columns.solution, column < fields.count { solution = fields[column].bytes }
      return record(board, solution: solution[...]) { start + $0.index }
    } catch {
      var error = error
      error.column += start - 1
      return .failure(error)
    }
  }

  /// The fields of a row with their columns, counted from 1; `nil` where a quote stays open.
  private func values(of text: ArraySlice<UInt8>) -> [(bytes: [UInt8], column: Int)]? {
    var fields: [(bytes: [UInt8], column: Int)] = []
    var field: [UInt8] = []
    var start = 1
    var isQuoted = false
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        if isQuoted, place < text.endIndex, text[place] == byte {
          field.append(byte)
          place += 1
        } else {
          isQuoted.toggle()
          if field.isEmpty { start += 1 }
        }
      } else if !isQuoted, byte == UInt8(ascii: ",") {
        fields.append((field, start))
        field = []
        start = place - text.startIndex + 1
      } else {
        field.append(byte)
      }
    }
    fields.append((field, start))
    return isQuoted ? nil : fields
  }
}
