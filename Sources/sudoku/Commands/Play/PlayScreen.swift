import JSONCoding
import SudokuCore

/// Colours and signs of the screen.
struct PlayTheme {
  enum Name: String, CaseIterable { case dark, light, plain }

  /// The parts of the screen; each has a sign of its own besides the colour.
  enum Part { case text, faint, clue, own, wrong, selected, peer, same, pattern, removed, added }

  let name: Name

  /// The sequence for a part.
  ///
  /// The pairs of the 256 colours have a contrast of 4.5:1 at least; the plain
  /// theme has bold, underlined and reversed text alone.
  func code(_ part: Part) -> String {
    let colours: (Int, Int, String)
    switch (name, part) {
    case (.plain, .clue), (.plain, .added): return "\u{1B}[0;1m"
    case (.plain, .wrong), (.plain, .removed): return "\u{1B}[0;4m"
    case (.plain, .selected): return "\u{1B}[0;7m"
    case (.plain, _): return "\u{1B}[0m"
    case (.dark, .text), (.dark, .clue): colours = (255, 234, part == .clue ? "1;" : "")
    case (.dark, .faint): colours = (248, 234, "")
    case (.dark, .own): colours = (117, 234, "")
    case (.dark, .wrong): colours = (231, 88, "4;")
    case (.dark, .selected): colours = (16, 221, "1;")
    case (.dark, .peer): colours = (255, 236, "")
    case (.dark, .same): colours = (231, 24, "1;")
    case (.dark, .pattern): colours = (231, 18, "")
    case (.dark, .removed): colours = (210, 234, "4;")
    case (.dark, .added): colours = (120, 234, "1;")
    case (.light, .text), (.light, .clue): colours = (16, 231, part == .clue ? "1;" : "")
    case (.light, .faint): colours = (240, 231, "")
    case (.light, .own): colours = (19, 231, "")
    case (.light, .wrong): colours = (88, 224, "4;")
    case (.light, .selected): colours = (16, 221, "1;")
    case (.light, .peer): colours = (16, 254, "")
    case (.light, .same): colours = (16, 153, "1;")
    case (.light, .pattern): colours = (16, 189, "")
    case (.light, .removed): colours = (124, 231, "4;")
    case (.light, .added): colours = (22, 231, "1;")
    }
    return "\u{1B}[0;\(colours.2)38;5;\(colours.0);48;5;\(colours.1)m"
  }
}

/// What the screen shows: a game's state, the cell picked, a hint, a message.
struct PlayScreen {
  var givens = Board()
  var board = Board()
  var notes: [Cell: DigitSet] = [:]
  var wrong: Set<Cell> = []
  var picked = Cell(index: 40)
  var isNoting = false
  /// Whether notes stand side by side, not each in its place.
  var hasCentreNotes = false
  var isPaused = false
  var pattern: Set<Cell> = []
  var removed: Set<Candidate> = []
  var added: Set<Candidate> = []
  var facts = ""
  var clock = ""
  var message = ""
  /// An overlay over the board: help, a menu.
  var overlay: [String] = []
  var theme = PlayTheme(name: .dark)
  var isASCII = false

  /// How a board is drawn: columns and rows of a cell.
  enum Scale: CaseIterable {
    /// 3 x 3 notes: needs 31 rows.
    case large
    /// Notes on two lines: 80 x 24.
    case medium
    /// Digits alone: 40 x 20.
    case small

    var cell: (width: Int, height: Int) {
      switch self {
      case .large: (7, 3)
      case .medium: (5, 2)
      case .small: (3, 1)
      }
    }

    /// With a border around each block.
    var board: (width: Int, height: Int) { (9 * cell.width + 10, 9 * cell.height + 4) }
  }

  static func scale(for size: (columns: Int, rows: Int)) -> Scale? {
    Scale.allCases.first {
      size.rows >= $0.board.height + ($0 == .small ? 6 : 1) && size.columns >= $0.board.width
    }
  }

