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

/// A book: cover, contents, puzzles, index by rating, solutions; each page an SVG.
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
  /// True if digits must be at least 20 points high.
  package var isLargePrint = false
  /// A single sheet has neither cover nor contents nor index.
  package var hasFrontMatter = true

  package init(_ puzzles: [BookPuzzle], title: String) {
    (self.puzzles, self.title) = (puzzles, title)
  }

  /// Boards don't fit on the paper.
  package struct TooSmall: Error, Hashable, Sendable {
    package let message: String
  }

  /// Units of a drawn board, whose digits are 34 units high.
  private static let boardUnits = 540.0
  private static let digitUnits = 34.0
  /// The smallest digits that can be read, in points.
  private static let smallestDigit = 5.5
  private static let head = 20.0
  /// The height of a line of contents and index, and of its letters.
  private var line: (height: Double, letters: Double) { isLargePrint ? (28, 18) : (18, 11) }
  private static let upsideDownHeight = 96.0

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
      pages.append(.cover)
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

  private enum Page {
    case cover
    case lines(String, [Line])
    case puzzles(Range<Int>)
    case solutions(Range<Int>, of: Int)
  }

  /// A line of the contents or the index: two texts, at both ends.
  private struct Line {
    let left: String
    let right: String
  }

  private func parts(_ lines: [Line], _ size: Int) -> [[Line]] {
    stride(from: 0, to: lines.count, by: size).map {
      Array(lines[$0..<min($0 + size, lines.count)])
    }
  }

  private var linesAPage: Int {
    max(1, Int((paper.height - 2 * PageArea.margin - 60) / line.height))
  }

  // MARK: Contents and index

  /// The runs of puzzles of one level, in their order.
  private var runs: [(level: String, range: Range<Int>)] {
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
    return 2 + (lines + size - 1) / size
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
      let (a, b) = (Double(puzzles[$0].rating) ?? 0, Double(puzzles[$1].rating) ?? 0)
      return a == b ? $0 < $1 : a < b
    }
    return order.map { index in
      let puzzle = puzzles[index]
      return Line(
        left: "No. \(index + 1)   \(puzzle.level) \(puzzle.rating)",
        right: "\(page(ofPuzzle: index))")
    }
  }

  // MARK: Pages

  private func solutionsAPage() throws(TooSmall) -> Int {
    let area = PageArea(paper, page: 1, gutter: hasFrontMatter ? 63 : 0)
    let smallest = isLargePrint ? 13.0 : 6.5
    let sizes = [20, 12, 9, 6, 4, 2, 1].filter { count in
      area.squares(count, head: 12).side / Self.boardUnits * Self.digitUnits >= smallest
    }
    guard let most = sizes.first else {
      throw TooSmall(message: "the paper is too small for solutions")
    }
    // A few are printed no smaller than they must be.
    return sizes.last { $0 >= min(max(puzzles.count, 4), most) } ?? most
  }

  private func draw(
    _ page: Page, number: Int, gutter: Double, on sheet: inout some PageSheet
  ) throws(TooSmall) {
    let area = PageArea(paper, page: number, gutter: gutter)
    switch page {
    case .cover: drawCover(area, on: &sheet)
    case .lines(let heading, let lines): drawList(heading, lines, area, on: &sheet)
    case .puzzles(let range): try drawPuzzles(range, area, on: &sheet)
    case .solutions(let range, let count): drawSolutions(range, of: count, area, on: &sheet)
    }
    if case .cover = page {
    } else if hasFrontMatter {
      sheet.words(
        "\(number)", size: isLargePrint ? 16 : 10, area.x + area.width / 2,
        paper.height - PageArea.margin)
    }
  }

  private func drawCover(_ area: PageArea, on sheet: inout some PageSheet) {
    let middle = area.x + area.width / 2
    var size = 40.0
    // A letter is about 0.65 of its size wide.
    while size > 10, Double(title.count) * size * 0.65 > area.width * 2 { size -= 2 }
    let lines = SVGBoard.lines(of: title, width: max(4, Int(area.width / size / 0.65)))
    var y = area.y + area.height * 0.22
    for line in lines {
      sheet.words(line, size: size, middle, y, isBold: true)
      y += size * 1.3
    }
    if let first = puzzles.first {
      let side = min(area.width * 0.6, area.y + area.height * 0.82 - y)
      if side > 60 { sheet.board(first.board, nil, middle - side / 2, y, side: side) }
    }
    let count = puzzles.count == 1 ? "1 puzzle" : "\(puzzles.count) puzzles"
    let levels = runs.map(\.level).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    sheet.words(count, size: 16, middle, area.y + area.height * 0.9)
    sheet.words(levels.joined(separator: ", "), size: 12, middle, area.y + area.height * 0.94)
  }

  private func drawList(
    _ heading: String, _ lines: [Line], _ area: PageArea, on sheet: inout some PageSheet
  ) {
    let (height, size) = self.line
    sheet.words(heading, size: height, area.x, area.y + 18, .start, isBold: true)
    for (index, line) in lines.enumerated() {
      let y = area.y + 30 + Double(index + 1) * height
      sheet.words(line.left, size: size, area.x, y, .start)
      sheet.words(line.right, size: size, area.x + area.width, y, .end)
    }
  }

  private func drawPuzzles(
    _ range: Range<Int>, _ area: PageArea, on sheet: inout some PageSheet
  ) throws(TooSmall) {
    let foot = solutions == .below ? Self.upsideDownHeight : 0
    let inner = PageArea(x: area.x, y: area.y, width: area.width, height: area.height - foot)
    let plan = inner.squares(perPage, head: Self.head)
    let digit = plan.side / Self.boardUnits * Self.digitUnits
    let needed = isLargePrint ? 20.0 : Self.smallestDigit
    guard digit >= needed else {
      throw TooSmall(
        message:
          "with \(perPage) a page, digits are \(SVG.number(max(digit, 0))) points high: at least "
          + "\(SVG.number(needed)) are needed; use fewer a page or larger paper")
    }
    for (place, index) in range.enumerated() {
      let (x, y) = inner.place(place, plan, head: Self.head)
      let puzzle = puzzles[index]
      let size = min(isLargePrint ? 16 : 12, plan.side / 20)
      let name = hasFrontMatter || puzzles.count > 1 ? "No. \(index + 1)" : ""
      sheet.words(name, size: size, x, y - 6, .start, isBold: true)
      let level = [puzzle.level, puzzle.rating].filter { !$0.isEmpty }.joined(separator: " ")
      if !puzzle.title.isEmpty {
        let start = name.isEmpty ? x : x + Double(name.count + 1) * size * 0.58
        let room = x + plan.side - start - (Double(level.count) * 0.6 + 0.5) * size
        // A title that is too long is smaller; what is longer still is cut.
        let width = Self.width(of: puzzle.title) * size
        let small = max(0.6, min(1, room / width)) * size
        var title = puzzle.title
        if width * 0.6 > room {
          sheet.note(title)
          while title.count > 1, (Self.width(of: title) + 1) * small > room { title.removeLast() }
          title += "…"
        }
        if room > size { sheet.words(title, size: small, start, y - 6, .start) }
      }
      sheet.words(level, size: size, x + plan.side, y - 6, .end)
      sheet.board(puzzle.board, nil, x, y, side: plan.side)
      sheet.words(
        puzzle.id, size: min(7, plan.side / 36), x + plan.side, y + plan.side + 7, .end)
    }
    guard solutions == .below else { return }
    // Turned around the middle of the foot, so that they read from the other side.
    let footArea = PageArea(
      x: area.x, y: area.y + area.height - foot + 8, width: area.width, height: foot - 8)
    let side = min(
      footArea.height - 12, (footArea.width - 8 * Double(perPage - 1)) / Double(perPage))
    let (cx, cy) = (footArea.x + footArea.width / 2, footArea.y + footArea.height / 2)
    sheet.turn(around: cx, cy)
    for (place, index) in range.enumerated() {
      let x = footArea.x + Double(place) * (side + 8)
      sheet.words("\(index + 1)", size: 7, x, footArea.y + 8, .start)
      sheet.board(puzzles[index].board, puzzles[index].solution, x, footArea.y + 11, side: side)
    }
    sheet.turnBack()
  }

  /// About how wide a text is, as a share of its height.
  private static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { width, sign in
      switch sign {
      case "i", "j", "l", "I", "J", "'", ".", ",", ":", ";", "!", "|", " ": width + 0.34
      case "f", "r", "t", "(", ")", "[", "]", "-": width + 0.41
      case "m", "M", "w", "W", "@", "%": width + 0.95
      case "A"..."Z": width + 0.72
      case _ where sign.value >= 0x1100: width + 1
      default: width + 0.63
      }
    }
  }

  private func drawSolutions(
    _ range: Range<Int>, of count: Int, _ area: PageArea, on sheet: inout some PageSheet
  ) {
    let plan = area.squares(count, head: 12)
    for (place, index) in range.enumerated() {
      let (x, y) = area.place(place, plan, head: 12)
      sheet.words("\(index + 1)", size: isLargePrint ? 12 : 8, x, y - 3, .start, isBold: true)
      sheet.board(puzzles[index].board, puzzles[index].solution, x, y, side: plan.side)
    }
  }
}

extension PageArea {
  fileprivate init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The upper left corner of a square, spread evenly over the area.
  fileprivate func place(
    _ index: Int, _ plan: (columns: Int, rows: Int, side: Double), head: Double
  ) -> (Double, Double) {
    let (column, row) = (index % plan.columns, index / plan.columns)
    let across =
      plan.columns == 1 ? 0 : (width - Double(plan.columns) * plan.side) / Double(plan.columns - 1)
    let left = plan.columns == 1 ? (width - plan.side) / 2 : 0
    // Rows are at most an inch apart; what is left over stays at head and foot.
    let rest = height - Double(plan.rows) * (plan.side + head)
    let down = plan.rows == 1 ? 0 : min(72, rest / Double(plan.rows - 1))
    let top = max(0, rest - down * Double(plan.rows - 1)) / 2
    return (
      x + left + Double(column) * (plan.side + across),
      y + top + head + Double(row) * (plan.side + head + down)
    )
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
