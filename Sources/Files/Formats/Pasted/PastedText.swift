// Text as people paste it, with several forms in turn or in shapes that only the whole text explains.
//
// 1. `LiteralScanner` finds boards and rows in brackets, of any programming language.
// 2. Each other line is a whole board (81 cells, a library's line, a link), a row (`PastedRow`), a ruling or text.
//    A line that is none of these may be a damaged row: then the text is not read here, and the errors of the
//    reader of its format stand.
// 3. Nine rows are a grid. Marks, labels and blanks are understood over the whole grid.
// 4. The same board in several forms is one record: the clues of one, the placed digits and candidates of another.
//    A full board is the solution of the only puzzle that it fits.

import SudokuCore

/// The records of a pasted text; it is read as a whole.
struct PastedText {
  enum Form {
    case line
    case library
    case grid
    case literal
  }

  struct Block {
    var record: BoardReader.Record
    let form: Form
    /// The text right above.
    var title: String?

    var puzzle: PuzzleRecord? { if case .puzzle(let record) = record { record } else { nil } }
  }

  /// The longest text that is read as a whole, in bytes.
  static let limit = 1 << 18

  private let lines: [ArraySlice<UInt8>]
  var blocks: [Block] = []
  private var rows: [(row: PastedRow, number: Int)] = []
  /// The last line of text, until a block takes it.
  private var title: String?
  private var hasText = false
  /// True if a line of text is not a board's title.
  private var hasLostText = false
  /// True once a line is neither text nor part of a board.
  private var isStuck = false

  /// The records of a decoded text; `nil` if a part of it may be a damaged board.
  static func records(_ text: [UInt8]) -> [BoardReader.Record]? {
    guard text.count <= limit else { return nil }
    let literals = LiteralScanner(text)
    if let other = literals.otherSide, literals.boards.isEmpty {
      return [.failure(.malformed(OtherSize.message(other.side)), at: (other.line + 1, 1))]
    }
    if let line = literals.doubt {
      return [.failure(.malformed(CellCollector.doubt), at: (line + 1, 1))]
    }
    var reader = PastedText(text)
    if let board = reader.column, board.clueCount > 0 {
      return [.checked(PuzzleRecord(puzzle: board)) { _ in 1 }]
    }
    if let record = assigned(text) { return [record] }
    reader.read(literals)
    guard !reader.isStuck, !reader.blocks.isEmpty else { return nil }
    // In a list of lines, text is a title only if one stands at the start and each has a board below it. Other text
    // may be a damaged line.
    let isList = reader.blocks.allSatisfy { $0.form == .line }
    let areTitles =
      reader.blocks[0].title != nil && !reader.hasLostText && reader.title == nil
    if isList, reader.hasText, !areTitles { return nil }
    reader.merge()
    reader.takeSolutions()
    return reader.blocks.map(\.record)
  }

  private init(_ text: [UInt8]) {
    lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
  }

  // MARK: Lines

  private mutating func read(_ literals: LiteralScanner) {
    var literalRows: [Int: LiteralScanner.Literal] = [:]
    var repeated = Set<Int>()
    for row in literals.rows where literalRows.updateValue(row, forKey: row.lines.lowerBound) != nil
    {
      repeated.insert(row.lines.lowerBound)
    }
    var boards = literals.boards[...]
    var index = 0
    while index < lines.count, !isStuck {
      if let board = boards.first, board.lines.lowerBound == index {
        boards.removeFirst()
        endRows()
        append(board)
        // Several boards may share a line.
        if boards.first?.lines.lowerBound != index {
          index = max(
            index + 1,
            board.lines.upperBound
              + (boards.first?.lines.lowerBound == board.lines.upperBound ? 0 : 1))
        }
        continue
      }
      if let row = literalRows[index], !repeated.contains(index) {
        rows.append((PastedRow(values: row.values), index + 1))
      } else {
        for part in Self.parts(of: lines[index]) { read(part, number: index + 1) }
      }
      index += 1
    }
    endRows()
  }

