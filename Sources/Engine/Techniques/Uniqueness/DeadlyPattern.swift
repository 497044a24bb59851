import SudokuCore

/// Cells which, if they held only some of their candidates, could be filled in another way as well.
///
/// A puzzle with one solution has no such pattern, so one of the other candidates of these cells, the
/// guardians, is right. What all of them exclude goes; a single guardian is right.
struct DeadlyPattern {
  /// The cells in order, each with the digits that the pattern has in it.
  var cells: [(cell: Cell, digits: DigitSet)] = []
  /// The other candidates.
  private(set) var guardians: [Candidate] = []
  /// By digit, the cells in which all guardians exclude it.
  private var excluded = InlineArray<9, CellSet>(repeating: .all)

  /// All cells of the pattern.
  var cellSet: CellSet { CellSet(cells.map(\.cell)) }

  /// Adds a cell.
  ///
  /// - Returns: True if some candidate is still excluded by all guardians, or there is none.
  mutating func add(_ cell: Cell, _ digits: DigitSet, in grid: CandidateGrid) -> Bool {
    cells.append((cell, digits))
    for digit in grid[cell].subtracting(digits) {
      guardians.append(Candidate(cell, digit))
      for other in DigitSet.all {
        let cells = other == digit ? PeerOrder.sets[cell.index] : CellSet(cell)
        excluded[other.index].formIntersection(cells)
      }
    }
    return guardians.isEmpty || hasVictims(in: grid)
  }

  private func hasVictims(in grid: CandidateGrid) -> Bool {
    DigitSet.all.contains { !excluded[$0.index].isDisjoint(with: grid.cells(with: $0)) }
  }

  /// The candidates that all guardians exclude.
  private func victims(in grid: CandidateGrid) -> [Candidate] {
    DigitSet.all.flatMap { digit in
      excluded[digit.index].intersection(grid.cells(with: digit)).map { Candidate($0, digit) }
    }.sorted()
  }

  /// The step, `nil` if the pattern has no guardian, as in a grid without exactly one solution.
  func step(_ technique: Technique, in grid: CandidateGrid) -> Step? {
    guard let first = guardians.first else { return nil }
    let pattern = StepPattern(
      cells: cellSet, specialCells: CellSet(guardians.map(\.cell)),
      digits: cells.reduce(.none) { $0.union($1.digits) },
      specialDigits: DigitSet(guardians.map(\.digit)),
      candidates: cells.flatMap { entry in
        grid[entry.cell].intersection(entry.digits).map { Candidate(entry.cell, $0) }
      }.sorted(), sets: guardians.map { .init(CellSet($0.cell), link: DigitSet($0.digit)) })
    if guardians.count == 1 { return Step(technique, placing: first, pattern: pattern) }
    let victims = victims(in: grid)
    return victims.isEmpty ? nil : Step(technique, removing: victims, pattern: pattern)
  }
}

extension Step {
  /// The guardians of a deadly pattern: "5 in r1c2 or 7 in r3c4".
  var guardianList: String {
    Phrase.list(
      pattern.sets.map { "\(Phrase.list($0.link)) in \(Phrase.list($0.cells))" }, "or")
  }

  /// One guardian at least is true: "So r1c2 is 4 or 8.", where all are in one cell.
  var guardianSentence: String {
    let cells = Set(pattern.sets.map(\.cells))
    guard cells.count == 1, let cell = cells.first else {
      return "So one of these is right: \(guardianList)."
    }
    let digits = pattern.sets.reduce(into: DigitSet.none) { $0.formUnion($1.link) }
    return "So \(Phrase.list(cell)) is \(Phrase.list(digits, "or"))."
  }

  /// The two rows or columns of an extended rectangle.
  private var twoLines: String {
    let rows = HouseSet(pattern.cells.map { $0.house(.row) })
    return Phrase.houses(rows.count == 2 ? rows : HouseSet(pattern.cells.map { $0.house(.column) }))
  }

  var deadlyPatternReasons: [String] {
    let cells = Phrase.list(pattern.cells)
    let digits = Phrase.list(pattern.digits)
    let intro =
      technique == .extendedRectangle
      ? "If \(cells) held only \(digits), \(twoLines) would have the same three digits there. They "
        + "could exchange them, and the puzzle would then have two solutions."
      : "Without \(guardianList), each of \(cells) would have two candidates. In each house, a digit would have "
        + "two places among them, or none. All these cells could change to their other digit at once, so the "
        + "puzzle would have two solutions."
    // A single guardian is the conclusion.
    return pattern.sets.count == 1
      ? [intro] : [intro, guardianSentence]
  }
}
