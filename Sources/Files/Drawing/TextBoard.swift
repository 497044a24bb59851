import SudokuCore

/// Draws a board in plain ASCII: a grid, or with notes three lines a cell.
package struct TextBoard: Sendable {
  private let picture: BoardPicture

  package init(_ picture: BoardPicture) { self.picture = picture }

  /// The drawing.
  ///
  /// Signs behind candidates: `*` pattern or true, `o` false, `g` one of a group, `-` to remove, `+` to place.
  package var text: String {
    guard !picture.notes.isEmpty || !picture.candidates.isEmpty else {
      return picture.board.grid + "\n" + caption
    }
    var lines: [String] = []
    for row in 0..<9 {
      if row > 0 { lines.append(row % 3 == 0 ? Self.thick : Self.thin) }
      for part in 0..<3 {
        let cells = (0..<9).map { column in slice(Cell(row: row, column: column), part) }
        let stacks = (0..<3).map { cells[$0 * 3..<$0 * 3 + 3].joined(separator: "|") }
        lines.append(stacks.joined(separator: "||"))
      }
    }
    let trimmed = lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
    return trimmed.joined(separator: "\n") + "\n" + caption
  }

  private var caption: String { picture.caption.isEmpty ? "" : picture.caption + "\n" }
  private static let thin = rule("-", joint: "+")
  private static let thick = rule("=", joint: "#")

  private static func rule(_ sign: String, joint: String) -> String {
    let cell = String(repeating: sign, count: 7)
    let stack = [cell, cell, cell].joined(separator: joint)
    return [stack, stack, stack].joined(separator: joint + joint)
  }

  /// A third of a cell: three candidates with their signs, or part of the digit.
  private func slice(_ cell: Cell, _ part: Int) -> String {
    if let digit = picture.board[cell] {
      let isMarked = picture.cells[cell] != nil
      let sign = picture.clues[cell] == nil ? "(\(digit))" : isMarked ? "[\(digit)]" : " \(digit) "
      return part == 1 ? "  \(sign)  " : "       "
    }
    var text = " "
    for index in part * 3..<part * 3 + 3 {
      let candidate = Candidate(cell, Digit(index: index))
      let role = picture.candidates[candidate]
      let isShown = picture.notes[cell]?.contains(candidate.digit) == true || role == .placement
      text += isShown ? "\(candidate.digit)\(role?.sign ?? " ")" : "  "
    }
    return text
  }
}

extension BoardPicture.CandidateRole {
  /// The character that marks the candidate in text without colour.
  package var sign: Character {
    switch self {
    case .pattern, .on: "*"
    case .off: "o"
    case .group: "g"
    case .elimination: "-"
    case .placement: "+"
    }
  }
}
