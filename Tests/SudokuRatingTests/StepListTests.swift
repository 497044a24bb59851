import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@Suite struct StepListTests {
  private func position(_ line: String) throws -> HintPosition {
    try HintPosition(clues: try Board(line: line))
  }

  /// All the way through a puzzle: the next step is the first of the list, every step is right, the
  /// order is that of the searchers.
  @Test(arguments: [HintLadderTests.medium, HintLadderTests.hard].sized(1))
  func theNextStepIsTheFirst(line: String) throws {
    let clues = try Board(line: line)
    var grid = CandidateGrid(clues)
    var count = 0
    while !grid.isFull, count < sized(3, full: 12) {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      let position = try HintPosition(clues: clues, board: grid.board, pencilmarks: marks)
      let list = try HintMaker().allSteps(for: position)
      guard case .step(let next, _, _) = try HintMaker().ladder(for: position).subject else {
        break
      }
      #expect(list.end == .complete)
      if next.pattern.branches.isEmpty { #expect(list.steps.first == next) }
      #expect(list.steps.allSatisfy { $0.agrees(with: position.solution) })
      var rank = 0
      for step in list.steps {
        let next = HintOrder.all[rank...].firstIndex { $0.techniques.contains(step.technique) }
        rank = try #require(next, "out of order: \(step)")
      }
      next.apply(to: &grid)
      count += 1
    }
    #expect(count >= sized(3, full: 6))
  }

  @Test func nothingIsSaidTwice() throws {
    let list = try HintMaker().allSteps(for: try position(HintLadderTests.medium))
    #expect(Set(list.steps).count == list.steps.count)
  }

  @Test func limitsEndTheList() throws {
    let position = try position(TestSize.isFull ? HintLadderTests.hard : HintLadderTests.medium)
    let all = try HintMaker().allSteps(for: position)
    let some = try HintMaker().allSteps(for: position, limit: 3)
    #expect(some.end == .limit && some.steps == Array(all.steps.prefix(3)))
    let exact = try HintMaker().allSteps(for: position, limit: all.steps.count)
    #expect(exact == all)
    #expect(try HintMaker(workLimit: 20).allSteps(for: position).end == .workLimit)
    #expect(throws: HintError.cancelled) {
      try HintMaker().allSteps(for: position) { true }
    }
  }

  @Test func onlyWhatIsAskedFor() throws {
    let maker = HintMaker(techniques: [.pointing, .claiming])
    let list = try maker.allSteps(for: try position(HintLadderTests.medium))
    #expect(!list.steps.isEmpty)
    #expect(list.steps.allSatisfy { $0.technique.family == .lockedCandidates })
  }

  @Test func mistakesHaveNoSteps() throws {
    let clues = try Board(line: HintLadderTests.easy)
    let solution = try #require(Solver().uniqueSolution(of: clues))
    let cell = try #require(CellSet.all.first { clues[$0] == nil })
    var board = clues
    board[cell] = solution[cell].flatMap { Digit(Int($0.rawValue) % 9 + 1) }
    let list = try HintMaker().allSteps(for: try HintPosition(clues: clues, board: board))
    #expect(list.steps.isEmpty && list.wrongCells == [cell])
  }

  /// Every technique of the order is one of the catalogue, and what the catalogue finds is there.
  @Test func theOrderLacksNothing() {
    let known = Set(HintOrder.techniques)
    let direct: Set<Technique> = [
      .directPointing, .directClaiming, .directHiddenPair, .directHiddenTriple,
    ]
    let found = Set(TechniqueCatalogue.searchers.flatMap(\.techniques))
    #expect(found.subtracting(known) == direct)
  }
}
