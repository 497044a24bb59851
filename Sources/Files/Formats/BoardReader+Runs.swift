import SudokuCore

package struct BoardRun: Sendable {
  /// 81 bytes for each board: digits, and `.` for empty cells.
  package let cells: [UInt8]
  /// Where the cells are in the text; `nil` for the rows of a binary table.
  let layout: RecordLayout?
  let line: Int

  package var count: Int { cells.count / 81 }

  package func record(at index: Int) -> BoardReader.Record {
    let start = line + index * (layout?.lineCount ?? 1)
    func position(of cell: Cell) -> (line: Int, column: Int) {
      layout?.position(of: cell) ?? (line: 0, column: 1)
    }
    let board = Notation.board(cells[(index * 81)..<(index * 81 + 81)]) ?? Board()
    let record = PuzzleRecord(puzzle: board, line: start + position(of: Cell(index: 0)).line)
    if board.obeysRules { return .puzzle(record) }
    guard let conflict = board.conflict else { return .puzzle(record) }
    let place = position(of: conflict.second)
    return .failure(
      BoardTextError(
        .conflict(conflict), line: start + place.line, column: place.column, board: board))
  }
}

extension BoardReader {
  package enum Piece: Sendable {
    case record(Record)
    case run(BoardRun)
  }

  /// Reads decoded bytes like `read(_:_:)`, but emits boards with the layout of an earlier one together.
  package mutating func readRuns(_ bytes: ArraySlice<UInt8>, _ emit: (Piece) -> Void) {
    var rest = bytes
    while !rest.isEmpty {
      if let run = takeRun(&rest) {
        emit(.run(run))
        continue
      }
      let end = rest.firstPlace(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      var found: [Record] = []
      readDecoded(rest[..<end]) { found.append($0) }
      learn(from: rest[..<end], found)
      for record in found { emit(.record(record)) }
      rest = rest[end...]
    }
  }

  private mutating func takeRun(_ rest: inout ArraySlice<UInt8>) -> BoardRun? {
    guard let layout, recent?.isEmpty == true else { return nil }
    var cells: [UInt8] = []
    let count = layout.copy(from: rest, to: &cells)
    guard count > 0 else { return nil }
    vainLayouts = 0
    let run = BoardRun(cells: cells, layout: layout, line: line)
    rest = rest.dropFirst(count * layout.length)
    line += count * layout.lineCount
    return run
  }

  /// The most layouts to learn without a match.
  private static let vainLimit = 20

  /// Keeps the text since the last record; makes a layout of it if it is a whole record.
  private mutating func learn(from text: ArraySlice<UInt8>, _ found: [Record]) {
    guard vainLayouts < Self.vainLimit else { return }
    let whole = recent.flatMap { recent in
      recent.count + text.count <= RecordLayout.lengthLimit ? recent + text : nil
    }
    guard !found.isEmpty else {
      recent = whole
      return
    }
    if found.count == 1, case .puzzle(let record) = found[0], record.parts.isEmpty, let whole,
      let learned = RecordLayout(whole, of: record.puzzle)
    {
      layout = learned
      vainLayouts += 1
    }
    // Only text that follows a whole record can be compared with one.
    recent = isBetweenRecords && text.last == UInt8(ascii: "\n") ? [] : nil
  }
}
