import SudokuCore
import SudokuTechniques

/// The consequences of an assumption, with the reasons: a net that can be explained.
///
/// It draws the conclusions of `LevelNets` one by one, in the same rounds.
struct LevelNet {
  /// A candidate that would have to hold and can't.
  private(set) var clash: Candidate?
  private let base: CandidateGrid
  private var grid: CandidateGrid
  private let assumption: Literal
  private var links: [ChainLink] = []
  private var numbers: [Literal: Int] = [:]
  private var placed: Set<Candidate> = []
  private var nested: [Step] = []

  init(_ base: CandidateGrid, within grid: CandidateGrid? = nil, assuming candidate: Candidate) {
    self.base = base
    self.grid = grid ?? base
    assumption = Literal(candidate, isOn: true)
    place(candidate)
  }

  /// Draws conclusions round by round.
  mutating func run(_ depth: LevelNets.Depth, rounds: Int) {
    for _ in 0..<rounds where clash == nil {
      findLack()
      if clash != nil || placeSingles() { continue }
      guard depth > .singles else { return }
      if usePattern(pointing) || usePattern(pairs) { continue }
      guard depth > .patterns, prune() else { return }
    }
  }

  /// Adds a conclusion, unless it is known.
  private mutating func conclude(
    _ conclusion: Literal, from premises: [Literal], _ reason: ChainLink.Reason
  ) {
    guard conclusion != assumption, numbers[conclusion] == nil else { return }
    numbers[conclusion] = links.count
    links.append(ChainLink(premises: premises, conclusion: conclusion, reason: reason))
  }

  /// Takes a candidate that holds, and excludes what it sees.
  private mutating func place(_ candidate: Candidate) {
    placed.insert(candidate)
    let on = Literal(candidate, isOn: true)
    for digit in grid[candidate.cell] where digit != candidate.digit {
      exclude(Candidate(candidate.cell, digit), from: [on], .cell)
    }
    for kind in House.Kind.allCases {
      let house = candidate.cell.house(kind)
      for cell in grid.cells(of: candidate.digit, in: house) where cell != candidate.cell {
        exclude(Candidate(cell, candidate.digit), from: [on], .house(house))
      }
    }
  }

  private mutating func exclude(
    _ candidate: Candidate, from premises: [Literal], _ reason: ChainLink.Reason
  ) {
    conclude(Literal(candidate, isOn: false), from: premises, reason)
    grid.remove(candidate.digit, from: candidate.cell)
    if placed.contains(candidate) { clash = clash ?? candidate }
  }

  /// The candidates of the base that are gone among some.
  private func gone(_ candidates: some Sequence<Candidate>) -> [Literal] {
    candidates.filter { base.contains($0) && !grid.contains($0) }.map { Literal($0, isOn: false) }
  }

  private func candidates(in cell: Cell) -> [Candidate] {
    base[cell].map { Candidate(cell, $0) }
  }

  private func candidates(of digit: Digit, in house: House) -> [Candidate] {
    base.cells(of: digit, in: house).map { Candidate($0, digit) }
  }

  /// A cell without a candidate, or a digit without a place: its last one would have to hold.
  private mutating func findLack() {
    for cell in base.emptyCells where grid[cell].isEmpty {
      return clash(among: candidates(in: cell), .cell)
    }
    for house in House.all {
      for digit in DigitSet.all
      where grid.places(of: digit, in: house) == 0 && base.places(of: digit, in: house) != 0 {
        return clash(among: candidates(of: digit, in: house), .house(house))
      }
    }
  }

  private mutating func clash(among candidates: [Candidate], _ reason: ChainLink.Reason) {
    guard
      let last = candidates.max(by: {
        numbers[Literal($0, isOn: false), default: -1]
          < numbers[Literal($1, isOn: false), default: -1]
      })
    else { return }
    let others = candidates.filter { $0 != last }.map { Literal($0, isOn: false) }
    conclude(Literal(last, isOn: true), from: others, reason)
    clash = last
  }

  /// Places all singles; returns whether there were any.
  private mutating func placeSingles() -> Bool {
    var singles: [(Candidate, [Literal], ChainLink.Reason)] = []
    for cell in base.emptyCells {
      guard let digit = grid[cell].single, !placed.contains(Candidate(cell, digit)) else {
        continue
      }
      singles.append((Candidate(cell, digit), gone(candidates(in: cell)), .cell))
    }
    for house in House.all {
      for digit in grid.hiddenSingles(in: house) {
        guard let cell = grid.cells(of: digit, in: house).first,
          !placed.contains(Candidate(cell, digit))
        else { continue }
        singles.append(
          (Candidate(cell, digit), gone(candidates(of: digit, in: house)), .house(house)))
      }
    }
    for (candidate, premises, reason) in singles {
      guard !placed.contains(candidate) else { continue }
      conclude(Literal(candidate, isOn: true), from: premises, reason)
      // Singles that exclude each other are all placed, so that their order doesn't matter.
      if !grid.contains(candidate) { clash = clash ?? candidate }
      place(candidate)
    }
    return !singles.isEmpty
  }

