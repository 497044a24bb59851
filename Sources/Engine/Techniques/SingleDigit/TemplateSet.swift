import SudokuCore

/// Templates of several digits: a way for a digit to go into the grid counts only if it leaves each other digit a
/// way, too.
///
/// A candidate in no way that counts goes, and one in all of them is placed. Pairs of digits are tried first,
/// then all digits together; ways fall until no more do.
///
/// Order: pairs of digits, then all digits; the digit; places that go, then digits that are placed.
///
/// Source: "pattern overlay method" of the players' forums, HoDoKu's "template set" and "template delete".
struct TemplateSet: StepSearcher {
  var techniques: [Technique] { [.template] }

  /// A digit with more ways is not looked at.
  private static let mostWays = 4_000

  /// Hands over the steps in order; eight ways of another digit that a way is compared with are a unit of work.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    var ways: [Digit: [CellSet]] = [:]
    for digit in DigitSet.all where !grid.cells(with: digit).isEmpty {
      let own = Self.ways(of: digit, in: grid)
      try budget.charge(own.count)
      if 1...Self.mostWays ~= own.count { ways[digit] = own }
    }
    let digits = ways.keys.sorted()
    var said: Set<Candidate> = []
    for digit in digits {
      guard emitAll(grid, digit, .none, ways[digit] ?? [], &said, emit) else { return }
    }
    var choices: [[Digit]] = []
    for (index, one) in digits.enumerated() {
      choices += digits[(index + 1)...].map { [one, $0] }
    }
    if digits.count > 2 { choices.append(digits) }
    for choice in choices {
      let rest = try Self.matching(ways.filter { choice.contains($0.key) }, choice, &budget)
      for digit in choice {
        let others = DigitSet(choice.filter { $0 != digit })
        guard emitAll(grid, digit, others, rest[digit] ?? [], &said, emit) else { return }
      }
    }
  }

  /// The ways that leave each other digit one.
  private static func matching(
    _ all: [Digit: [CellSet]], _ digits: [Digit], _ budget: inout SearchBudget
  ) throws(SearchInterruption) -> [Digit: [CellSet]] {
    var ways = all
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for digit in digits {
        for other in digits where other != digit {
          let own = ways[digit] ?? []
          let others = ways[other] ?? []
          var rest: [CellSet] = []
          for way in own {
            let place = others.firstIndex { $0.isDisjoint(with: way) }
            try budget.charge(1 + (place ?? others.count) / 8)
            if place != nil { rest.append(way) }
          }
          if rest.count < own.count {
            ways[digit] = rest
            hasChanged = true
          }
        }
      }
    }
    return ways
  }

  /// The ways of a digit: one place in each row, column and block that lacks it.
  private static func ways(of digit: Digit, in grid: CandidateGrid) -> [CellSet] {
    let rows = (0..<9).map { grid.cells(of: digit, in: House(.row, $0)) }.filter { !$0.isEmpty }
    var ways = [CellSet()]
    for row in rows {
      ways = ways.flatMap { way in
        row.filter { $0.peers.isDisjoint(with: way) }.map { way.union(CellSet($0)) }
      }
      guard ways.count <= 4 * mostWays else { return [] }
    }
    return ways
  }

  /// Hands over what a digit's ways say and no step before said.
  private func emitAll(
    _ grid: CandidateGrid, _ digit: Digit, _ others: DigitSet, _ ways: [CellSet],
    _ said: inout Set<Candidate>, _ emit: (Step) -> Bool
  ) -> Bool {
    guard let first = ways.first else { return true }
    let places = grid.cells(with: digit)
    let open = ways.reduce(CellSet()) { $0.union($1) }
    let pattern = StepPattern(
      cells: open, digits: DigitSet(digit), specialDigits: others,
      candidates: grid.candidates(DigitSet(digit), in: open))
    let removed = places.subtracting(open).map { Candidate($0, digit) }
    if removed.contains(where: { !said.contains($0) }) {
      said.formUnion(removed)
      guard emit(Step(.template, removing: removed, pattern: pattern)) else { return false }
    }
    for cell in ways.reduce(first, { $0.intersection($1) }) {
      let placed = Candidate(cell, digit)
      guard said.insert(placed).inserted else { continue }
      guard emit(Step(.template, placing: placed, pattern: pattern)) else { return false }
    }
    return true
  }
}
