import SudokuCore

/// A line of a pasted grid with marks around its cells, quotes, labels or the signs of LaTeX and lists.
struct PastedRow {
  /// The sign at a cell.
  enum Mark {
    case none
    /// `+5` or `u5`: a placed digit.
    case placed
    /// `<5>`: a clue of a grid in which other digits are candidates.
    case angle
    /// `*5*` or `(5)`.
    case other
    /// `-5`: a clue, if all are like this, or -1 for an empty cell.
    case minus
  }

  /// The plain line: the text between quotes, with blanks in place of the signs.
  let text: [UInt8]
  let row: GridRow?
  /// The marks of the cells; empty if there are none.
  let marks: [Mark]
  /// The label before the cells and the one behind them, counted from 1 or from 0.
  var labels: (first: Int?, last: Int?) = (nil, nil)

  /// True if the line may be a row with blanks for empty cells, which only the other rows explain.
  private static func mayBePlaced(_ text: [UInt8]) -> Bool {
    text.count { $0 == UInt8(ascii: "|") } == 2
      && text.allSatisfy { 0x31...0x39 ~= $0 || $0 == 0x20 || $0 == UInt8(ascii: "|") }
  }

  /// `indices` are the places that the row may have in its grid, one of which a label must name.
  init?(_ line: ArraySlice<UInt8>, number: Int, indices: [Int]) {
    self.init(plain: Self.plain(line), number: number, indices: indices)
  }

  /// A row without the mark `- ` of a list.
  init?(listed line: ArraySlice<UInt8>, number: Int, indices: [Int]) {
    let text = Notation.trimmed(line)
    guard text.starts(with: "- ".utf8) else { return nil }
    self.init(plain: Self.plain(text.dropFirst(2)), number: number, indices: indices)
  }

  private init?(plain: [UInt8], number: Int, indices: [Int]) {
    let (text, marks) = Self.unmarked(plain)
    self.text = text
    // Words for empty cells are read without blanks around the row.
    for part in [text[...], Notation.trimmed(text[...])] {
      guard case .row(let row) = GridLine(part, line: number), row.lead == nil else { continue }
      guard !row.isBlankSheet else { return nil }
      (self.row, self.marks) = (row, marks)
      return
    }
    if !Self.mayBePlaced(text), let found = Self.labelled(text, number, indices) {
      (row, labels) = (found.row, found.labels)
      // The label is the first word.
      let skipped = found.labels.first == nil ? 0 : 1
      self.marks = marks.isEmpty ? [] : Array(marks.dropFirst(skipped).prefix(9))
      return
    }
    (row, self.marks) = (nil, [])
    guard Self.mayBePlaced(text) else { return nil }
  }

  // MARK: The plain line

