import SudokuCore

struct GridRow: Sendable {
  /// The digits, 0 for empty cells.
  var values = InlineArray<9, UInt8>(repeating: 0)
  /// The column of each cell in the line, counted from 1.
  var columns = InlineArray<9, Int>(repeating: 1)
  /// The candidates of each cell, if a cell has any.
  var candidates: [DigitSet]?
  var line = 0
  /// True if the row has no digit and may be a ruling.
  var isDoubtful = false
  /// The number of the row that stands before its cells.
  var lead: Int?
  /// True if the row certainly is the header of numbered columns.
  var isHeader = false
  /// True if a letter from A to I stood before the cells.
  var isLabelled = false
  /// True if the words of the row may be equally long, as in the rows of grids side by side.
  var isEven = true
  /// True if the row holds nothing but the separators of a sheet.
  var isBlankSheet = false

  /// True if the cells count up from 0 or 1.
  var countsUp: Bool {
    values[0] <= 1 && (1..<9).allSatisfy { values[$0] == values[0] + UInt8($0) }
  }

  /// True if the cells are apart and count up from 0 or 1, so that the row may be a header.
  var mayBeHeader: Bool { columns[1] > columns[0] + 1 && countsUp }
}

enum GridLine {
  case row(GridRow)
  case ruling
  /// A wrong number of cells.
  case cells(Int)
  /// The offset of a character that no row has.
  case unreadable(offset: Int)
}

extension GridLine {
  /// Reads a line of ASCII: see `ASCIIFolding` for others.
  init(_ text: ArraySlice<UInt8>, line: Int) {
    if let row = GridLine.simpleRow(text, line: line) ?? GridLine.plainMarks(text, line: line) {
      self = .row(row)
      return
    }
    if GridLine.isRuling(text) {
      self = .ruling
      return
    }
    let separators = text.reduce(into: 0) { count, byte in
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09 { count += 1 }
    }
    if separators >= 8 || GridLine.hasDecimals(text),
      let row = GridLine.sheetRow(text, line: line)
    {
      self = .row(row)
      return
    }
    self = GridLine.row(text, line: line)
    if case .row = self {
    } else if let row = GridLine.sheetRow(text, line: line) {
      self = .row(row)
      return
    }
    if case .row(var row) = self, GridLine.drawsOnly(text) {
      row.isDoubtful = true
      self = .row(row)
    }
  }

