import SudokuCore

/// The boards that programs write in brackets: lists, arrays, calls, of any nesting and over any lines.
///
/// ```
/// board = [[5, 3, 0, ...], ...]    {{5,3,0}, ...}    array([[5 3 0 ...] ...])    c(5L, NA, ...)
/// ```
///
/// A group of brackets with 81 cells is a board, one with nine a row. Cells are numbers, words for none and texts of
/// one, nine or 81 cells. A name before a bracket is that of a call or a type.
struct LiteralScanner {
  struct Literal {
    let values: [UInt8]
    /// The indices of its lines.
    let lines: ClosedRange<Int>
  }

  private struct Group {
    var values: [UInt8] = []
    var areCells = true
    /// True once a value is above 9, as in boards of other sizes.
    var isLarge = false
    /// True once an empty cell is 0, or has another sign.
    var hasZero = false
    var hasNone = false
    let line: Int
    let start: Int
    let call: String
  }

  private(set) var boards: [Literal] = []
  private(set) var rows: [Literal] = []
  /// The line of a board whose digits may count from 0.
  private(set) var doubt: Int?
  /// The side of a board of another size.
  private(set) var otherSide: (side: Int, line: Int)?

  private static let depthLimit = 64
  private static let openers = Array("[{(".utf8)
  private static let closers = Array("]})".utf8)

  private let text: [UInt8]
  private var at = 0
  private var line = 0
  private var groups: [Group] = []
  /// The name right before the next bracket.
  private var name = ""

  init(_ text: [UInt8]) {
    self.text = text
    while at < text.count { scan() }
    // A bracket that was never closed: its rows are rows.
    let taken = boards.map(\.lines)
    rows.removeAll { row in taken.contains { $0.overlaps(row.lines) } }
  }

  private mutating func scan() {
    let byte = text[at]
    switch byte {
    case 0x0A:
      line += 1
      at += 1
    case _ where Self.openers.contains(byte): open()
    case _ where Self.closers.contains(byte): close()
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): readString(byte)
    case UInt8(ascii: "/") where at + 1 < text.count && text[at + 1] == byte: skipLine()
    case UInt8(ascii: "#"), UInt8(ascii: "%"): skipLine()
    case 0x20, 0x09, 0x0D, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
      UInt8(ascii: "&"):
      at += 1
      if byte != 0x20 { name = "" }
    default: readWord()
    }
  }

  private mutating func skipLine() {
    while at < text.count, text[at] != 0x0A { at += 1 }
  }

  private mutating func open() {
    if groups.count < Self.depthLimit { groups.append(Group(line: line, start: at, call: name)) }
    name = ""
    at += 1
  }

  private mutating func close() {
    let end = at
    at += 1
    guard let group = groups.popLast() else { return }
    name = ""
    guard group.areCells else { return spoil() }
    let count = group.values.count
    if count == 81, !group.isLarge, group.hasZero, group.hasNone, !group.values.contains(9) {
      doubt = doubt ?? group.line
      return spoil()
    }
    if count == 81, !group.isLarge {
      boards.append(
        Literal(values: ordered(group, end: end), lines: group.line...line))
      return spoil()
    }
    // Brackets in brackets are rows, whose number of cells decides.
    if let side = OtherSize.side(ofCells: count), count > 30, otherSide == nil {
      otherSide = (side, group.line)
      return spoil()
    }
    if count == 9, !group.isLarge, group.line == line {
      rows.append(Literal(values: group.values, lines: line...line))
    }
    guard count < 700, let parent = groups.indices.last else { return spoil() }
    groups[parent].values += group.values
    if group.isLarge { groups[parent].isLarge = true }
    if group.hasZero { groups[parent].hasZero = true }
    if group.hasNone { groups[parent].hasNone = true }
  }

  /// The cells by rows: R's `matrix` fills columns, unless it has `byrow`.
  private func ordered(_ group: Group, end: Int) -> [UInt8] {
    guard let parent = groups.last, parent.call.hasSuffix("matrix") else { return group.values }
    let around = text[parent.start..<group.start] + text[end..<min(end + 100, text.count)]
    let words = Notation.lowercased(around.filter { !Notation.isBlank($0) })
    if words.contains("byrow=t") { return group.values }
    return (0..<81).map { group.values[$0 % 9 * 9 + $0 / 9] }
  }

  private mutating func spoil() {
    guard let last = groups.indices.last else { return }
    groups[last].areCells = false
  }

  private mutating func add(_ value: UInt8?, _ text: ArraySlice<UInt8>) {
    add(value)
    guard value == 0, let last = groups.indices.last else { return }
    if text.first == 0x30 {
      groups[last].hasZero = true
    } else if text.count != 1 {
      groups[last].hasNone = true
    }
  }

  private mutating func add(_ value: UInt8?) {
    guard let last = groups.indices.last else { return }
    if let value, groups[last].values.count < 700 {
      groups[last].values.append(value)
      if value > 9 { groups[last].isLarge = true }
    } else {
      groups[last].areCells = false
    }
  }

  private mutating func readString(_ quote: UInt8) {
    let start = at + 1
    var end = start
    while end < text.count, text[end] != quote, text[end] != 0x0A { end += 1 }
    guard !groups.isEmpty, end < text.count, text[end] == quote else { return at += 1 }
    at = end + 1
    name = ""
    let content = text[start..<end]
    if let value = SheetCell.value(content) { return add(value, content) }
    let cells = content.filter { !Notation.isBlank($0) && $0 != UInt8(ascii: ",") }
    let row = content.count == 9 ? content.map { $0 == 0x20 ? UInt8(ascii: ".") : $0 } : cells
    guard row.count == 9 || row.count == 81, row.allSatisfy({ Notation.value($0) <= 9 }) else {
      return add(nil)
    }
    for byte in row { add(Notation.value(byte)) }
  }

  private mutating func readWord() {
    let start = at
    while at < text.count, !Self.ends(text[at]) { at += 1 }
    if at == start { at += 1 }
    let word = text[start..<at]
    guard !groups.isEmpty || at < text.count else { return }
    // The name of a call: its bracket follows.
    let next = text[at...].first { $0 != 0x20 } ?? 0
    let isName = word.contains { 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_") }
    if isName, Self.openers.contains(next), next != UInt8(ascii: "[") || text[at] == next {
      name = Notation.lowercased(word)
      return
    }
    // `Just 5` beside `Nothing`.
    guard !groups.isEmpty, !word.elementsEqual("Just".utf8) else { return }
    add(Self.value(word), word)
  }

  private static func ends(_ byte: UInt8) -> Bool {
    Notation.isBlank(byte) || ",;|&\"'`".utf8.contains(byte) || openers.contains(byte)
      || closers.contains(byte)
  }

  /// The value of a word without quotes; up to 25 in boards of other sizes.
  private static func value(_ word: ArraySlice<UInt8>) -> UInt8? {
    if word.elementsEqual("NA_integer_".utf8) { return 0 }
    var word = word
    if word.count > 1, let last = word.last, ".Ll".utf8.contains(last),
      0x30...0x39 ~= word[word.startIndex]
    {
      word.removeLast()
    }
    if let value = SheetCell.value(word) { return value }
    guard word.count == 2, let number = UInt8(String(decoding: word, as: UTF8.self)), number < 26
    else { return nil }
    return number
  }
}
