import SudokuCore

/// Reads grids: nine lines of nine cells, plain, boxed or with box-drawing characters, with candidates,
/// and the sections of `.sdk` files.
///
/// Blank lines, text and sections separate puzzles; nine certain rows complete one. Text before a grid is its
/// title. After a line inside a grid that is not part of it the rest of its grid is skipped.
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

  /// Whether the first row may be the header of a table, which ten rows show.
  private var hasHeadRow = false
  /// The lines of text since the last grid, with their numbers.
  private var titles: [(text: String, number: Int)] = []
  /// The first line of text that belongs to no grid.
  private(set) var unusedLine: Int?
  /// The most lines of text that a title keeps: the ones next to the grid.
  private static let titleLimit = 8
  static let titleSeparator = " / "

  var wantsBlankLines: Bool { true }
  var takesText: Bool { true }
  var isBetweenRecords: Bool {
    rows.isEmpty && section == .puzzle && pending == nil && fields.isEmpty && titles.isEmpty
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
    let isQuoted = line.first == UInt8(ascii: ">")
    if !isQuoted, !ASCIIFolding.isNeeded(for: line) {
      return read(line, columns: nil, original: line, number: number, emit)
    }
    let inner = isQuoted ? Notation.unquoted(line) : line
    let folded = ASCIIFolding(inner, skipped: inner.startIndex - line.startIndex)
    read(folded.text[...], columns: folded.columns, original: line, number: number, emit)
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, columns: [Int]?, original: ArraySlice<UInt8>, number: Int,
    _ emit: RecordSink
  ) {
    if line.allSatisfy(Notation.isBlank) {
      // Eight tabs are nine empty cells.
      if !rows.isEmpty, section != .skipped, line.elementsEqual(repeatElement(0x09, count: 8)) {
        var row = GridRow()
        row.line = number
        rows.append(row)
        return finishIfComplete(emit)
      }
      let isEmptyRow = line.count >= 9 && 1...8 ~= rows.count && section != .skipped
      guard isEmptyRow, rows.contains(where: { !$0.isDoubtful && GridReader.hasGaps($0) }) else {
        return finishGrid(number: number, emit)
      }
    }
    func column(_ offset: Int) -> Int {
      columns.map { offset < $0.count ? $0[offset] : original.count + 1 } ?? offset + 1
    }
    switch GridLine(line, line: number) {
    case .ruling:
      if rows.count == 1, MarkdownTable.isRule(line), !hasSections { hasHeadRow = true }
    case .row(var row):
      if section == .skipped { return }
      if row.isHeader {
        guard !rows.isEmpty else { return }
        row.lead = -1
      }
      if hasHeadRow, rows.count == 1, row.lead == 0 || row.lead == 1 {
        rows.removeAll()
        hasHeadRow = false
      }
      if let lead = row.lead, lead != rows.count, lead != rows.count + 1 {
        return fail(
          BoardTextError(
            .malformed("the row has 10 of 9 cells"), line: number, column: column(line.count)), emit
        )
      }
      if rows.isEmpty { hasHeadRow = row.mayBeHeader && !hasSections }
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
      if rows.isEmpty, Prose.isText(line) { return take(title: original, number) }
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
      let name = Notation.lowercased(content.dropFirst().dropLast())
      switch name {
      case "puzzle":
        flush(emit)
        section = .puzzle
        hasLostPuzzle = false
      case "state": section = hasLostPuzzle ? .skipped : .state
      case _ where Variant.isName(name) && hasSections:
        refuse(content, number: number, emit)
        section = .skipped
      default: section = .skipped
      }
    } else if GridReader.isTitle(content) {
      finishGrid(number: number, emit)
      flush(emit)
      section = .puzzle
      take(title: line, number)
    } else if rows.isEmpty, section != .skipped, Prose.isText(content) {
      take(title: line, number)
    } else if section != .skipped {
      fail(error, emit)
    }
  }

  /// Keeps a line of text between grids.
  private mutating func take(title line: ArraySlice<UInt8>, _ number: Int) {
    let text = Notation.unquoted(line)
    if text.isEmpty { return }
    titles.append((String(decoding: text, as: UTF8.self), number))
    if titles.count > Self.titleLimit { drop(titles.removeFirst().number) }
  }

  private mutating func drop(_ number: Int?) { unusedLine = unusedLine ?? number }

  /// Refuses the puzzle before a section with the rules of a variant.
  private mutating func refuse(_ section: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    guard let record = pending else { return }
    pending = nil
    hasLostPuzzle = true
    let name = String(decoding: section, as: UTF8.self)
    emit(
      .failure(
        BoardTextError(
          .malformed(Variant.message(name)), line: number, column: 1, board: nil),
        fields: record.fields))
  }

  /// Whether the rest of a reported grid is being skipped.
  private var isAtFault = false
  /// Whether the puzzle of the previous section was damaged: its state is skipped.
  private var hasLostPuzzle = false

  mutating func finish(number: Int, _ emit: RecordSink) {
    finishGrid(number: number, emit)
    flush(emit)
    drop(titles.first?.number)
    titles = []
  }

  private mutating func fail(_ error: BoardTextError, _ emit: RecordSink) {
    rows.removeAll(keepingCapacity: true)
    flush(emit)
    hasLostPuzzle = section == .puzzle
    section = .skipped
    isAtFault = true
    hasHeadRow = false
    fields = []
    drop(titles.first?.number)
    titles = []
    emit(.failure(error))
  }

  // MARK: The end of a grid

  /// Ends the grid as soon as it has nine certain rows.
  private mutating func finishIfComplete(_ emit: RecordSink) {
    guard rows.count >= 9 else { return }
    if hasHeadRow, rows.count == 9 { return }
    if hasHeadRow, rows.count == 10 { return splitHeadRow(emit) }
    let doubtful = rows.indices.filter { rows[$0].isDoubtful }
    let sure = rows.count - doubtful.count
    if sure == 9 || doubtful.isEmpty { return emitGrid(emit) }
    // Bounds the memory: no grid has so many lines.
    if rows.count > 40 { emitGrid(emit) }
  }

  /// Drops the header above nine rows, or ends the grid before the tenth row.
  private mutating func splitHeadRow(_ emit: RecordSink) {
    let last = rows[9]
    hasHeadRow = false
    if GridReader.board(of: rows[1...]).obeysRules {
      rows.removeFirst()
      return emitGrid(emit)
    }
    rows.removeLast()
    emitGrid(emit)
    rows = [last]
    hasHeadRow = last.mayBeHeader
  }

  private static func board(of rows: ArraySlice<GridRow>) -> Board {
    Board(unsafeValues: { values in
      for (number, row) in rows.enumerated() {
        for column in 0..<9 { values[number * 9 + column] = row.values[column] }
      }
    })
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
    hasHeadRow = false
    if !titles.isEmpty {
      let title = titles.map(\.text).joined(separator: Self.titleSeparator)
      fields.append(PuzzleField("title", cell: title))
      titles = []
    }
    guard grid.count == 9, let first = grid.first else {
      let last = grid.last?.line ?? 0
      fields = []
      hasLostPuzzle = true
      return emit(.failure(.tooShort(grid.count * 9), at: (last, 1)))
    }
    let board = GridReader.board(of: grid[...])
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
    let text = text.first == UInt8(ascii: ">") ? Notation.unquoted(text) : text
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
