import Foundation
import SudokuCore
import SudokuSolver
import Testing

@testable import SudokuDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct BookTests {
  private func book(_ count: Int) throws -> Book {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    let solution = try #require(Solver().uniqueSolution(of: board))
    let puzzles = (0..<count).map { index in
      BookPuzzle(
        board, solution: solution, level: index < count / 2 ? "easy" : "hard",
        rating: "\(count - index).5", id: "p1-\(index)")
    }
    return Book(puzzles, title: "Tests & <others>")
  }

  @Test(arguments: [1, 2, 3, 4, 6, 9, 12])
  func everythingIsWithinTheMargins(perPage: Int) throws {
    var book = try book(25)
    book.perPage = perPage
    for place in SolutionPlace.allCases {
      book.solutions = place
      for page in try book.pages() {
        let extent = try Extent(page)
        #expect(extent.left >= 18 && extent.top >= 18, "\(extent)")
        #expect(extent.right <= 595.3 - 18 && extent.bottom <= 841.9 - 18, "\(extent)")
      }
    }
  }

  @Test func contentsNameThePagesWherePuzzlesAre() throws {
    let pages = try book(20).pages()
    // Cover, title, rules, contents, 5 pages of puzzles, index, solutions.
    #expect(pages.count == 11)
    #expect(pages[2].contains("How to solve"))
    #expect(pages[3].contains("Easy, 1 to 10") && pages[3].contains("Hard, 11 to 20"))
    #expect(pages[3].contains(" . . . ."))
    let second = try #require(pages.firstIndex { $0.contains(">No. 11<") })
    #expect(second + 1 == 7 && pages[second].contains(">easy, hard<"))
    #expect(pages[3].contains(">7</text>"))
    #expect(pages[9].contains("By rating"))
    // The lowest rating is the last puzzle's.
    let index = pages[9]
    let (low, high) = (index.range(of: "No. 20 "), index.range(of: "No. 1 "))
    #expect(try #require(low).lowerBound < #require(high).lowerBound)
  }

  @Test func everyPuzzleHasASolution() throws {
    let pages = try book(50).pages().suffix(5).joined()
    for number in 1...50 { #expect(pages.contains(">\(number)</text>")) }
  }

  @Test func largePrintNeedsRoom() throws {
    var book = try book(4)
    book.isLargePrint = true
    book.perPage = 1
    #expect(try book.pages().count > 4)
    book.perPage = 6
    #expect(throws: Book.TooSmall.self) { try book.pages() }
  }

  @Test func unratedPuzzlesComeLast() throws {
    var book = try book(3)
    book.puzzles[0].rating = ""
    let index = try #require(
      try book.pages().first { $0.contains("By rating") && $0.contains("No. 3 ") })
    let (last, first) = (index.range(of: "No. 1 "), index.range(of: "No. 3 "))
    #expect(try #require(first).lowerBound < #require(last).lowerBound)
  }

  /// Nothing is under 6 points, with large print nothing but the pages' numbers under 20.
  @Test(arguments: [1, 2, 4, 6, 12], [false, true])
  func sizesOfType(perPage: Int, isLarge: Bool) throws {
    var book = try book(25)
    book.puzzles[3].title = String(repeating: "A long title ", count: 20)
    (book.perPage, book.isLargePrint) = (isLarge ? 1 : perPage, isLarge)
    for paper in ["a4", "6x9", "letter"] where paper != "6x9" || perPage < 4 {
      book.paper = try #require(Paper(paper))
      for place in SolutionPlace.allCases where place != .below || paper == "a4" {
        book.solutions = place
        for (number, page) in try book.pages().enumerated() {
          var sizes = page.matches(of: /font-size:([\d.]+)px[^>]*>([^<]*)</).filter {
            !(isLarge && $0.output.2 == "\(number + 1)")
          }.compactMap { Double($0.output.1) }
          sizes += page.matches(of: /scale\(([\d.]+)\)/).compactMap {
            Double($0.output.1).map { $0 * 34 }
          }
          #expect(
            sizes.allSatisfy { $0 > (isLarge ? 19.9 : 5.99) },
            "\(paper) \(place) \(number): \(sizes)")
        }
      }
    }
  }

  @Test func idsCanBeLeftOut() throws {
    var book = try book(2)
    #expect(try book.pages().joined().contains(">p1-0<"))
    book.hasIDs = false
    #expect(try !book.pages().joined().contains(">p1-0<"))
  }

  @Test func sizesOfPaper() {
    #expect(Paper("6x9") == Paper(width: 432, height: 648))
    #expect(Paper("A4") == Paper(width: 595.3, height: 841.9))
    #expect(Paper("148x210mm") != nil)
    for text in ["", "x", "6x", "1x9", "6x900", "nanxnan", "-6x9", "6x9x2", "infx9"] {
      #expect(Paper(text) == nil, "\(text)")
    }
  }

  @Test func sameBookSameBytes() throws {
    #expect(try book(7).pages() == book(7).pages())
  }
}

/// How far the boards and texts of a page reach, transformations applied.
private final class Extent: NSObject, XMLParserDelegate {
  var left = Double.infinity
  var top = Double.infinity
  var right = -Double.infinity
  var bottom = -Double.infinity
  private var stack: [(scale: Double, x: Double, y: Double, turn: (Double, Double)?)] = []

  override var description: String { "\(left) \(top) \(right) \(bottom)" }

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  private func add(_ x: Double, _ y: Double) {
    var (x, y) = (x, y)
    for level in stack.reversed() {
      (x, y) = (level.x + x * level.scale, level.y + y * level.scale)
      if let turn = level.turn { (x, y) = (2 * turn.0 - x, 2 * turn.1 - y) }
    }
    (left, top) = (min(left, x), min(top, y))
    (right, bottom) = (max(right, x), max(bottom, y))
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    func number(_ name: String) -> Double { Double(attributes[name] ?? "") ?? 0 }
    switch element {
    case "g":
      let values = (attributes["transform"] ?? "").split { !"-.0123456789".contains($0) }
        .compactMap { Double($0) }
      stack.append(
        values.count == 3 && attributes["transform"]?.hasPrefix("rotate") == true
          ? (1, 0, 0, (values[1], values[2])) : (values[2], values[0], values[1], nil))
    case "text": add(number("x"), number("y"))
    case "rect" where attributes["class"] != "paper":
      add(number("x"), number("y"))
      add(number("x") + number("width"), number("y") + number("height"))
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if element == "g" { stack.removeLast() }
  }
}