  /// The cell at a place of the screen.
  static func cell(column: Int, row: Int, size: (columns: Int, rows: Int)) -> Cell? {
    guard let scale = scale(for: size) else { return nil }
    func line(_ place: Int, _ length: Int, gap: Int) -> Int? {
      (0..<9).first { line in
        let start = line * length + (gap == 1 ? line + 1 : line / 3 + 1)
        return start..<start + length ~= place
      }
    }
    guard let x = line(column, scale.cell.width, gap: 1),
      let y = line(row, scale.cell.height, gap: 0)
    else { return nil }
    return Cell(row: y, column: x)
  }

  func lines(for size: (columns: Int, rows: Int)) -> [String] {
    guard let scale = Self.scale(for: size) else {
      let advice = ["The window is too small:", "37 x 19 characters at least."]
      return Array(advice.prefix(size.rows))
    }
    var lines = overlay.isEmpty ? boardLines(scale) : framed(overlay, scale, size.rows)
    let isBeside = size.columns >= scale.board.width + 22
    if isBeside {
      let side = sideLines(width: size.columns - scale.board.width - 3)
      for index in lines.indices where index < side.count {
        lines[index] += plain("  ") + side[index]
      }
    } else {
      lines.append(plain(facts + "  " + clock + (isNoting ? "  NOTES" : "")))
      let wrapped = wrap(message, size.columns)
      lines += wrapped.prefix(max(0, size.rows - lines.count)).map(plain)
    }
    return Array(lines.prefix(size.rows))
  }

  private func plain(_ text: some StringProtocol) -> String { theme.code(.text) + text }

