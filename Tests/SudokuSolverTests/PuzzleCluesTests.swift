import SudokuCore
import TestSupport
import Testing

@testable import SudokuSolver

/// What masks say about a puzzle's clues, against boards and candidates.
struct PuzzleCluesTests {
  @Test(arguments: InstructionSet.allCases.filter(\.isAvailable))
  func singlesAreCluesThatOthersPlaceAtOnce(set: InstructionSet) throws {
    let sets = ["easy", "typical", "few-clues", "hardest"]
    var boards = try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(200) }
    boards += boards.compactMap { Solver().uniqueSolution(of: $0) }.prefix(3)
    boards.append(Board())
    let counts = [UInt32](repeating: 1, count: boards.count)
    let found = BatchSolver.values(of: boards).withUnsafeBufferPointer { values in
      counts.withUnsafeBufferPointer { counts in
        SolvedBatch(
          solver: BatchSolver(instructionSet: set), values: values, solutions: values,
          counts: counts
        ).boardsWithSingles()
      }
    }
    var kinds: Set<Set<Kind>> = []
    for (board, hasSingle) in zip(boards, found) {
      let expected = board.filledCells.reduce(into: Set()) { $0.formUnion(Self.kinds($1, board)) }
      #expect(hasSingle == !expected.isEmpty, "\(board.line)")
      kinds.insert(expected)
    }
    // Each kind is somewhere alone.
    #expect(kinds.isSuperset(of: Kind.allCases.map { [$0] } + [[]]))
  }

  private enum Kind: CaseIterable {
    case naked, row, column, block
  }

  /// The kinds of single that a clue would be in the board without it.
  private static func kinds(_ clue: Cell, _ board: Board) -> Set<Kind> {
    var fewer = board
    fewer[clue] = nil
    let candidates = CandidateGrid(fewer)
    guard let digit = board[clue], candidates[clue].contains(digit) else { return [] }
    var kinds: Set<Kind> = candidates[clue].count == 1 ? [.naked] : []
    for (kind, house) in zip([Kind.block, .row, .column], clue.houses)
    where candidates.places(of: digit, in: house).nonzeroBitCount == 1 {
      kinds.insert(kind)
    }
    return kinds
  }

  @Test func openCluesComeInTheOrderOfTheirScores() {
    var open = OpenClues()
    open.append(CellSet([3, 40, 41, 80].map { Cell(index: $0) })) { $0 == 41 ? 18 : $0 / 40 }
    open.endBoard()
    open.endBoard()
    open.append(CellSet([Cell(index: 7)]))
    open.endBoard()
    #expect((0..<3).map { Array(open[$0]) } == [[41, 80, 40, 3], [], [7]])
  }
}
