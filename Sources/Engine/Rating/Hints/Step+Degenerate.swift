import SudokuCore
import SudokuTechniques

extension Step {
  /// True if the step is a mere form of a simpler one, though its pattern fits the definition.
  ///
  /// That is a set that is used twice, a wing in one house, a hidden set that contains a smaller one, a
  /// multi-sector set of few cells, an exocet of two digits, a chain that visits a candidate twice, or a
  /// single-digit pattern that removes from its own houses.
  package var isDegenerate: Bool {
    switch technique.family {
    case .subset: return containsSmallerSet
    case .wing:
      return House.all.contains { pattern.allCells.isSubset(of: $0.cells) } || visitsTwice
    case .almostLockedSet:
      if technique == .sueDeCoq { return false }
      return setsOverlap
    case .singleDigit:
      guard technique != .template else { return false }
      return !pattern.branches.isEmpty
        && pattern.houses.contains { house in
          eliminations.contains { house.cells.contains($0.cell) }
        }
    case .severalBlocks:
      // A base of two digits is a naked pair.
      if technique == .juniorExocet { return pattern.digits.count == 2 }
      return technique == .multiSectorLockedSet && pattern.cells.count < 8
    case .chain: return pattern.branches.count == 1 && visitsTwice
    default: return false
    }
  }

  /// True if some of a set's digits, or cells, are a set of their own.
  private var containsSmallerSet: Bool {
    let hidden: Set<Technique> = [.hiddenTriple, .hiddenQuad]
    let naked: Set<Technique> = [.nakedTriple, .nakedQuad]
    if hidden.contains(technique) {
      let digits = Array(pattern.digits)
      return Self.properParts(of: digits.count).contains { part in
        let chosen = DigitSet(part.map { digits[$0] })
        let cells = CellSet(pattern.candidates.filter { chosen.contains($0.digit) }.map(\.cell))
        return cells.count <= part.count
      }
    }
    guard naked.contains(technique) else { return false }
    let cells = Array(pattern.cells)
    return Self.properParts(of: cells.count).contains { part in
      let chosen = CellSet(part.map { cells[$0] })
      return DigitSet(pattern.candidates.filter { chosen.contains($0.cell) }.map(\.digit)).count
        <= part.count
    }
  }

  private static func properParts(of count: Int) -> [[Int]] {
    (1..<max(2, 1 << count) - 1).map { mask in (0..<count).filter { mask >> $0 & 1 != 0 } }
  }

  /// True if two of a step's sets share cells: petals, or the first and last set of a chain.
  private var setsOverlap: Bool {
    let sets = pattern.sets.map(\.cells)
    for (index, set) in sets.enumerated() {
      for other in sets[..<index] {
        let isBad =
          technique == .deathBlossom ? !set.isDisjoint(with: other) : set == other
        if isBad { return true }
      }
    }
    return false
  }

  /// True if a chain concludes the same about a candidate twice.
  private var visitsTwice: Bool {
    let visited = pattern.links.map(\.conclusion)
    return Set(visited.map(\.candidate)).count < visited.count
  }
}
