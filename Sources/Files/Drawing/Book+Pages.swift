import SudokuCore

/// The drawing of each page.
extension Book {
  func solutionsAPage() throws(TooSmall) -> Int {
    // At most a page for each puzzle, each solution and some lines of the index.
    let gutter = Paper.gutter(pages: 20 + 3 * puzzles.count)
    let area = PageArea(paper, page: 1, gutter: hasFrontMatter ? gutter : 0)
    let sizes = [20, 12, 9, 6, 4, 2, 1].filter { count in
      area.squares(count, head: solutionHead).side >= max(smallest, 6.5) * Self.boardSize
    }
    guard let most = sizes.first else {
      throw TooSmall(message: "the paper is too small for solutions")
    }
    // A few are printed no smaller than they must be.
    return sizes.last { $0 >= min(max(puzzles.count, 4), most) } ?? most
  }

  func draw(
    _ page: Page, number: Int, gutter: Double, on sheet: inout some PageSheet
  ) throws(TooSmall) {
    let area = PageArea(paper, page: number, gutter: gutter)
    switch page {
    case .cover: drawCover(area, on: &sheet)
    case .title: drawTitle(area, on: &sheet)
    case .lines(let heading, let lines): drawList(heading, lines, area, on: &sheet)
    case .puzzles(let range): try drawPuzzles(range, area, on: &sheet)
    case .solutions(let range, let count): drawSolutions(range, of: count, area, on: &sheet)
    }
    if number > 2, hasFrontMatter {
      sheet.words(
        "\(number)", size: isLargePrint ? 16 : 10, area.x + area.width / 2,
        paper.height - PageArea.margin)
    }
  }

  private func drawCover(_ area: PageArea, on sheet: inout some PageSheet) {
    let middle = area.x + area.width / 2
    var size = 40.0
    // A letter is about 0.65 of its size wide.
    while size > max(10, smallest), Double(title.count) * size * 0.65 > area.width * 2 { size -= 2 }
    let lines = SVGBoard.lines(of: title, width: max(4, Int(area.width / size / 0.65)))
    var y = area.y + area.height * 0.22
    for line in lines {
      sheet.words(line, size: size, middle, y, isBold: true)
      y += size * 1.3
    }
    if puzzles.count > 1 {
      // The first puzzle is not given away.
      let side = min(area.width * (isLargePrint ? 0.7 : 0.6), area.y + area.height * 0.82 - y)
      let shown = puzzles[puzzles.count / 2].board
      if side > (isLargePrint ? smallest * Self.boardSize : 60) {
        sheet.board(shown, nil, middle - side / 2, y, side: side)
      }
    }
    sheet.words(count, size: max(16, smallest), middle, area.y + area.height * 0.9)
    sheet.words(
      Self.levels(of: puzzles[...]), size: max(12, smallest), middle, area.y + area.height * 0.95)
  }

  private var count: String { puzzles.count == 1 ? "1 puzzle" : "\(puzzles.count) puzzles" }

  private static func levels(of puzzles: ArraySlice<BookPuzzle>) -> String {
    puzzles.map(\.level).reduce(into: [String]()) {
      if !$0.contains($1), !$1.isEmpty { $0.append($1) }
    }.joined(separator: ", ")
  }

  /// The back of the cover.
  private func drawTitle(_ area: PageArea, on sheet: inout some PageSheet) {
    let (height, size) = line
    let texts = [title, count, "Each puzzle has exactly one solution.", "Made with Sudoku."]
    var y = area.y + area.height * 0.7
    for text in texts {
      for line in lines(of: text, in: area) {
        sheet.words(line, size: size, area.x, y, .start)
        y += height
      }
    }
  }

  private func lines(of text: String, in area: PageArea) -> [String] {
    SVGBoard.lines(of: text, width: Int(area.width / line.letters / 0.6))
  }

  /// The page "How to solve".
  var rules: [Line] {
    let area = PageArea(paper, page: 1, gutter: 63)
    let texts = [
      "Fill the empty cells so that each row, each column and each block of 3 x 3 cells holds the "
        + "digits 1 to 9 once.",
      "Where can a digit go? Take a digit that the board shows often, and a block that lacks it. Rows "
        + "and columns with the digit rule out cells. If one cell is left, the digit goes there.",
      "What can a cell hold? Cross out the digits of its row, column and block. If one digit is left, "
        + "it goes there.",
      "When neither helps, write the digits that a cell can still hold as small notes. Two cells of a "
        + "row with the same two notes keep these digits: no other cell of the row holds them.",
      "Never guess: every digit of these puzzles follows from those that are there.",
      "Behind the level stands the difficulty: the higher the number, the harder the hardest step.",
    ]
    return texts.flatMap { text in
      lines(of: text, in: area).map { Line(left: $0) } + [Line(left: "")]
    }
  }

  private func drawList(
    _ heading: String, _ lines: [Line], _ area: PageArea, on sheet: inout some PageSheet
  ) {
    let (height, size) = self.line
    sheet.words(heading, size: max(18, smallest), area.x, area.y + 18, .start, isBold: true)
    for (index, line) in lines.enumerated() {
      let y = area.y + 30 + Double(index + 1) * height
      sheet.words(line.left, size: size, area.x, y, .start)
      guard !line.right.isEmpty else { continue }
      sheet.words(line.right, size: size, area.x + area.width, y, .end)
      let end = area.width - (Self.width(of: line.right) + 0.5) * size
      let dots = Int((end / size - Self.width(of: line.left) - 0.5) / Self.width(of: " ."))
      guard dots > 0 else { continue }
      sheet.words(String(repeating: " .", count: dots), size: size, area.x + end, y, .end)
    }
  }

