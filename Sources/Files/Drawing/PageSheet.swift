import SudokuCore

/// The part of a text that stands at its place.
enum TextAnchor: String {
  case start, middle, end
}

/// A page that a book draws on: in points, from the upper left corner.
protocol PageSheet {
  /// Draws a text at its baseline.
  mutating func words(
    _ text: String, size: Double, _ x: Double, _ y: Double, _ anchor: TextAnchor, isBold: Bool)

  /// Gives the whole of the text that is drawn next, which is cut.
  mutating func note(_ whole: String)

  /// Draws a puzzle, or its solution with the clues in bold.
  mutating func board(_ clues: Board, _ solution: Board?, _ x: Double, _ y: Double, side: Double)

  /// Turns what follows upside down, until `turnBack`.
  mutating func turn(around x: Double, _ y: Double)
  mutating func turnBack()
}

extension PageSheet {
  mutating func note(_ whole: String) {}

  mutating func words(
    _ text: String, size: Double, _ x: Double, _ y: Double, _ anchor: TextAnchor = .middle
  ) {
    words(text, size: size, x, y, anchor, isBold: false)
  }

  mutating func words(
    _ text: String, size: Double, _ x: Double, _ y: Double, isBold: Bool
  ) {
    words(text, size: size, x, y, .middle, isBold: isBold)
  }
}

/// A page as an SVG.
struct SVGPage: PageSheet {
  private var text: String
  private var whole: String?

  mutating func note(_ whole: String) { self.whole = whole }

  init(_ paper: Paper, title: String) {
    text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(SVG.number(paper.width))pt" height="\#(SVG.number(paper.height))pt" viewBox="0 0 \#(SVG.number(paper.width)) \#(SVG.number(paper.height))">"#
      + "\n<title>\(SVG.escaped(title))</title>\n<style>\n\(SVG.styles)</style>\n"
      + #"<rect class="paper" width="100%" height="100%"/>"# + "\n"
  }

  var svg: String { text + "</svg>\n" }

  mutating func words(
    _ words: String, size: Double, _ x: Double, _ y: Double, _ anchor: TextAnchor, isBold: Bool
  ) {
    let note = whole.map { "<title>\(SVG.escaped($0))</title>" } ?? ""
    whole = nil
    text +=
      #"<text style="font-size:\#(SVG.number(size))px;text-anchor:\#(anchor.rawValue)\#(isBold ? ";font-weight:bold" : "")" x="\#(SVG.number(x))" y="\#(SVG.number(y))">\#(note)\#(SVG.escaped(words))</text>"#
      + "\n"
  }

  mutating func board(_ clues: Board, _ solution: Board?, _ x: Double, _ y: Double, side: Double) {
    let scale = Int((side / 540 * 10_000).rounded(.down))
    let digits = String(scale + 100_000).dropFirst(2)
    let factor = "\(scale / 10_000).\(digits)"
    text += #"<g transform="translate(\#(SVG.number(x)) \#(SVG.number(y))) scale(\#(factor))">"#
    text += "\n" + SVG.grid(x: 0, y: 0, cell: 60)
    for cell in CellSet.all {
      guard let digit = (solution ?? clues)[cell] else { continue }
      let name = clues[cell] == nil ? "entry" : "clue"
      text += SVG.text("\(digit)", class: name, cell.column * 60 + 30, cell.row * 60 + 42)
    }
    text += "</g>\n"
  }

  mutating func drawing(_ board: SVGBoard, _ x: Double, _ y: Double, scale: Double) {
    let (width, height) = board.size
    text +=
      #"<svg x="\#(SVG.number(x))" y="\#(SVG.number(y))" width="\#(SVG.number(Double(width) * scale))" height="\#(SVG.number(Double(height) * scale))" viewBox="0 0 \#(width) \#(height)">"#
      + "\n\(board.svg)</svg>\n"
  }

  mutating func turn(around x: Double, _ y: Double) {
    text += #"<g transform="rotate(180 \#(SVG.number(x)) \#(SVG.number(y)))">"# + "\n"
  }

  mutating func turnBack() { text += "</g>\n" }
}

extension PDFPages: PageSheet {
  mutating func words(
    _ words: String, size: Double, _ x: Double, _ y: Double, _ anchor: TextAnchor, isBold: Bool
  ) {
    let share = anchor == .start ? 0 : anchor == .middle ? 0.5 : 1
    text(words, size: size, x, y, anchor: share, isBold: isBold)
  }

  mutating func board(_ clues: Board, _ solution: Board?, _ x: Double, _ y: Double, side: Double) {
    let scale = side / 540
    transform([scale, 0, 0, scale, x, y])
    grid()
    for row in 0..<9 {
      for isClue in [true, false] {
        let digits = (0..<9).compactMap { column -> (column: Int, digit: Int)? in
          let cell = Cell(row: row, column: column)
          guard let digit = (solution ?? clues)[cell], (clues[cell] != nil) == isClue else {
            return nil
          }
          return (column, Int(digit.rawValue))
        }
        self.digits(
          digits, y: row * 60 + 42, cell: 60, size: 34, isBold: isClue,
          colour: isClue ? "0 g" : "0.043 0.31 0.62 rg")
      }
    }
    restore()
  }

  mutating func turn(around x: Double, _ y: Double) { transform([-1, 0, 0, -1, 2 * x, 2 * y]) }

  mutating func turnBack() { restore() }
}
