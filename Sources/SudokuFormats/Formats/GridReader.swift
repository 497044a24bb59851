import SudokuCore

/// Reads grids: nine lines of nine cells, plain, boxed or with box-drawing characters, with candidates,
/// and the sections of `.sdk` files.
///
/// Blank lines, titles and sections separate puzzles; nine certain rows complete one. After a line
/// that is not part of a grid the rest of its grid is skipped.
struct GridReader: LineFormatReader {
  private enum Section {
    case puzzle
    case state
    /// An unknown section, or the rest of a damaged grid.
    case skipped
  }

  private var rows: [GridRow] = []
  private var section = Section.puzzle
  /// A puzzle whose state may follow.
  private var pending: PuzzleRecord?
  /// Title and comments of the next puzzle.
  private var fields: [PuzzleField] = []
  private let hasSections: Bool

  init(hasSections: Bool = false) { self.hasSections = hasSections }

  var wantsBlankLines: Bool { true }
  var isBetweenRecords: Bool {
    rows.isEmpty && section == .puzzle && pending == nil && fields.isEmpty
  }

  mutating func read(comment: ArraySlice<UInt8>) {
    // SudoCue's `#A author`: the letter names the field.
    let text = Notation.trimmed(comment).dropFirst()
    guard let letter = text.first, let name = SDKFormat.comments[letter], fields.count < 16 else {
      return
    }
    let value = String(decoding: Notation.trimmed(text.dropFirst()), as: UTF8.self)
    if !value.isEmpty, hasSections || text.count < 3 || !Notation.isBlank(text[text.startIndex]) {
      fields.append(PuzzleField(name, cell: value))
    }
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    if !ASCIIFolding.isNeeded(for: line) {
      return read(line, columns: nil, original: line, number: number, emit)
    }
    let folded = ASCIIFolding(line)
    read(folded.text[...], columns: folded.columns, original: line, number: number, emit)
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, columns: [Int]?, original: ArraySlice<UInt8>, number: Int,
    _ emit: RecordSink
  ) {
    if line.allSatisfy(Notation.isBlank) {
      let isEmptyRow = line.count >= 9 && 1...8 ~= rows.count && section != .skipped
      guard isEmptyRow, rows.contains(where: { !$0.isDoubtful && GridReader.hasGaps($0) }) else {
        return finishGrid(number: number, emit)
      }
    }
    func column(_ offset: Int) -> Int {
      columns.map { offset < $0.count ? $0[offset] : original.count + 1 } ?? offset + 1
    }
    switch GridLine(line, line: number) {
    case .ruling: return
    case .row(var row):
      if section == .skipped { return }
      if columns != nil {
        for index in 0..<9 { row.columns[index] = column(row.columns[index] - 1) }
      }
      rows.append(row)
      finishIfComplete(emit)
    case .cells(let count):
      if let board = Notation.board(Notation.trimmed(line)), rows.isEmpty {
        flush(emit)
        return emit(.checked(PuzzleRecord(puzzle: board, line: number)) { $0.index + 1 })
      }
      if section == .skipped { return }
      fail(
        BoardTextError(
          .malformed("the row has \(count) of 9 cells"), line: number,
          column: column(line.count)), emit)
    case .unreadable(let offset):
      readOther(
        original, Notation.unexpected(line[(line.startIndex + offset)...], number, column(offset)),
        number: number, emit)
    }
  }

  /// Reads a line with a character that no row has: a section, a title, or a mistake.
  private mutating func readOther(
    _ line: ArraySlice<UInt8>, _ error: BoardTextError, number: Int, _ emit: RecordSink
  ) {
    let content = Notation.trimmed(line)
    if content.first == UInt8(ascii: "["), content.last == UInt8(ascii: "]") {
      finishGrid(number: number, emit)
      switch Notation.lowercased(content) {
      case "[puzzle]":
        flush(emit)
        section = .puzzle
        hasLostPuzzle = false
      case "[state]": section = hasLostPuzzle ? .skipped : .state
      default: section = .skipped
      }
    } else if GridReader.isTitle(content) {
      finishGrid(number: number, emit)
      flush(emit)
      section = .puzzle
      fields.append(PuzzleField("title", String(decoding: content, as: UTF8.self)))
    } else if section != .skipped {
      fail(error, emit)
    }
  }

  /// Whether the rest of a reported grid is being skipped.
  private var isAtFault = false
  /// Whether the puzzle of the previous section was damaged: its state is skipped.
  private var hasLostPuzzle = false