  /// The parts of a line around the three quotes of a text in code.
  private static func parts(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    for quote in "\"'".utf8 {
      let mark = [UInt8](repeating: quote, count: 3)
      guard line.count > 3,
        let start = line.indices.dropLast(2).first(where: { line[$0...].starts(with: mark) })
      else { continue }
      return [line[..<start], line[(start + 3)...]].filter { !$0.isEmpty }
    }
    return [line]
  }

  /// The board of a text with a cell on each line, as lists in YAML; `nil` for any other text.
  private var column: Board? {
    var values: [UInt8] = []
    for line in lines {
      let cell = line.filter { !Notation.isBlank($0) && !"\"',".utf8.contains($0) }
        .drop { $0 == UInt8(ascii: "-") }
      if cell.isEmpty, values.isEmpty || !line.contains(UInt8(ascii: "-")) { continue }
      if let value = SheetCell.value(cell) {
        values.append(value)
      } else if cell.count < 2 || values.count % 81 > 0 {
        return nil
      }
      if values.count > 81 { return nil }
    }
    return Board(values: values)
  }

  /// The board of a list of cells such as `r1c1=5`, `A1: 5, A5: 7` or `grid[0][4] = 7;`; `nil` for any
  /// other text.
  private static func assigned(_ text: [UInt8]) -> BoardReader.Record? {
    let parts = text.split { "=:".utf8.contains($0) }
    guard 9...82 ~= parts.count else { return nil }
    var (members, name) = ([String](), parts[0])
    for part in parts.dropFirst() {
      let value = part.drop(while: Notation.isBlank)
      let cell = name.drop { Notation.isBlank($0) || ",;|{\"'".utf8.contains($0) }
      // Another sign beside the name or the digit would be lost.
      guard let digit = value.first, 0x31...0x39 ~= digit, let place = cellName(cell),
        value.dropFirst().first.map({ Notation.isBlank($0) || ",;|}".utf8.contains($0) }) ?? true
      else { return nil }
      members.append("\"\(place)\":\(digit - 0x30)")
      name = value.dropFirst()
    }
    guard name.allSatisfy({ Notation.isBlank($0) || ",;.|}".utf8.contains($0) }) else { return nil }
    // As JSON with a member for each cell.
    var (reader, found) = (BoardReader(format: .json, isDecoded: true), [BoardReader.Record]())
    reader.read(Array("{\(members.joined(separator: ","))}".utf8)[...]) { found.append($0) }
    reader.finish { found.append($0) }
    guard found.count == 1, case .puzzle = found[0] else { return nil }
    return found[0]
  }

  /// The name of a cell: `A1`, `r1c1`, `1,1` or `(1, 1)`, `grid[0][0]`, `grid[0, 0]`; `nil` for any other text.
  private static func cellName(_ text: ArraySlice<UInt8>) -> String? {
    let text = Notation.trimmed(text).filter { !"\"'".utf8.contains($0) }
    let digits = text.indices.filter { 0x30...0x39 ~= text[$0] }
    let name = String(decoding: text, as: UTF8.self)
    if text.count == 2, digits == [1], 0x41...0x49 ~= text[0] & 0xDF { return name }
    guard digits.count == 2 else { return nil }
    var word = Notation.lowercased(text[..<digits[0]])
    let middle = Notation.lowercased(text[(digits[0] + 1)..<digits[1]])
    if middle == "c" { return word == "r" && digits[1] == text.count - 1 ? name : nil }
    let opening = word.last.flatMap { "[(".contains($0) ? word.removeLast() : nil }
    let isIndex = word.isEmpty || opening != nil && word.allSatisfy { $0.isLetter || $0 == "_" }
    let end = opening == "[" ? "]" : opening == "(" ? ")" : ""
    let middles = opening == "[" ? [",", ", ", "]["] : [",", ", "]
    let isClosed = String(decoding: text[(digits[1] + 1)...], as: UTF8.self) == end
    return isIndex && isClosed && middles.contains(middle) ? name : nil
  }

  private mutating func append(_ literal: LiteralScanner.Literal) {
    guard let board = Board(values: literal.values) else { return }
    let record = PuzzleRecord(puzzle: board, line: literal.lines.lowerBound + 1)
    append(.checked(record) { _ in 1 }, .literal)
  }

