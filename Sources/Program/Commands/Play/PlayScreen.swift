import SudokuCore
import SudokuDrawing

/// The content of the screen: a game's state, the picked cell, a hint, a message.
struct PlayScreen {
  var givens = Board()
  var board = Board()
  var notes: [Cell: DigitSet] = [:]
  var wrong: Set<Cell> = []
  var picked = Cell(index: 40)
  /// The kind of entry that a digit key makes.
  enum Mode { case digits, notes, corners }
  var mode = Mode.digits
  /// The second layer of notes; a cell that has some shows its notes side by side below them.
  var corners: [Cell: DigitSet] = [:]
  var isPaused = false
  var hint = PlayHint()
  var facts = ""
  var clock = ""
  /// The text beside the board; long texts have pages.
  var message = "" { didSet { page = 0 } }
  /// The page of the message that is shown; beyond the last one the first comes again.
  var page = 0
  /// The keys that the screen names.
  var keyNames = (notes: "n", hint: "H", help: "?", quit: "q")
  /// An overlay over the board: help, a menu.
  var overlay: [String] = []
  var theme = PlayTheme(name: .dark)
  var isASCII = false

  /// The size of a drawn board: columns and rows of a cell.
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

    /// The columns for the number of a row: beside a note, in the border, it would seem to be one.
    var margin: Int { self == .medium ? 1 : 0 }

