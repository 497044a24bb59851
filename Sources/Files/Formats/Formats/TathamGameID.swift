import SudokuCore

/// Simon Tatham's game IDs: `3x3:5_3b7d6b1_9...`, where a letter is a run of empty cells and `_` separates digits.
enum TathamGameID {
  /// The record of a line with an ID, alone or behind a link's `#` or a word; `nil` for any other line.
  static func record(_ line: ArraySlice<UInt8>, number: Int) -> BoardReader.Record? {
    var text = line.split { Notation.isBlank($0) || "#\"'`".utf8.contains($0) }.last ?? []
    while let last = text.last, ".,;)>".utf8.contains(last) { text.removeLast() }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon - text.startIndex < 24 else {
      return nil
    }
    let (head, cells) = (text[..<colon], text[(colon + 1)...])
    let parts = head.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "x") }
      .split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && parts[2].isEmpty,
      let width = Int(String(decoding: parts[0], as: UTF8.self)), 1...9 ~= width,
      let height = Int(String(decoding: parts[1], as: UTF8.self)), 1...9 ~= height,
      cells.first.map({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }) == true,
      cells.allSatisfy({
        0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") || $0 == 0x2C
      })
    else { return nil }
    func failure(_ message: String) -> BoardReader.Record {
      .failure(.malformed(message), at: (number, 1))
    }
    let side = width * height
    guard side == 9 else { return failure("looks like \(side) x \(side); only 9 x 9 is read") }
    let flags = head.dropFirst(parts[0].count + 1 + parts[1].count)
    if flags.first.map({ "xjk".utf8.contains($0) }) == true || cells.contains(0x2C) {
      return failure("the game ID has the rules \(Variant.ending)")
    }
    var values: [UInt8] = []
    for byte in cells where byte != UInt8(ascii: "_") {
      if byte >= 0x61 {
        values += [UInt8](repeating: 0, count: Int(byte) - 0x60)
      } else {
        values.append(byte - 0x30)
      }
      if values.count > 81 { break }
    }
    guard let board = Board(values: values) else {
      return failure("the game ID has \(min(values.count, 82)) of 81 cells")
    }
    return .checked(PuzzleRecord(puzzle: board, line: number)) { _ in 1 }
  }
}