  /// The line without forum marks, quotes and the signs of lists and LaTeX.
  private static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var text = ForumMarks.blanked(line) ?? Array(line)
    // `[1,]` before a row of R.
    let start = Notation.trimmed(text[...])
    if start.count > 4, start.first == UInt8(ascii: "["), let end = start.firstIndex(of: 0x5D),
      text[end - 1] == UInt8(ascii: ",")
    {
      for index in text.startIndex...end { text[index] = 0x20 }
    }
    if let inner = quoted(text) { return inner }
    let isTeX = text.contains(UInt8(ascii: "&")) || text.contains(UInt8(ascii: "\\"))
    if isTeX {
      var plain = String(decoding: text, as: UTF8.self)
      for sign in ["\\\\", "\\hline", "\\tabularnewline"] {
        plain = plain.replacing(sign, with: " ")
      }
      // Bars around all keep blank cells at the ends.
      let cells = plain.contains("&") ? "|" + plain + "|" : plain
      text = Array(cells.utf8).map { $0 == UInt8(ascii: "&") ? UInt8(ascii: "|") : $0 }
    }
    while let last = text.last,
      Notation.isBlank(last) && !text.contains(UInt8(ascii: "|"))
        || ",;\\".utf8.contains(last)
    {
      text.removeLast()
    }
    // The end of a row of LaTeX's package sudoku: `|9|.`.
    if text.last == UInt8(ascii: "."), text.dropLast().last == UInt8(ascii: "|") {
      text.removeLast()
    }
    return text
  }

  /// Puts blanks in place of the tags of HTML; `<8>` is a cell.
  static func blankTags(_ text: inout [UInt8]) {
    var place = 0
    while let start = text[place...].firstPlace(of: UInt8(ascii: "<")) {
      place = start + 1
      guard let next = text[place...].first,
        0x61...0x7A ~= next | 0x20 || next == UInt8(ascii: "/"),
        let end = text[place...].firstPlace(of: UInt8(ascii: ">"))
      else { continue }
      for index in start...end { text[index] = 0x20 }
      place = end + 1
    }
  }

  /// The text in the only quotes of a line such as `"53..7....",` or `row1 = '53..7....'`; the cells of several.
  private static func quoted(_ text: [UInt8]) -> [UInt8]? {
    guard let quote = text.first(where: { "\"'`".utf8.contains($0) }) else { return nil }
    let parts = text.split(separator: quote, omittingEmptySubsequences: false)
    guard parts.count % 2 == 1, parts.count > 1 else { return nil }
    let inner = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    if inner.count == 1 {
      guard inner[0].count >= 9, !parts[2].contains(where: { 0x30...0x39 ~= $0 }) else {
        return nil
      }
      return Array(inner[0])
    }
    guard inner.count == 9 else { return nil }
    let values = inner.compactMap { SheetCell.value($0) }
    return values.count == 9 ? values.map { $0 + 0x30 } : nil
  }

  // MARK: Marks

  private static let before = Array("+<([{*#=!~^@/_\"-".utf8)
  private static let after = Array(">)]}*#+!~^@'\"-".utf8)

  /// The line with blanks in place of the marks, and the mark of each word.
  private static func unmarked(_ line: [UInt8]) -> ([UInt8], [Mark]) {
    var (text, marks, hasMarks) = (line, [Mark](), false)
    let words = line[...].split { Notation.isBlank($0) || ",;|!:".utf8.contains($0) }
    for word in words {
      var core = word
      var mark = Mark.none
      if core.count > 1, core.contains(where: { 0x31...0x39 ~= $0 }) {
        while let first = core.first, before.contains(first) { core.removeFirst() }
        while let last = core.last, after.contains(last) { core.removeLast() }
        // A colour as a letter: `37B`.
        if core.count > 1, let last = core.last, "abABrgRG".utf8.contains(last) {
          core.removeLast()
        }
        if core.count == 2, core.first == UInt8(ascii: "u") { core.removeFirst() }
        let isPlain = !core.isEmpty && core.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
        if isPlain, core.count < word.count {
          let sign = word.first ?? 0
          mark =
            core.count > 1
            ? .other
            : sign == UInt8(ascii: "+") || sign == UInt8(ascii: "u")
              ? .placed
              : sign == UInt8(ascii: "<") ? .angle : sign == UInt8(ascii: "-") ? .minus : .other
          for index in word.indices where !core.indices.contains(index) { text[index] = 0x20 }
          hasMarks = true
        }
      }
      marks.append(mark)
    }
    return hasMarks && marks.count >= 9 && marks.count <= 11
      ? (text, marks) : (hasMarks ? line : text, [])
  }

  // MARK: Labels

  /// The row between a label before it, behind it, or both.
  private static func labelled(
    _ text: [UInt8], _ number: Int, _ indices: [Int]
  ) -> (row: GridRow, labels: (first: Int?, last: Int?))? {
    let words = text[...].split { Notation.isBlank($0) || ",;|!:".utf8.contains($0) }
    guard words.count > 1, let head = words.first, let tail = words.last else { return nil }
    let (first, last) = (label(head), label(tail))
    for (takesFirst, takesLast) in [(true, false), (false, true), (true, true)] {
      let isMeant = indices.contains { index in
        (!takesFirst || first == index || first == index + 1) && (!takesLast || last == index + 1)
      }
      guard isMeant else { continue }
      var rest = text
      if takesFirst { for index in head.indices { rest[index] = 0x20 } }
      if takesLast { for index in tail.indices { rest[index] = 0x20 } }
      // A bar or colon behind the label belongs to it, if it stands alone.
      guard case .row(let row) = GridLine(Self.inner(rest)[...], line: number), row.lead == nil
      else { continue }
      return (row, (takesFirst ? first : nil, takesLast ? last : nil))
    }
    return nil
  }

  /// The text between blanks and colons at its ends.
  private static func inner(_ text: [UInt8]) -> [UInt8] {
    var text = text[...]
    while let first = text.first, Notation.isBlank(first) || first == UInt8(ascii: ":") {
      text.removeFirst()
    }
    while let last = text.last, Notation.isBlank(last) { text.removeLast() }
    return Array(text)
  }

  /// The number of a label: `A` to `I`, `1` to `9` or `0` to `8`, `r1` to `r9`.
  private static func label(_ word: ArraySlice<UInt8>) -> Int? {
    var word = word
    while let last = word.last, ".):".utf8.contains(last) { word.removeLast() }
    if word.count == 2, word.first.map({ $0 | 0x20 == 0x72 }) == true { word.removeFirst() }
    guard word.count == 1, let sign = word.first else { return nil }
    if 0x30...0x39 ~= sign { return Int(sign) - 0x30 }
    return 0x41...0x49 ~= sign & 0xDF ? Int(sign & 0xDF) - 0x40 : nil
  }
}