  private mutating func append(_ record: BoardReader.Record, _ form: Form) {
    blocks.append(Block(record: record, form: form, title: title))
    title = nil
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
    let unquoted = line.first(where: { !Notation.isBlank($0) }) == UInt8(ascii: ">")
    var line = unquoted ? Notation.unquoted(line) : line
    if ASCIIFolding.isNeeded(for: line) { line = ASCIIFolding(line).text[...] }
    if line.contains(UInt8(ascii: "<")) {
      // The link of a page, which stands within a tag.
      if Self.link(in: line) != nil, let link = whole(Notation.trimmed(line), number: number) {
        endRows()
        return append(link.record, link.form)
      }
      var text = Array(line)
      PastedRow.blankTags(&text)
      line = text[...]
      if line.allSatisfy(Notation.isBlank) { return }
    }
    let content = Notation.trimmed(line)
    if content.isEmpty {
      if rows.count % 9 == 0 { endRows() }
      return
    }
    if content.first == UInt8(ascii: "#"), !content.contains(UInt8(ascii: "|")) {
      return take(title: content.drop { $0 == UInt8(ascii: "#") })
    }
    if let cells = Self.setRow(content) { return rows.append((PastedRow(values: cells), number)) }
    if isStructure(content) { return }
    if case .ruling = GridLine(line, line: number) { return }
    if let record = whole(content, number: number) {
      endRows()
      return append(record.record, record.form)
    }
    // The numbers of the columns above are not a row of the grid.
    let isNumbered = rows.first?.row.row?.countsUp == true
    let indices = [rows.count % 9] + (isNumbered ? [(rows.count - 1) % 10] : [])
    let row =
      PastedRow(line, number: number, indices: indices)
      ?? PastedRow(listed: line, number: number, indices: indices)
    if let row {
      rows.append((row, number))
    } else if isText(content) {
      endRows()
      take(title: content)
    } else {
      isStuck = true
    }
  }

  /// The cells of LaTeX's `\setrow{5}{3}{ }...`; `nil` for any other line.
  private static func setRow(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.starts(with: "\\setrow".utf8) else { return nil }
    var cells: [UInt8] = []
    for part in line.split(separator: UInt8(ascii: "{")).dropFirst() {
      guard let end = part.firstIndex(of: UInt8(ascii: "}")),
        let value = SheetCell.value(part[..<end])
      else { return nil }
      cells.append(value)
    }
    return cells.count == 9 ? cells : nil
  }

  /// True for tags, commands of LaTeX, brackets and the heads of columns, which hold no cells.
  private func isStructure(_ text: ArraySlice<UInt8>) -> Bool {
    if text.allSatisfy({ "[]{}(),;`.".utf8.contains($0) || Notation.isBlank($0) }) {
      return !text.contains(UInt8(ascii: ".")) || text.contains { "[]{}()".utf8.contains($0) }
    }
    if text.first == UInt8(ascii: "\\"),
      text.dropFirst().first.map({ 0x61...0x7A ~= $0 | 0x20 }) == true
    {
      return !text.contains(UInt8(ascii: "|")) && !text.contains(UInt8(ascii: "&"))
    }
    let words = text.split { Notation.isBlank($0) || "|+-".utf8.contains($0) }
    guard words.count == 9 else { return false }
    // `A B C ...`, `c1 c2 ...`, `[,1] [,2] ...`
    return words.enumerated().allSatisfy { index, word in
      let name = word.last == UInt8(ascii: "]") ? word.dropLast() : word
      let last = Int(name.last ?? 0)
      let isLetter = name.count == 1 && last & 0xDF == 0x41 + index
      return isLetter
        || name.count > 1 && last == 0x31 + index
          && !name.dropLast().contains { 0x30...0x39 ~= $0 }
    }
  }