  /// The fast path for nearly all grids: nine separate characters, three groups of three, or nine
  /// in a run.
  private static func simpleRow(_ text: ArraySlice<UInt8>, line: Int) -> GridRow? {
    text.withUnsafeBufferPointer { bytes -> GridRow? in
      var row = GridRow()
      row.line = line
      var count = 0
      var (run, shortest, longest) = (0, 9, 0)
      for (index, byte) in bytes.enumerated() {
        let digit = byte &- UInt8(ascii: "0")
        if digit <= 9 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") {
          guard count < 9 else { return nil }
          row.values[count] = digit <= 9 ? digit : 0
          row.columns[count] = index + 1
          count += 1
          run += 1
        } else if byte == 0x20 || byte == UInt8(ascii: "|") || byte == 0x09 {
          guard run > 0 else { continue }
          shortest = min(shortest, run)
          longest = max(longest, run)
          run = 0
        } else {
          return nil
        }
      }
      if run > 0 {
        shortest = min(shortest, run)
        longest = max(longest, run)
      }
      return count == 9 && shortest == longest && longest != 2 ? row : nil
    }
  }

  /// The fast path for candidates: nine words of digits or points, or three times three between bars.
  private static func plainMarks(_ text: ArraySlice<UInt8>, line: Int) -> GridRow? {
    text.withUnsafeBufferPointer { bytes -> GridRow? in
      var row = GridRow()
      row.line = line
      var candidates = [DigitSet](repeating: .none, count: 9)
      // The words so far, and the number of parts between bars that hold them.
      var (count, parts, inPart, place, shortest, longest) = (0, 0, 0, 0, 9, 0)
      while place < bytes.count {
        let byte = bytes[place]
        if byte == 0x20 || byte == UInt8(ascii: "|") {
          if byte != 0x20 {
            guard inPart == 3 || count == 0 else { return nil }
            inPart = 0
          }
          place += 1
          continue
        }
        let start = place
        var digits = DigitSet.none
        while place < bytes.count, bytes[place] != 0x20, bytes[place] != UInt8(ascii: "|") {
          if bytes[place] != UInt8(ascii: ".") {
            guard 0x31...0x39 ~= bytes[place], let digit = Digit(Int(bytes[place] - 0x30)),
              !digits.contains(digit)
            else { return nil }
            digits.insert(digit)
          }
          place += 1
        }
        let length = place - start
        guard count < 9, length <= 9 else { return nil }
        row.columns[count] = start + 1
        if length > 1 {
          candidates[count] = digits
        } else if let digit = digits.single {
          row.values[count] = digit.rawValue
        }
        (shortest, longest) = (min(shortest, length), max(longest, length))
        if inPart == 0 { parts += 1 }
        count += 1
        inPart += 1
      }
      guard count == 9, parts == 1 || parts == 3 && inPart % 3 == 0,
        candidates.contains(where: { !$0.isEmpty })
      else { return nil }
      row.candidates = candidates
      row.isEven = shortest == longest
      return row
    }
  }

  /// True if a line certainly is a ruling: it has a run of dashes, but not nine dashes, which may be nine empty
  /// cells.
  private static func isRuling(_ text: ArraySlice<UInt8>) -> Bool {
    var (dashes, run, longest, hasCross) = (0, 0, 0, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "~"):
        dashes += 1
        run += 1
        longest = max(longest, run)
        if byte != UInt8(ascii: "-") { hasCross = true }
        continue
      case UInt8(ascii: "+"): hasCross = true
      case UInt8(ascii: "|"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ":"),
        UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: "`"), UInt8(ascii: "'"),
        UInt8(ascii: "_"), UInt8(ascii: "o"), UInt8(ascii: ","), UInt8(ascii: "!"):
        break
      default: return false
      }
      run = 0
    }
    // Stars between grids; nine may be empty cells.
    let stars = text.count { $0 == UInt8(ascii: "*") }
    if dashes == 0, stars > 2, stars % 9 > 0,
      text.allSatisfy({ $0 == UInt8(ascii: "*") || Notation.isBlank($0) })
    {
      return true
    }
    if hasCross { return dashes > 0 }
    return longest >= 2 && dashes != 9 || dashes > 9
  }

  /// True if a line has dashes and no digit; one with nine dashes may be a ruling, too.
  private static func drawsOnly(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: "-")) && !text.contains { 0x30...0x39 ~= $0 }
  }

  /// True if a number in the line has the decimal 0, as in `5.0 `.
  private static func hasDecimals(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      bytes.count > 2
        && (2..<bytes.count).contains {
          bytes[$0] == 0x20 && bytes[$0 - 1] == 0x30 && bytes[$0 - 2] == UInt8(ascii: ".")
        }
    }
  }

  // MARK: Rows of other layouts

  /// A row behind its letter, as in `A 5 3 . . 7 . . . .`.
  static func labelled(_ text: ArraySlice<UInt8>, line: Int) -> GridRow? {
    guard let start = text.firstIndex(where: { !isGap($0) && !isBar($0) }),
      0x41...0x49 ~= text[start] & 0xDF, start + 1 < text.endIndex,
      isGap(text[start + 1]) || isBar(text[start + 1]) || ".)".utf8.contains(text[start + 1])
    else { return nil }
    let number = text[start] & 0xDF - 0x41
    var rest = text
    if ".)".utf8.contains(text[start + 1]) { rest[start + 1] = 0x20 }
    for sign in [0x20, number + 0x31] {
      rest[start] = sign
      // A number in place of the letter must be the row's number, and not its first cell.
      guard case .row(var row) = GridLine(rest, line: line), !row.isBlankSheet,
        sign == 0x20 || row.lead == Int(number) + 1
      else { continue }
      row.lead = Int(number)
      row.isLabelled = true
      return row
    }
    return nil
  }

  /// A board in nine groups of nine cells on one line; `nil` for candidates, each in its place.
  static func nineGroups(_ text: ArraySlice<UInt8>) -> Board? {
    guard text.count >= 89 else { return nil }
    let groups = text.split { isGap($0) || isBar($0) || $0 == UInt8(ascii: "/") }
    guard groups.count == 9, groups.allSatisfy({ $0.count == 9 }),
      let board = Notation.board(groups.flatMap { $0 }[...]), board.obeysRules
    else { return nil }
    let areMarks = groups.allSatisfy { group in
      group.enumerated().allSatisfy { index, byte in
        let value = Notation.value(byte)
        return value == 0 || value == index + 1
      }
    }
    return areMarks ? nil : board
  }

  private typealias Piece = (offset: Int, text: ArraySlice<UInt8>)

  private static func row(_ text: ArraySlice<UInt8>, line: Int) -> GridLine {
    for (offset, byte) in text.enumerated() where !isPart(byte) {
      return .unreadable(offset: offset)
    }
    let start = text.startIndex
    var segments: [Piece] = text.split(whereSeparator: isBar).map { ($0.startIndex - start, $0) }
    if segments.count > 1 {
      // Margins are not cells.
      if let first = segments.first, first.offset == 0, isBlank(first.text) {
        segments.removeFirst()
      }
      if let last = segments.last, last.text.endIndex == text.endIndex, isBlank(last.text) {
        segments.removeLast()
      }
    }
    let pieces: [Piece]?
    switch segments.count {
    case 9: pieces = segments
    case 3:
      let triples = segments.compactMap { cells(of: $0, count: 3, start) }
      pieces = triples.count == 3 ? triples.flatMap { $0 } : nil
    default: pieces = nil
    }
    let bare = text.map { isBar($0) ? UInt8(ascii: " ") : $0 }
    if let pieces, let row = GridLine.row(of: pieces, line: line) { return .row(row) }
    if let pieces = cells(of: (0, bare[...]), count: 9, 0), let row = row(of: pieces, line: line) {
      return .row(row)
    }
    return .cells(
      bare.split(whereSeparator: isGap).reduce(0) { $0 + max(1, $1.count > 3 ? $1.count : 1) })
  }

  /// Cuts a part of a row into cells: words, characters, or characters at equal distances.
  private static func cells(of piece: Piece, count: Int, _ origin: Int) -> [Piece]? {
    let text = piece.text
    func place(_ index: Int) -> Piece {
      (piece.offset + index - text.startIndex, text[index..<(index + 1)])
    }
    let words = text.split(whereSeparator: isGap)
    if words.count == count {
      return words.map { (piece.offset + $0.startIndex - text.startIndex, $0) }
    }
    let signs = text.indices.filter { !isGap(text[$0]) }
    if signs.count == count { return signs.map(place) }
    // Spaces are empty cells.
    guard !text.contains(where: { isGap($0) && $0 != 0x20 }) else { return nil }
    for (step, margin) in [(1, 0), (2, 0), (2, 1), (4, 1), (3, 1)] {
      let width = (count - 1) * step + 1
      guard text.count >= width + margin, text.count <= width + 2 * margin else { continue }
      let places = (0..<count).map { text.startIndex + margin + $0 * step }
      if signs.allSatisfy(places.contains) { return places.map(place) }
    }
    return nil
  }

  /// Nine cells of a sheet, with separators between them that keep blank ones apart, or numbers with
  /// decimals; the number of the row may stand before them.
  private static func sheetRow(_ text: ArraySlice<UInt8>, line: Int) -> GridRow? {
    for separator in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ","), 0x20] {
      var pieces = text.split(separator: separator, omittingEmptySubsequences: separator == 0x20)
      var isTrimmed = false
      // Blank columns behind the cells.
      while separator != 0x20, pieces.count > 9, pieces.count != 10 || isTrimmed,
        isBlank(pieces[pieces.count - 1])
      {
        pieces.removeLast()
        isTrimmed = true
      }
      guard 9...10 ~= pieces.count else { continue }
      var row = GridRow()
      row.line = line
      if pieces.count == 10 {
        let lead = Notation.trimmed(pieces.removeFirst())
        row.lead = Int(String(decoding: lead, as: UTF8.self))
        if !lead.isEmpty, row.lead == nil { continue }
      }
      let values = pieces.compactMap { piece -> UInt8? in
        let text = Notation.trimmed(piece)
        let isQuoted =
          text.count >= 2 && text.first == UInt8(ascii: "\"") && text.last == text.first
        return SheetCell.value(isQuoted ? text.dropFirst().dropLast() : text)
      }
      guard values.count == 9 else { continue }
      for index in 0..<9 {
        row.values[index] = values[index]
        row.columns[index] = pieces[index].startIndex - text.startIndex + 1
      }
      row.isBlankSheet = separator != 0x20 && pieces.allSatisfy(isBlank)
      if row.columns[0] > 1, row.lead == nil {
        guard row.mayBeHeader else { continue }
        row.isHeader = true
      }
      return row
    }
    return nil
  }

  private static func row(of pieces: [Piece], line: Int) -> GridRow? {
    guard pieces.count == 9 else { return nil }
    var row = GridRow()
    row.line = line
    var candidates = [DigitSet](repeating: .none, count: 9)
    for (index, piece) in pieces.enumerated() {
      let word = piece.text.filter { !isGap($0) }
      row.columns[index] = piece.offset + 1
      if word.isEmpty { continue }
      if word.count == 1, let sign = word.first {
        let value = Notation.value(sign)
        guard value <= 9 else { return nil }
        row.values[index] = value
      } else {
        guard let digits = Notation.candidates(word), !isMarked(word, digits) else { return nil }
        candidates[index] = digits
      }
    }
    if candidates.contains(where: { !$0.isEmpty }) { row.candidates = candidates }
    return row
  }

  /// True for a digit with marks, as in `-5` or `*6*`: it may be a clue; only a point marks a single candidate.
  private static func isMarked(_ word: [UInt8], _ digits: DigitSet) -> Bool {
    word.count < 9 && digits.single != nil
      && word.contains { $0 != UInt8(ascii: ".") && !(0x30...0x39 ~= $0) }
  }

  private static func isBar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "|") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: ":")
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    Notation.isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: "'")
  }

  private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy(Notation.isBlank)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    Notation.value(byte) <= 9 || isBar(byte) || isGap(byte)
  }
}
