import SudokuCore

/// The reasons that a single has no other digit, or no other place.
package struct SingleCauses: Hashable, Sendable {
  /// Placed cells whose digits exclude the others.
  package var excluders = CellSet()
  /// For a naked single the houses of the excluders, and their digits.
  package var houses = HouseSet()
  package var digits = DigitSet.none
  /// Candidates that nothing placed excludes.
  package var removed: [Removal] = []

  /// A candidate that was removed.
  package struct Removal: Hashable, Sendable {
    package var candidate: Candidate
    /// The number of the step that removed it, 0 if the notes lack it.
    package var step: Int
  }
}

extension Step {
  /// The step with the causes of a single; other steps are as before.
  ///
  /// - Parameters:
  ///   - board: The board in which the step was found.
  ///   - remover: The number of the step that removed a candidate, 0 if none did.
  package func withCauses(on board: Board, remover: (Candidate) -> Int = { _ in 0 }) -> Step {
    guard let placement, let house = pattern.houses.first ?? placement.cell.houses.first else {
      return self
    }
    var step = self
    switch technique {
    case .nakedSingle: step.causes = .forNakedSingle(placement, on: board)
    case .hiddenSingleBlock, .hiddenSingleLine:
      step.causes = .forHiddenSingle(placement, in: house, on: board)
    default: return self
    }
    for (index, removal) in (step.causes?.removed ?? []).enumerated() {
      step.causes?.removed[index].step = remover(removal.candidate)
    }
    return step
  }
}

extension SingleCauses {
  /// Of the houses of the cell as few as have all that placed cells exclude.
  fileprivate static func forNakedSingle(_ placement: Candidate, on board: Board) -> Self {
    var causes = SingleCauses()
    let houses = placement.cell.houses.map { house in
      (house, DigitSet(house.cells.compactMap { board[$0] }))
    }
    let all = houses.reduce(DigitSet.none) { $0.union($1.1) }
    let choices = (1..<8).map { mask in houses.indices.filter { mask >> $0 & 1 != 0 } }
      .sorted { $0.count < $1.count }
    let chosen = choices.first { choice in
      choice.reduce(DigitSet.none) { $0.union(houses[$1].1) } == all
    }
    causes.houses = all.isEmpty ? HouseSet() : HouseSet((chosen ?? []).map { houses[$0].0 })
    causes.digits = all
    causes.excluders = CellSet(
      causes.houses.flatMap { $0.cells.filter { board[$0] != nil } })
    causes.removed = DigitSet.all.subtracting(all).subtracting(DigitSet(placement.digit)).map {
      Removal(candidate: Candidate(placement.cell, $0), step: 0)
    }
    return causes
  }

  /// Of the cells with the digit as few as exclude all places that placed cells exclude.
  fileprivate static func forHiddenSingle(
    _ placement: Candidate, in house: House, on board: Board
  ) -> Self {
    var causes = SingleCauses()
    var open = CellSet(house.cells.filter { board[$0] == nil && $0 != placement.cell })
    let holders = CellSet(CellSet.all.filter { board[$0] == placement.digit })
    while let best = holders.max(by: {
      $0.peers.intersection(open).count < $1.peers.intersection(open).count
    }), !best.peers.isDisjoint(with: open) {
      open.subtract(best.peers)
      causes.excluders.insert(best)
    }
    causes.removed = open.map { Removal(candidate: Candidate($0, placement.digit), step: 0) }
    return causes
  }

  /// The removed candidates by the step that removed them.
  private var groups: [(step: Int, candidates: [Candidate])] {
    Set(removed.map(\.step)).sorted().map { number in
      (number, removed.filter { $0.step == number }.map(\.candidate))
    }
  }

  /// The digits by house, and by the step that removed them.
  func nakedSingleReason(_ cells: CellSet) -> String {
    let verb = houses.count == 1 ? "has" : "have"
    let placed = "\(Phrase.houses(houses)) already \(verb) \(Phrase.list(digits))"
    let gone = groups.map { step, candidates in
      let digits = Phrase.list(DigitSet(candidates.map(\.digit)))
      return step == 0
        ? "the notes of \(Phrase.list(cells)) lack \(digits)" : "step \(step) removed \(digits)"
    }
    return Phrase.sentence((houses.isEmpty ? [] : [placed]) + gone)
  }

  /// The places by the step that removed them, and by placed digits.
  func hiddenSingleReason(_ digits: DigitSet) -> String {
    let digit = Phrase.list(digits)
    let lost = groups.map { step, candidates in
      let cells = Phrase.list(CellSet(candidates.map(\.cell)))
      return step == 0 ? "the notes exclude \(cells)" : "\(cells) lost \(digit) in step \(step)"
    }
    guard !excluders.isEmpty else { return Phrase.list(lost) }
    let holders =
      excluders.count == 1
      ? "the \(digit) in \(Phrase.list(excluders)) excludes"
      : "the \(digit)s in \(Phrase.list(excluders)) exclude"
    guard !lost.isEmpty else { return "\(holders) the others" }
    return "\(Phrase.list(lost)), and \(holders) the rest"
  }

  /// True if there is anything to say: the house has other empty cells.
  var hasAny: Bool { !excluders.isEmpty || !removed.isEmpty }
}
