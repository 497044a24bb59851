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
  /// At full size more than 10,000 steps are drawn.
  private static func puzzles() throws -> [String] {
    func lines(_ name: String) throws -> [String] {
      let file = Repository.root.appending(path: "Tests/Data/" + name)
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        .map { String($0) }
    }
    let explained = TestSize.isFull ? try lines("techniques/explained.tsv") : []
    return try lines("drawn-puzzles.txt")
      + explained.compactMap { $0.split(separator: "\t").last.map(String.init) }
      .filter { $0.count == 81 }
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
    var (count, chainCount) = (0, 0)
    for (index, line) in try Array(Self.puzzles().enumerated()).sized(6) {
      for (step, clues, grid) in try steps(of: line, ["level", "hodoku", "se"][index % 3]) {
        let drawing = try Drawing(SVGBoard(BoardPicture(of: step, clues: clues, in: grid)).svg)
        var expected: [String: Set<Int>] = [:]
        var seen: Set<Candidate> = []
        func expect(_ candidate: Candidate, _ role: String) {
          if seen.insert(candidate).inserted { expected[role, default: []].insert(candidate.index) }
        }
        func expect(_ literal: Literal) {
          expect(literal.candidate, literal.isOn ? "candidate-on" : "candidate-off")
        }
        if let placement = step.placement { expect(placement, "candidate-placement") }
        for candidate in step.eliminations { expect(candidate, "candidate-elimination") }
        let links = step.pattern.links
        for branch in step.pattern.branches {
          for link in branch.links {
            for literal in link.premises + [link.conclusion] { expect(literal) }
            for group in link.groups {
              for cell in group.cells {
                expect(
                  Candidate(cell, group.digit), group.isOn ? "candidate-group" : "candidate-off")
              }
            }
          }
          expect(branch.assumption)
        }
        for candidate in step.pattern.candidates { expect(candidate, "candidate-pattern") }
        #expect(drawing.candidates == expected, "\(step)")
        let sets = step.pattern.sets.reduce(CellSet()) { $0.union($1.cells) }
        let cells = step.pattern.cells.union(step.pattern.specialCells).union(sets)
        #expect(drawing.cells == Set(cells.map(\.index)), "\(step)")
        let arrows = Set(links.flatMap(Self.arrows))
        #expect(drawing.links.count == arrows.count, "\(step)")
        #expect(drawing.links.allSatisfy { drawing.isBetweenMarks($0) }, "\(step)")
        #expect(drawing.links.allSatisfy(Self.isSeen), "\(step)")
        let groups = Set(arrows.flatMap { [$0.from, $0.to] }.filter(\.cells.hasSeveral))
        let frames = groups.flatMap { group in
          let whole = Self.frame(group)
          return drawing.frames.contains(whole)
            ? [whole]
            : group.cells.map { Self.frame(Arrow.End(cells: CellSet($0), digit: group.digit)) }
        }
        #expect(drawing.frames == Set(frames), "\(step)")
        let marks = Set(expected.values.joined()).union(drawing.starts)
        for frame in drawing.frames {
          let members = groups.reduce(into: Set<Int>()) { members, group in
            members.formUnion(group.cells.map { Candidate($0, group.digit).index })
          }
          let others = marks.subtracting(members).filter { Drawing.isIn(frame, $0) }
          #expect(others.isEmpty, "\(step): a frame encloses \(others)")
        }
        #expect(arrows.allSatisfy { $0.isSound }, "\(step)")
        #expect(drawing.starts == Set(step.pattern.branches.map(\.assumption.candidate.index)))
        // A chain, whose last reason is the text's last one, has an arrow for each "so".
        let text = step.explanation.text
        let words = text[..<(text.lastIndex(of: ")") ?? text.endIndex)]
        if step.pattern.branches.count == 1, words.hasPrefix("Suppose"), !words.contains(";"),
          links.allSatisfy({ $0.premises.count == 1 })
        {
          #expect(words.matches(of: #/: then |, so |\. So /#).count == arrows.count, "\(text)")
          chainCount += 1
        }
        #expect(drawing.crossCount == step.eliminations.count)
        count += 1
      }
    }
    #expect(
      count >= sized(200, full: 10_000) && chainCount > sized(5, full: 20), "\(count) \(chainCount)"
    )
  }

  /// A conclusion as an arrow: from what comes directly before, through the groups between.
  private struct Arrow: Hashable {
    struct End: Hashable {
      let cells: CellSet
      let digit: Digit
    }
    let from: End
    let to: End
    let isOn: Bool
    let isInside: Bool

    /// True if both ends see each other, or a technique inside joins them.
    var isSound: Bool {
      isInside
        || from.cells.allSatisfy { one in
          to.cells.allSatisfy { one == $0 || one.peers.contains($0) }
        }
    }
  }

  private static func arrows(of link: ChainLink) -> [Arrow] {
    guard let premise = link.premises.first else { return [] }
    var ends = [Arrow.End(cells: CellSet(premise.candidate.cell), digit: premise.candidate.digit)]
    ends += link.groups.map { Arrow.End(cells: $0.cells, digit: $0.digit) }
    let last = link.conclusion.candidate
    ends.append(Arrow.End(cells: CellSet(last.cell), digit: last.digit))
    let values = link.groups.map(\.isOn) + [link.conclusion.isOn]
    var isInside = false
    switch link.reason {
    case .cell, .house: break
    case .technique, .nested: isInside = true
    }
    return values.indices.compactMap { index in
      ends[index] == ends[index + 1]
        ? nil
        : Arrow(
          from: ends[index], to: ends[index + 1], isOn: values[index],
          isInside: isInside && index + 1 == values.count)
    }
  }

  /// The frame of a group: left, top, right and bottom candidate, in thirds of cells.
  private static func frame(_ group: Arrow.End) -> [Int] {
    let columns = group.cells.map { $0.column * 3 + group.digit.index % 3 }
    let rows = group.cells.map { $0.row * 3 + group.digit.index / 3 }
    return [columns.min() ?? 0, rows.min() ?? 0, columns.max() ?? 0, rows.max() ?? 0]
  }

  /// True if an arrow is long enough to be seen.
  private static func isSeen(_ ends: [Double]) -> Bool {
    let (dx, dy) = (ends[2] - ends[0], ends[3] - ends[1])
    return dx * dx + dy * dy >= 9
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
  /// The ends of the arrows.
  var links: [[Double]] = []
  var frames: Set<[Int]> = []
  var starts: Set<Int> = []
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
      links.append(Array(numbers.prefix(2) + numbers.suffix(2)))
    }
    let sides = ["x", "y", "width", "height"].map { Int(attributes[$0] ?? "") ?? 0 }
    if name == "group", element == "rect" {
      frames.insert([
        (sides[0] + 13 - 34) / 20, (sides[1] + 13 - 34) / 20, (sides[0] + sides[2] - 13 - 34) / 20,
        (sides[1] + sides[3] - 13 - 34) / 20,
      ])
    }
    if name == "start", top < Self.side - 24 {
      starts.insert(Self.nearest(Double(attributes["cx"] ?? "") ?? 0, Double(top)))
    }
    if name == "cross",
      let y = path.split(whereSeparator: { "ML ".contains($0) }).dropFirst().first,
      Int(y) ?? Self.side < Self.side - 24
    {
      crossCount += 1
    }
  }

  /// True if both ends of an arrow lie in a frame or at a marked candidate.
  func isBetweenMarks(_ ends: [Double]) -> Bool {
    let marked = candidates.values.reduce(into: Set()) { $0.formUnion($1) }
    return [(ends[0], ends[1]), (ends[2], ends[3])].allSatisfy { x, y in
      marked.contains(Self.nearest(x, y))
        || frames.contains { frame in
          let (column, row) = ((x - 34) / 20, (y - 34) / 20)
          return Double(frame[0]) - 0.7 <= column && column <= Double(frame[2]) + 0.7
            && Double(frame[1]) - 0.7 <= row && row <= Double(frame[3]) + 0.7
        }
    }
  }

  /// True if a candidate's middle lies in a frame.
  static func isIn(_ frame: [Int], _ candidate: Int) -> Bool {
    let candidate = Candidate(index: candidate)
    let column = candidate.cell.column * 3 + candidate.digit.index % 3
    let row = candidate.cell.row * 3 + candidate.digit.index / 3
    return frame[0]...frame[2] ~= column && frame[1]...frame[3] ~= row
  }

  /// The candidate whose middle is nearest to a point.
  private static func nearest(_ x: Double, _ y: Double) -> Int {
    // Frames reach beyond the board.
    let (column, row) = (min(max(Int((x - 24) / 20), 0), 26), min(max(Int((y - 24) / 20), 0), 26))
    let cell = Cell(row: row / 3, column: column / 3)
    return Candidate(cell, Digit(index: row % 3 * 3 + column % 3)).index
  }
}
