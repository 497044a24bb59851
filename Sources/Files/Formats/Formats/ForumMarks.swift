/// The marks of forums in a line: `[code]`, `[b]hard[/b]`, `[quote="Anna"]`.
enum ForumMarks {
  private static let names: Set<String> = [
    "b", "i", "u", "s", "code", "pre", "tt", "mono", "quote", "size", "color", "font", "center",
    "left", "right", "indent", "list", "li", "*", "spoiler", "hide", "hidden", "url", "table", "tr",
    "td", "h1", "h2", "h3", "sup", "sub", "align", "cpp", "noparse", "plain",
  ]

  /// The line with blanks in place of the marks, so that columns stay; `nil` if it has none.
  static func blanked(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.firstPlace(of: UInt8(ascii: "[")) != nil else { return nil }
    var (text, hasMarks) = (Array(line), false)
    var place = 0
    while let start = text[place...].firstPlace(of: UInt8(ascii: "[")),
      let end = text[start...].firstPlace(of: UInt8(ascii: "]"))
    {
      place = start + 1
      let name = text[(start + 1)..<end].drop { $0 == UInt8(ascii: "/") }
        .prefix { $0 != UInt8(ascii: "=") && $0 != 0x20 }
      guard names.contains(Notation.lowercased(name)) else { continue }
      hasMarks = true
      for index in start...end { text[index] = 0x20 }
      place = end + 1
    }
    return hasMarks ? text : nil
  }

  /// True if a line in brackets is a title with a number, such as `[1]` or `[Puzzle 7]`.
  static func isTitle(_ line: ArraySlice<UInt8>) -> Bool {
    let text = Notation.trimmed(line)
    guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") else { return false }
    let inner = text.dropFirst().dropLast()
    return !inner.isEmpty && inner.contains { 0x30...0x39 ~= $0 }
      && !inner.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
  }
}
