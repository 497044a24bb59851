import SudokuCore
import SudokuTechniques

/// Explains how the nets of a round exclude candidates.
struct LevelNetExplainer {
  private let round: LevelRound
  private let grid: CandidateGrid
  private let depth: LevelNets.Depth
  /// The net of each candidate.
  private var nets: [Candidate: LevelNet] = [:]

  init(_ round: LevelRound, _ grid: CandidateGrid) {
    self.round = round
    self.grid = grid
    depth =
      switch round.kind {
      case .nets: .singles
      case .netsWithPatterns: .patterns
      default: .nets
      }
  }

  /// The steps that remove candidates: first contradictions, then what cases have in common.
  mutating func steps(removing victims: [Candidate]) -> [Step] {
    var steps: [Step] = []
    var left: [Candidate] = []
    for victim in victims {
      if let step = contradiction(victim) { steps.append(step) } else { left.append(victim) }
    }
    return steps + left.compactMap { cases($0) }
  }

  private func technique(
    _ plain: Technique, _ patterns: Technique, _ nested: Technique
  ) -> Technique {
    switch depth {
    case .singles: plain
    case .patterns: patterns
    case .nets: nested
    }
  }

  private mutating func net(_ candidate: Candidate) -> LevelNet {
    if let net = nets[candidate] { return net }
    var net = LevelNet(grid, assuming: candidate)
    net.run(depth, rounds: round.length)
    nets[candidate] = net
    return net
  }

  private mutating func contradiction(_ victim: Candidate) -> Step? {
    let net = net(victim)
    guard let clash = net.clash else { return nil }
    let name = technique(
      .dynamicContradiction, .dynamicPlusContradiction, .dynamicDynamicContradiction)
    return net.step(
      name, removing: victim,
      targets: [Literal(clash, isOn: true), Literal(clash, isOn: false)])
  }

  /// The step that removes a candidate because all candidates of a cell, or all places of a digit in a house, exclude
  /// it.
  private mutating func cases(_ victim: Candidate) -> Step? {
    for cell in grid.emptyCells {
      let list = grid[cell].map { Candidate(cell, $0) }
      let name = technique(.dynamicCell, .dynamicPlusCell, .dynamicDynamicCell)
      if let step = step(name, victim, list, house: nil) { return step }
    }
    for house in House.all {
      for digit in DigitSet.all {
        let list = grid.cells(of: digit, in: house).map { Candidate($0, digit) }
        let name = technique(.dynamicRegion, .dynamicPlusRegion, .dynamicDynamicRegion)
        if let step = step(name, victim, list, house: house) { return step }
      }
    }
    return nil
  }

  private mutating func step(
    _ technique: Technique, _ victim: Candidate, _ list: [Candidate], house: House?
  ) -> Step? {
    guard !list.isEmpty, !list.contains(victim) else { return nil }
    var branches: [ChainBranch] = []
    var nested: [Step] = []
    for candidate in list {
      let target = Literal(victim, isOn: false)
      guard let branch = net(candidate).branch(to: target, nested: &nested) else { return nil }
      branches.append(branch)
    }
    var step = Step(
      technique, removing: [victim],
      pattern: StepPattern(
        cells: CellSet(list.map(\.cell)), digits: DigitSet(list.map(\.digit)), candidates: list,
        branches: branches))
    if let house { step.pattern.houses = HouseSet(house) }
    step.complexity = branches.reduce(0) { $0 + $1.links.count + 1 }
    step.nested = nested
    return step
  }
}
