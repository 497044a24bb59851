import SudokuCore

/// An X-Wing, Swordfish or Jellyfish: a digit whose places in `size` parallel lines lie in `size`
/// lines across.
///
/// Order: columns as base, then rows; combinations of base lines colexicographically, for each of
/// them digit by digit.
package struct BasicFish: PatternSearcher {
  /// The number of base lines, in `2...4`.
  package let size: Int
  /// The fewest lines without the digit in which a fish is searched for.
  package let leastOpenLines: Int

  package init(size: Int, leastOpenLines: Int? = nil) {
    precondition(2...4 ~= size, "a basic fish has two to four base lines")
    self.size = size
    self.leastOpenLines = leastOpenLines ?? size + 1
  }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique { size == 2 ? .xWing : size == 3 ? .swordfish : .jellyfish }

  private struct Find {
    var lines: UInt16
    var covers: UInt16
    var digit: Int
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for base in [House.Kind.column, .row] {
      let first = base == .column ? 18 : 9
      var finds = grid.withMasks { self.finds(in: $0, firstLine: first) }
      finds.sort { ($0.lines, $0.digit) < ($1.lines, $1.digit) }
      for find in finds {
        guard emit(step(grid, base, find)) else { return }
      }
    }
  }

  /// All fish with lines of one kind as base, digit by digit.
  private func finds(in masks: CandidateGrid.Masks, firstLine: Int) -> [Find] {
    var finds: [Find] = []
    for digit in 0..<9 {
      let places = InlineArray<9, UInt16> { masks.places(firstLine &+ $0, digit) }
      var open = 0
      for line in 0..<9 where places[unchecked: line] != 0 { open &+= 1 }
      guard open >= leastOpenLines else { continue }
      _ = Tuples.walk(size, places) { lines, covers in
        for line in 0..<9
        where lines &>> UInt16(truncatingIfNeeded: line) & 1 == 0
          && places[unchecked: line] & covers != 0
        {
          finds.append(Find(lines: lines, covers: covers, digit: digit))
          break
        }
        return true
      }
    }
    return finds
  }

  private func step(_ grid: CandidateGrid, _ base: House.Kind, _ find: Find) -> Step {
    let digit = Digit(uncheckedIndex: find.digit)
    let fish = LineFish(digit, base: base, lines: find.lines, covers: find.covers)
    let (victims, pattern) = fish.result(in: grid)
    return Step(technique, removing: victims.map { Candidate($0, digit) }, pattern: pattern)
  }
}
