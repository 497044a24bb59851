import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuGenerator

@Suite struct CollectionTests {
  @Test func symmetricBoardsHaveOneKey() throws {
    var maker = ClassKeyMaker()
    var random = SeededRandom(seed: 9)
    var keys: Set<UInt128> = []
    let few = try DataSets.boards("puzzles/few-clues.txt").prefix(40)
    let many = try DataSets.boards("puzzles/many-solutions.txt").prefix(10)
    let boards = Array(few) + Array(many)
    for board in boards {
      let found = maker.key(of: board, solution: Solver().uniqueSolution(of: board))
      let key = try #require(found)
      if let id = ClassID(board) { #expect(key == id.bits) }
      for _ in 0..<5 {
        let other = Transformation.random(using: &random).applied(to: board)
        #expect(maker.key(of: other, solution: Solver().uniqueSolution(of: other)) == key)
      }
      keys.insert(key)
    }
    #expect(keys.count == boards.count)
  }

  @Test func figuresAddUp() throws {
    let boards = try Array(DataSets.boards("puzzles/easy.txt").prefix(20))
    var all = CollectionStatistics()
    var parts = [CollectionStatistics(), CollectionStatistics()]
    for (index, board) in boards.enumerated() {
      let isMinimal: Bool? = index % 3 == 0 ? true : index % 3 == 1 ? false : nil
      all.add(
        board, solutionCount: index % 3, isMinimal: isMinimal,
        rating: .init(order: index, label: "\(index)"))
      parts[index % 2].add(
        board, solutionCount: index % 3, isMinimal: isMinimal,
        rating: .init(order: index, label: "\(index)"))
    }
    parts[0].add(parts[1])
    #expect(parts[0] == all)
    #expect(all.count == 20 && all.clues.reduce(0, +) == 20 && all.ratings.count == 20)
    #expect(all.uniqueCount + all.multipleCount + all.unsolvableCount == 20)
    #expect(all.minimalCount == 7)
    for symmetry in Symmetry.allCases where symmetry != .none {
      let count = boards.count { symmetry.holds(for: $0.filledCells) }
      #expect(all.symmetries[symmetry, default: 0] == count)
    }
  }

  @Test func histograms() throws {
    let histogram = Histogram(
      title: "clues <all>",
      bars: [
        .init(label: "9", count: 1), .init(label: "17", count: 40), .init(label: "x", count: 0),
      ])
    #expect(
      histogram.text(width: 10) == """
         9   1  #
        17  40  ##########
         x   0  \("")
        """)
    let document = try XMLDocumentCheck.elements(of: histogram.svg)
    #expect(document["rect"] == 3 && document["svg"] == 1)
  }
}

/// Counts the elements of an XML text; throws if it is not well-formed.
private enum XMLDocumentCheck {
  struct Malformed: Error {}

  static func elements(of text: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var open: [String] = []
    for tag in text.matches(of: #/<(/?)([a-z]+)[^<>]*?(/?)>/#) {
      let name = String(tag.2)
      if tag.1 == "/" {
        guard open.popLast() == name else { throw Malformed() }
      } else {
        counts[name, default: 0] += 1
        if tag.3.isEmpty { open.append(name) }
      }
    }
    guard open.isEmpty else { throw Malformed() }
    return counts
  }
}
