import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Explained chains are proofs: every link follows from what stands before it.
@Suite struct ChainLinksTests {
  @Test(
    arguments: [
      ("puzzles/hard.txt", 60), ("puzzles/hardest.txt", DataSets.figure(own: 30, public: 90)),
    ])
  func everyLinkFollows(path: String, distance: Int) throws {
    let finder = SEStepFinder()
    var chainCount = 0
    for (board, solution) in try DataSets.sample(path, every: distance) {
      var grid = CandidateGrid(board)
      while let step = finder.firstStep(in: grid) {
        if !step.agrees(with: solution) { Issue.record("\(board) \(step)") }
        if !step.pattern.branches.isEmpty {
          chainCount += 1
          if let fault = fault(of: step, in: grid) { Issue.record("\(board) \(step): \(fault)") }
        }
        step.apply(to: &grid)
      }
      #expect(grid.board == solution, "\(board)")
    }
    #expect(chainCount > 20)
  }

  /// Four of the 375 hardest puzzles known in 2011.
  private static let hardest = [
    ".....5..4.9.....2...6.7.3.....7..8....86.....13..8......3.1.6...2......54......9.",
    "........5..8..79...6..1..4....1.2.7.4...7...3.7.6......3..2..6...5...8..9.......7",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
    "1....6.8....7..1....9.....4.......5..18..5...5..36....6.5..8.3.8....3.1.....2...8",
  ]

  /// `anyStep` finds a step exactly where Sudoku Explainer's search does; its links follow, and it is the
  /// same in a context that has seen other grids.
  @Test
  func anyStepIsProven() throws {
    let searches: [ChainSearcher.Search] = [
      .dynamicPlus, .dynamicForcing, .dynamicMultiple, .dynamicDynamic,
    ]
    let needed = searches.prefix(sized(2, full: 3))
    let finder = SEStepFinder()
    var used = SEContext()
    var counts: [ChainSearcher.Search: Int] = [:]
    for line in Self.hardest.sized(1) {
      let board = try Board(line: line)
      let solution = try #require(Solver().uniqueSolution(of: board))
      var grid = CandidateGrid(board)
      while let first = finder.firstStep(in: grid) {
        for (number, search) in searches.enumerated()
        where first.technique.isOf(searches[number...]) {
          let step = try ChainSearcher(search).anyStep(in: grid, context: &used)
          #expect((step != nil) == first.technique.isOf([search][...]), "\(board) \(first)")
          guard let step else { continue }
          counts[search, default: 0] += 1
          var fresh = SEContext()
          #expect(try ChainSearcher(search).anyStep(in: grid, context: &fresh) == step)
          #expect(step.technique.isOf([search][...]), "\(board) \(step)")
          #expect(step.agrees(with: solution), "\(board) \(step)")
          if let fault = fault(of: step, in: grid) { Issue.record("\(board) \(step): \(fault)") }
        }
        first.apply(to: &grid)
        // The rest of the path takes most of the time of plain code.
        if !TestSize.isFull, needed.allSatisfy({ counts[$0, default: 0] > 1 }) { break }
      }
    }
    #expect(needed.allSatisfy { counts[$0, default: 0] > 1 }, "\(counts)")
  }

  /// What is wrong with a step's chains, `nil` if nothing is.
  private func fault(of step: Step, in grid: CandidateGrid) -> String? {
    for branch in step.pattern.branches {
      var known: Set<Literal> = [branch.assumption]
      for link in branch.links {
        guard link.premises.allSatisfy(known.contains) else { return "unfounded \(link)" }
        guard follows(link, in: grid, nestedCount: step.nested.count) else { return "\(link)" }
        known.insert(link.conclusion)
      }
      guard known.contains(branch.target) else { return "target \(branch.target) not reached" }
    }
    return proves(step, in: grid) ? nil : "branches do not prove it"
  }

  private func follows(_ link: ChainLink, in grid: CandidateGrid, nestedCount: Int) -> Bool {
    let conclusion = link.conclusion.candidate
    let inside: [Candidate]
    switch link.reason {
    case .cell:
      inside = grid[conclusion.cell].map { Candidate(conclusion.cell, $0) }
    case .house(let house):
      guard house.cells.contains(conclusion.cell) else { return false }
      inside = grid.cells(of: conclusion.digit, in: house).map { Candidate($0, conclusion.digit) }
    case .technique:
      return !link.conclusion.isOn && link.premises.allSatisfy { !$0.isOn }
    case .nested(let number):
      return !link.conclusion.isOn && number < nestedCount
    }
    guard inside.contains(conclusion) else { return false }
    let others = inside.filter { $0 != conclusion }
    if link.conclusion.isOn {
      return others.allSatisfy { link.premises.contains(Literal($0, isOn: false)) }
    }
    return link.premises.count == 1 && link.premises[0].isOn
      && others.contains(link.premises[0].candidate)
  }

  /// How branches prove a step, by the end of the technique's ID.
  private enum Form: String, CaseIterable {
    case cycle
    case forcingX = "forcing-x-chain"
    case forcing = "forcing-chain"
    case nishio
    case contradiction
    case double
    case cells = "cell-forcing-chains"
    case cell
    case regions = "region-forcing-chains"
    case region
  }

  /// Whether the branches together prove what the step does.
  private func proves(_ step: Step, in grid: CandidateGrid) -> Bool {
    let branches = step.pattern.branches
    let assumptions = branches.map(\.assumption)
    guard let target = branches.first?.target else { return false }
    let agree = branches.allSatisfy { $0.target == target } && does(step, target)
    let form = Form.allCases.first { step.technique.id.hasSuffix($0.rawValue) }
    switch form {
    case .cycle:
      return branches.count == 1 && target == assumptions[0]
    case .forcingX, .forcing:
      return branches.count == 1 && does(step, target) && target != assumptions[0]
        && target.candidate == assumptions[0].candidate
    case .contradiction, .nishio:
      let opposite = Literal(assumptions[0].candidate, isOn: !assumptions[0].isOn)
      return branches.count == 2 && assumptions[0] == assumptions[1] && does(step, opposite)
        && branches[0].target.candidate == branches[1].target.candidate
        && branches[0].target.isOn != branches[1].target.isOn
    case .double:
      return agree && branches.count == 2
        && assumptions[0].candidate == assumptions[1].candidate
        && assumptions[0].isOn != assumptions[1].isOn
    case .cell, .cells:
      let cell = assumptions[0].candidate.cell
      return agree && assumptions == grid[cell].map { Literal(Candidate(cell, $0), isOn: true) }
    case .region, .regions:
      let digit = assumptions[0].candidate.digit
      return agree
        && step.pattern.houses.contains { house in
          Set(assumptions)
            == Set(
              grid.cells(of: digit, in: house).map { Literal(Candidate($0, digit), isOn: true) })
        }
    case nil:
      return false
    }
  }

  /// Whether a step does what a literal says.
  private func does(_ step: Step, _ literal: Literal) -> Bool {
    literal.isOn
      ? step.placement == literal.candidate : step.eliminations.contains(literal.candidate)
  }
}

extension Technique {
  /// Whether one of some searches finds it.
  fileprivate func isOf(_ searches: ArraySlice<ChainSearcher.Search>) -> Bool {
    searches.contains { ChainSearcher($0).techniques.contains(self) }
  }
}
