import SudokuCore

/// A grid that is being read, row by row.
struct GridState: Sendable {
  /// The values so far, nine for each row.
  var values: [UInt8] = []
  /// Where each cell stands.
  var places: [(line: Int, column: Int)] = []
  /// The line of the first row.
  var firstLine = 0
  /// Whether the lines up to the next blank one belong to a grid that has been reported.
  var isSkipping = false
}

extension BoardReader {
  /// Whether a line can begin a grid: a ruling, or nine cells.
  func isGridStart(_ text: ArraySlice<UInt8>) -> Bool {
    isRuling(text) || cells(of: text, margin: 0)?.count == 9
  }

  /// Reads a line of a grid or between grids.
  mutating func readGridLine(_ text: ArraySlice<UInt8>, _ margin: Int, _ emit: (Record) -> Void) {
    if isRuling(text) { return }
    let content = trimmed(text)
    if content.first == UInt8(ascii: "[") {
      finishGrid(emit)
      grid.isSkipping = !lowercased(content).starts(with: "[puzzle]".utf8)
      return
    }
    if grid.isSkipping { return }
    guard let row = cells(of: text, margin: margin) else {
      return fail(unreadable(text, margin), emit)
    }
    guard row.count == 9 else {
      let column = row.count > 9 ? row[9].column : margin + text.count + 1
      return fail(
        BoardTextError(
          .malformed("the row has \(row.count) of 9 cells"), line: line, column: column), emit)
    }
    if grid.values.isEmpty { grid.firstLine = line }
    grid.values.append(contentsOf: row.map(\.value))
    grid.places.append(contentsOf: row.map { (line, $0.column) })
    if grid.values.count == 81 { finishGrid(emit) }
  }

  /// Emits the grid read so far, if there is one, and ends the skipping of a bad one.
  mutating func finishGrid(_ emit: (Record) -> Void) {
    defer {
      grid.isSkipping = format == .sdk && grid.isSkipping && grid.values.isEmpty
      grid.values.removeAll(keepingCapacity: true)
      grid.places.removeAll(keepingCapacity: true)
    }
    guard !grid.values.isEmpty else { return }
    guard let board = Board(values: grid.values) else {
      return emit(
        .failure(BoardTextError(.tooShort(grid.values.count), line: line, column: 1)))
    }
    if let conflict = board.conflict {
      let place = grid.places[conflict.second.index]
      return emit(
        .failure(BoardTextError(.conflict(conflict), line: place.line, column: place.column)))
    }
    emit(.puzzle(PuzzleRecord(puzzle: board, line: grid.firstLine)))
  }

  private mutating func fail(_ error: BoardTextError, _ emit: (Record) -> Void) {
    grid.values.removeAll(keepingCapacity: true)
    grid.places.removeAll(keepingCapacity: true)
    grid.isSkipping = true
    emit(.failure(error))
  }

  /// The cells of a row; `nil` if a character is neither cell nor ruling.
  ///
  /// A row of nine words, some of more than one digit, is one with pencil marks: a word of one
  /// digit is a clue, a longer one an empty cell.
  private func cells(
    of text: ArraySlice<UInt8>, margin: Int
  ) -> [(value: UInt8, column: Int)]? {
    var cells: [(value: UInt8, column: Int)] = []
    var words: [(value: UInt8, column: Int)] = []
    var length = 0
    var longest = 0
    for place in text.indices {
      let byte = text[place]
      if Board.isGridRuling(byte) {
        length = 0
        continue
      }
      guard let value = cellValue(byte) else { return nil }
      let cell = (UInt8(value), margin + place - text.startIndex + 1)
      cells.append(cell)
      if length > 0 { words[words.count - 1].value = 0 } else { words.append(cell) }
      length += 1
      longest = max(longest, length)
    }
    return cells.count > 9 && words.count == 9 && longest <= 9 ? words : cells
  }

  /// What is wrong with a row that has a character that belongs to no grid.
  private func unreadable(_ text: ArraySlice<UInt8>, _ margin: Int) -> BoardTextError {
    let place =
      text.firstIndex { cellValue($0) == nil && !Board.isGridRuling($0) } ?? text.startIndex
    return BoardTextError(
      .unexpectedCharacter(text[place]), line: line,
      column: margin + place - text.startIndex + 1)
  }

  /// Whether a line only draws: two dashes or equals signs next to each other, and no cell.
  private func isRuling(_ text: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    var hasDashes = false
    for byte in text {
      guard
        Board.isGridRuling(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "o")
      else { return false }
      let isDash = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=")
      if isDash, previous == byte { hasDashes = true }
      previous = byte
    }
    return hasDashes
  }

  private func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }
}
