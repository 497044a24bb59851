import SudokuCore

/// A book for those who lay it out themselves: its puzzles as text for other programs.
package enum BookText {
  /// A LaTeX document with the package `sudoku`: a section for each puzzle, then the solutions.
  package static func latex(_ book: Book) -> String {
    let (width, height) = (SVG.number(book.paper.width), SVG.number(book.paper.height))
    var text = """
      \\documentclass[11pt,twoside]{article}
      \\usepackage[paperwidth=\(width)bp,paperheight=\(height)bp,margin=0.5in,includefoot]{geometry}
      \\usepackage[T1]{fontenc}
      \\usepackage{sudoku}
      \\title{\(escaped(book.title))}
      \\author{}
      \\date{}
      \\begin{document}

      """
    if book.hasFrontMatter { text += "\\maketitle\n\\clearpage\n" }
    for (index, puzzle) in book.puzzles.enumerated() {
      if index > 0 { text += index % book.perPage == 0 ? "\\clearpage\n" : "\\bigskip\n" }
      text += block("No.~\(index + 1)", level(of: puzzle), puzzle.board, title: puzzle.title)
    }
    if book.solutions != .none {
      text += "\\clearpage\n\\section*{Solutions}\n\\setlength\\sudokusize{5cm}\n"
      for (index, puzzle) in book.puzzles.enumerated() {
        text += block("\(index + 1)", "", puzzle.solution)
      }
    }
    return text + "\\end{document}\n"
  }

  private static func level(of puzzle: BookPuzzle) -> String {
    [puzzle.level, puzzle.rating].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func block(
    _ name: String, _ level: String, _ board: Board, title: String = ""
  ) -> String {
    let rows = (0..<9).map { row in
      (0..<9).map { column in
        "|" + (board[Cell(row: row, column: column)].map { "\($0)" } ?? " ")
      }.joined() + "|."
    }
    let title = title.isEmpty ? "" : " " + escaped(title)
    return "\\noindent\\textbf{\(name)}\(title)\\hfill \(escaped(level))\\par\n\\begin{sudoku}\n"
      + rows.joined(separator: "\n") + "\n\\end{sudoku}\n"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\textbackslash{}"
      case "~": "\\textasciitilde{}"
      case "^": "\\textasciicircum{}"
      case "#", "$", "%", "&", "_", "{", "}": "\\\(character)"
      case _ where character.unicodeScalars.contains { $0.value < 32 }: " "
      default: "\(character)"
      }
    }.joined()
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// A table for the data merge of InDesign: a row for each puzzle, a column for each cell.
  ///
  /// It begins with a byte order mark, by which InDesign recognises UTF-8.
  package static func mergeTable(_ puzzles: [BookPuzzle]) -> String {
    let cells = CellSet.all.map(\.description)
    let hasTitles = puzzles.contains { !$0.title.isEmpty }
    let header =
      ["number", "level", "rating", "id"] + (hasTitles ? ["title"] : []) + cells
      + cells.map { "solution_" + $0 }
    var text = "\u{FEFF}" + header.joined(separator: ",") + "\r\n"
    for (index, puzzle) in puzzles.enumerated() {
      func digits(_ board: Board) -> [String] {
        CellSet.all.map { cell in board[cell].map { "\($0)" } ?? "" }
      }
      let row =
        ["\(index + 1)", puzzle.level, puzzle.rating, puzzle.id]
        + (hasTitles ? [quoted(puzzle.title)] : []) + digits(puzzle.board)
        + digits(puzzle.solution)
      text += row.joined(separator: ",") + "\r\n"
    }
    return text
  }
}
