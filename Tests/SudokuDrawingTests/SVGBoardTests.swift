import Foundation
import SudokuCore
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is drawn is what the step says: no more, no less.
@Suite struct SVGBoardTests {
  private static func puzzles() throws -> [String] {
    let file = Repository.root.appending(path: "Tests/Data/drawn-puzzles.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { String($0) }
  }

  /// Each step of a path with the grid in which it was found.
  private func steps(of line: String, _ scale: String) throws -> [(Step, Board, CandidateGrid)] {
    let board = try Board(line: line)
    let grade = try ScaleRegistry.standard.scale(named: scale).grade(board)
    var grid = CandidateGrid(board)
    return grade.steps.map { graded in
      defer { graded.step.apply(to: &grid) }
      return (graded.step, board, grid)
    }
  }

  @Test func signsEqualTheStep() throws {
    var count = 0
    for (index, line) in try Self.puzzles().enumerated() {
      for (step, clues, grid) in try steps(of: line, ["level", "hodoku", "se"][index % 3]) {
        let drawing = try Drawing(SVGBoard(BoardPicture(of: step, clues: clues, in: grid)).svg)
        var expected: [String: Set<Int>] = [:]
        var seen: Set<Candidate> = []
        func expect(_ candidate: Candidate, _ role: String) {
          if seen.insert(candidate).inserted { expected[role, default: []].insert(candidate.index) }
        }
        if let placement = step.placement { expect(placement, "candidate-placement") }
        for candidate in step.eliminations { expect(candidate, "candidate-elimination") }
        for candidate in step.pattern.candidates { expect(candidate, "candidate-pattern") }
        for branch in step.pattern.branches {
          let literals =
            [branch.assumption] + branch.links.flatMap { [$0.conclusion] + $0.premises }
          for literal in literals {
            expect(literal.candidate, literal.isOn ? "candidate-on" : "candidate-off")
          }
        }
        #expect(drawing.candidates == expected, "\(step)")
        let sets = step.pattern.sets.reduce(CellSet()) { $0.union($1.cells) }
        let cells = step.pattern.cells.union(step.pattern.specialCells).union(sets)
        #expect(drawing.cells == Set(cells.map(\.index)), "\(step)")
        let pairs = step.pattern.links.flatMap { link in
          link.premises.map {
            [$0.candidate.index, link.conclusion.candidate.index, link.conclusion.isOn ? 1 : 0]
          }
        }
        #expect(drawing.links == Set(pairs.filter { $0[0] != $0[1] }), "\(step)")
        #expect(drawing.linkCount == drawing.links.count, "\(step)")
        #expect(drawing.crossCount == step.eliminations.count)
        count += 1
      }
    }
    #expect(count >= 500, "\(count)")
  }

  @Test func textIsEscaped() throws {
    var picture = BoardPicture(clues: Board())
    picture.caption = "<b> & \"quotes\" \u{1} r1c1<>5"
    let svg = SVGBoard(picture).svg
    #expect(svg.contains("&lt;b&gt; &amp; &quot;quotes&quot;"))
    _ = try Drawing(svg)
  }

  @Test func plainTextShowsSigns() throws {
    let (step, clues, grid) = try #require(
      try steps(of: Self.puzzles()[0], "level").first { !$0.0.eliminations.isEmpty })
    let text = TextBoard(BoardPicture(of: step, clues: clues, in: grid)).text
    let marked = text.split(separator: "\n").dropLast().joined().filter { $0 == "-" }.count
    #expect(marked > step.eliminations.count)
    #expect(text.contains(step.description))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

/// The shapes of an SVG, read by a parser that knows nothing of how it was made.
private final class Drawing: NSObject, XMLParserDelegate {
  var candidates: [String: Set<Int>] = [:]
  var cells: Set<Int> = []
  /// The candidates at both ends, and 1 for a conclusion that is true.
  var links: Set<[Int]> = []
  var linkCount = 0
  var crossCount = 0
  private static let side = 9 * 60 + 2 * 24

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let name = attributes["class"] ?? ""
    let top = Int(attributes["cy"] ?? attributes["y"] ?? "") ?? 0
    // What stands under the board is the legend.
    if name.hasPrefix("candidate-"), top < Self.side - 24 {
      let isCircle = element == "circle"
      let x = (Int(attributes[isCircle ? "cx" : "x"] ?? "") ?? 0) - 24 + (isCircle ? 0 : 9)
      let y = top - 24 + (isCircle ? 0 : 9)
      let cell = Cell(row: y / 60, column: x / 60)
      let digit = y % 60 / 20 * 3 + x % 60 / 20
      candidates[name, default: []].insert(Candidate(cell, Digit(index: digit)).index)
    }
    if name.hasPrefix("cell-"), top < Self.side - 24, element == "rect" {
      let x = (Int(attributes["x"] ?? "") ?? 0) - 24
      cells.insert((top - 24) / 60 * 9 + x / 60)
    }
    let path = attributes["d"] ?? ""
    if name.hasPrefix("link"), path.contains("Q") {
      let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
      linkCount += 1
      links.insert([
        Self.nearest(numbers[0], numbers[1]), Self.nearest(numbers[4], numbers[5]),
        name == "link" ? 1 : 0,
      ])
    }
    if name == "cross",
      let y = path.split(whereSeparator: { "ML ".contains($0) }).dropFirst().first,
      Int(y) ?? Self.side < Self.side - 24
    {
      crossCount += 1
    }
  }

  /// The candidate whose middle is nearest to a point.
  private static func nearest(_ x: Double, _ y: Double) -> Int {
    let (column, row) = (Int((x - 24) / 20), Int((y - 24) / 20))
    let cell = Cell(row: row / 3, column: column / 3)
    return Candidate(cell, Digit(index: row % 3 * 3 + column % 3)).index
  }
}
