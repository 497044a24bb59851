import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

@Suite struct HintLadderTests {
  static let easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  /// A puzzle that needs eliminations (SE 2.6 and more).
  static let medium =
    "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."
  /// A puzzle of ER 9.0: chains that branch.
  static let hard =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
  /// A puzzle with an AIC on each scale.
  static let chains =
    ".....9.2.2.4....8.16.......3..9.1....18.7.5.3....54...7.3.2...9...6...38...7..2.."
  /// One of the hardest: ER 11.6.
  static let hardest =
    "3.......8.7.5...1...6...4...9.2.1.......4.......97..2.4.....3...5...2.7...8.....6"

  private func position(_ line: String) throws -> HintPosition {
    try HintPosition(clues: try Board(line: line))
  }

  @Test func eachRungTellsMore() throws {
    let ladder = try HintMaker().ladder(for: try position(Self.easy))
    let hints = (1...5).map(ladder.hint)
    #expect(hints.map(\.kind) == Array(repeating: .step, count: 5))
    #expect(hints.map { $0.technique != nil } == [false, false, true, true, true])
    #expect(hints.map { $0.house != nil } == [false, true, true, true, true])
    #expect(hints.map { $0.cell != nil } == [false, false, false, true, true])
    #expect(hints.map { $0.step != nil } == [false, false, false, false, true])
    #expect(hints.map { $0.digit != nil } == [false, false, false, false, true])
    #expect(Set(hints.map(\.text)).count == 5)
    #expect(hints[1].text == "Look at block 2, at 8.")
    let lesson = try #require(hints[2].technique.flatMap(Lesson.init))
    #expect(hints[2].text.hasPrefix("Look for a "))
    #expect(hints[2].text.hasSuffix(" \(lesson.firstSentence)"))
    #expect(ladder.hint(depth: 0) == hints[0])
    #expect(ladder.hint(depth: 9) == hints[4])
  }

  /// Played to the end by hints alone: each rung is about the step, and narrows the one before.
  @Test(arguments: [easy, medium, hard])
  func hintsAloneSolve(line: String) throws {
    let clues = try Board(line: line)
    let start = try HintPosition(clues: clues)
    var grid = start.grid
    var stepCount = 0
    while !grid.isFull, stepCount < 1_000 {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      let position = try HintPosition(clues: clues, board: grid.board, pencilmarks: marks)
      let ladder = try HintMaker().ladder(for: position)
      let full = ladder.hint(depth: 5)
      let step = try #require(full.step)
      #expect(step.agrees(with: start.solution))
      #expect(full.technique == step.technique)
      Self.checkRungs(ladder, step)
      step.apply(to: &grid)
      stepCount += 1
    }
    #expect(grid.board == start.solution)
  }

  /// Hints in a scale's order, one after the other, walk the path of its grade.
  @Test(arguments: ["hodoku", "se", "level"])
  func hintsWalkThePathOfAScale(name: String) throws {
    let scale = try ScaleRegistry.standard.scale(named: name)
    var maker = HintMaker()
    maker.order = scale
    for line in [Self.medium, Self.hard].sized(1) {
      let clues = try Board(line: line)
      var grid = CandidateGrid(clues)
      // Each hint seeks all that is easier: plain code takes a second for some.
      let steps = scale.grade(clues).steps
      for (index, graded) in steps.enumerated() {
        guard TestSize.isFull || index % (graded.step.technique.family == .single ? 8 : 2) == 0
        else {
          graded.step.apply(to: &grid)
          continue
        }
        let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
        // Without notes as long as nothing but the digits excludes anything.
        let position = try HintPosition(
          clues: clues, board: grid.board,
          pencilmarks: grid == CandidateGrid(grid.board) ? [:] : marks)
        let step = try #require(try maker.ladder(for: position).hint(depth: 5).step)
        #expect(step.description == graded.step.description)
        graded.step.apply(to: &grid)
      }
      #expect(grid.isFull)
    }
  }

