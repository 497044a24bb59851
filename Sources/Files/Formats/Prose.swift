/// Lines of text around puzzles: titles, dates, sentences.
///
/// ```
/// Prose.isText("Puzzle 7 (hard)")    // true
/// Prose.isText("53..7...q")          // false: a damaged row
/// ```
enum Prose {
  /// True if a line is text rather than a puzzle, a row or a damaged row.
  ///
  /// Text has more letters than cells, or fewer than five cells, or it is a number or a date.
  static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    let text = Notation.trimmed(line)
    guard !text.isEmpty, text.count <= 1 << 16, !isLetteredRow(text) else { return false }
    var (letters, digits, signs, others, run) = (0, 0, 0, 0, 0)
    for (index, byte) in zip(text.indices, text) {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x58, 0x78:
        // An x within a word is a letter.
        let isInWord =
          index > text.startIndex && isLetter(text[index - 1])
          || index + 1 < text.endIndex && isLetter(text[index + 1])
        if isInWord { letters += 1 } else { signs += 1 }
      case _ where Notation.value(byte) <= 9: signs += 1
      case 0x41...0x5A, 0x61...0x7A, 0xC0...: letters += 1
      case 0x80..<0xC0: continue
      default: others += 1
      }
      run = Notation.value(byte) <= 9 ? run + 1 : 0
      if run >= 20 { return false }
    }
    if letters > 0 { return digits + signs < 5 || letters > digits + signs }
    if digits == 0 { return signs == 0 && others > 0 && !text.contains(where: isDrawn) }
    return isNumber(text, digits) || isDate(text)
  }

  /// True if a line has nine digits and letters, and all letters are the same: `O3OOOO471`, whose `O` means an
  /// empty cell.
  static func isLetteredRow(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 9, let letter = text.first(where: { !(0x30...0x39 ~= $0) }),
      isLetter(letter)
    else { return false }
    return text.allSatisfy { 0x30...0x39 ~= $0 || $0 == letter }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A ~= byte | 0x20 && byte | 0x20 != 0x78) || byte >= 0x80
  }

  /// True if a character may draw a grid.
  private static func isDrawn(_ byte: UInt8) -> Bool {
    Notation.isBlank(byte) || "|+-=:;,!'".utf8.contains(byte)
  }

  /// A number as in `17`, `17.` or `(3)`.
  private static func isNumber(_ text: ArraySlice<UInt8>, _ digits: Int) -> Bool {
    digits <= 4
      && text.split { !(0x30...0x39 ~= $0) }.count == 1
      && text.allSatisfy { 0x30...0x39 ~= $0 || ".:#()[]".utf8.contains($0) || $0 == 0x20 }
  }

  /// A date as in `2026-01-31`, `31.1.2026` or `1/31/26`.
  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { "-./".utf8.contains($0) }
    guard parts.count == 3, parts.joined().allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    let lengths = parts.map(\.count)
    return [1, 2].contains(lengths[1])
      && (lengths[0] == 4 && [1, 2].contains(lengths[2])
        || [1, 2].contains(lengths[0]) && [2, 4].contains(lengths[2]))
  }
}
