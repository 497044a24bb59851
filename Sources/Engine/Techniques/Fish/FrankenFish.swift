import SudokuCore

/// A franken X-Wing or Swordfish: a fish whose base or cover houses are lines of one kind and blocks.
///
/// Places of the base houses outside the cover, and those in two base houses, are fins: the digit goes
/// only from cells that see all of them. Cells in two cover houses may lose it even if they belong to
/// the base.
///
/// A fish has at most five fins, two of which lie in two base houses.
///
/// Order: digit; rows, then columns as base; base houses, then cover houses in lexicographic order,
/// lines before blocks.
package struct FrankenFish: PatternSearcher {
  /// The number of base houses, 2 or 3.
  package let size: Int
  /// True for fish with fins, false for those without.
  package let isFinned: Bool

  package init(size: Int, isFinned: Bool) {
    precondition(2...3 ~= size, "a franken fish has two or three base houses")
    self.size = size
    self.isFinned = isFinned
  }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique {
    size == 2
      ? (isFinned ? .finnedFrankenXWing : .frankenXWing)
      : (isFinned ? .finnedFrankenSwordfish : .frankenSwordfish)
  }

  /// The most fins of a fish, and the most of them that lie in two base houses.
  private static let mostFins = 5
  private static let mostEndoFins = 2

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid, needsBlock: true) { removals, pattern in
      emit(Step(technique, removing: Set(removals).sorted(), pattern: pattern))
    }
  }

  /// Takes what is removed, first outside the base, then inside, and the pattern.
  package typealias Emit = (_ removals: [Candidate], _ pattern: StepPattern) -> Bool

  /// A house with the places of the digit.
  private struct Line {
    var house: House
    var cells: CellSet
  }

  /// Houses chosen.
  private struct Choice {
    var cells = CellSet()
    /// The cells in two of them.
    var shared = CellSet()
    var houses = HouseSet()
    var count = 0
  }

  /// The houses of a digit, and what the cover houses from each on reach.
  private struct Search {
    var digit: Digit
    var places: CellSet
    var bases: [Line]
    var covers: [Line]
    var near: [Line] = []
    var reach: [CellSet] = []
  }

  package func search(_ grid: CandidateGrid, needsBlock: Bool, emit: Emit) {
    for digit in DigitTemplates.digitsToSearch(grid) {
      let places = grid.cells(with: digit)
      for kind in [House.Kind.row, .column] {
        var search = Search(
          digit: digit, places: places,
          bases: lines(grid, digit, kind, most: isFinned || needsBlock ? 9 : size),
          covers: lines(grid, digit, kind == .row ? .column : .row, most: 9))
        guard search.bases.count >= size else { continue }
        guard
          chooseBase(
            &search, from: 0, Choice(),
            { removals, pattern in
              let hasBlock =
                pattern.houses.contains { $0.kind == .block }
                || pattern.coverHouses.contains { $0.kind == .block }
              return hasBlock || !needsBlock ? emit(removals, pattern) : true
            })
        else { return }
      }
    }
  }

  private func lines(_ grid: CandidateGrid, _ digit: Digit, _ kind: House.Kind, most: Int)
    -> [Line]
  {
    [kind, .block].flatMap { kind in
      (0..<9).compactMap { number in
        let house = House(kind, number)
        let places = grid.places(of: digit, in: house)
        guard 1...most ~= places.nonzeroBitCount else { return nil }
        return Line(house: house, cells: house.cells(at: places))
      }
    }
  }

  private func chooseBase(
    _ search: inout Search, from start: Int, _ base: Choice, _ emit: Emit
  ) -> Bool {
    guard base.count < size else { return chooseCovers(&search, base, emit) }
    for index in stride(from: start, through: search.bases.count - size + base.count, by: 1) {
      let line = search.bases[index]
      let overlap = base.cells.intersection(line.cells)
      var next = base
      if !overlap.isEmpty {
        next.shared = base.shared.union(overlap)
        guard isFinned, next.shared.count <= Self.mostEndoFins else { continue }
      }
      next.cells = base.cells.union(line.cells)
      next.houses.insert(line.house)
      next.count += 1
      guard chooseBase(&search, from: index + 1, next, emit) else { return false }
    }
    return true
  }

  private func chooseCovers(_ search: inout Search, _ base: Choice, _ emit: Emit) -> Bool {
    search.near.removeAll(keepingCapacity: true)
    for line in search.covers
    where !base.houses.contains(line.house) && !line.cells.isDisjoint(with: base.cells) {
      search.near.append(line)
    }
    guard search.near.count >= size else { return true }
    search.reach.removeAll(keepingCapacity: true)
    search.reach.append(CellSet())
    // From the last to the first; turned around below.
    for line in search.near.reversed() {
      search.reach.append(search.reach[search.reach.count - 1].union(line.cells))
    }
    search.reach.reverse()
    return chooseCover(search, base, from: 0, Choice(), emit)
  }

  private func chooseCover(
    _ search: borrowing Search, _ base: Choice, from start: Int, _ cover: Choice, _ emit: Emit
  ) -> Bool {
    let uncovered = base.cells.subtracting(cover.cells)
    for index in stride(from: start, through: search.near.count - size + cover.count, by: 1) {
      // Places that no later cover reaches are fins; some place must see them all.
      let lost = uncovered.subtracting(search.reach[index])
      if isFinned {
        let fins = lost.union(base.shared)
        guard fins.count <= Self.mostFins else { break }
        guard !seen(by: fins).isDisjoint(with: search.places) else { break }
      } else if !lost.isEmpty {
        break
      }
      let line = search.near[index]
      // The last cover house leaves only fins.
      if cover.count == size - 1 {
        let fins = uncovered.subtracting(line.cells)
        guard isFinned ? fins.count <= Self.mostFins : fins.isEmpty else { continue }
      }
      var next = cover
      next.shared = cover.shared.union(cover.cells.intersection(line.cells))
      next.cells = cover.cells.union(line.cells)
      next.houses.insert(line.house)
      next.count += 1
      guard
        next.count == size
          ? emitOne(search, base, next, emit)
          : chooseCover(search, base, from: index + 1, next, emit)
      else { return false }
    }
    return true
  }

  private func seen(by cells: CellSet) -> CellSet {
    var seen = CellSet.all.rawValue
    var rest = cells.rawValue
    while rest != 0 {
      seen &= CellBits.peers[rest.trailingZeroBitCount]
      rest &= rest &- 1
    }
    return CellSet(rawValue: seen)
  }

  private func emitOne(
    _ search: borrowing Search, _ base: Choice, _ cover: Choice, _ emit: Emit
  ) -> Bool {
    let fins = base.cells.subtracting(cover.cells).union(base.shared)
    guard isFinned ? 1...Self.mostFins ~= fins.count : fins.isEmpty else { return true }
    var victims = cover.cells.subtracting(base.cells)
    var cannibals = cover.shared
    if isFinned {
      let seen = seen(by: fins).intersection(search.places)
      guard !seen.isEmpty else { return true }
      victims = victims.intersection(seen)
      cannibals = cannibals.intersection(seen)
    }
    guard !(victims.isEmpty && cannibals.isEmpty) else { return true }
    let digit = search.digit
    let pattern = StepPattern(
      cells: base.cells, specialCells: fins, houses: base.houses, coverHouses: cover.houses,
      digits: DigitSet(digit), candidates: base.cells.map { Candidate($0, digit) })
    return emit(
      victims.map { Candidate($0, digit) } + cannibals.map { Candidate($0, digit) }, pattern)
  }
}
