import SudokuCore

/// The boards in a table of HTML.
///
/// The table has nine rows with nine cells, as text or in input fields, or a column with 81 characters a row.
struct MarkupTable: Sendable {
  private var rows: [[String]] = []
  private var row: [String] = []
  /// The text of the open cell.
  private var cell: String?
  private var start = (line: 1, column: 1)
  private var hasBoards = false
  /// The text of the last heading, and whether it is open.
  private var heading = ""
  private var isHeading = false
  /// No board has more rows; a longer table is one of boards.
  private static let rowLimit = 26

  init(start: (line: Int, column: Int) = (1, 1)) { self.start = start }

  /// True while a cell or a heading is open, to which text belongs.
  var takesText: Bool { cell != nil || isHeading }

  var isEmpty: Bool { rows.isEmpty && row.isEmpty && cell == nil && heading.isEmpty && !isHeading }

  /// Takes a tag with the text before it; returns a board that ends there.
  mutating func take(
    _ tag: [UInt8], _ value: String?, _ text: String, at place: (line: Int, column: Int)
  ) -> BoardReader.Record? {
    if cell != nil { cell?.append(text) }
    if isHeading { heading.append(text) }
    switch Notation.lowercased(
      tag.prefix { 0x61...0x7A ~= $0 | 0x20 || 0x31...0x36 ~= $0 || $0 == UInt8(ascii: "/") })
    {
    case "table":
      let title = heading
      self = MarkupTable(start: place)
      heading = title
    case "h1", "h2", "h3", "h4", "h5", "h6", "caption": (heading, isHeading) = ("", true)
    case "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/caption": isHeading = false
    case "td", "th":
      // The ends of cells and rows may be missing.
      if cell != nil { endCell() }
      cell = ""
      if tag.last == UInt8(ascii: "/") { endCell() }
    case "td/", "th/":
      if cell != nil { endCell() }
      row.append("")
    case "tr":
      if cell != nil { endCell() }
      if !row.isEmpty { return endRow(at: place) }
    case "input", "img": if let value, cell != nil { cell = value }
    case "/td", "/th": endCell()
    case "/tr":
      if cell != nil { endCell() }
      return endRow(at: place)
    case "/table":
      if cell != nil { endCell() }
      let last = row.isEmpty ? nil : endRow(at: place)
      defer { self = MarkupTable() }
      return last ?? grid
    default: break
    }
    return nil
  }

  private mutating func endCell() {
    row.append(Self.plain(cell ?? ""))
    cell = nil
  }

  private mutating func endRow(at place: (line: Int, column: Int)) -> BoardReader.Record? {
    defer { row = [] }
    if let record = boardRow(at: place) { return record }
    if rows.count < Self.rowLimit { rows.append(row) }
    return nil
  }

  /// The heading before the table, as the title of its puzzles.
  var title: [PuzzleField] {
    let text = Self.plain(heading)
    return text.isEmpty ? [] : [PuzzleField("title", cell: text)]
  }

  /// The record of a row with a board in a cell; the first row names the columns.
  private mutating func boardRow(at place: (line: Int, column: Int)) -> BoardReader.Record? {
    let cells = row.map { Array($0.utf8)[...] }
    guard let columns = TableColumns(cells), columns.puzzle.width == 1,
      let board = BoardText.board(ofCell: cells[columns.puzzle.column])
    else {
      return hasBoards
        ? .failure(.malformed("the row of the table has no board"), at: place)
          .with(Array(row.joined(separator: " ").utf8)[...])
        : nil
    }
    hasBoards = true
    var record = PuzzleRecord(puzzle: board, fields: title, line: place.line)
    let names = rows.first ?? []
    for (column, text) in row.enumerated() where column != columns.puzzle.column && !text.isEmpty {
      if column == columns.solution?.column, let full = BoardText.board(ofCell: cells[column]),
        record.takeSolution(full)
      {
        continue
      }
      let name =
        column < names.count && !names[column].isEmpty ? names[column] : "column\(column + 1)"
      record.fields.append(PuzzleField(name, cell: text))
    }
    return .checked(record) { _ in place.column }
  }

  /// The board of nine rows; `nil` for tables of other sizes, unless they nearly are a board.
  private var grid: BoardReader.Record? {
    guard !hasBoards, !rows.isEmpty else { return nil }
    let cells = Array(rows.joined())
    let values = cells.map { SheetCell.value(Array($0.utf8)[...]) }
    let isSquare = rows.count == 9 && rows.allSatisfy { $0.count == 9 }
    guard isSquare, let board = Board(values: values.compactMap { $0 }) else {
      let isMeant =
        8...10 ~= rows.count && rows.allSatisfy { 8...10 ~= $0.count }
        && values.count { $0 == nil } * 4 <= cells.count && values.count { $0 ?? 0 > 0 } > 7
      if let side = OtherSize.side(of: rows) {
        return .failure(.malformed(OtherSize.message(side)), at: start)
      }
      guard isMeant else { return nil }
      var error = BoardTextError(
        .malformed("the table has \(rows.count) rows with \(rows[0].count) cells, not 9 with 9"),
        line: start.line, column: start.column)
      if let index = values.firstIndex(where: { $0 == nil }), isSquare {
        error = Notation.unexpected(Array(cells[index].utf8)[...], start.line, start.column)
      }
      return BoardReader.Record.failure(error, fields: title)
        .with(Array(rows.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8)[...])
    }
    // No puzzle is without clues: the digits stand elsewhere.
    guard board.clueCount > 0 else {
      return .failure(.malformed("the table's cells have no digits"), at: start)
    }
    return .checked(PuzzleRecord(puzzle: board, fields: title, line: start.line)) { _ in
      start.column
    }
  }

  private static func plain(_ text: String) -> String {
    let text = XMLText.unescaped(text).replacing("\u{A0}", with: " ")
    return String(decoding: Notation.trimmed(Array(text.utf8)[...]), as: UTF8.self)
  }
}