  private func isText(_ text: ArraySlice<UInt8>) -> Bool {
    let inner = text.drop { "*_~".utf8.contains($0) }
    let bold = text.startIndex..<inner.startIndex
    // Words in bold.
    if !bold.isEmpty, text.suffix(bold.count).allSatisfy({ "*_~".utf8.contains($0) }),
      inner.count > bold.count
    {
      return isText(inner.dropLast(bold.count))
    }
    let longest = text.split { !(Notation.value($0) <= 9) }.map(\.count).max() ?? 0
    return longest < 8 && Prose.isText(text)
  }

  private mutating func take(title text: ArraySlice<UInt8>) {
    hasText = true
    if title != nil { hasLostText = true }
    let text = Notation.trimmed(text)
    // Code is not a title.
    guard !text.isEmpty, text.count <= 80,
      !text.contains(where: { "={}<>\\;".utf8.contains($0) }),
      text.last.map({ "([,".utf8.contains($0) }) != true
    else {
      hasLostText = true
      return title = nil
    }
    title = String(decoding: text, as: UTF8.self)
  }

  /// A board on one line: in 81 cells, with placed digits, in a library's line or a link.
  private func whole(
    _ text: ArraySlice<UInt8>, number: Int
  ) -> (record: BoardReader.Record, form: Form)? {
    func read(_ format: PuzzleFormat, _ text: ArraySlice<UInt8>) -> BoardReader.Record? {
      guard case .lines(var reader) = format.definition.makeReader(limit: Self.limit) else {
        return nil
      }
      var found: [BoardReader.Record] = []
      reader.read(text, number: number) { found.append($0) }
      guard found.count == 1 else { return nil }
      if case .failure(let error, _) = found[0], error.board == nil, format != .hodoku {
        return nil
      }
      return found[0]
    }
    if text.first == UInt8(ascii: ":"), text.count(where: { $0 == UInt8(ascii: ":") }) > 2 {
      return read(.hodoku, text).map { ($0, .library) }
    }
    if let place = Self.link(in: text) {
      let end = text[place...].firstIndex { Notation.isBlank($0) || "\"'<>)".utf8.contains($0) }
      return read(.sudokuwiki, text[place..<(end ?? text.endIndex)]).map { ($0, .line) }
    }
    if let id = TathamGameID.record(text, number: number) { return (id, .line) }
    guard text.count >= 81 else { return nil }
    // A board right behind its name: `Q:53..7....`.
    if let colon = text.prefix(20).firstIndex(of: UInt8(ascii: ":")),
      text[..<colon].allSatisfy({ 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == 0x20 })
    {
      let rest = Notation.trimmed(text[(colon + 1)...])
      if Notation.board(rest.prefix(81)) != nil, let record = read(.line, rest) {
        return (record, .line)
      }
    }
    if let row = PastedRow(text, number: number, indices: [rows.count % 9]), row.row != nil {
      return nil
    }
    return read(.line, text).map { ($0, .line) }
  }

  private static func link(in text: ArraySlice<UInt8>) -> Int? {
    let word = Array("http".utf8)
    var place = text.startIndex
    while let start = text[place...].firstPlace(of: word[0]) {
      if text[start...].starts(with: word) { return start }
      place = start + 1
    }
    return text.starts(with: "www.".utf8) || Notation.lowercased(text.prefix(3)) == "s9b"
      ? text.startIndex : nil
  }

  // MARK: Grids

  /// Makes grids of the rows; rows that are not whole grids leave the text to its format's reader.
  private mutating func endRows() {
    guard !rows.isEmpty else { return }
    let found = rows
    rows = []
    let size = found.count % 9 == 0 ? 9 : 10
    guard found.count % size == 0 else { return isStuck = true }
    for start in stride(from: 0, to: found.count, by: size) {
      var part = Array(found[start..<(start + size)])
      if size == 10 {
        // Numbers of columns above or below.
        if part[0].row.row?.countsUp == true {
          part.removeFirst()
        } else if part[9].row.row?.countsUp == true {
          part.removeLast()
        } else {
          return isStuck = true
        }
      }
      guard let record = PastedGrid(part.map(\.row), line: part[0].number).record else {
        return isStuck = true
      }
      append(record, .grid)
    }
  }
}
