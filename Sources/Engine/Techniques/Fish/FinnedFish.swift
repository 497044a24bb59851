import SudokuCore

/// A finned or sashimi X-Wing, Swordfish, Jellyfish, Squirmbag, Whale or Leviathan: a fish but for some
/// places (fins) in one block.
///
/// Either the fish holds, or a fin does; so the digit goes from the cells of the cover lines that
/// are in the fins' block too. It is sashimi where a base line has at most one place beside the fins.
///
/// From five lines on there is a smaller one with the same eliminations: its base are the lines across that are
/// not cover lines, its cover the lines that are not base lines, and its fins are the same. (Without fins
/// that is a fish with at most four lines, or a line across has a single place; so `BasicFish` needs no
/// more than four.)
///
/// Order: rows as base, then columns; digits; combinations of base lines colexicographically; blocks
/// of the fins; cover lines.
package struct FinnedFish: PatternSearcher {
  /// The number of base lines, in `2...7`.
  let size: Int
  /// True if some base line has at most one place beside the fins.
  let isSashimi: Bool

  package init(size: Int, isSashimi: Bool) {
    precondition(2...7 ~= size, "a finned fish has two to seven base lines")
    self.size = size
    self.isSashimi = isSashimi
  }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique {
    switch size {
    case 2: isSashimi ? .sashimiXWing : .finnedXWing
    case 3: isSashimi ? .sashimiSwordfish : .finnedSwordfish
    case 4: isSashimi ? .sashimiJellyfish : .finnedJellyfish
    case 5: isSashimi ? .sashimiSquirmbag : .finnedSquirmbag
    case 6: isSashimi ? .sashimiWhale : .finnedWhale
    default: isSashimi ? .sashimiLeviathan : .finnedLeviathan
    }
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let digits = DigitTemplates.digitsToSearch(grid)
    for base in [House.Kind.row, .column] {
      for digit in digits {
        let places = InlineArray<9, UInt16> { grid.places(of: digit, in: House(base, $0)) }
        var open: UInt16 = 0
        for line in 0..<9 where places[line] != 0 { open |= 1 << UInt16(line) }
        guard open.nonzeroBitCount > size else { continue }
        for lines in Combinations.ofNine[size] where lines & ~open == 0 {
          guard emitAll(grid, digit, base, lines, places, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ digit: Digit, _ base: House.Kind, _ lines: UInt16,
    _ places: borrowing InlineArray<9, UInt16>, _ emit: (Step) -> Bool
  ) -> Bool {
    for band in 0..<3 where lines & (0b111 << UInt16(3 * band)) != 0 {
      for stack in 0..<3 {
        let inStack: UInt16 = 0b111 << UInt16(3 * stack)
        // Places outside the block must be covered; inside there is a choice.
        var needed: UInt16 = 0
        var free: UInt16 = 0
        for line in 0..<9 where lines >> UInt16(line) & 1 != 0 {
          needed |= line / 3 == band ? places[line] & ~inStack : places[line]
          if line / 3 == band { free |= places[line] & inStack }
        }
        free &= ~needed
        let missing = size - needed.nonzeroBitCount
        guard missing >= 0, free.nonzeroBitCount > missing else { continue }
        for chosen in Combinations.ofNine[missing] where chosen & ~free == 0 {
          // All fins lie in the block, so what sees them all in a cover line lies there too.
          let fish = LineFish(digit, base: base, lines: lines, covers: needed | chosen)
          guard hasKind(fish, places) else { continue }
          if let step = step(grid, fish), !emit(step) { return false }
        }
      }
    }
    return true
  }

  /// True if the fish is sashimi and the searcher is for sashimi fish, or neither is.
  private func hasKind(_ fish: LineFish, _ places: borrowing InlineArray<9, UInt16>) -> Bool {
    var isDegenerate = false
    for line in 0..<9 where fish.lines >> UInt16(line) & 1 != 0 {
      if Tuples.isAtMost(places[line] & fish.covers, 1) { isDegenerate = true }
    }
    return isDegenerate == isSashimi
  }

  private func step(_ grid: CandidateGrid, _ fish: LineFish) -> Step? {
    let (victims, pattern) = fish.result(in: grid)
    guard !victims.isEmpty else { return nil }
    return Step(
      technique, removing: victims.map { Candidate($0, fish.digit) }, pattern: pattern)
  }
}
