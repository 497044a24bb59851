import SudokuCore

/// A double exocet: two junior exocets of a band with the same four digits and the same crossing lines.
///
/// The bases stand in two blocks, and the targets in the third block are two cells. A digit in both bases would
/// be at both of these targets, so the bases share no digit: the four base cells hold all four digits, and so do
/// the four targets. A digit goes from cells that see all its places in the bases, or all in the targets. Outside
/// the band each digit is in two of the crossing lines, so it goes from the other cells of the two
/// lines along the band that have room for it there.
///
/// Order: bands, then stacks; the bases; the targets.
///
/// Source: "JExocet Compendium" by David P. Bird on the forum of Sudoku Players, 2015; "Double Exocet" of
/// SudokuWiki.
struct DoubleExocet: PatternSearcher {
  var techniques: [Technique] { [.doubleExocet] }

  /// A junior exocet of four digits.
  private struct Exocet {
    var base: JuniorExocet.Base
    /// The targets, in the order of their blocks.
    var targets: [Cell]
    var lines: HouseSet
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for along in [House.Kind.row, .column] {
      for number in 0..<3 {
        let chute = JuniorExocet.Chute(along: along, number: number)
        let all = Self.exocets(grid, chute)
        for (index, one) in all.enumerated() {
          for other in all[(index + 1)...] where Self.arePartners(one, other) {
            guard let step = step(grid, chute, one, other) else { continue }
            guard emit(step) else { return }
          }
        }
      }
    }
  }

  private static func exocets(_ grid: CandidateGrid, _ chute: JuniorExocet.Chute) -> [Exocet] {
    var exocets: [Exocet] = []
    for base in JuniorExocet.bases(grid, chute) where base.digits.count == 4 {
      let targets = (0..<3).filter { $0 != base.block }.map {
        JuniorExocet.targets(grid, chute, base, block: $0)
      }
      for first in targets[0] {
        for second in targets[1] {
          let lines = [base.escape, first.house(chute.across), second.house(chute.across)]
          guard JuniorExocet.isCovered(grid, chute, lines, base.digits) else { continue }
          exocets.append(Exocet(base: base, targets: [first, second], lines: HouseSet(lines)))
        }
      }
    }
    return exocets
  }

  private static func arePartners(_ one: Exocet, _ other: Exocet) -> Bool {
    one.base.block != other.base.block && one.base.line != other.base.line
      && one.base.digits == other.base.digits && one.lines == other.lines
      && Set(one.targets + other.targets).count == 4
      && one.base.cells.union(other.base.cells)
        .isDisjoint(with: CellSet(one.targets + other.targets))
  }

  private func step(
    _ grid: CandidateGrid, _ chute: JuniorExocet.Chute, _ one: Exocet, _ other: Exocet
  ) -> Step? {
    let bases = one.base.cells.union(other.base.cells)
    let targets = CellSet(one.targets + other.targets)
    let outside = one.lines.reduce(CellSet()) { $0.union($1.cells) }.subtracting(chute.cells)
    var victims: Set<Candidate> = []
    for digit in one.base.digits {
      for cells in [bases, targets] {
        let places = cells.intersection(grid.cells(with: digit))
        guard !places.isEmpty else { return nil }
        victims.formUnion(grid.candidates(DigitSet(digit), in: places.commonPeers))
      }
      let covers = JuniorExocet.covers(grid, chute, outside, digit)
      guard covers.count == 2 else { continue }
      for line in covers {
        victims.formUnion(grid.candidates(DigitSet(digit), in: line.cells.subtracting(outside)))
      }
    }
    guard !victims.isEmpty else { return nil }
    return Step(
      .doubleExocet, removing: victims.sorted(),
      pattern: StepPattern(
        cells: bases, specialCells: targets, houses: one.lines, digits: one.base.digits,
        candidates: grid.candidates(one.base.digits, in: bases.union(targets)),
        sets: [one, other].flatMap { [.init($0.base.cells), .init(CellSet($0.targets))] }))
  }
}

extension Step {
  var doubleExocetReasons: [String] {
    let sets = pattern.sets.map { Phrase.list($0.cells) }
    guard sets.count == 4 else { return [] }
    let digits = Phrase.list(pattern.digits)
    let lines = pattern.houses.contains { $0.kind == .row } ? "rows" : "columns"
    let kind = pattern.houses.contains { $0.kind == .row } ? "columns" : "rows"
    return [
      "The base \(sets[0]) with the targets \(sets[1]) is an exocet of \(digits) across "
        + "\(Phrase.houses(pattern.houses)). So is the base \(sets[2]) with the targets \(sets[3]).",
      "A digit in both bases would be at two targets of one block. So the four base cells hold all four digits, "
        + "and so do the four targets.",
      "Outside these blocks, each digit is in two of these \(lines). Where only two \(kind) have room for a "
        + "digit there, it is nowhere else in those \(kind).",
    ]
  }
}
