/// Sets worked out for some assumptions only, where a step of the level is wanted, not all of them.
extension ChainClosure {
  /// Makes ready for a grid without working anything out; what is known of the same grid stays.
  func prepare(_ grid: ChainGrid) {
    if !isCurrent(grid) {
      reset()
      snapshot.copy(from: grid)
    }
    forgetGone()
  }

  /// True if the sets are those of a grid, as far as they are known.
  func isCurrent(_ grid: ChainGrid) -> Bool {
    for slot in 0..<ChainGrid.size where snapshot.masks[slot] != grid.masks[slot] { return false }
    return true
  }

  /// Finds assumptions that contradict themselves, until enough are found.
  ///
  /// The consequences of a consistent assumption are consistent. So assumptions with the most
  /// consequences come first, and consequences of a consistent one need no test of their own. Their
  /// sets are subsets of the consistent one's, which `bounds` remembers.
  func firstContradictions(
    _ enough: Int, _ engine: ChainEngine, from lower: ChainClosure, _ bounds: inout ClosureBounds
  ) -> [Int] {
    var contradictory: [Int] = []
    for literal in lower.byConsequences() {
      if bounds.isKnown(literal) { continue }
      engine.closureState(of: literal, in: self, from: lower)
      if engine.meter.isStopped { return [] }
      if status[literal] == .contradictory {
        contradictory.append(literal)
        if contradictory.count == enough { break }
      } else {
        bounds.note(state(literal).sets)
      }
    }
    return contradictory
  }

  /// The assumptions of the grid, those with the most consequences first.
  private func byConsequences() -> [Int] {
    var keys: [Int32] = []
    keys.reserveCapacity(512)
    for cell in 0..<81 {
      var rest = snapshot.digits(cell)
      if rest & (rest &- 1) == 0 { continue }
      while rest != 0 {
        let candidate = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        for literal in [candidate &* 2 &+ 1, candidate &* 2] {
          let sets = state(literal).sets
          var count = 0
          for word in 0..<24 { count &+= sets[word].nonzeroBitCount }
          if status[literal] == .contradictory { count = 2047 }
          keys.append(Int32(truncatingIfNeeded: (2047 &- count) &<< 11 | literal))
        }
      }
    }
    keys.sort()
    return keys.map { Int($0) & 2047 }
  }
}

/// An upper bound of what follows from assumptions, from those known to be consistent.
///
/// Invariants: `known` holds 12 words of candidates for "on", then 12 for "off"; for a literal among
/// them the 12 words at `literal * 12` of `offs` hold the "off"s that may follow.
struct ClosureBounds: ~Copyable {
  private let known = UnsafeMutablePointer<UInt64>.filled(24, with: 0)
  private let offs = UnsafeMutablePointer<UInt64>.filled(ChainTrace.literals * 12, with: .max)

  deinit {
    deallocate(known, offs)
  }

  /// True if a literal follows from a consistent assumption.
  func isKnown(_ literal: Int) -> Bool {
    let candidate = literal &>> 1
    let word = (literal & 1 == 1 ? 0 : 12) &+ candidate &>> 6
    return known[word] &>> UInt64(truncatingIfNeeded: candidate & 63) & 1 != 0
  }

  /// Notes all that follows from a consistent assumption.
  mutating func note(_ sets: UnsafeMutablePointer<UInt64>) {
    for word in 0..<24 {
      var rest = sets[word]
      known[word] |= rest
      let (first, sign) = word < 12 ? (word &* 64, 1) : ((word &- 12) &* 64, 0)
      while rest != 0 {
        narrow((first &+ rest.trailingZeroBitCount) &* 2 &+ sign, sets)
        rest &= rest &- 1
      }
    }
  }

  @inline(__always)
  private func narrow(_ literal: Int, _ sets: UnsafeMutablePointer<UInt64>) {
    let own = offs + literal &* 12
    for word in 0..<12 { own[word] &= sets[12 &+ word] }
  }

  /// True if several literals may have "off"s in common.
  func mayAgree(_ starts: Premises) -> Bool {
    for word in 0..<12 {
      var common: UInt64 = .max
      for number in 0..<starts.count { common &= offs[starts[number] &* 12 &+ word] }
      if common != 0 { return true }
    }
    return false
  }
}
