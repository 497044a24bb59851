import SudokuCore

/// Draws a board as SVG: 60 units a cell, labels at the edges, a legend of the signs in use.
package struct SVGBoard: Sendable {
  private let picture: BoardPicture
  private static let cell = 60
  private static let margin = 24
  private static let side = 9 * cell + 2 * margin
  private static let lineHeight = 22
  /// The number of characters of a caption that fit on a line.
  private static let captionWidth = 62

  package init(_ picture: BoardPicture) {
    var picture = picture
    picture.caption = picture.caption.replacing("<>", with: "≠")
    self.picture = picture
  }

  /// The size of the drawing, in units.
  var size: (width: Int, height: Int) {
    let caption = Self.lines(of: picture.caption, width: Self.captionWidth)
    let rows = caption.count + (legend.count + 1) / 2
    return (Self.side, Self.side + (rows == 0 ? 0 : rows * Self.lineHeight + 10))
  }

  /// The drawing as a document of its own.
  package var svg: String {
    let legend = self.legend
    let caption = Self.lines(of: picture.caption, width: Self.captionWidth)
    let height = size.height
    var text = SVG.open(width: Self.side, height: height, title: title)
    text += "<style>\n\(SVG.styles)</style>\n"
    if !picture.links.isEmpty { text += Self.arrow }
    text += #"<rect class="paper" width="\#(Self.side)" height="\#(height)"/>"# + "\n"
    text += body
    var y = Self.side + 14
    for line in caption {
      text +=
        #"<text class="caption" x="\#(Self.margin)" y="\#(y)">\#(SVG.escaped(line))</text>"# + "\n"
      y += Self.lineHeight
    }
    for (index, entry) in legend.enumerated() {
      let x = Self.margin + index % 2 * 280
      text += entry.sign(x + 8, y - 5)
      text += #"<text class="legend" x="\#(x + 26)" y="\#(y)">\#(entry.words)</text>"# + "\n"
      if index % 2 == 1 { y += Self.lineHeight }
    }
    return text + "</svg>\n"
  }

  private var title: String { picture.caption.isEmpty ? "Sudoku" : picture.caption }

  private static let arrow =
    #"<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="arrow" d="M0 0L8 4L0 8z"/></marker></defs>"#
    + "\n"

  /// The board alone.
  private var body: String {
    var text = ""
    for cell in picture.cells.keys.sorted() {
      guard let role = picture.cells[cell] else { continue }
      text += Self.rectangle(cell, class: role.name)
      if case .set(let index) = role {
        text += SVG.text(
          SVG.letter(index), class: "letter", Self.x(cell.column) + 52, Self.x(cell.row) + 13)
      }
    }
    text += SVG.grid(x: Self.margin, y: Self.margin, cell: Self.cell)
    for house in picture.coverHouses { text += Self.outline(house, class: "cover") }
    for house in picture.houses { text += Self.outline(house, class: "house") }
    for line in 0..<9 {
      let middle = Self.x(line) + 35
      text += SVG.text("\(line + 1)", class: "label", Self.x(line) + 30, 16)
      text += SVG.text("\(line + 1)", class: "label", 11, middle)
    }
    text += candidates
    text += digits
    for candidate in picture.starts.sorted() {
      let (x, y) = Self.place(candidate)
      text += Self.start(x, y)
    }
    let ends = Set(picture.links.flatMap { [$0.from, $0.to] })
    for boxes in ends.filter(\.cells.hasSeveral).map(frame).sorted(by: { $0[0] < $1[0] }) {
      for box in boxes {
        text +=
          #"<rect class="group" x="\#(box.x - box.width)" y="\#(box.y - box.height)" width="\#(2 * box.width)" height="\#(2 * box.height)" rx="8"/>"#
          + "\n"
      }
      for (one, next) in zip(boxes, boxes.dropFirst()) {
        text += #"<path class="group" d="\#(Self.curve(from: one, to: next))"/>"# + "\n"
      }
    }
    for link in picture.links { text += path(link) }
    return text
  }

  /// The frame of a node: one box; or a box for each member, if one box would enclose other marks.
  private func frame(_ node: BoardPicture.Node) -> [Box] {
    let box = Box(node.cells, node.digit)
    guard node.cells.hasSeveral else { return [box] }
    let marks = picture.starts.union(picture.candidates.keys)
    let enclosesOthers = marks.contains { mark in
      guard mark.digit != node.digit || !node.cells.contains(mark.cell) else { return false }
      return box.contains(Self.place(mark))
    }
    return enclosesOthers ? Self.members(node) : [box]
  }

  /// A box for each member of a node.
  private static func members(_ node: BoardPicture.Node) -> [Box] {
    node.cells.map { Box(CellSet($0), node.digit, isFrame: node.cells.hasSeveral) }
  }

  private var candidates: String {
    var text = ""
    for candidate in picture.candidates.keys.sorted() {
      guard let role = picture.candidates[candidate] else { continue }
      let (x, y) = Self.place(candidate)
      text += SVG.sign(role, x, y)
    }
    for cell in picture.notes.keys.sorted() where picture.board[cell] == nil {
      for digit in picture.notes[cell] ?? [] {
        let (x, y) = Self.place(Candidate(cell, digit))
        text += SVG.text("\(digit)", class: "note", x, y + 5)
      }
    }
    // A placement is seen even where the notes are not shown.
    for case (let candidate, .placement) in picture.candidates where picture.notes.isEmpty {
      let (x, y) = Self.place(candidate)
      text += SVG.text("\(candidate.digit)", class: "note", x, y + 5)
    }
    for candidate in picture.candidates.keys.sorted()
    where picture.candidates[candidate] == .elimination {
      let (x, y) = Self.place(candidate)
      text += #"<path class="cross" d="M\#(x - 7) \#(y + 7)L\#(x + 7) \#(y - 7)"/>"# + "\n"
    }
    return text
  }

  private var digits: String {
    var text = ""
    for cell in CellSet.all {
      guard let digit = picture.board[cell] else { continue }
      text += SVG.text(
        "\(digit)", class: picture.clues[cell] == nil ? "entry" : "clue",
        Self.x(cell.column) + 30, Self.x(cell.row) + 42)
    }
    return text
  }

  /// The left edge of a column, or the upper edge of a row.
  private static func x(_ line: Int) -> Int { margin + line * cell }

  /// The middle of a candidate.
  private static func place(_ candidate: Candidate) -> (Int, Int) {
    let index = candidate.digit.index
    return (
      x(candidate.cell.column) + 10 + index % 3 * 20, x(candidate.cell.row) + 10 + index / 3 * 20
    )
  }

  private static func rectangle(_ cell: Cell, class name: String) -> String {
    #"<rect class="\#(name)" x="\#(x(cell.column))" y="\#(x(cell.row))" width="\#(self.cell)" height="\#(self.cell)"/>"#
      + "\n"
  }

  private static func outline(_ house: House, class name: String) -> String {
    let cells = Array(house.cells)
    guard let first = cells.first, let last = cells.last else { return "" }
    let width = (last.column - first.column + 1) * cell
    let height = (last.row - first.row + 1) * cell
    return
      #"<rect class="\#(name)" x="\#(x(first.column))" y="\#(x(first.row))" width="\#(width)" height="\#(height)"/>"#
      + "\n"
  }

  private static func start(_ x: Int, _ y: Int) -> String {
    #"<circle class="start" cx="\#(x)" cy="\#(y)" r="12"/>"# + "\n"
  }

  /// The room that an end of an arrow takes: its middle, and half its sides.
  private struct Box: Comparable {
    let (x, y, width, height): (Int, Int, Int, Int)

    init(_ cells: CellSet, _ digit: Digit, isFrame: Bool = false) {
      let places = cells.map { SVGBoard.place(Candidate($0, digit)) }
      let (xs, ys) = (places.map(\.0), places.map(\.1))
      let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
      let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
      let edge = isFrame || places.count > 1 ? 13 : 9
      (x, y) = ((left + right) / 2, (top + bottom) / 2)
      (width, height) = ((right - left) / 2 + edge, (bottom - top) / 2 + edge)
    }

    static func < (one: Box, other: Box) -> Bool { (one.x, one.y) < (other.x, other.y) }

    func contains(_ place: (x: Int, y: Int)) -> Bool {
      abs(place.x - x) <= width && abs(place.y - y) <= height
    }

    /// True if the middle of one lies in the other.
    func overlaps(_ other: Box) -> Bool {
      contains((other.x, other.y)) || other.contains((x, y))
    }

    /// The square of the distance of the middles.
    func distance(to other: Box) -> Int {
      (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
    }

    /// The point at which a line to another point leaves the box.
    func edge(towards x: Double, _ y: Double) -> String {
      let (dx, dy) = (x - Double(self.x), y - Double(self.y))
      let share = min(
        Double(width) / max(abs(dx), 1), Double(height) / max(abs(dy), 1), 0.6)
      return
        "\(SVG.number(Double(self.x) + dx * share)) \(SVG.number(Double(self.y) + dy * share))"
    }
  }

  /// An arrow between the nearest boxes of two nodes.
  private func path(_ link: BoardPicture.Link) -> String {
    var (starts, ends) = (frame(link.from), frame(link.to))
    if starts.contains(where: { start in ends.contains(where: start.overlaps) }) {
      // Between frames that overlap there is no room: the arrow joins members.
      (starts, ends) = (Self.members(link.from), Self.members(link.to))
    }
    var (from, to) = (starts[0], ends[0])
    for start in starts {
      for end in ends {
        let (new, old) = (start.distance(to: end), from.distance(to: to))
        if new > 0, new < old || old == 0 { (from, to) = (start, end) }
      }
    }
    return Self.arrow(link.kind, Self.curve(from: from, to: to))
  }

  /// A bent line: straight ones would run through the candidates between.
  private static func curve(from: Box, to: Box) -> String {
    let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
    let length = max((dx * dx + dy * dy).squareRoot(), 1)
    let bend = min(length * 0.12, 18) / length
    let (mx, my) = (
      Double(from.x + to.x) / 2 - dy * bend, Double(from.y + to.y) / 2 + dx * bend
    )
    return
      "M\(from.edge(towards: mx, my))Q\(SVG.number(mx)) \(SVG.number(my)) \(to.edge(towards: mx, my))"
  }

  private static func arrow(_ kind: BoardPicture.Link.Kind, _ path: String) -> String {
    #"<path class="\#(kind.name)" marker-end="url(#arrow)" d="\#(path)"/>"# + "\n"
  }

  // MARK: Legend

  private struct LegendEntry {
    let words: String
    let sign: (Int, Int) -> String
  }

  /// The signs in use, each with its meaning.
  private var legend: [LegendEntry] {
    var entries: [LegendEntry] = []
    func add(_ words: String, _ sign: @escaping (Int, Int) -> String) {
      entries.append(LegendEntry(words: words, sign: sign))
    }
    let roles = Set(picture.cells.values)
    func square(_ name: String) -> (Int, Int) -> String {
      { #"<rect class="\#(name)" x="\#($0 - 8)" y="\#($1 - 8)" width="16" height="16"/>"# + "\n" }
    }
    if roles.contains(.pattern) { add("cell of the pattern", square("cell-pattern")) }
    if roles.contains(.special) { add("cell with a special role", square("cell-special")) }
    if roles.contains(.mistake) { add("wrong digit", square("cell-mistake")) }
    for index in 0..<26 where roles.contains(.set(index)) {
      add("set \(SVG.letter(index))") { x, y in
        square("cell-set")(x, y) + SVG.text(SVG.letter(index), class: "letter", x, y + 4)
      }
    }
    if !picture.houses.isEmpty { add("house of the pattern", square("house")) }
    if !picture.coverHouses.isEmpty { add("house in which it acts", square("cover")) }
    let used = Set(picture.candidates.values)
    for role in BoardPicture.CandidateRole.allCases where used.contains(role) {
      add(role.words) { x, y in
        SVG.sign(role, x, y)
          + (role == .elimination
            ? #"<path class="cross" d="M\#(x - 7) \#(y + 7)L\#(x + 7) \#(y - 7)"/>"# + "\n" : "")
      }
    }
    if !picture.starts.isEmpty { add("start of a chain", Self.start) }
    for kind in BoardPicture.Link.Kind.allCases
    where picture.links.contains(where: { $0.kind == kind }) {
      add(kind.words) { x, y in Self.arrow(kind, "M\(x - 9) \(y)L\(x + 11) \(y)") }
    }
    return entries
  }

  /// A text cut at blanks into lines.
  package static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension BoardPicture.CellRole {
  /// The class of the style sheet.
  fileprivate var name: String {
    switch self {
    case .pattern: "cell-pattern"
    case .special: "cell-special"
    case .set: "cell-set"
    case .mistake: "cell-mistake"
    }
  }
}

extension BoardPicture.CandidateRole {
  fileprivate var words: String {
    switch self {
    case .pattern: "candidate of the pattern"
    case .placement: "digit to place"
    case .elimination: "candidate to remove"
    case .on: "true in the chain"
    case .off: "false in the chain"
    case .group: "one of a group is true"
    }
  }
}

extension BoardPicture.Link.Kind {
  /// The classes of the style sheet.
  fileprivate var name: String {
    switch self {
    case .strong: "link"
    case .weak: "link weak"
    case .inside: "link inside"
    }
  }

  fileprivate var words: String {
    switch self {
    case .strong: "makes the next one true"
    case .weak: "makes the next one false"
    case .inside: "follows by a step inside"
    }
  }
}

enum SVG {
  static let styles = String(decoding: PackageResources.drawing_css, as: UTF8.self)

  static func open(width: Int, height: Int, title: String, unit: String = "") -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)\#(unit)" height="\#(height)\#(unit)" viewBox="0 0 \#(width) \#(height)" role="img">"#
      + "\n<title>\(escaped(title))</title>\n"
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // XML has no other control characters.
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  static func text(_ text: String, class name: String, _ x: Int, _ y: Int) -> String {
    #"<text class="\#(name)" x="\#(x)" y="\#(y)">\#(escaped(text))</text>"# + "\n"
  }

  /// One decimal, so that the same drawing has the same bytes.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return sign + "\(abs(tenths) / 10)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// The lines of a board, thick ones around blocks.
  static func grid(x: Int, y: Int, cell: Int) -> String {
    func path(_ name: String, _ lines: some Sequence<Int>) -> String {
      let strokes = lines.map { line in
        let place = line * cell
        return "M\(x + place) \(y)v\(9 * cell)M\(x) \(y + place)h\(9 * cell)"
      }
      return #"<path class="\#(name)" d="\#(strokes.joined())"/>"# + "\n"
    }
    return path("line", [1, 2, 4, 5, 7, 8])
      + path("thick", [3, 6])
      + #"<rect class="thick" x="\#(x)" y="\#(y)" width="\#(9 * cell)" height="\#(9 * cell)"/>"#
      + "\n"
  }

  static func sign(_ role: BoardPicture.CandidateRole, _ x: Int, _ y: Int) -> String {
    let name = "candidate-\(role.rawValue)"
    return role == .placement
      ? #"<rect class="\#(name)" x="\#(x - 9)" y="\#(y - 9)" width="18" height="18" rx="3"/>"#
        + "\n"
      : #"<circle class="\#(name)" cx="\#(x)" cy="\#(y)" r="9"/>"# + "\n"
  }

  /// The letter of a set of a pattern, from A.
  static func letter(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
  }
}
