import SudokuCore

/// The text of a page of HTML outside its tables: grids in `pre`, boards in paragraphs and lists.
///
/// The text of each block is a line; in `pre` the line ends stay.
struct MarkupText: Sendable {
  private var grids = GridReader()
  private var line: [UInt8] = []
  /// The open element whose text is not part of the page's text.
  private var hidden: String?
  /// The first tag, which is another one in HTML than in other XML.
  private var root: String?
  let omissions = Omissions()

  private static let pages: Set<String> = [
    "html", "head", "title", "meta", "link", "script", "style", "body", "table", "p", "pre", "div",
    "ul", "ol", "li", "h1", "h2",
    "h3", "main", "section", "article", "center", "form", "code", "span", "b",
  ]
  /// The roots of formats that have readers of their own.
  private static let formats: Set<String> = ["opensudoku", "ksudoku"]
  private static let inline: Set<String> = [
    "a", "b", "i", "u", "em", "strong", "span", "code", "tt", "font", "small", "big", "sub", "sup",
    "img", "input",
  ]
  private static let hiding: Set<String> = ["head", "script", "style", "title"]

  var isEmpty: Bool { line.isEmpty && grids.isBetweenRecords }

  /// Takes a tag with the text before it, which is the page's own unless it stands in a table or heading.
  mutating func take(
    _ name: String, _ text: [UInt8], isOwn: Bool, number: Int, _ emit: RecordSink
  ) {
    if root == nil, !name.hasPrefix("?"), !name.hasPrefix("!") { root = name }
    guard let root, !Self.formats.contains(root) else { return }
    let isText = isOwn && (Self.pages.contains(root) || Self.areCells(text))
    if hidden == nil, isText, line.count < 1 << 16 { line += text }
    if name == hidden.map({ "/" + $0 }) { hidden = nil }
    if hidden == nil, Self.hiding.contains(name) { hidden = name }
    if !Self.inline.contains(name.hasPrefix("/") ? String(name.dropFirst()) : name) {
      endLine(number, emit)
    }
  }

  mutating func finish(number: Int, _ emit: RecordSink) {
    endLine(number, emit)
    grids.finish(number: number, emit)
    if let line = grids.unusedLine { omissions.addText(line) }
  }

  /// True for the text of a row or a board, which is all that XML without a known form is read for.
  private static func areCells(_ text: [UInt8]) -> Bool {
    let text = Notation.trimmed(text[...])
    return (text.count == 9 || text.count == 81) && text.allSatisfy { Notation.value($0) <= 9 }
  }

  private mutating func endLine(_ number: Int, _ emit: RecordSink) {
    if line.allSatisfy(Notation.isBlank), !line.contains(0x0A) { return line = [] }
    let text = XMLText.unescaped(String(decoding: line, as: UTF8.self))
      .replacing("\u{A0}", with: " ")
    line = []
    let lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // The first and the last end belong to the tags.
      let isEdge = index == 0 || index == lines.count - 1
      if isEdge, line.allSatisfy(Notation.isBlank) { continue }
      let place = max(1, number - lines.count + 1 + index)
      if mayBePart(line) {
        grids.read(line, number: place, emit)
      } else {
        omissions.addText(place)
      }
    }
  }

  /// True if a line may belong to a puzzle: a board, a row, a title, or the damaged row of a grid.
  private func mayBePart(_ line: ArraySlice<UInt8>) -> Bool {
    if grids.hasRows || Prose.isText(line) || GridReader.begins(line) { return true }
    return Notation.trimmed(line).count == 81 || line.allSatisfy(Notation.isBlank)
      || BoardLabel.words(line).contains { Notation.board($0) != nil }
  }
}