  private func drawPuzzles(
    _ range: Range<Int>, _ area: PageArea, on sheet: inout some PageSheet
  ) throws(TooSmall) {
    // Solutions on the same page are as large as the puzzles allow.
    let sizes = solutions == .below ? (isLargePrint ? [20.0] : [9, 7, 6]) : [0]
    let heading = hasFrontMatter ? line.height : 0
    func inner(_ size: Double) -> PageArea {
      let foot = size == 0 ? 0 : below(size, area).height + 8
      return PageArea(
        x: area.x, y: area.y + heading, width: area.width, height: area.height - heading - foot)
    }
    func plan(_ size: Double) -> (columns: Int, rows: Int, side: Double) {
      inner(size).squares(perPage, head: head, gap: perPage > 6 ? 14 : 20)
    }
    func digit(_ size: Double) -> Double { plan(size).side / Self.boardSize }
    let size = sizes.first { digit($0) >= max(smallest, $0) } ?? sizes[sizes.count - 1]
    guard digit(size) >= smallest else {
      throw TooSmall(
        message:
          "with \(perPage) a page, digits are \(SVG.number(max(digit(size), 0))) points high: at least "
          + "\(SVG.number(smallest)) are needed; use fewer a page or larger paper")
    }
    if hasFrontMatter {
      sheet.words(
        Self.levels(of: puzzles[range]), size: line.letters + 2, area.x + area.width / 2,
        area.y + line.letters, isBold: true)
    }
    let board = plan(size)
    for (place, index) in range.enumerated() {
      let (x, y) = inner(size).place(place, board, head: head)
      drawPuzzle(index, x, y, side: board.side, on: &sheet)
    }
    if solutions == .below { drawBelow(range, size, area, on: &sheet) }
  }

  private func drawPuzzle(
    _ index: Int, _ x: Double, _ y: Double, side: Double, on sheet: inout some PageSheet
  ) {
    let puzzle = puzzles[index]
    let size = max(smallest, min(12, side / 20))
    let name = hasFrontMatter || puzzles.count > 1 ? "No. \(index + 1)" : ""
    sheet.words(name, size: size, x, y - 6, .start, isBold: true)
    let level = [puzzle.level, puzzle.rating].filter { !$0.isEmpty }.joined(separator: " ")
    if !puzzle.title.isEmpty {
      let start = name.isEmpty ? x : x + Double(name.count + 1) * size * 0.58
      let room = x + side - start - (Double(level.count) * 0.6 + 0.5) * size
      // A title that is too long is smaller; what is longer still is cut.
      let width = Self.width(of: puzzle.title) * size
      let small = max(0.6 * size, smallest, min(1, room / width) * size)
      var title = puzzle.title
      if width / size * small > room {
        sheet.note(title)
        while title.count > 1, (Self.width(of: title) + 1) * small > room { title.removeLast() }
        title += "…"
      }
      if room > size { sheet.words(title, size: small, start, y - 6, .start) }
    }
    sheet.words(level, size: size, x + side, y - 6, .end)
    sheet.board(puzzle.board, nil, x, y, side: side)
    let small = max(smallest, min(7, side / 36))
    if hasIDs, Self.width(of: puzzle.id) * small < side {
      sheet.words(puzzle.id, size: small, x + side, y + side + small, .end)
    }
  }

  /// The rows of solutions below the puzzles.
  private func below(
    _ size: Double, _ area: PageArea
  ) -> (columns: Int, side: Double, height: Double) {
    let side = size * Self.boardSize
    let columns = max(1, min(perPage, Int((area.width + 8) / (side + 8))))
    let rows = (perPage + columns - 1) / columns
    return (columns, side, Double(rows) * (side + solutionHead) + Double(rows - 1) * 8)
  }

  /// Draws the solutions at the foot, turned so that they read from the other side.
  private func drawBelow(
    _ range: Range<Int>, _ size: Double, _ area: PageArea, on sheet: inout some PageSheet
  ) {
    let (columns, side, height) = below(size, area)
    let top = area.y + area.height - height
    let count = min(columns, range.count)
    let left = area.x + (area.width - Double(count) * (side + 8) + 8) / 2
    sheet.turn(around: area.x + area.width / 2, top + height / 2)
    for (place, index) in range.enumerated() {
      let x = left + Double(place % columns) * (side + 8)
      let y = top + Double(place / columns) * (side + solutionHead + 8) + solutionHead
      sheet.words("\(index + 1)", size: max(7, smallest), x, y - 3, .start)
      sheet.board(puzzles[index].board, puzzles[index].solution, x, y, side: side)
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
    let plan = area.squares(count, head: solutionHead)
    for (place, index) in range.enumerated() {
      let (x, y) = area.place(place, plan, head: solutionHead)
      sheet.words("\(index + 1)", size: max(8, smallest), x, y - 3, .start, isBold: true)
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
