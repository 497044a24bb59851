import SudokuTechniques

/// The mode "any step": for hints, where Sudoku Explainer's choice among several steps does not matter.
///
/// It finds a step exactly where the level has one, goes over assumptions in a fixed order, and draws few
/// chains. Where a chain ends, it nests the first forcing chain alone and goes on;
/// Sudoku Explainer nests all.
extension ChainEngine {
  enum AnyStepResult {
    /// There is nothing to find.
    case nothing
    case found(MultipleHint)
    /// The sets suggest a step that no chain drawn confirms.
    case undecided
  }

  /// The number of assumptions that contradict themselves to compare: the one with the shortest chains is taken.
  ///
  /// Nets with multiple chains in them take longest to draw.
  private static func contradictionsCompared(_ rule: ChainRule) -> Int { rule.level < 3 ? 4 : 2 }
  /// The number of groups of agreeing assumptions to compare.
  private static let agreementsCompared = 3

  /// Searches the base grid; for levels 1 to 4.
  func findAnyStep(_ rule: ChainRule) -> AnyStepResult {
    beginSearch()
    filter = nil
    guard let lower = closure(.dynamic) else { return .undecided }
    let own = closure(level: rule.level)
    own.prepare(base)
    closure = own
    var found = HintCollector(keepsAll: false)
    var bounds = ClosureBounds()
    let contradictory = own.firstContradictions(
      Self.contradictionsCompared(rule), self, from: lower, &bounds)
    for literal in contradictory where trace(literal, rule).hasContradiction {
      consider(.contradiction(literal), literal ^ 1, &found)
    }
    if contradictory.isEmpty, findAgreements(rule, own, lower, bounds, &found) == 0 {
      return .nothing
    }
    return found.sorted().first.map { .found($0) } ?? .undecided
  }

  /// Works out the set of an assumption, growing it from the highest level that is known.
  func closureState(of literal: Int, in own: ChainClosure, from lowest: ChainClosure) {
    // Level 4 has no use for the chains of levels 2 and 3.
    for level in stride(from: own.level == 4 ? 1 : own.level - 1, to: 0, by: -1) {
      let lower = closure(level: level)
      guard lower.status[literal] == .consistent, lower.isCurrent(base) else { continue }
      own.update(literal, self, lower, isOuter: false)
      return
    }
    own.update(literal, self, lowest, isOuter: false)
  }

  /// Considers groups of assumptions that agree, those of fewest assumptions first.
  private func findAgreements(
    _ rule: ChainRule, _ own: ChainClosure, _ lower: ChainClosure,
    _ bounds: borrowing ClosureBounds, _ found: inout HintCollector
  ) -> Int {
    var count = 0
    for size in 2...9 {
      for (form, starts) in groups(of: size) where bounds.mayAgree(starts) {
        for number in 0..<starts.count { closureState(of: starts[number], in: own, from: lower) }
        if meter.isStopped { return count }
        guard mayAgree(starts, own) else { continue }
        count += 1
        agree(starts, form, rule, &found)
        if count == Self.agreementsCompared { return count }
      }
    }
    return count
  }

  /// The groups of assumptions of which one holds: a candidate on or off, the digits of a cell, the
  /// places of a digit in a house.
  private func groups(of size: Int) -> [(form: MultipleHint.Form, starts: Premises)] {
    var groups: [(form: MultipleHint.Form, starts: Premises)] = []
    for cell in 0..<81 {
      let digits = base.digits(cell)
      let count = Int(tables.count[Int(digits)])
      if count == size { groups.append((.cell(cell), cellPremises(cell))) }
      guard size == 2, count > 2 else { continue }
      for candidate in cell * 9..<cell * 9 + 9 where digits >> UInt16(candidate % 9) & 1 != 0 {
        groups.append((.double(candidate), Premises(candidate * 2 + 1, candidate * 2)))
      }
    }
    for slot in 0..<243 where Int(tables.count[Int(base.masks[81 + slot])]) == size {
      let (house, digit) = (slot / 9, slot % 9)
      groups.append((.house(house, digit: digit), housePremises(house, digit)))
    }
    return groups
  }
}
