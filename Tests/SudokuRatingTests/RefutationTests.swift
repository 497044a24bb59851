import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuRating

/// Why a digit can't go in a cell.
@Suite struct RefutationTests {
  private static func position(_ line: some StringProtocol) throws -> HintPosition {
    try HintPosition(clues: try Board(line: line))
  }

  @Test func conflictsAndTheSolution() throws {
    let position = try Self.position(HintLadderTests.easy)
    let cell = Cell(row: 0, column: 2)
    let right = try #require(position.solution[cell])
    #expect(position.refutation(of: Candidate(cell, right)).kind == .possible)
    let three = try #require(Digit(3))
    let conflict = position.refutation(of: Candidate(cell, three))
    #expect(conflict.text == "r1c3 can't be 3: block 1 has its 3 in r1c2.")
    let clue = position.refutation(of: Candidate(Cell(row: 0, column: 0), three))
    #expect(clue.text == "r1c1 can't be 3: it holds the clue 5.")
  }

  /// A wrong digit is no reason.
  @Test func wrongDigitsDoNotCount() throws {
    let start = try Self.position(HintLadderTests.easy)
    let cell = Cell(row: 0, column: 2)
    let right = try #require(start.solution[cell])
    let peer = try #require(
      cell.peers.first { start.board[$0] == nil && start.solution[$0] != right })
    var board = start.board
    board[peer] = right
    let position = try HintPosition(clues: start.clues, board: board)
    let answer = position.refutation(of: Candidate(cell, right))
    #expect(answer.kind == .possible && answer.text.contains("in \(peer) is the wrong one"))
  }

  /// Every wrong candidate of easy to very hard puzzles gets a reason of bounded length.
  @Test func everyCandidateHasAnAnswer() throws {
    var kinds: [Refutation.Kind: Int] = [:]
    for line in [HintLadderTests.easy, HintLadderTests.medium, HintLadderTests.hard] {
      let position = try Self.position(line)
      let grid = position.grid
      let candidates = grid.emptyCells.flatMap { cell in grid[cell].map { Candidate(cell, $0) } }
      for candidate in candidates.sized(8) {
        let answer = position.refutation(of: candidate)
        kinds[answer.kind, default: 0] += 1
        #expect(
          (answer.kind == .possible) == (position.solution[candidate.cell] == candidate.digit))
        #expect(answer.text.count <= 2_500 && answer.text.hasPrefix("\(candidate.cell)"))
        #expect(!answer.text.contains("nothing,"), "\(answer.text)")
      }
    }
    #expect(kinds[.step] != nil && kinds[.contradiction] != nil, "\(kinds)")
  }
}
