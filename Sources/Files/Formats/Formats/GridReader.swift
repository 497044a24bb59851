import SudokuCore

/// Reads grids: nine lines of nine cells, plain, boxed or with box-drawing characters, with candidates,
/// and the sections of `.sdk` files.
///
/// Blank lines, text and sections separate puzzles; nine certain rows complete one. Text before a grid is its
/// title. After a line inside a grid that is not part of it the rest of its grid is skipped.
struct GridReader: LineFormatReader {
  enum Section {
    case puzzle
    case state
    case solution
    /// An unknown section, or the rest of a damaged grid.
    case skipped
  }

  var rows: [GridRow] = []
  var section = Section.puzzle
  /// A puzzle whose state may follow.
  var pending: PuzzleRecord?
  /// Title and comments of the next puzzle.
  var fields: [PuzzleField] = []
  let hasSections: Bool
  /// The lines of the current puzzle from its first comment or section on, and those behind `pending`.
  var source = SourceLines()
  var nextSource: SourceLines?

  init(hasSections: Bool = false) { self.hasSections = hasSections }

  /// True if the first row may be the header of a table, which a tenth row decides.
  var hasHeadRow = false
  /// The lines of text since the last grid, with their numbers.
  var titles: [(text: String, number: Int)] = []
  /// The first line of text that belongs to no grid.
  private(set) var unusedLine: Int?
  /// The most lines of text that a title keeps: the ones next to the grid.
  private static let titleLimit = 8
  /// The number of the latest line.
  var lastLine = 0
  /// The lines of the current grid, for the text of its error.
  var text: [ArraySlice<UInt8>] = []
  /// The error of the current grid, whose other rows follow.
  private var fault: BoardTextError?
  /// True if no blank line has come since the last grid.
  var isBelowGrid = false
  /// The previous puzzle, whose solution may follow.
  var lastPuzzle: Board?
  /// True if the previous puzzle was reported as an error.
  var isAfterFault = false
  /// A grid with a title: the next one may be its solution, or its puzzle.
  var held: PuzzleRecord?
  /// The number of rows between two blank lines within the current grid, and the number of rows up to the latest
  /// one.
  var band: (size: Int, end: Int)?
  /// The lines of grids side by side, each with a row of every grid.
  var strip: [[GridRow]] = []
  /// True while the grids of a strip are being emitted.
  var isInStrip = false
  let omissions: Omissions? = Omissions()
  static let titleSeparator = " / "

  /// True while a grid is open, or the rest of a damaged one is being skipped.
  var hasRows: Bool { !rows.isEmpty || !strip.isEmpty || section == .skipped }

  var wantsBlankLines: Bool { true }
  var takesText: Bool { true }
  var isBetweenRecords: Bool {
    rows.isEmpty && section == .puzzle && pending == nil && fields.isEmpty && titles.isEmpty
      && held == nil && strip.isEmpty && !hasLostPuzzle
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    lastLine = number
    keepSource(line)
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
    if line.allSatisfy(Notation.isBlank), readBlank(line, number: number, emit) { return }
    func column(_ offset: Int) -> Int {
      columns.map { offset < $0.count ? $0[offset] : original.count + 1 } ?? offset + 1
    }
    var kind = GridLine(line, line: number)
    if case .unreadable = kind, let row = GridLine.labelled(line, line: number) { kind = .row(row) }
    if case .row(let row) = kind, row.candidates != nil, let board = GridLine.nineGroups(line) {
      return read(board: board, at: 1, number, emit)
    }
    endBands(before: kind, number: number, emit)
    if takesStrip(line, kind, original, columns, number: number, emit) { return }
    switch kind {
    case .ruling:
      if rows.count == 1, MarkdownTable.isRule(line), !hasSections { hasHeadRow = true }
    case .row(var row):
      if section == .skipped { return skip(original, number: number, emit) }
      if row.isHeader {
        guard !rows.isEmpty else { return }
        row.lead = -1
      }
      if rows.count == 1, row.lead == 0 || row.lead == 1,
        hasHeadRow || row.isLabelled && rows[0].countsUp
      {
        rows.removeAll()
        hasHeadRow = false
      }
      // A separator above the header of the next grid.
      if row.mayBeHeader, isIdle { rows.removeAll() }
      if let lead = row.lead, lead != rows.count, lead != rows.count + 1, !isIdle {
        return fail(
          BoardTextError(
            .malformed("the row has 10 of 9 cells"), line: number, column: column(line.count)),
          original, emit)
      }
      if rows.isEmpty {
        hasHeadRow = row.mayBeHeader && !hasSections
        text = []
      }
      if columns != nil {
        for index in 0..<9 { row.columns[index] = column(row.columns[index] - 1) }
      }
      rows.append(row)
      keep(original)
      isBelowGrid = false
      finishIfComplete(emit)
    case .cells(let count):
      if let board = Notation.board(Notation.trimmed(line)), rows.isEmpty {
        return read(board: board, at: 1, number, emit)
      }
      if line.count > 82, readLabelled(original, number: number, emit) { return }
      if section == .skipped { return skip(original, number: number, emit) }
      if isIdle, strip.isEmpty, Prose.isText(line) { return take(title: original, number) }
      let message = "the row has \(count) of 9 cells"
      fail(
        BoardTextError(.malformed(message), line: number, column: column(line.count)), original,
        emit)
    case .unreadable(let offset):
      readOther(
        original, Notation.unexpected(line[(line.startIndex + offset)...], number, column(offset)),
        number: number, emit)
    }
  }