  mutating func finish(number: Int, _ emit: RecordSink) {
    finishGrid(number: number, emit)
    flush(emit)
  }

  private mutating func fail(_ error: BoardTextError, _ emit: RecordSink) {
    rows.removeAll(keepingCapacity: true)
    flush(emit)
    hasLostPuzzle = section == .puzzle
    section = .skipped
    isAtFault = true
    fields = []
    emit(.failure(error))
  }

  // MARK: The end of a grid

  /// Ends the grid as soon as it has nine certain rows.
  private mutating func finishIfComplete(_ emit: RecordSink) {
    guard rows.count >= 9 else { return }
    let doubtful = rows.indices.filter { rows[$0].isDoubtful }
    let sure = rows.count - doubtful.count
    if sure == 9 || doubtful.isEmpty { return emitGrid(emit) }
    // Bounds the memory: no grid has so many lines.
    if rows.count > 40 { emitGrid(emit) }
  }

  /// Ends the current grid, or the skipping of a damaged one.
  private mutating func finishGrid(number: Int, _ emit: RecordSink) {
    if !rows.isEmpty { emitGrid(emit) }
    if isAtFault || !hasSections {
      if section == .skipped { section = .puzzle }
      isAtFault = false
    }
  }

  /// Makes a record of the rows; those that may be rulings count either all or not at all.
  private mutating func emitGrid(_ emit: RecordSink) {
    let sure = rows.count { !$0.isDoubtful }
    if rows.count != 9, sure < rows.count, sure > 0 { rows.removeAll(where: \.isDoubtful) }
    let grid = rows
    rows.removeAll(keepingCapacity: true)
    guard grid.count == 9, let first = grid.first else {
      let last = grid.last?.line ?? 0
      fields = []
      hasLostPuzzle = true
      return emit(.failure(.tooShort(grid.count * 9), at: (last, 1)))
    }
    let board = Board(unsafeValues: { values in
      for row in 0..<9 {
        for column in 0..<9 { values[row * 9 + column] = grid[row].values[column] }
      }
    })
    // Digits placed by a player may be wrong.
    guard board.obeysRules || section == .state && pending != nil else {
      let conflict = board.conflict
      let cell = conflict?.second ?? Cell(index: 0)
      fields = []
      hasLostPuzzle = true
      return emit(
        .failure(
          BoardTextError(
            conflict.map { .conflict($0) } ?? .empty, line: grid[cell.row].line,
            column: grid[cell.row].columns[cell.column], board: board)))
    }
    if section == .state {
      pending?.takePlaced(from: board)
      if pending == nil { emit(.puzzle(PuzzleRecord(puzzle: board, line: first.line))) }
      return flush(emit)
    }
    flush(emit)
    var record = PuzzleRecord(puzzle: board, fields: fields, line: first.line)
    fields = []
    record.candidates = GridReader.candidates(of: grid)
    if hasSections { pending = record } else { emit(.puzzle(record)) }
  }

  private mutating func flush(_ emit: RecordSink) {
    guard let record = pending else { return }
    pending = nil
    emit(.puzzle(record))
  }

  private static func candidates(of grid: [GridRow]) -> PencilMarks? {
    guard grid.contains(where: { $0.candidates != nil }) else { return nil }
    var marks = PencilMarks()
    for (row, cells) in grid.enumerated() {
      for (column, digits) in (cells.candidates ?? []).enumerated() {
        marks[Cell(row: row, column: column)] = digits
      }
    }
    return marks
  }

  /// Whether a row is 9 characters wide: a sign that spaces are empty cells.
  private static func hasGaps(_ row: GridRow) -> Bool { row.columns[8] == row.columns[0] + 8 }

  // MARK: Detection

  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let line = ASCIIFolding.isNeeded(for: text) ? ASCIIFolding(text).text[...] : text
    switch GridLine(line, line: 0) {
    case .row, .ruling: return true
    default: return isTitle(text)
    }
  }

  /// Whether a line is a title as in `Grid 01` or `Puzzle 7:`.
  static func isTitle(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 60, let start = text.first, 0x61...0x7A ~= start | 0x20 else {
      return false
    }
    let words = text.split { !(0x61...0x7A ~= $0 | 0x20) && !(0x30...0x39 ~= $0) }
      .map { Notation.lowercased($0) }
    guard let first = words.first, ["grid", "puzzle", "sudoku", "board", "game"].contains(first)
    else {
      return false
    }
    return words.count >= 2 && words.count <= 6 && words.dropFirst().contains { Int($0) != nil }
  }
}
