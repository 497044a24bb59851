/// A page of A4 with drawings and words, as an SVG.
package enum PrintedPage {
  private static let paper = Paper(width: 595.3, height: 841.9)
  private static let margin = 36.0
  private static let width = paper.width - 2 * margin

  /// A drawing between its heading and its words, as large as these leave room for.
  package static func step(heading: String, picture: BoardPicture, text: String) -> String {
    var page = SVGPage(paper, title: heading)
    page.words(heading, size: 16, margin, margin + 16, .start, isBold: true)
    let (lines, size) = fitted(text, height: 420)
    let bottom = paper.height - margin - Double(lines.count) * size * 1.4
    let drawing = SVGBoard(picture)
    let room = bottom - margin - 40
    let scale = min(420 / Double(drawing.size.width), room / Double(drawing.size.height))
    page.drawing(drawing, margin, margin + 28, scale: scale)
    let top = margin + 40 + Double(drawing.size.height) * scale
    words(lines, size, top, on: &page)
    return page.svg
  }

  /// The headings of the pages that follow, each with its page's number.
  package static func contents(_ headings: [String]) -> [String] {
    let (size, step) = (11.0, 16.0)
    let perPage = Int((paper.height - 2 * margin - 40) / step)
    let count = (headings.count + perPage - 1) / perPage
    return (0..<count).map { sheet in
      var page = SVGPage(paper, title: "Contents")
      page.words("Contents", size: 16, margin, margin + 16, .start, isBold: true)
      for index in sheet * perPage..<min((sheet + 1) * perPage, headings.count) {
        let y = margin + 40 + Double(index % perPage) * step
        page.words(headings[index], size: size, margin, y, .start)
        page.words("\(index + 1 + count)", size: size, paper.width - margin, y, .end)
      }
      return page.svg
    }
  }

  /// A lesson on one page: words, a drawing with its step, positions to solve, and their answers upside down.
  package static func lesson(
    title: String, text: String, example: (picture: BoardPicture, text: String)?,
    exercises: [(picture: BoardPicture, answer: String)]
  ) -> String {
    var page = SVGPage(paper, title: title)
    page.words(title, size: 16, margin, margin + 16, .start, isBold: true)
    var y = margin + 34
    for text in [text, example.map { "In the drawing: " + $0.text } ?? ""] where !text.isEmpty {
      let (lines, size) = fitted(text, height: 70)
      words(lines, size, y, on: &page)
      y += Double(lines.count) * size * 1.4 + 8
    }
    let foot = paper.height - margin - 12
    let drawings =
      (example.map { [("Drawing", $0.picture)] } ?? [])
      + exercises.enumerated().map { ("Exercise \($0 + 1)", $1.picture) }
    let side = (width - 16) / 2
    let room = (foot - 12 - y) / 2 - 16
    for (index, (name, picture)) in drawings.prefix(4).enumerated() {
      var picture = picture
      // The text above says it.
      picture.caption = ""
      let drawing = SVGBoard(picture)
      let scale = min(
        side / Double(drawing.size.width), room / Double(drawing.size.height))
      let x = margin + Double(index % 2) * (side + 16)
      let top = y + Double(index / 2) * (room + 16)
      page.words(name, size: 10, x, top + 8, .start, isBold: true)
      page.drawing(drawing, x, top + 12, scale: scale)
    }
    let answers = exercises.enumerated().map { "\($0 + 1): \($1.answer)" }.joined(separator: "   ")
    page.turn(around: paper.width / 2, foot + 4)
    page.words("Answers   " + answers, size: 7, margin, foot + 6, .start)
    page.turnBack()
    return page.svg
  }

  /// Lines of a text, in the largest letters in which they fit.
  private static func fitted(_ text: String, height: Double) -> ([String], size: Double) {
    for size in [11.0, 10, 9, 8, 7] {
      let lines = self.lines(of: text, size)
      if Double(lines.count) * size * 1.4 <= height { return (lines, size) }
    }
    return (lines(of: text, 6), 6)
  }

  private static func lines(of text: String, _ size: Double) -> [String] {
    SVGBoard.lines(of: text, width: Int(width / size / 0.56))
  }

  private static func words(
    _ lines: [String], _ size: Double, _ y: Double, on page: inout SVGPage
  ) {
    for (index, line) in lines.enumerated() {
      page.words(line, size: size, margin, y + Double(index + 1) * size * 1.4, .start)
    }
  }
}
