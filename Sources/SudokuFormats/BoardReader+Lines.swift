import SudokuCore

extension BoardReader {
  /// Reads a line, without its line end.
  mutating func readLine(_ text: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var text = text
    if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
    var margin = 0
    if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = text.dropFirst(3)
      margin = 3
    }
    guard let first = text.first(where: { !isBlank($0) }) else { return finishGrid(emit) }
    if first == UInt8(ascii: "#") { return }
    guard let format else {
      detect(text)
      if format == .csv { return }
      return readLine(text, emit)
    }
    switch format {
    case .line, .sdm: emit(readBoardLine(text, margin))
    case .grid, .sdk, .ss: readGridLine(text, margin, emit)
    case .hodoku: emit(readLibraryLine(text, margin))
    case .csv: emit(readValues(text, margin))
    case .jsonl: emit(.object(trimmed(text), line: line))
    case .opensudoku: break
    }
  }

  /// Tells the format from the first line that has content.
  private mutating func detect(_ text: ArraySlice<UInt8>) {
    let text = trimmed(text)
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""): format = .jsonl
    case UInt8(ascii: ":"): format = .hodoku
    case UInt8(ascii: "["): format = .sdk
    default: format = isGridStart(text) ? .grid : .line
    }
    if format == .line || format == .jsonl, let header = valueColumns(text) {
      format = .csv
      columns = header
    }
  }

  /// Reads a line of 81 cells and, after a separator, anything; a second board is the solution.
  private func readBoardLine(_ text: ArraySlice<UInt8>, _ margin: Int) -> Record {
    let isSeparated = text.count > 81 && isSeparator(text[text.startIndex + 81])
    do throws(BoardTextError) {
      let board = try Board(bytes: isSeparated ? text.prefix(81) : text, line: line)
      let rest = trimmed(text.dropFirst(82)).prefix { !isSeparator($0) }
      return record(board, solution: rest) { margin + $0.index + 1 }
    } catch {
      var error = error
      error.column += margin
      return .failure(error)
    }
  }

  /// A record of a board whose clues obey the rules; a failure of any other.
  func record(
    _ board: Board, solution: ArraySlice<UInt8>, column: (Cell) -> Int
  ) -> Record {
    if let conflict = board.conflict {
      return .failure(
        BoardTextError(.conflict(conflict), line: line, column: column(conflict.second)))
    }
    var record = PuzzleRecord(puzzle: board, line: line)
    if solution.count == 81, let full = try? Board(bytes: solution), full.isFull,
      board.isSubset(of: full)
    {
      record.solution = full
    }
    return .puzzle(record)
  }

  /// Reads a line of HoDoKu's library: `:technique:variants:cells:...`, where `+` marks a digit
  /// that is no clue.
  private func readLibraryLine(_ text: ArraySlice<UInt8>, _ margin: Int) -> Record {
    let fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard fields.count >= 4, trimmed(fields[0]).isEmpty else {
      return .failure(
        BoardTextError(
          .malformed("a line of a HoDoKu library is ':technique:variants:cells:...'"),
          line: line, column: margin + 1))
    }
    var board = Board()
    var count = 0
    var isPlaced = false
    for place in fields[3].indices {
      let byte = text[place]
      if byte == UInt8(ascii: "+"), !isPlaced {
        isPlaced = true
        continue
      }
      let column = margin + place - text.startIndex + 1
      guard let value = cellValue(byte) else {
        return .failure(BoardTextError(.unexpectedCharacter(byte), line: line, column: column))
      }
      guard count < 81 else {
        return .failure(BoardTextError(.tooLong, line: line, column: column))
      }
      if !isPlaced { board[Cell(count)] = Digit(value) }
      isPlaced = false
      count += 1
    }
    let start = margin + fields[3].startIndex - text.startIndex
    guard count == 81 else {
      let kind = count == 0 ? BoardTextError.Kind.empty : .tooShort(count)
      return .failure(BoardTextError(kind, line: line, column: start + fields[3].count + 1))
    }
    return record(board, solution: []) { _ in start + 1 }
  }
}

/// What may follow the 81 cells of a line.
func isSeparator(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"),
    UInt8(ascii: "|"), UInt8(ascii: "#"):
    true
  default: false
  }
}

/// The number that a character of a board stands for, 0 for an empty cell, `nil` for any other.
func cellValue(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "1")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "."), UInt8(ascii: "0"), UInt8(ascii: "*"), UInt8(ascii: "_"): 0
  default: nil
  }
}