  /// Chains have learners' names, on Sudoku Explainer's scale its own, for one and the same technique.
  @Test func namesBelongToScales() throws {
    let clues = try Board(line: Self.chains)
    for (name, chain) in [("level", "AIC"), ("se", "Forcing Chain")] {
      let scale = try ScaleRegistry.standard.scale(named: name)
      let steps = scale.grade(clues).steps.map(\.step).filter { $0.technique == .forcingChain }
      let step = try #require(steps.first)
      #expect(step.name == chain && step.explanation.title == chain)
      #expect(step.description.hasPrefix("\(chain): "))
      let ladder = HintLadder(.step(step, isKnown: true, aim: nil))
      #expect(ladder.hint(depth: 3).name == chain && ladder.hint(depth: 2).name == nil)
    }
    #expect(Technique(named: "Forcing Chain") == .forcingChain)
    #expect(Technique.forcingChain.name == "AIC (Forcing Chain)")
  }

  /// No single of a path is without a cause.
  @Test func singlesOfAPathHaveCauses() throws {
    for name in ["hodoku", "se", "level"] {
      let scale = try ScaleRegistry.standard.scale(named: name)
      let line = TestSize.isFull ? Self.hard : Self.medium
      let steps = scale.grade(try Board(line: line)).steps.map(\.step)
      let texts = steps.filter { $0.technique == .nakedSingle }.map(\.explanation.text)
      #expect(!texts.contains { $0.contains("nothing but") || $0.contains("notes") }, "\(texts)")
    }
  }

  static func checkRungs(_ ladder: HintLadder, _ step: Step) {
    let (houses, cells) = (ladder.hint(depth: 2).houses, ladder.hint(depth: 4).cells)
    let covered = houses.reduce(CellSet()) { $0.union($1.cells) }
    var pattern = step.pattern.cells.union(step.pattern.specialCells)
    for branch in step.pattern.branches { pattern.insert(branch.assumption.candidate.cell) }
    for set in step.pattern.sets { pattern.formUnion(set.cells) }
    #expect(!cells.isEmpty && cells.isSubset(of: covered), "\(step): \(houses) \(cells)")
    #expect(cells.isSubset(of: pattern), "\(step): \(cells) outside \(pattern)")
    #expect(!ladder.hint(depth: 2).text.contains("nothing"), "\(ladder.hint(depth: 2).text)")
    for depth in 3...5 { #expect(ladder.hint(depth: depth).technique == step.technique) }
  }

  @Test func rungsOfEveryFamily() throws {
    var families: Set<Technique.Family> = []
    // The first puzzle of each technique, each path once: those of nested chains take seconds.
    var seen: Set<Substring> = []
    for line in try DataSets.ownLines("techniques/explained.tsv").sized(8) {
      let fields = line.split(separator: "\t")
      guard ["se", "hodoku", "level"].contains(fields[1]), seen.insert(fields[0]).inserted,
        seen.insert(fields[1] + " " + fields[2]).inserted
      else { continue }
      let scale = try ScaleRegistry.standard.scale(named: fields[1])
      for graded in scale.grade(try Board(line: fields[2])).steps
      where graded.step.technique != .bruteForce {
        families.insert(graded.step.technique.family)
        Self.checkRungs(
          HintLadder(.step(graded.step, isKnown: true, aim: nil)), graded.step)
      }
    }
    #expect(families.count >= sized(3, full: 10), "\(families)")
  }

  @Test func mistakesComeFirst() throws {
    let clues = try Board(line: Self.easy)
    let solution = try #require(Solver().uniqueSolution(of: clues))
    let cell = Cell(index: 2)
    let right = try #require(solution[cell])
    let wrong = try #require(Digit(Int(right.rawValue) % 9 + 1))
    let marked = try HintPosition(clues: clues, pencilmarks: [cell: [wrong]])
    let mark = try HintMaker().ladder(for: marked)
    #expect(mark.hint(depth: 3).wrongCells == [cell])
    #expect(mark.hint(depth: 4).text == "The notes in r1c3 lack the digit that goes there.")
    #expect(Set((1...5).map { mark.hint(depth: $0).text }).count == 5)
    var board = clues
    board[cell] = wrong
    let digit = try HintMaker().ladder(for: try HintPosition(clues: clues, board: board))
    #expect(Set((1...5).map { digit.hint(depth: $0).text }).count == 5)
    #expect(digit.hint(depth: 2).cell == nil)
    #expect(digit.hint(depth: 2).house?.cells.contains(cell) == true)
    #expect(digit.hint(depth: 3).wrongCells == [cell])
    #expect(digit.hint(depth: 5).step == nil)
  }

  @Test func fullBoards() throws {
    let clues = try Board(line: Self.easy)
    let solution = try #require(Solver().uniqueSolution(of: clues))
    let done = try HintMaker().ladder(for: try HintPosition(clues: clues, board: solution))
    #expect(done.subject == .solved)
    #expect(done.hint(depth: 5).step == nil && done.hint(depth: 5).digit == nil)
    #expect(try HintMaker().ladder(for: try HintPosition(clues: solution)).subject == .solved)
    var board = solution
    board[Cell(index: 2)] = solution[Cell(index: 5)]
    let wrong = try HintMaker().ladder(for: try HintPosition(clues: clues, board: board))
    #expect(wrong.hint(depth: 3).wrongCells == [Cell(index: 2)])
    #expect(wrong.hint(depth: 4).text.contains("It repeats the "))
  }

  @Test func cluesMustHaveOneSolution() throws {
    #expect(throws: HintError.severalSolutions) { try HintPosition(clues: Board()) }
    let twice = try Board(line: "11" + String(repeating: ".", count: 79))
    #expect(throws: HintError.noSolution) { try HintPosition(clues: twice) }
    let clues = try Board(line: Self.easy)
    var board = clues
    board[Cell(index: 0)] = nil
    #expect(throws: HintError.clueChanged(Cell(index: 0))) {
      try HintPosition(clues: clues, board: board)
    }
  }

