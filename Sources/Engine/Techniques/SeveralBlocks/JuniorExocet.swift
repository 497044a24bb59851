import SudokuCore

/// A junior exocet: two targets in a band that hold the digits of two base cells.
///
/// The base cells stand in one line of a block, the targets one in each of the other two blocks of the
/// band (or stack), in other lines than the base. Three lines go across the band: through the block's
/// third cell beside the base, and through each target. A target's companion, the other cell of its
/// block that is in its crossing line and not in the base's line, has none of the base's digits. If
/// outside the band each of these digits has room in at most two of the six rows that the crossing
/// lines pass, it can be in two of the three crossing lines there, so in the third one it is within the
/// band: at a target. Both digits of the base are at the targets, and nothing else is.
///
/// A digit of the base that neither target has goes from the base, too. Order: bands, then stacks;
/// base block, base line, base cells, targets.
///
/// Source: "JExocet" by D. P. Bird on the forum of Sudoku Players, 2013; the cover of lines in one
/// direction only.
struct JuniorExocet: PatternSearcher {
  /// The most digits that the base may have.
  static let mostDigits = 4

  var techniques: [Technique] { [.juniorExocet] }

  /// The place of a pattern: three blocks in a row, seen along the band.
  struct Chute {
    /// The kind of line that the base stands in.
    let along: House.Kind
    /// 0 to 2.
    let number: Int

    var across: House.Kind { along == .row ? .column : .row }

    /// A cell by its line in the band, its block and its place in both, each 0 to 2.
    func cell(line: Int, block: Int, place: Int) -> Cell {
      House(along, 3 * number + line).cell(3 * block + place)
    }

    var cells: CellSet {
      (0..<3).reduce(CellSet()) { $0.union(House(along, 3 * number + $1).cells) }
    }
  }

  /// The base cells and what goes with them.
  struct Base {
    var cells: CellSet
    var digits: DigitSet
    /// The line of the band, 0 to 2.
    var line: Int
    /// The block of the band, 0 to 2.
    var block: Int
    /// The crossing line beside the base cells.
    var escape: House
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for along in [House.Kind.row, .column] {
      for number in 0..<3 {
        let chute = Chute(along: along, number: number)
        for base in Self.bases(grid, chute) {
          guard emitAll(grid, chute, base, emit) else { return }
        }
      }
    }
  }

  static func bases(_ grid: CandidateGrid, _ chute: Chute) -> [Base] {
    var bases: [Base] = []
    for block in 0..<3 {
      for line in 0..<3 {
        for absent in 0..<3 {
          let cells = CellSet(
            (0..<3).filter { $0 != absent }
              .map { chute.cell(line: line, block: block, place: $0) })
          let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
          guard cells.allSatisfy({ grid.board[$0] == nil }), 2...mostDigits ~= digits.count
          else { continue }
          let beside = chute.cell(line: line, block: block, place: absent)
          bases.append(
            Base(
              cells: cells, digits: digits, line: line, block: block,
              escape: beside.house(chute.across)))
        }
      }
    }
    return bases
  }

  /// Hands over the steps of a base; returns whether to go on.
  private func emitAll(
    _ grid: CandidateGrid, _ chute: Chute, _ base: Base, _ emit: (Step) -> Bool
  ) -> Bool {
    let blocks = (0..<3).filter { $0 != base.block }
    let targets = blocks.map { Self.targets(grid, chute, base, block: $0) }
    for first in targets[0] {
      for second in targets[1] {
        let lines = [base.escape, first.house(chute.across), second.house(chute.across)]
        guard Self.isCovered(grid, chute, lines, base.digits),
          let step = step(grid, base, first, second, lines)
        else { continue }
        guard emit(step) else { return false }
      }
    }
    return true
  }

  /// The cells of a block that can be targets: empty, with a digit of the base, and with a companion
  /// that has none.
  static func targets(
    _ grid: CandidateGrid, _ chute: Chute, _ base: Base, block: Int
  ) -> [Cell] {
    let lines = (0..<3).filter { $0 != base.line }
    return lines.flatMap { line in
      (0..<3).compactMap { place in
        let target = chute.cell(line: line, block: block, place: place)
        let other = lines[0] + lines[1] - line
        let companion = chute.cell(line: other, block: block, place: place)
        guard grid.board[target] == nil, !grid[target].isDisjoint(with: base.digits),
          grid.board[companion].map({ !base.digits.contains($0) })
            ?? grid[companion].isDisjoint(with: base.digits)
        else { return nil }
        return target
      }
    }
  }

  /// True if each digit has room in at most two lines along the band where the crossing lines pass outside it, digits
  /// that are placed there included.
  static func isCovered(
    _ grid: CandidateGrid, _ chute: Chute, _ lines: [House], _ digits: DigitSet
  ) -> Bool {
    let outside = lines.reduce(CellSet()) { $0.union($1.cells) }.subtracting(chute.cells)
    return digits.allSatisfy { covers(grid, chute, outside, $0).count <= 2 }
  }

  /// The lines along the band in which some cells have room for a digit, or hold it.
  static func covers(
    _ grid: CandidateGrid, _ chute: Chute, _ cells: CellSet, _ digit: Digit
  ) -> Set<House> {
    let places = cells.filter { grid.board[$0] == digit || grid[$0].contains(digit) }
    return Set(places.map { $0.house(chute.along) })
  }

  private func step(
    _ grid: CandidateGrid, _ base: Base, _ first: Cell, _ second: Cell, _ lines: [House]
  ) -> Step? {
    let targets: CellSet = [first, second]
    var victims = targets.flatMap { target in
      grid[target].subtracting(base.digits).map { Candidate(target, $0) }
    }
    let absent = base.digits.subtracting(grid[first].union(grid[second]))
    victims += grid.candidates(absent, in: base.cells)
    guard !victims.isEmpty else { return nil }
    return Step(
      .juniorExocet, removing: victims.sorted(),
      pattern: StepPattern(
        cells: base.cells, specialCells: targets, houses: HouseSet(lines), digits: base.digits,
        candidates: grid.candidates(base.digits, in: base.cells.union(targets))))
  }
}
