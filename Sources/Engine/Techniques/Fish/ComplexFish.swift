import SudokuCore

/// A fish of any houses: as many base houses as cover houses, no house both.
///
/// Places of the base houses outside the cover, and those in two base houses, are fins: the digit goes
/// only from cells that see all of them, in a cover house outside the base, or in two cover houses even
/// if they belong to the base. There are at most five fins, two of which lie in two base houses. Each
/// cover house has a place of the base.
///
/// It is a franken fish where its base has lines of one kind and its cover of the other, and some house
/// is a block; a mutant fish where it is neither a franken fish nor of lines of one kind each.
///
/// There are thousands of such fish that remove the same. Each set of places that some fish removes is
/// handed over once, with the fish that has the fewest fins, and of these with the first base, then the
/// first cover, in lexicographic order of the houses (blocks, rows, columns).
///
/// Order: digit; fins; base; cover.
///
/// Source: "The Ultimate Fish Guide" of the players' forum, whose words (base and cover sectors, endo
/// fins, franken, mutant) HoDoKu has, too; the limits are HoDoKu's.
struct ComplexFish: PatternSearcher {
  enum Shape: Sendable {
    /// Lines of one kind and blocks as base, of the other kind and blocks as cover.
    case franken
    /// Any other houses.
    case mutant
  }

  /// The kinds of houses that are mixed.
  let shape: Shape
  /// The number of base houses, in `2...4`.
  let size: Int
  /// True for fish with fins, false for those without.
  let isFinned: Bool

  /// The most fins of a fish, and the most of them that lie in two base houses.
  static let mostFins = 5
  static let mostEndoFins = 2

  init(_ shape: Shape, size: Int, isFinned: Bool) {
    precondition(2...4 ~= size, "a complex fish has two to four base houses")
    precondition(shape == .mutant || size == 4, "FrankenFish finds smaller franken fish")
    self.shape = shape
    self.size = size
    self.isFinned = isFinned
  }

  var techniques: [Technique] { [technique] }

  private var technique: Technique {
    switch (shape, size) {
    case (.franken, _): isFinned ? .finnedFrankenJellyfish : .frankenJellyfish
    case (.mutant, 2): isFinned ? .finnedMutantXWing : .mutantXWing
    case (.mutant, 3): isFinned ? .finnedMutantSwordfish : .mutantSwordfish
    case (.mutant, _): isFinned ? .finnedMutantJellyfish : .mutantJellyfish
    }
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let goals = DigitTemplates.placesToLose(of: digit, in: grid)
      guard !goals.isEmpty else { continue }
      var search = ComplexFishSearch(
        places: grid.cells(with: digit), size: size, isFinned: isFinned, shape: shape)
      for goal in goals { search.findFish(removing: goal) }
      for find in search.finds {
        guard emit(step(digit, find)) else { return }
      }
    }
  }

  private func step(_ digit: Digit, _ find: ComplexFishSearch.Find) -> Step {
    Step(
      technique, removing: find.victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: find.cells, specialCells: find.fins, houses: find.base, coverHouses: find.cover,
        digits: DigitSet(digit), candidates: find.cells.map { Candidate($0, digit) }))
  }
}