  @Test func workIsLimitedAndCancelled() throws {
    let position = try position(Self.hardest)
    let ladder = try HintMaker(workLimit: 10).ladder(for: position)
    guard case .trial(let candidate, isLimited: true) = ladder.subject else {
      Issue.record("\(ladder.subject)")
      return
    }
    #expect(position.solution[candidate.cell] == candidate.digit)
    #expect(ladder.hint(depth: 1).digit == nil && ladder.hint(depth: 5).digit == candidate.digit)
    #expect(ladder.hint(depth: 5).text.contains("The limit of work was reached"))
    #expect(throws: HintError.cancelled) {
      try HintMaker().ladder(for: position) { true }
    }
  }

  /// A player who knows singles only gets singles as long as there are any, then learns that another
  /// technique is needed, and which.
  @Test func onlyKnownTechniques() throws {
    let position = try position(Self.medium)
    let maker = HintMaker(techniques: [.nakedPair])
    var grid = position.grid
    while !grid.isFull {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      let now = try HintPosition(
        clues: position.clues, board: grid.board, pencilmarks: marks)
      let ladder = try maker.ladder(for: now)
      guard case .step(let step, let isKnown, _) = ladder.subject else {
        Issue.record("\(ladder.subject)")
        return
      }
      #expect(isKnown == (step.technique.family == .single || step.technique == .nakedPair))
      #expect(ladder.hint(depth: 2).isKnown == isKnown)
      if !isKnown {
        #expect(ladder.hint(depth: 1).text.hasSuffix("another one does."))
        #expect(step == HintLadderTests.step(of: try HintMaker().ladder(for: now)))
        return
      }
      step.apply(to: &grid)
    }
    Issue.record("singles and naked pairs are enough")
  }

  private static func step(of ladder: HintLadder) -> Step? {
    guard case .step(let step, _, _) = ladder.subject else { return nil }
    return step
  }
}