  /// Reads a blank line; false for one that is a row of nine empty cells.
  private mutating func readBlank(
    _ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink
  ) -> Bool {
    // Eight tabs are nine empty cells.
    if !rows.isEmpty, section != .skipped, line.elementsEqual(repeatElement(0x09, count: 8)) {
      var row = GridRow()
      row.line = number
      row.isBlankSheet = true
      rows.append(row)
      finishIfComplete(emit)
      return true
    }
    let isEmptyRow = line.count >= 9 && 1...8 ~= rows.count && section != .skipped
    if isEmptyRow, rows.contains(where: { !$0.isDoubtful && GridReader.hasGaps($0) }) {
      return false
    }
    if endsBand() { return true }
    finishGrid(number: number, emit)
    // Text directly below a grid belongs to that grid, not to the next one, unless it announces a solution.
    if isBelowGrid, !titles.isEmpty, !namesSolution {
      drop(titles[0].number)
      titles = []
    }
    isBelowGrid = false
    return true
  }

  /// True while the current grid has no rows other than separators of sheets.
  var isIdle: Bool { rows.allSatisfy(\.isBlankSheet) }

  mutating func keep(_ line: ArraySlice<UInt8>) {
    if !line.isEmpty, text.count < 48, line.count < 4_000 { text.append(line) }
  }

  /// Skips a line of a damaged grid, which has nine rows at most.
  private mutating func skip(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    keep(line)
    if !hasSections, text.count >= 9 { finishGrid(number: number, emit) }
  }

  /// Reads a line with a character that no row has: a section, a title, or a mistake.
  private mutating func readOther(
    _ line: ArraySlice<UInt8>, _ error: BoardTextError, number: Int, _ emit: RecordSink
  ) {
    let content = Notation.trimmed(line)
    // The fence of a block in Markdown.
    if content.starts(with: "```".utf8) { return finishGrid(number: number, emit) }
    if let text = ForumMarks.blanked(line) {
      if text.allSatisfy(Notation.isBlank) { return finishGrid(number: number, emit) }
      return read(text[...], columns: nil, original: text[...], number: number, emit)
    }
    if content.first == UInt8(ascii: "["), content.last == UInt8(ascii: "]"),
      hasSections || !ForumMarks.isTitle(content)
    {
      finishGrid(number: number, emit)
      let name = Notation.lowercased(content.dropFirst().dropLast())
      switch name {
      case "puzzle":
        flush(emit)
        section = .puzzle
        hasLostPuzzle = false
      case "state": section = hasLostPuzzle ? .skipped : .state
      case "solution" where hasSections: section = hasLostPuzzle ? .skipped : .solution
      case _ where Variant.isName(name) && hasSections:
        refuse(content, number: number, emit)
        section = .skipped
      default:
        drop(number)
        section = .skipped
      }
    } else if readLabelled(line, number: number, emit) {
      return
    } else if GridReader.isTitle(content) || ForumMarks.isTitle(content) {
      finishGrid(number: number, emit)
      flush(emit)
      section = .puzzle
      take(title: line, number)
    } else if isIdle && section != .skipped || rows.count == 8 || fault != nil && !hasSections,
      Prose.isText(content)
    {
      finishGrid(number: number, emit)
      take(title: line, number)
    } else if section != .skipped {
      fail(error, line, emit)
    } else {
      skip(line, number: number, emit)
    }
  }

