import SudokuCore

extension ChainLink {
  /// True if the link follows in a grid from its premises, by the rule that it names.
  ///
  /// Of the patterns and nested chains inside a chain, only almost locked sets are verified.
  package func holds(in grid: CandidateGrid) -> Bool {
    var known = premises.map {
      Group(
        cells: CellSet($0.candidate.cell), digit: $0.candidate.digit, isOn: $0.isOn,
        house: $0.candidate.cell.house(.block))
    }
    for group in groups {
      guard Self.follows(group, from: known, in: grid) else { return false }
      known.append(group)
    }
    let (cell, digit) = (conclusion.candidate.cell, conclusion.candidate.digit)
    switch reason {
    case .house(let house):
      let target = Group(
        cells: CellSet(cell), digit: digit, isOn: conclusion.isOn, house: house)
      return Self.follows(target, from: known, in: grid)
    case .cell:
      let own = known.filter { $0.cells == CellSet(cell) && $0.digit != digit }
      return conclusion.isOn
        ? grid[cell].subtracting([digit]).isSubset(
          of: DigitSet(own.filter { !$0.isOn }.map(\.digit)))
        : own.contains(where: \.isOn)
    case .technique, .nested:
      guard let last = groups.last else { return true }
      return last.isOn != conclusion.isOn && last.digit == digit
        && last.cells.isSubset(of: cell.peers)
    }
  }

  /// True if a literal about cells of its house follows from others.
  private static func follows(
    _ group: Group, from known: [Group], in grid: CandidateGrid
  ) -> Bool {
    guard group.cells.isSubset(of: group.house.cells) else { return false }
    if !group.lockedSet.isEmpty {
      let set = group.lockedSet
      let digits = set.reduce(DigitSet.none) { $0.union(grid[$1]) }
      let lost = digits.filter { digit in
        let places = grid.cells(with: digit).intersection(set)
        return known.contains { !$0.isOn && $0.digit == digit && places.isSubset(of: $0.cells) }
      }
      return group.isOn && digits.count - lost.count <= set.count
        && grid.cells(with: group.digit).intersection(set).isSubset(of: group.cells)
    }
    guard group.isOn else {
      return known.contains { other in
        other.isOn && other.digit == group.digit && other.cells.isDisjoint(with: group.cells)
          && other.cells.isSubset(of: group.house.cells)
      }
    }
    let excluded = known.reduce(CellSet()) {
      $1.digit == group.digit && !$1.isOn ? $0.union($1.cells) : $0
    }
    return grid.cells(of: group.digit, in: group.house)
      .subtracting(group.cells).isSubset(of: excluded)
  }
}

extension ChainBranch {
  /// True if every link follows from what is known before it.
  package func holds(in grid: CandidateGrid) -> Bool {
    var known: Set<Literal> = [assumption]
    for link in links {
      guard known.isSuperset(of: link.premises), link.holds(in: grid) else { return false }
      known.insert(link.conclusion)
    }
    return true
  }

  /// True if its conclusion contradicts itself.
  package var isContradictory: Bool {
    let all = Set(links.map(\.conclusion) + [assumption])
    return all.contains { all.contains($0.opposite) }
  }
}
