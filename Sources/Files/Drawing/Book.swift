import SudokuCore

/// A puzzle as a book prints it.
package struct BookPuzzle: Hashable, Sendable {
  package var board: Board
  package var solution: Board
  /// As in "hard".
  package var level: String
  /// As in "23.1".
  package var rating: String
  package var id: String
  /// Printed behind the number; empty for none.
  package var title: String

  package init(
    _ board: Board, solution: Board, level: String, rating: String, id: String, title: String = ""
  ) {
    (self.board, self.solution) = (board, solution)
    (self.level, self.rating, self.id, self.title) = (level, rating, id, title)
  }
}

/// The place in a book for its solutions.
package enum SolutionPlace: String, CaseIterable, Hashable, Sendable {
  /// On pages at the end.
  case back
  /// Upside down at the foot of the puzzles' page.
  case below
  case none
}

/// A book: cover, title, rules, contents, puzzles, index by rating, solutions; each page an SVG.
///
/// ```swift
/// var book = Book(puzzles, title: "Fifty Puzzles")
/// book.perPage = 4
/// let pages = try book.pages()
/// ```
package struct Book: Sendable {
  package var puzzles: [BookPuzzle]
  package var title: String
  package var paper = Paper(width: 595.3, height: 841.9)
  /// 1 to 12.
  package var perPage = 4
  package var solutions = SolutionPlace.back
  /// True if all but the pages' numbers must be at least 20 points high.
  package var isLargePrint = false
  /// True if the puzzles' IDs are printed, where there is room.
  package var hasIDs = true
  /// A single sheet has puzzles and solutions alone.
  package var hasFrontMatter = true

  package init(_ puzzles: [BookPuzzle], title: String) {
    (self.puzzles, self.title) = (puzzles, title)
  }

  /// Boards don't fit on the paper.
  package struct TooSmall: Error, Hashable, Sendable {
    package let message: String
  }

  /// The size of a board whose digits have one point.
  static let boardSize = 540.0 / 34
  /// The smallest print, in points.
  var smallest: Double { isLargePrint ? 20 : 6 }
  /// The height of a line of lists and texts, and of its letters.
  var line: (height: Double, letters: Double) { isLargePrint ? (30, 20) : (18, 11) }
  /// The room for the texts above each puzzle, and above each solution.
  var head: Double { isLargePrint ? 28 : 20 }
  var solutionHead: Double { isLargePrint ? 24 : 12 }

  /// All pages in order, each an SVG; the first one is a right-hand page.
  package func pages() throws(TooSmall) -> [String] {
    let (plan, gutter) = try plan()
    var drawn: [String] = []
    for (index, page) in plan.enumerated() {
      var sheet = SVGPage(paper, title: title)
      try draw(page, number: index + 1, gutter: gutter, on: &sheet)
      drawn.append(sheet.svg)
    }
    return drawn
  }

  /// The book as a PDF with fonts (TrueType, upright and bold) embedded.
  ///
  /// - Returns: The file, and the first text with a character that the fonts lack, for which `?` stands; `nil` if
  ///   a font can't be read.
  package func pdf(
    regular: [UInt8], bold: [UInt8]
  ) throws(TooSmall) -> (file: [UInt8], unprintable: String?)? {
    guard let regular = TrueTypeFont(regular, name: "DejaVuSans"),
      let bold = TrueTypeFont(bold, name: "DejaVuSans-Bold")
    else { return nil }
    let (plan, gutter) = try plan()
    var sheets = PDFPages(paper, title: title, regular: regular, bold: bold)
    for (index, page) in plan.enumerated() {
      sheets.begin()
      try draw(page, number: index + 1, gutter: gutter, on: &sheets)
      sheets.end()
    }
    return sheets.isComplete ? (sheets.file(), sheets.unprintable) : nil
  }

  /// The pages, and the margin at the spine that their number asks for.
  private func plan() throws(TooSmall) -> ([Page], gutter: Double) {
    var pages: [Page] = []
    if hasFrontMatter {
      pages += [.cover, .title]
      pages += parts(rules, linesAPage).map { Page.lines("How to solve", $0) }
      for part in parts(contents, linesAPage) { pages.append(.lines("Contents", part)) }
    }
    for start in stride(from: 0, to: puzzles.count, by: perPage) {
      pages.append(.puzzles(start..<min(start + perPage, puzzles.count)))
    }
    if hasFrontMatter {
      for part in parts(index, linesAPage) { pages.append(.lines("By rating", part)) }
    }
    if solutions == .back {
      let count = try solutionsAPage()
      for start in stride(from: 0, to: puzzles.count, by: count) {
        pages.append(.solutions(start..<min(start + count, puzzles.count), of: count))
      }
    }
    return (pages, hasFrontMatter ? Paper.gutter(pages: pages.count) : 0)
  }

  enum Page {
    case cover, title
    case lines(String, [Line])
    case puzzles(Range<Int>)
    case solutions(Range<Int>, of: Int)
  }

  /// A line of a list: two texts, at both ends, or one.
  struct Line {
    let left: String
    var right = ""
  }

  private func parts(_ lines: [Line], _ size: Int) -> [[Line]] {
    stride(from: 0, to: lines.count, by: size).map {
      Array(lines[$0..<min($0 + size, lines.count)])
    }
  }

  var linesAPage: Int {
    max(1, Int((paper.height - 2 * PageArea.margin - 60) / line.height))
  }

  // MARK: Contents and index

  /// The runs of puzzles of one level, in their order.
  var runs: [(level: String, range: Range<Int>)] {
    var runs: [(level: String, range: Range<Int>)] = []
    for (index, puzzle) in puzzles.enumerated() {
      if let last = runs.last, last.level == puzzle.level {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append((puzzle.level, index..<index + 1))
      }
    }
    return runs
  }

  /// The contents depend on their own length, which the number of runs gives.
  private var firstPuzzlePage: Int {
    guard hasFrontMatter else { return 1 }
    let lines = runs.count + 2
    let size = linesAPage
    return 3 + (rules.count + size - 1) / size + (lines + size - 1) / size
  }

  private func page(ofPuzzle index: Int) -> Int { firstPuzzlePage + index / perPage }

  private var contents: [Line] {
    var lines = runs.map { level, range in
      let numbers =
        range.count == 1
        ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1) to \(range.upperBound)"
      return Line(
        left: "\(level.isEmpty ? "Puzzles" : level.capitalizedFirst), \(numbers)",
        right: "\(page(ofPuzzle: range.lowerBound))")
    }
    let indexPage = puzzles.isEmpty ? firstPuzzlePage : page(ofPuzzle: puzzles.count - 1) + 1
    lines.append(Line(left: "By rating", right: "\(indexPage)"))
    if solutions == .back {
      let size = linesAPage
      lines.append(
        Line(left: "Solutions", right: "\(indexPage + (puzzles.count + size - 1) / size)"))
    }
    return lines
  }

  private var index: [Line] {
    let order = puzzles.indices.sorted {
      // Puzzles without a rating come last.
      let (a, b) = (
        Double(puzzles[$0].rating) ?? .infinity, Double(puzzles[$1].rating) ?? .infinity
      )
      return a == b ? $0 < $1 : a < b
    }
    return order.map { index in
      let puzzle = puzzles[index]
      return Line(
        left: "No. \(index + 1)   \(puzzle.level) \(puzzle.rating)",
        right: "\(page(ofPuzzle: index))")
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