  /// Keeps a line of text between grids.
  mutating func take(title line: ArraySlice<UInt8>, _ number: Int) {
    var text = Notation.unquoted(line)
    // The row of a sheet with one text.
    if let sign = ",;\t".utf8.first(where: { text.last == $0 || text.first == $0 }) {
      while let last = text.last, last == sign || Notation.isBlank(last) { text.removeLast() }
      while let first = text.first, first == sign || Notation.isBlank(first) { text.removeFirst() }
    }
    if text.isEmpty { return }
    if isIdle { rows.removeAll() }
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

  /// True while the rest of a reported grid is being skipped.
  private var isAtFault = false
  /// True if the previous puzzle was damaged, so that its state is skipped.
  private var hasLostPuzzle = false

  mutating func finish(number: Int, _ emit: RecordSink) {
    finishGrid(number: number, emit)
    flush(emit)
    flushHeld(emit)
    drop(titles.first?.number)
    titles = []
    hasLostPuzzle = false
  }

  mutating func fail(
    _ error: BoardTextError, _ line: ArraySlice<UInt8>, _ emit: RecordSink
  ) {
    if rows.isEmpty, strip.isEmpty { text = [] }
    rows.removeAll(keepingCapacity: true)
    (strip, band) = ([], nil)
    keep(line)
    fault = error
    flush(emit)
    hasLostPuzzle = section == .puzzle
    section = .skipped
    isAtFault = true
    hasHeadRow = false
    if !hasSections, text.count >= 9 { finishGrid(number: error.line, emit) }
  }

  /// Reports the damaged grid with its lines and its title.
  mutating func report(_ error: BoardTextError, _ emit: RecordSink) {
    flushHeld(emit)
    isAfterFault = true
    lastPuzzle = nil
    _ = takeSource()
    takeTitles()
    let (lines, found) = (text, fields)
    (text, fields) = ([], [])
    emit(
      BoardReader.Record.failure(error, fields: found)
        .with(Array(lines.joined(separator: [0x0A]))[...]))
  }

  mutating func takeTitles() {
    guard !titles.isEmpty else { return }
    let title = titles.map(\.text).joined(separator: Self.titleSeparator)
    fields.append(PuzzleField("title", cell: title))
    titles = []
  }

  // MARK: The end of a grid

  /// Ends the grid as soon as it has nine certain rows.
  private mutating func finishIfComplete(_ emit: RecordSink) {
    guard rows.count >= 9 else { return }
    if rows[0].isBlankSheet { return finishLed(emit) }
    if hasHeadRow, rows.count == 9 { return }
    if hasHeadRow, rows.count == 10 { return splitHeadRow(emit) }
    // The blank line behind the last band.
    if band != nil { return }
    let doubtful = rows.indices.filter { rows[$0].isDoubtful }
    let sure = rows.count - doubtful.count
    if sure == 9 || doubtful.isEmpty { return emitGrid(emit) }
    // Bounds the memory: no grid has so many lines.
    if rows.count > 40 { emitGrid(emit) }
  }

  /// Ends the current grid, or the skipping of a damaged one.
  mutating func finishGrid(number: Int, _ emit: RecordSink) {
    endStrip(emit)
    dropLead()
    if !rows.isEmpty { emitGrid(emit) }
    if let error = fault {
      fault = nil
      report(error, emit)
    }
    if isAtFault || !hasSections {
      if section == .skipped { section = .puzzle }
      isAtFault = false
    }
  }

  /// Makes a record of the rows; those that may be rulings count either all or not at all.
  mutating func emitGrid(_ emit: RecordSink) {
    let sure = rows.count { !$0.isDoubtful }
    if rows.count != 9, sure < rows.count, sure > 0 { rows.removeAll(where: \.isDoubtful) }
    let grid = rows
    rows.removeAll(keepingCapacity: true)
    (hasHeadRow, band) = (false, nil)
    guard grid.count == 9, let first = grid.first else {
      hasLostPuzzle = true
      let error = BoardTextError(
        .tooShort(grid.count * 9), line: grid.last?.line ?? lastLine, column: 1)
      return report(error, emit)
    }
    isBelowGrid = true
    let board = GridReader.board(of: grid[...])
    if takesSolution(board, emit) { return text = [] }
    takeTitles()
    // Digits placed by a player may be wrong.
    guard board.obeysRules || section == .state && pending != nil else {
      let conflict = board.conflict
      let cell = conflict?.second ?? Cell(index: 0)
      hasLostPuzzle = true
      return report(
        BoardTextError(
          conflict.map { .conflict($0) } ?? .empty, line: grid[cell.row].line,
          column: grid[cell.row].columns[cell.column], board: board), emit)
    }
    (text, lastPuzzle) = ([], board)
    if section == .state {
      pending?.takePlaced(from: board)
      if pending == nil { emit(.puzzle(PuzzleRecord(puzzle: board, line: first.line))) }
      return
    }
    flush(emit)
    hasLostPuzzle = false
    var record = PuzzleRecord(puzzle: board, fields: fields, line: first.line)
    fields = []
    record.candidates = GridReader.candidates(of: grid)
    if hasSections { pending = record } else { deliver(record, emit) }
  }

  mutating func flush(_ emit: RecordSink) {
    guard var record = pending else { return }
    pending = nil
    record.source = takeSource()
    emit(.puzzle(record))
  }
}