    /// The size of the board with a border around each block.
    var board: (width: Int, height: Int) { (margin + 9 * cell.width + 10, 9 * cell.height + 4) }
  }

  static func scale(for size: (columns: Int, rows: Int)) -> Scale? {
    // The text stands beside the board or, with six lines at least, below it.
    Scale.allCases.first {
      size.rows >= $0.board.height + (isBeside($0, size) ? 1 : 6)
        && size.columns >= $0.board.width
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
    guard let x = line(column - scale.margin, scale.cell.width, gap: 1),
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
    let text = pages(for: size)
    if Self.isBeside(scale, size) {
      let side = sideLines(text, width: size.columns - scale.board.width - 2, scale)
      for index in lines.indices where index < side.count {
        lines[index] += plain("  ") + side[index]
      }
    } else {
      let mode = mode == .digits ? [] : [modeName]
      lines.append(plain(([facts, clock] + mode).joined(separator: "  ")))
      lines.append(plain(pickedNotes))
      lines += text[page % text.count].map(plain)
    }
    return Array(lines.prefix(size.rows))
  }

  private func plain(_ text: some StringProtocol) -> String { theme.code(.text) + text }

  // MARK: The text

  private static func isBeside(_ scale: Scale, _ size: (columns: Int, rows: Int)) -> Bool {
    size.columns >= scale.board.width + 22
  }

  /// True if the message goes on after the page that is shown.
  func hasMore(for size: (columns: Int, rows: Int)) -> Bool { page + 1 < pages(for: size).count }

  /// The lines of the message, page by page: one page at least.
  private func pages(for size: (columns: Int, rows: Int)) -> [[String]] {
    guard let scale = Self.scale(for: size) else { return [[]] }
    let isBeside = Self.isBeside(scale, size)
    let width = isBeside ? size.columns - scale.board.width - 2 : size.columns
    // Six lines of facts stand above, a legend and the keys below.
    let room = isBeside ? scale.board.height - 8 : size.rows - scale.board.height - 2
    let lines = wrap(message, width)
    guard lines.count > room else { return [lines] }
    let rows = max(1, room - 1)
    let count = (lines.count + rows - 1) / rows
    return (0..<count).map { page in
      let part = lines[page * rows..<min((page + 1) * rows, lines.count)]
      let rest = [String](repeating: "", count: rows - part.count)
      return part + rest + ["(\(page + 1) of \(count); \(keyNames.hint): next)"]
    }
  }

  private func wrap(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n") {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if line.count + word.count < width {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
        while line.count > width {
          lines.append(String(line.prefix(width)))
          line.removeFirst(width)
        }
      }
      lines.append(line)
    }
    return lines
  }

  private func sideLines(_ pages: [[String]], width: Int, _ scale: Scale) -> [String] {
    let counts = (1...9).map { digit in
      9 - CellSet.all.filter { board[$0]?.rawValue == UInt8(digit) }.count
    }
    let left = zip(1...9, counts).map { $1 > 0 ? "\($0)" : isASCII ? "-" : "·" }.joined()
    let mode = mode == .digits ? "digits (\(keyNames.notes): notes)" : modeName
    // Before the first game there is nothing to say of one.
    var lines = facts.isEmpty ? [] : [facts, clock, pickedNotes, "left " + left, mode, ""]
    lines += pages[page % pages.count]
    while lines.count < scale.board.height - 2 { lines.append("") }
    let keys = "\(keyNames.hint) hint  \(keyNames.help) help  \(keyNames.quit) quit"
    return lines.map { plain($0.prefix(width)) } + [legend, plain(keys.prefix(width))]
  }

  private var modeName: String { mode == .corners ? "CORNER NOTES" : "NOTES" }

  /// The notes of the cell that is picked, which a small board can't show.
  private var pickedNotes: String {
    guard board[picked] == nil, !isPaused else { return "" }
    let all = [notes[picked]?.description ?? "", cornerText(picked)].filter { !$0.isEmpty }
    return all.isEmpty ? "" : "\(picked): " + all.joined(separator: " ")
  }

  private func cornerText(_ cell: Cell) -> String {
    guard let digits = corners[cell], !digits.isEmpty else { return "" }
    return "'" + digits.description
  }

  /// The words for the signs of the hint, each drawn as the sign is.
  private var legend: String {
    let used = Set(hint.candidates.values)
    let words = BoardPicture.CandidateRole.allCases.filter { used.contains($0) }.map { role in
      theme.code(role.part) + role.word + theme.code(.text)
    }
    return plain(words.joined(separator: " "))
  }

  /// The rows that a list between a title and two further lines can have.
  static func listRows(for size: (columns: Int, rows: Int)) -> Int {
    max(3, min(size.rows, 40) - 6)
  }

  /// A text in the place of the board.
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
        let hasNumber = part == (scale == .large ? 1 : 0)
        var line = scale.margin == 0 ? "" : plain(hasNumber ? "\(row + 1)" : " ")
        for column in 0..<9 {
          let isNumber = column == 0 && hasNumber && scale.margin == 0
          line +=
            theme.code(.text)
            + (isNumber
              ? "\(row + 1)"
              : column % 3 == 0 ? (isASCII ? "|" : "┃") : isASCII || scale == .small ? " " : "│")
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
    var line = Array(signs[0] + run + signs[1] + run + signs[1] + run + signs[2])
    if number == 0 {
      // The numbers of the columns.
      for column in 0..<9 {
        line[column * (scale.cell.width + 1) + 1 + scale.cell.width / 2] =
          Character("\(column + 1)")
      }
    }
    return plain(String(repeating: " ", count: scale.margin) + String(line))
  }

  private func part(of cell: Cell) -> PlayTheme.Part {
    if cell == picked { return .selected }
    if wrong.contains(cell) { return .wrong }
    if let role = hint.cells[cell] { return role.part }
    // Beside a hint nothing else is coloured.
    if hint.isShown {
      return board[cell] == nil ? .faint : givens[cell] == nil ? .own : .clue
    }
    if let digit = board[picked], board[cell] == digit { return .same }
    if cell.sees(picked) { return .peer }
    return board[cell] == nil ? .faint : givens[cell] == nil ? .own : .clue
  }

  /// A line of a cell.
  private func slice(_ cell: Cell, _ line: Int, _ scale: Scale) -> String {
    let width = scale.cell.width
    let part = part(of: cell)
    let code = theme.code(part, isStriped: scale != .small && cell.row % 2 == 1)
    let isMiddle = line == scale.cell.height / 2 || scale == .small
    if isPaused { return theme.code(.faint) + String(repeating: " ", count: width) }
    if let digit = board[cell] {
      guard isMiddle == (scale != .medium) || (scale == .medium && line == 0) else {
        return code + String(repeating: " ", count: width)
      }
      // The signs: [picked], wrong!, *pattern; clues are bold, own digits are not.
      let isGiven = givens[cell] != nil
      let before = sign(of: cell, orElse: " ", picked: "[")
      let after =
        wrong.contains(cell) ? "!" : cell == picked ? "]" : isGiven ? " " : isASCII ? "'" : "ʹ"
      let text = before + "\(digit)" + after
      let left = (width - 3) / 2
      return code + (isGiven ? "\u{1B}[1m" : "") + String(repeating: " ", count: left) + text
        + String(repeating: " ", count: width - 3 - left)
    }
    return code + emptySlice(cell, line, scale, code)
  }

  /// The sign beside the content of a cell.
  private func sign(of cell: Cell, orElse none: Character, picked sign: Character) -> String {
    String(cell == picked ? sign : hint.cells[cell]?.sign ?? none)
  }

  private func isShown(_ candidate: Candidate) -> Bool {
    notes[candidate.cell]?.contains(candidate.digit) == true || hint.candidates[candidate] != nil
  }

  private func emptySlice(_ cell: Cell, _ line: Int, _ scale: Scale, _ code: String) -> String {
    if scale == .small {
      let hasNotes = notes[cell]?.isEmpty == false
      let sign = cornerText(cell).isEmpty ? (hasNotes ? "," : " ") : hasNotes ? ";" : "'"
      return self.sign(of: cell, orElse: " ", picked: "[") + sign + (cell == picked ? "]" : " ")
    }
    let hasRoles = hint.candidates.keys.contains { $0.cell == cell }
    // A hint shows each candidate in its place.
    if !hasRoles, !cornerText(cell).isEmpty { return sideBySide(cell, line, scale) }
    let digits: Range<Int> = scale == .large ? line * 3..<line * 3 + 3 : line == 0 ? 0..<5 : 5..<9
    let isPickedLine = cell == picked && line == 1
    var text =
      scale == .large
      ? (cell == picked ? (isPickedLine ? "[" : " ") : sign(of: cell, orElse: " ", picked: "["))
      : ""
    for index in digits {
      let candidate = Candidate(cell, Digit(index: index))
      let sign = isShown(candidate) ? "\(index + 1)" : " "
      if let role = hint.candidates[candidate] {
        text += theme.code(role.part) + sign + (scale == .large ? String(role.sign) : "") + code
      } else if sign != " ", board[picked] == candidate.digit, !hint.isShown {
        // The notes of the digit that is picked.
        text += theme.code(.same) + sign + code + (scale == .large ? " " : "")
      } else {
        text += sign + (scale == .large ? " " : "")
      }
    }
    if scale == .medium, line == 1 {
      text += sign(of: cell, orElse: " ", picked: "]")
      // An empty cell has room for the other bracket.
      if cell == picked, text.hasPrefix(" ") { text = "[" + text.dropFirst() }
    }
    if scale == .large, isPickedLine, text.hasSuffix(" ") { text = text.dropLast() + "]" }
    return text
  }

  /// A line of a cell with corner notes: these above, the notes below; `+` where some have no room.
  private func sideBySide(_ cell: Cell, _ line: Int, _ scale: Scale) -> String {
    func fit(_ text: String, _ width: Int) -> String {
      let cut = text.count > width ? text.prefix(width - 1) + "+" : text[...]
      return cut + String(repeating: " ", count: width - cut.count)
    }
    let middle = notes[cell]?.description ?? ""
    if scale == .medium {
      return line == 0
        ? fit(cornerText(cell), 5) : fit(middle, 4) + sign(of: cell, orElse: " ", picked: "]")
    }
    let texts = [cornerText(cell), String(middle.prefix(6)), String(middle.dropFirst(6))]
    return sign(of: cell, orElse: " ", picked: "[") + fit(texts[line], 6)
  }
}
