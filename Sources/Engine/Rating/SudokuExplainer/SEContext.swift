import SudokuCore
import SudokuTechniques

/// Limits and options that go along with the searches of one puzzle, and what these remember.
///
/// ```swift
/// var context = SEContext(workLimit: 1_000_000)
/// try searcher.firstStep(in: grid, context: &context)
/// context.work      // what it took
/// ```
package struct SEContext: Sendable {
  /// The variant of the rules.
  package var options: SEOptions
  /// True if steps carry their patterns; a rating alone does not need those of chains.
  package var needsPatterns: Bool
  /// The limit of the work, in literals derived by chains, and a way to stop it.
  package var budget: SearchBudget

  package init(
    options: SEOptions = .init(), needsPatterns: Bool = true, workLimit: Int = .max,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.init(
      options: options, needsPatterns: needsPatterns,
      budget: SearchBudget(workLimit: workLimit, isCancelled: isCancelled))
  }

  package init(options: SEOptions = .init(), needsPatterns: Bool = true, budget: SearchBudget) {
    self.options = options
    self.needsPatterns = needsPatterns
    self.budget = budget
  }

  /// The work done so far, in literals derived by chains.
  package var work: Int { budget.work }

  /// The pairs for which aligned pair exclusion last found nothing.
  var pairMemory = ExclusionMemory()
  /// The triples for which aligned triple exclusion last found nothing.
  var tripleMemory = ExclusionMemory()

  /// The places where unique rectangles and loops were last searched for in vain.
  var loopMemory = LoopMemory()

  /// The memory of chain searches, taken when first needed.
  private var lease: ChainScratchLease?

  /// The memory of chain searches, for this context alone.
  mutating func chainScratch() -> ChainScratch {
    if lease != nil, isKnownUniquelyReferenced(&lease), let lease { return lease.scratch }
    let new = ChainScratchLease()
    lease = new
    return new.scratch
  }
}

/// A variant of Sudoku Explainer's rules.
///
/// The defaults are Sudoku Explainer 1.2.1 with the faults that change its results.
package struct SEOptions: Hashable, Sendable {
  /// True if techniques that rest on the solution being unique may be used.
  package var allowsUniqueness = true
  /// True if the extra digits of unique loops are gathered per search frame, as in the reference, instead of along
  /// the path.
  package var gathersLoopExtrasPerFrame = true
  /// True if hidden sets of unique loops of type 3 start at the number of extra digits, as in the reference, instead
  /// of at two.
  package var startsHiddenLoopSetsAtExtraCount = true

  package init() {}
}

/// The last grid in which an aligned exclusion found nothing.
///
/// The exclusions of base cells depend only on their candidates and on those of the cells that see
/// them all. So after a step only cells near a change need another search.
struct ExclusionMemory: Sendable {
  private var masks: InlineArray<81, UInt16> = .init(repeating: 0)
  private var isKnown = false

  /// The cells whose candidates changed since; all cells where that is not known.
  func changedCells(in grid: CandidateGrid) -> CellSet {
    guard isKnown else { return .all }
    return grid.withMasks { now in
      var changed: UInt128 = 0
      for cell in 0..<81 {
        let (old, mask) = (masks[unchecked: cell], now.digits(cell))
        if mask == old { continue }
        // Another puzzle, or a naked single, which bars the cells that it sees.
        if mask & ~old != 0 || mask != 0 && mask & (mask &- 1) == 0 { return .all }
        changed |= 1 &<< UInt128(truncatingIfNeeded: cell)
      }
      return CellSet(rawValue: changed)
    }
  }

  /// Remembers a grid without exclusions.
  mutating func note(_ grid: CandidateGrid) {
    isKnown = true
    grid.withMasks { now in
      for cell in 0..<81 {
        let mask = now.digits(cell)
        masks[unchecked: cell] = mask
        if mask != 0 && mask & (mask &- 1) == 0 { isKnown = false }
      }
    }
  }
}

/// The last grid in which there was no unique rectangle or loop.
///
/// Which loops two digits have depends on the cells with both. Where these stayed as they were, and
/// had no loop, there is none now; a loop that removed nothing may do so once other cells change.
struct LoopMemory: Sendable {
  private var masks: InlineArray<81, UInt16> = .init(repeating: 0)
  private var isKnown = false
  /// The pairs of digits that had loops.
  private var withLoops: UInt128 = 0

  /// The bit of a pair of digits: the higher one times nine and the lower one.
  @inline(__always)
  static func bit(_ pair: UInt16) -> UInt128 {
    let low = pair.trailingZeroBitCount
    let high = (pair & (pair &- 1)).trailingZeroBitCount
    return 1 &<< UInt128(truncatingIfNeeded: high &* 9 &+ low)
  }

  /// The pairs of digits that may have loops; all of them where that is not known.
  func openPairs(in grid: CandidateGrid) -> UInt128 {
    guard isKnown else { return .max }
    return grid.withMasks { now in
      var open = withLoops
      for cell in 0..<81 {
        let (old, mask) = (masks[unchecked: cell], now.digits(cell))
        if mask == old { continue }
        if mask & ~old != 0 { return .max }
        open |= Self.pairs(of: old)
      }
      return open
    }
  }

  private static func pairs(of digits: UInt16) -> UInt128 {
    var pairs: UInt128 = 0
    var highs = digits & (digits &- 1)
    while highs != 0 {
      let high = highs & (0 &- highs)
      highs ^= high
      let lows = UInt128(digits & (high &- 1))
      pairs |= lows &<< UInt128(truncatingIfNeeded: high.trailingZeroBitCount &* 9)
    }
    return pairs
  }

  /// Remembers a grid without exclusions.
  mutating func note(_ grid: CandidateGrid, withLoops pairs: UInt128) {
    isKnown = true
    withLoops = pairs
    grid.withMasks { now in
      for cell in 0..<81 { masks[unchecked: cell] = now.digits(cell) }
    }
  }
}
