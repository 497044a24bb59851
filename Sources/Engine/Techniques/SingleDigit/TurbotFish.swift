import SudokuCore

/// Two conjugate pairs of a digit with a link between them: skyscraper, two-string kite and turbot
/// fish.
///
/// One end of the first pair sees one end of the second, so at least one of the other two ends holds
/// the digit; it goes from every cell that sees both of these.
///
/// - skyscraper: two parallel lines, linked by a line across;
/// - two-string kite: a row and a column, linked by a block;
/// - turbot fish: everything else, with a block among the pairs or as the link of parallel lines.
///
/// Order: digit; first and second pair by house (blocks, rows, columns); linked ends.
package struct TurbotFish: PatternSearcher {
  /// The arrangement of the two pairs.
  package enum Form: CaseIterable, Sendable {
    /// Two parallel lines, linked by a line across.
    case skyscraper
    /// A row and a column, linked by a block.
    case twoStringKite
    /// Any other two houses.
    case turbotFish
  }

  package let form: Form

  package init(_ form: Form) { self.form = form }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique {
    switch form {
    case .skyscraper: .skyscraper
    case .twoStringKite: .twoStringKite
    case .turbotFish: .turbotFish
    }
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let pairs = grid.conjugatePairs(of: digit, omitsBlocksInLines: true)
      for index in pairs.indices {
        for other in pairs[(index + 1)...] {
          guard emitAll(grid, digit, pairs[index], other, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ digit: Digit, _ one: ConjugatePair, _ two: ConjugatePair,
    _ emit: (Step) -> Bool
  ) -> Bool {
    guard isPossible(one.house.kind, two.house.kind), one.cells.isDisjoint(with: two.cells)
    else { return true }
    for (start, near) in [(one.first, one.second), (one.second, one.first)] {
      for (far, end) in [(two.first, two.second), (two.second, two.first)] {
        guard near.sees(far), isOfForm(one, two, near, far, start, end) else { continue }
        let victims = PeerOrder.sets[start.index].intersection(PeerOrder.sets[end.index])
          .intersection(grid.cells(with: digit))
        guard !victims.isEmpty else { continue }
        let step = step(digit, one, two, [start, near, far, end], victims)
        guard emit(step) else { return false }
      }
    }
    return true
  }

  private func isPossible(_ one: House.Kind, _ two: House.Kind) -> Bool {
    switch form {
    case .skyscraper: one == two && one != .block
    case .twoStringKite: one != two && one != .block && two != .block
    case .turbotFish: one == two || one == .block || two == .block
    }
  }

  /// True if two pairs make a pattern of this form; two lines across the ends are an X-Wing.
  private func isOfForm(
    _ one: ConjugatePair, _ two: ConjugatePair, _ near: Cell, _ far: Cell, _ start: Cell,
    _ end: Cell
  ) -> Bool {
    guard one.house.kind == two.house.kind, one.house.kind != .block else { return true }
    let across: House.Kind = one.house.kind == .row ? .column : .row
    let isAcross = near.house(across) == far.house(across)
    if form == .turbotFish { return !isAcross }
    return isAcross && start.house(across) != end.house(across)
  }

  private func step(
    _ digit: Digit, _ one: ConjugatePair, _ two: ConjugatePair, _ path: [Cell], _ victims: CellSet
  ) -> Step {
    let isLine = one.house.kind == two.house.kind && form == .skyscraper
    let across: House.Kind = one.house.kind == .row ? .column : .row
    let link =
      isLine ? path[1].house(across) : path[1].sharedHouse(with: path[2]) ?? one.house
    let cells = CellSet(path)
    return Step(
      technique, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: cells, specialCells: [path[0], path[3]], houses: [one.house, two.house],
        coverHouses: HouseSet(link), digits: DigitSet(digit),
        candidates: cells.map { Candidate($0, digit) },
        branches: [
          ChainBranch(
            path.map { Candidate($0, digit) },
            reasons: [.house(one.house), .house(link), .house(two.house)])
        ]))
  }
}
