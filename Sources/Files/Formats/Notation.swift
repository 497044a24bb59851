import SudokuCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The characters of cells in files: digits, signs of empty cells, separators.
package enum Notation {
  static let emptyCells = ". 0 - _ * x ?"

  /// The value of a character of a board: 0 for an empty cell, 1 to 9 for a digit, 255 for others.
  @inline(__always)
  static func value(_ byte: UInt8) -> UInt8 {
    let value = Board.cellValue(byte)
    return value == 255 && isFileSign(byte) ? 0 : value
  }

  /// The value of a character of a row, in which a space is an empty cell; `nil` for any other.
  package static func cell(_ byte: UInt8) -> UInt8? {
    let value = byte == 0x20 ? 0 : value(byte)
    return value <= 9 ? value : nil
  }

  /// True if a byte is one of the signs that only files use for an empty cell: `-`, `?`, `x` or `X`.
  @inline(__always)
  private static func isFileSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte | 0x20 == UInt8(ascii: "x")
  }

  /// True if a byte is a space, a tab or a line end.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 <= 4 }

  /// True if a byte may follow the 81 cells of a line, or separate cells or fields.
  static func isSeparator(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "#")
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let last = text.last, isBlank(last) { text.removeLast() }
    while let first = text.first, isBlank(first) { text.removeFirst() }
    return text
  }

  /// The text of a line without the blanks around it and the `>` of a quoted mail.
  static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = trimmed(line)
    while text.first == UInt8(ascii: ">") { text = trimmed(text.dropFirst()) }
    return text
  }

  static func lowercased(_ text: some Sequence<UInt8>) -> String {
    String(
      decoding: text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  /// Reads exactly 81 cells; `nil` for any other text.
  static func board(_ text: ArraySlice<UInt8>) -> Board? {
    guard text.count == 81 else { return nil }
    return text.withUnsafeBufferPointer { board($0) }
  }

  /// Reads exactly 81 cells; the loop without branches becomes a few vector instructions.
  static func board(_ bytes: UnsafeBufferPointer<UInt8>) -> Board? {
    guard bytes.count == 81, let from = bytes.baseAddress else { return nil }
    var areCells = true
    let board = Board(unsafeValues: { to in
      var all: UInt8 = 1
      for index in 0..<81 {
        let byte = from[index]
        let digit = byte &- UInt8(ascii: "0")
        let isDigit: UInt8 = digit <= 9 ? 1 : 0
        to[index] = isDigit == 1 ? digit : 0
        all &= isDigit | emptySign(byte)
      }
      areCells = all == 1
    })
    return areCells ? board : nil
  }

  /// 1 for a sign of an empty cell other than `0`, else 0; without branches.
  @inline(__always)
  static func emptySign(_ byte: UInt8) -> UInt8 {
    (byte == UInt8(ascii: ".") ? 1 : 0) | (byte == UInt8(ascii: "-") ? 1 : 0)
      | (byte == UInt8(ascii: "_") ? 1 : 0) | (byte == UInt8(ascii: "*") ? 1 : 0)
      | (byte == UInt8(ascii: "?") ? 1 : 0) | (byte | 0x20 == UInt8(ascii: "x") ? 1 : 0)
  }

  /// The first mistake in a text that should be 81 cells; `column` is that of its first byte, from 1.
  static func fault(
    _ text: ArraySlice<UInt8>, line: Int, column: Int
  ) -> BoardTextError {
    if let message = spreadsheetFault(text) {
      return BoardTextError(.malformed(message), line: line, column: column)
    }
    if text.count > 81, text.count % 81 == 0, text.allSatisfy({ value($0) <= 9 }) {
      let message =
        "\(text.count / 81) boards without a line end between them: put each on its line"
      return BoardTextError(.malformed(message), line: line, column: column + 81)
    }
    for (index, byte) in text.enumerated() {
      if index == 81 { return BoardTextError(.tooLong, line: line, column: column + 81) }
      if value(byte) > 9 {
        return unexpected(text[(text.startIndex + index)...], line, column + index)
      }
    }
    return BoardTextError(
      text.isEmpty ? .empty : .tooShort(text.count), line: line, column: column + text.count)
  }

  /// The mark of a spreadsheet that took a board for a number; `nil` for other texts.
  private static func spreadsheetFault(_ text: ArraySlice<UInt8>) -> String? {
    let cure = "a spreadsheet took the board for a number, format its column as text"
    let isDigits = text.allSatisfy { 0x30...0x39 ~= $0 }
    // A number has no zero at its start.
    if isDigits, 60...80 ~= text.count, text.first != UInt8(ascii: "0") {
      return "the board has only \(text.count) of 81 cells: \(cure)"
    }
    let parts = text.split { $0 | 0x20 == UInt8(ascii: "e") }
    guard text.count < 40, parts.count == 2, parts[1].first == UInt8(ascii: "+"),
      parts[1].count >= 3, parts[1].dropFirst().allSatisfy({ 0x30...0x39 ~= $0 }),
      parts[0].allSatisfy({ 0x30...0x39 ~= $0 || ".,".utf8.contains($0) })
    else { return nil }
    return "the digits are lost: \(cure)"
  }

  /// The mistake in a part of a board that should have nothing but cells; `nil` if there is none.
  static func fault(_ text: ArraySlice<UInt8>) -> BoardTextError.Kind? {
    guard let index = text.firstIndex(where: { value($0) > 9 }) else { return nil }
    return unexpected(text[index...], 1, 1).kind
  }

  static func unexpected(
    _ text: ArraySlice<UInt8>, _ line: Int, _ column: Int
  ) -> BoardTextError {
    BoardTextError(
      .malformed(
        "unexpected \(name(of: text)): a cell is 1 to 9, or one of \(emptyCells) where it is empty"),
      line: line, column: column)
  }

  private static func name(of text: ArraySlice<UInt8>) -> String {
    guard let byte = text.first else { return "end" }
    if byte == 0x20 { return "space" }
    if 0x21...0x7E ~= byte { return "character '\(Character(Unicode.Scalar(byte)))'" }
    if byte >= 0xC2 {
      let start = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
      if let start, start != "\u{FFFD}" {
        let code = String(start.value, radix: 16, uppercase: true)
        return start.properties.isWhitespace || start.properties.generalCategory == .control
          || start.properties.generalCategory == .format
          ? "character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
          : "character '\(Character(start))'"
      }
    }
    return "byte 0x" + String(byte, radix: 16)
  }

  /// Reads the candidates of a cell: digits, each at most once, and signs of empty cells; `nil` for any
  /// other word.
  static func candidates(_ word: some Collection<UInt8>) -> DigitSet? {
    guard 1...9 ~= word.count else { return nil }
    var digits = DigitSet.none
    for byte in word {
      let number = value(byte)
      guard number <= 9 else { return nil }
      guard let digit = Digit(Int(number)) else { continue }
      if digits.contains(digit) { return nil }
      digits.insert(digit)
    }
    return digits
  }
}

extension Board {
  /// True if no house holds a digit twice; faster than finding the conflict.
  package var obeysRules: Bool { withUnsafeValues { Notation.obeysRules($0) } }
}

extension Notation {
  /// True if no house of 81 cells holds a digit twice.
  ///
  /// A cell is a digit, as number or character. It is empty if its last four bits are 0 or above 9. A word counts
  /// each digit in four bits; a count of 2 or more plus 6 sets the highest of them.
  package static func obeysRules(_ cells: UnsafePointer<UInt8>) -> Bool {
    var columns = InlineArray<9, UInt64>(repeating: 0)
    var repeated: UInt64 = 0
    for band in 0..<3 {
      var blocks: (UInt64, UInt64, UInt64) = (0, 0, 0)
      for row in 3 * band..<3 * band + 3 {
        let start = cells + 9 * row
        let first = count(start, &columns, 0)
        let second = count(start + 3, &columns, 3)
        let third = count(start + 6, &columns, 6)
        blocks = (blocks.0 &+ first, blocks.1 &+ second, blocks.2 &+ third)
        repeated |= first &+ second &+ third &+ six
      }
      repeated |= (blocks.0 &+ six) | (blocks.1 &+ six) | (blocks.2 &+ six)
    }
    for column in 0..<9 { repeated |= columns[column] &+ six }
    return repeated & 0x88_8888_8880 == 0
  }

  private static let six: UInt64 = 0x66_6666_6660

  /// The digits of three neighbouring cells.
  @inline(__always)
  private static func count(
    _ cells: UnsafePointer<UInt8>, _ columns: inout InlineArray<9, UInt64>, _ column: Int
  ) -> UInt64 {
    let one: UInt64 = 1 &<< (UInt64(cells[0]) &<< 2)
    let two: UInt64 = 1 &<< (UInt64(cells[1]) &<< 2)
    let three: UInt64 = 1 &<< (UInt64(cells[2]) &<< 2)
    columns[column] &+= one
    columns[column + 1] &+= two
    columns[column + 2] &+= three
    return one &+ two &+ three
  }
}

extension ArraySlice<UInt8> {
  @inline(__always)
  func firstPlace(of byte: UInt8) -> Int? {
    withUnsafeBufferPointer { bytes -> Int? in
      guard let base = bytes.baseAddress, let hit = memchr(base, Int32(byte), bytes.count) else {
        return nil
      }
      return startIndex + (UnsafeRawPointer(hit) - UnsafeRawPointer(base))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first position of a byte, by the system's vectorised search.
  @inline(__always)
  package func firstPlace(of byte: UInt8) -> Int? {
    guard let base = baseAddress, count > 0, let hit = memchr(base, Int32(byte), count) else {
      return nil
    }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }
}
