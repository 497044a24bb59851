/// Puzzles of other sizes than 9 x 9, named from the beginning of a file.
package enum OtherSize {
  private static let sides = [4, 6, 8, 10, 12, 15, 16, 20, 25]

  /// The message about a file that begins like this; `nil` for any other file.
  package static func message(_ start: ArraySlice<UInt8>, isWhole: Bool) -> String? {
    guard let shape = shape(of: start, isWhole: isWhole) else { return nil }
    return "looks like \(shape); only 9 x 9 is read"
  }

  static func message(_ side: Int) -> String { "looks like \(side) x \(side); only 9 x 9 is read" }

  /// The side of a square of cells other than 9 x 9; `nil` for any other table.
  static func side(of rows: [[String]]) -> Int? {
    let cells = rows.joined().filter { !$0.isEmpty }
    guard let side = sides.first(where: { $0 == rows.count }), !cells.isEmpty,
      rows.allSatisfy({ $0.count == side }),
      cells.allSatisfy({ cell in
        Int(cell).map { 0...side ~= $0 } ?? (cell.utf8.count == 1)
      }), cells.contains(where: { Int($0) != nil })
    else { return nil }
    return side
  }

  /// The side of a square with this many cells; `nil` for 9 x 9 and other numbers.
  static func side(ofCells count: Int) -> Int? { sides.first { $0 * $0 == count } }

  private static func shape(of start: ArraySlice<UInt8>, isWhole: Bool) -> String? {
    var rows: [[UInt8]] = []
    var ofLine: String?
    for line in start.prefix(1 << 14).split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = Notation.trimmed(line)
      if text.first == UInt8(ascii: "#") || text.isEmpty && rows.isEmpty { continue }
      if text.allSatisfy({ "-+=|:* ".utf8.contains($0) }) {
        if text.isEmpty { break }
        continue
      }
      guard let cells = cells(of: text) else { break }
      if rows.isEmpty, let side = sides.first(where: { $0 * $0 == cells.count }),
        text.count == cells.count, fits(cells, side)
      {
        ofLine = "\(side) x \(side)"
      }
      guard cells.count != 9 || !rows.isEmpty else { return nil }
      if rows.count > 25 { break }
      rows.append(cells)
    }
    if rows.count == 21, rows.allSatisfy({ [9, 15, 18, 21].contains($0.count) }) {
      return "a Samurai of five boards"
    }
    guard let side = rows.first?.count, sides.contains(side), rows.count == side,
      rows.allSatisfy({ $0.count == side && fits($0, side) })
    else { return ofLine }
    return "\(side) x \(side)"
  }

  /// The cells of a line, a number of two digits as one; `nil` for a line with anything else.
  private static func cells(of text: ArraySlice<UInt8>) -> [UInt8]? {
    for sign in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09]
    where text.count(where: { $0 == sign }) > 2 {
      let row = sign == UInt8(ascii: "|") ? MarkdownTable.row(text) : text
      let cells = row.split(separator: sign, omittingEmptySubsequences: false)
        .map { Notation.trimmed($0) }
      // Nine columns behind numbers of rows are ours.
      if cells.count == 10, cells[0].isEmpty { return nil }
      guard cells.allSatisfy({ $0.count <= 2 }) else { continue }
      return cells.map { $0.isEmpty ? UInt8(ascii: ".") : cell($0) }
    }
    let words = text.split { Notation.isBlank($0) || ",|;".utf8.contains($0) }
    guard
      words.joined().allSatisfy({
        Notation.value($0) <= 9 || 0x41...0x5A ~= $0 & 0xDF
      })
    else { return nil }
    if words.count > 3, words.allSatisfy({ $0.count <= 2 }) {
      return words.map(cell)
    }
    return Array(words.joined())
  }

  /// A number of two digits as a letter.
  private static func cell(_ word: ArraySlice<UInt8>) -> UInt8 {
    let number = Int(String(decoding: word, as: UTF8.self)) ?? 0
    return word.count == 2 && number > 9
      ? UInt8(0x41 + min(number - 10, 25)) : word[word.startIndex]
  }

  /// True if a cell holds a digit from 1 to 9, and no digit or letter exceeds the side.
  private static func fits(_ cells: [UInt8], _ side: Int) -> Bool {
    cells.contains { 0x31...0x39 ~= $0 }
      && cells.allSatisfy { cell in
        if 0x30...0x39 ~= cell { return Int(cell) - 0x30 <= side }
        if Notation.value(cell) == 0 { return true }
        return Int(cell & 0xDF) - 0x41 + 10 <= side
      }
  }
}
