import SudokuCore
import SudokuSolver
import Testing

@testable import SudokuTechniques

@Suite struct LockedCandidatesTests {
  /// Number 7 of the 49,158 puzzles with 17 clues.
  @Test func directPointing() throws {
    try expectStep(
      .directPointing,
      in: ".................1.....2.3.....4...5..2.1...6..3..78.....9.32...1.....4..5.......",
      is: "Direct Pointing: r8c5=6",
      text: "In block 9, all places for 6 lie in row 9: r9c7 and r9c8. No other cell of "
        + "row 9 can hold 6. That leaves r8c5 as the only place for 6 in block 8. So "
        + "r8c5 is 6.")
  }

  /// Number 1 of the 20,000 typical puzzles: a step that is there, but never the first to take.
  ///
  /// The other two blocks of the band (or stack) keep the digit in two lines; where one of them has
  /// it just once in one line, the other one points along the other line, or there is a single.
  @Test func directClaiming() throws {
    let board = try Board(
      line: ".5.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6.")
    let grid = CandidateGrid(board)
    #expect(HiddenSingle.first(in: grid) != nil)
    let steps = LockedCandidates(isDirect: true).allSteps(in: grid)
    let step = try #require(steps.first { $0.technique == .directClaiming })
    #expect(step.description == "Direct Claiming: r9c3=1")
    #expect(
      step.explanation.text
        == "In column 1, all places for 1 lie in block 4: r5c1 and r6c1. No other cell of block "
        + "4 can hold 1. That leaves r9c3 as the only place for 1 in column 3. So r9c3 is 1.")
    let solution = try #require(Solver().uniqueSolution(of: board))
    #expect(step.agrees(with: solution))
  }

  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func pointing() throws {
    try expectStep(
      .pointing,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Pointing: r7c1<>8",
      text: "In block 1, all places for 8 lie in column 1: r1c1, r2c1 and r3c1. No other "
        + "cell of column 1 can hold 8. So r7c1 is not 8.")
  }

  /// Number 24 of the 49,158 puzzles with 17 clues.
  @Test func claiming() throws {
    try expectStep(
      .claiming,
      in: ".................1.....234.....5......3...6....7.1...8.5...3....9...6...18......5",
      is: "Claiming: r7c5<>4 r8c5<>4",
      text: "In row 9, all places for 4 lie in block 8: r9c4 and r9c5. No other cell of "
        + "block 8 can hold 4. So r7c5 and r8c5 are not 4.")
  }

  /// One place only is a single, not locked candidates.
  @Test func onePlaceIsNotLocked() throws {
    let one = try #require(Digit(1))
    let all = DigitSet.all
    let corner = House(.block, 0).cells
    let kept = CellSet(Cell(index: 0))
    let grid = CandidateGrid {
      corner.contains($0) && !kept.contains($0) ? all.subtracting(DigitSet(one)) : all
    }
    #expect(LockedCandidates(isDirect: false).allSteps(in: grid).isEmpty)
  }

  @Test func findsAll() {
    expectComplete(LockedCandidates(isDirect: false), grids: 2_000) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        for base in House.all {
          let cells = base.cells.filter { grid[$0].contains(digit) }
          for cover in House.all
          where cover != base && (cover.kind == .block) != (base.kind == .block) {
            guard cells.count > 1, cells.allSatisfy({ cover.cells.contains($0) }) else { continue }
            let removed = cover.cells.filter { !base.cells.contains($0) }
              .map { Candidate($0, digit) }
            let technique: Technique = base.kind == .block ? .pointing : .claiming
            if let key = grid.slowKey(technique, cells, removed) { keys.insert(key) }
          }
        }
      }
      return keys
    }
  }
}
