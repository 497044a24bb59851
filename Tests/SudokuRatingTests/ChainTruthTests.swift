import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// What chains, nets and sets say holds in the grid in which they say it.
@Suite struct ChainTruthTests {
  private static func steps(_ line: some StringProtocol, _ scale: String) throws -> [Step] {
    try ScaleRegistry.standard.scale(named: scale).grade(try Board(line: line)).steps.map(\.step)
  }

  /// The faults of a way: links that don't hold, branches that go on after a contradiction.
  private static func faults(_ line: some StringProtocol, _ scale: String) throws -> [String] {
    var grid = CandidateGrid(try Board(line: line))
    var faults: [String] = []
    for step in try steps(line, scale) {
      var whole = grid
      for candidate in step.removedMeanwhile { whole = whole.with(candidate) }
      for branch in step.pattern.branches {
        for link in branch.links where !link.holds(in: whole) {
          faults.append("\(line) \(step): \(link.conclusion) \(link.reason)")
        }
        let isLast = branch == step.pattern.branches.last
        if step.technique == .forcingNetVerity, branch.isContradictory, !isLast {
          let target = branch.target
          let clashes = branch.links.contains { $0.conclusion == target.opposite }
          if !clashes, branch.assumption != target.opposite {
            faults.append("\(line) \(step): goes on after a contradiction")
          }
        }
      }
      if step.explanation.text.count > 2_500 {
        faults.append("\(line) \(step.technique): \(step.explanation.text.count) characters")
      }
      step.apply(to: &grid)
    }
    return faults
  }

  @Test(
    arguments: [
      ".4.2....8..1.5..4.2..8..7....8....97...6..3...957............6.7.4.1...2.....31..",
      "5..2..3......8..9...2..4..66..1..9...1.....4...7..3..87..3..4...9..7..2...5..6..9",
      "...6....7...8..9..8.9..3.2.59....1.4..15.72..2.7....39.8.3..6.1..5..1...1....8...",
    ].sized(1))
  func netsOfHoDoKu(line: String) throws {
    #expect(try Self.faults(line, "hodoku") == [])
  }

  /// Plain code takes many seconds for this puzzle; `manyPuzzles` has others.
  @Test(.enabled(if: TestSize.isFull)) func housesAfterSets() throws {
    let line =
      "..63...........1..82...1..79...4..1.3..297.........5.....51..8...4..8.3......26.."
    #expect(try Self.faults(line, "level") == [])
  }

  @Test func manyPuzzles() throws {
    let boards = try DataSets.ownLines("puzzles/hard.txt").prefix(24).sized(3).map { $0.prefix(81) }
    for line in boards {
      for scale in ["hodoku", "level"] { #expect(try Self.faults(line, scale) == []) }
    }
  }

  /// A unique rectangle of type 3 names each house that it removes candidates from.
  @Test func rectanglesNameTheirHouses() throws {
    let line =
      "4.1.6....3.....2........8..15.2.....6......1....9......2.7.8..........43.7......."
    var count = 0
    for step in try Self.steps(line, "hodoku") where step.technique == .uniqueRectangle3Naked {
      let houses = step.pattern.houses.reduce(CellSet()) { $0.union($1.cells) }
      #expect(CellSet(step.eliminations.map(\.cell)).isSubset(of: houses), "\(step)")
      for house in step.pattern.houses {
        #expect(step.explanation.text.contains("\(house.number + 1)"))
      }
      count += 1
    }
    #expect(count > 0)
  }

  @Test func sueDeCoqNamesNoRest() throws {
    let line =
      "3..8.1....5....6.9......4..5..7...8..4..6...........2.2..3.........9.1....7......"
    let steps = try Self.steps(line, "hodoku").filter { $0.technique == .sueDeCoq }
    #expect(!steps.isEmpty)
    for step in steps {
      #expect(!step.explanation.text.contains("the rest"), "\(step.explanation.text)")
    }
  }
}

extension CandidateGrid {
  /// The grid with one more candidate.
  fileprivate func with(_ candidate: Candidate) -> CandidateGrid {
    CandidateGrid { cell in
      cell == candidate.cell ? self[cell].union([candidate.digit]) : self[cell]
    }
  }
}