  private var pointing: [Step] { LockedCandidates(isDirect: false).allSteps(in: grid) }

  private var pairs: [Step] {
    NakedSet(size: 2).allSteps(in: grid) + HiddenSet(size: 2).allSteps(in: grid)
  }

  /// Carries out steps of a pattern; returns true if there are any.
  private mutating func usePattern(_ steps: [Step]) -> Bool {
    let premises = steps.map(premises)
    for (step, premises) in zip(steps, premises) {
      for candidate in step.eliminations where grid.contains(candidate) {
        exclude(candidate, from: premises, .technique(step.technique))
      }
    }
    return !steps.isEmpty
  }

  /// The eliminations that made a pattern possible.
  private func premises(of step: Step) -> [Literal] {
    let (cells, digits) = (step.pattern.cells, step.pattern.digits)
    switch step.technique {
    case .nakedPair: return gone(cells.flatMap { candidates(in: $0) })
    default:
      return gone(
        step.pattern.houses.flatMap { house in
          digits.flatMap { candidates(of: $0, in: house) }
        })
    }
  }

  /// Removes what singles refute within the net; returns true if anything goes.
  private mutating func prune() -> Bool {
    let outer = grid
    var found: [(Candidate, LevelNet)] = []
    for cell in base.emptyCells where grid[cell].count > 1 {
      for digit in grid[cell] where isPaired(Candidate(cell, digit)) {
        var inner = LevelNet(base, within: outer, assuming: Candidate(cell, digit))
        inner.run(.singles, rounds: 81)
        if inner.clash != nil { found.append((Candidate(cell, digit), inner)) }
      }
    }
    for (candidate, inner) in found {
      guard let clash = inner.clash,
        let step = inner.step(
          .dynamicContradiction, removing: candidate,
          targets: [Literal(clash, isOn: true), Literal(clash, isOn: false)])
      else { continue }
      let links = step.pattern.links
      let known = Set(links.map(\.conclusion) + [Literal(candidate, isOn: true)])
      let premises = Set(links.flatMap(\.premises)).subtracting(known)
      nested.append(step)
      exclude(
        candidate, from: premises.sorted { $0.candidate < $1.candidate },
        .nested(nested.count - 1))
    }
    return !found.isEmpty
  }

  private func isPaired(_ candidate: Candidate) -> Bool {
    grid[candidate.cell].count == 2
      || House.Kind.allCases.contains {
        grid.places(of: candidate.digit, in: candidate.cell.house($0)).nonzeroBitCount == 2
      }
  }
}

extension LevelNet {
  /// The conclusions that lead to a literal; `nil` if nothing does.
  func branch(to target: Literal, nested steps: inout [Step]) -> ChainBranch? {
    guard let last = numbers[target] else { return nil }
    var needed: Set<Int> = [last]
    for number in stride(from: last, through: 0, by: -1) where needed.contains(number) {
      needed.formUnion(links[number].premises.compactMap { numbers[$0] })
    }
    let links = needed.sorted().map { number -> ChainLink in
      var link = self.links[number]
      if case .nested(let index) = link.reason {
        let place = steps.firstIndex(of: nested[index]) ?? steps.count
        if place == steps.count { steps.append(nested[index]) }
        link.reason = .nested(place)
      }
      return link
    }
    return ChainBranch(assumption: assumption, target: target, links: links)
  }

  /// The step that removes a candidate because its net leads to all of some literals.
  func step(_ technique: Technique, removing victim: Candidate, targets: [Literal]) -> Step? {
    var steps: [Step] = []
    var branches: [ChainBranch] = []
    for target in targets {
      // The assumption itself may be what can't hold.
      if target == assumption { continue }
      guard let branch = branch(to: target, nested: &steps) else { return nil }
      branches.append(branch)
    }
    var step = Step(
      technique, removing: [victim],
      pattern: StepPattern(
        cells: CellSet(victim.cell), digits: DigitSet(victim.digit), candidates: [victim],
        branches: branches))
    step.nested = steps
    step.complexity = branches.reduce(0) { $0 + $1.links.count + 1 }
    return step
  }
}