  private func wrap(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word.prefix(width)))
      }
    }
    return lines
  }

  private func sideLines(width: Int) -> [String] {
    let counts = (1...9).map { digit in
      9 - CellSet.all.filter { board[$0]?.rawValue == UInt8(digit) }.count
    }
    let left = zip(1...9, counts).map { $1 > 0 ? "\($0)" : isASCII ? "-" : "·" }.joined()
    var lines = [
      facts, clock, "", "left " + left, isNoting ? "NOTES (n)" : "digits (n: notes)", "",
    ]
    lines += wrap(message, width)
    while lines.count < 19 { lines.append("") }
    lines.append("H hint  ? help  q quit")
    return lines.map { plain($0.prefix(width)) }
  }

  /// A text where the board is.
  private func framed(_ texts: [String], _ scale: Scale, _ rows: Int) -> [String] {
    (0..<min(max(scale.board.height, texts.count + 1), rows)).map { row in
      let text = row > 0 && row <= texts.count ? " " + texts[row - 1] : ""
      let cut = String(text.prefix(scale.board.width))
      return plain(cut + String(repeating: " ", count: scale.board.width - cut.count))
    }
  }

  // MARK: The board

  private func boardLines(_ scale: Scale) -> [String] {
    var lines = [border(scale, 0)]
    for row in 0..<9 {
      for part in 0..<scale.cell.height {
        var line = ""
        for column in 0..<9 {
          line +=
            theme.code(.text)
            + (column % 3 == 0 ? (isASCII ? "|" : "┃") : isASCII || scale == .small ? " " : "│")
          line += slice(Cell(row: row, column: column), part, scale)
        }
        lines.append(line + theme.code(.text) + (isASCII ? "|" : "┃"))
      }
      if row % 3 == 2 { lines.append(border(scale, row / 3 + 1)) }
    }
    return lines
  }

  private func border(_ scale: Scale, _ number: Int) -> String {
    let run = String(repeating: isASCII ? "-" : "━", count: scale.cell.width * 3 + 2)
    let corners = isASCII ? ["+++", "+++", "+++", "+++"] : ["┏┳┓", "┣╋┫", "┣╋┫", "┗┻┛"]
    let signs = corners[number].map { String($0) }
    return plain(signs[0] + run + signs[1] + run + signs[1] + run + signs[2])
  }

  private func part(of cell: Cell) -> PlayTheme.Part {
    if cell == picked { return .selected }
    if wrong.contains(cell) { return .wrong }
    if pattern.contains(cell) { return .pattern }
    if let digit = board[picked], board[cell] == digit { return .same }
    if cell.sees(picked) { return .peer }
    return board[cell] == nil ? .faint : givens[cell] == nil ? .own : .clue
  }

  /// A line of a cell.
  private func slice(_ cell: Cell, _ line: Int, _ scale: Scale) -> String {
    let width = scale.cell.width
    let part = part(of: cell)
    let code = theme.code(part)
    let isMiddle = line == scale.cell.height / 2 || scale == .small
    if isPaused { return theme.code(.faint) + String(repeating: " ", count: width) }
    if let digit = board[cell] {
      guard isMiddle == (scale != .medium) || (scale == .medium && line == 0) else {
        return code + String(repeating: " ", count: width)
      }
      // The signs: [picked], !wrong, *pattern; clues are bold, own digits are not.
      let isGiven = givens[cell] != nil
      let before = cell == picked ? "[" : pattern.contains(cell) ? "*" : " "
      let after =
        wrong.contains(cell) ? "!" : cell == picked ? "]" : isGiven ? " " : isASCII ? "'" : "ʹ"
      let text = before + "\(digit)" + after
      let left = (width - 3) / 2
      return code + (isGiven ? "\u{1B}[1m" : "") + String(repeating: " ", count: left) + text
        + String(repeating: " ", count: width - 3 - left)
    }
    return code + emptySlice(cell, line, scale, code)
  }

  private func isShown(_ candidate: Candidate) -> Bool {
    notes[candidate.cell]?.contains(candidate.digit) == true || removed.contains(candidate)
      || added.contains(candidate)
  }

  private func emptySlice(_ cell: Cell, _ line: Int, _ scale: Scale, _ code: String) -> String {
    var digits: [Int]
    switch scale {
    case .large: digits = Array(line * 3..<line * 3 + 3)
    case .medium: digits = Array(line == 0 ? 0..<5 : 5..<9)
    case .small:
      let sign = notes[cell].map { $0.isEmpty ? " " : "," } ?? " "
      return cell == picked ? "[\(sign)]" : pattern.contains(cell) ? "*\(sign) " : " \(sign) "
    }
    var text = scale == .large ? (cell == picked ? "[" : pattern.contains(cell) ? "*" : " ") : ""
    if hasCentreNotes, scale != .small {
      let all = (0..<9).filter { isShown(Candidate(cell, Digit(index: $0))) }
      let (start, count) = scale == .large ? (line * 3, 3) : (line * 5, line == 0 ? 5 : 4)
      // Three of the large scale begin in the middle line.
      let first = scale == .large && all.count <= 3 ? start - 3 : start
      digits = first < 0 ? [] : Array(all.dropFirst(first).prefix(count))
      digits += [Int](repeating: -1, count: count - digits.count)
    }
    for index in digits {
      guard index >= 0 else {
        text += scale == .large ? "  " : " "
        continue
      }
      let candidate = Candidate(cell, Digit(index: index))
      let isRemoved = removed.contains(candidate)
      let isAdded = added.contains(candidate)
      let sign = isShown(candidate) ? "\(index + 1)" : " "
      if isRemoved {
        text += theme.code(.removed) + sign + (scale == .large ? "-" : "") + code
      } else if isAdded {
        text += theme.code(.added) + sign + (scale == .large ? "+" : "") + code
      } else if sign != " ", board[picked] == candidate.digit {
        // The notes of the digit that is picked.
        text += theme.code(.same) + sign + code + (scale == .large ? " " : "")
      } else {
        text += sign + (scale == .large ? " " : "")
      }
    }
    if scale == .medium, line == 1 {
      text += cell == picked ? "]" : pattern.contains(cell) ? "*" : " "
    }
    return text
  }
}
