import SudokuCore
import SudokuTechniques

/// Fish of all kinds that the program looks for by default.
struct HoDoKuFish: HoDoKuSearcher {
  /// What is looked for.
  enum Form: Sendable {
    case basic, finned, sashimi, franken, finnedFranken

    var isFinned: Bool { self == .finned || self == .sashimi || self == .finnedFranken }
    var isFranken: Bool { self == .franken || self == .finnedFranken }
  }

  let size: Int
  let form: Form

  /// How many fins a fish has at most, and how many of them lie in two base houses.
  private static let mostFins = 5
  private static let mostEndoFins = 2

  /// A house with the places of the digit.
  private struct Line {
    var house: House
    var cells: CellSet
  }

  /// The base houses chosen.
  private struct Base {
    var cells = CellSet()
    var endoFins = CellSet()
    var houses = HouseSet()
  }

  /// The cover houses chosen.
  private struct Cover {
    var cells = CellSet()
    var cannibals = CellSet()
    var houses = HouseSet()
  }

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for digit in DigitSet.all {
      for isRows in [true, false] {
        let bases = lines(
          grid, digit, isRows ? HoDoKuHouse.rows : HoDoKuHouse.columns,
          most: form.isFinned ? 9 : size)
        guard bases.count >= size else { continue }
        let covers = lines(grid, digit, isRows ? HoDoKuHouse.columns : HoDoKuHouse.rows, most: 9)
        if let find = chooseBase(grid, digit, bases, covers, from: 0, Base(), 0) { return find }
      }
    }
    return nil
  }

  private func lines(_ grid: CandidateGrid, _ digit: Digit, _ lines: [House], most: Int) -> [Line] {
    let houses = form.isFranken ? lines + HoDoKuHouse.blocks : lines
    return houses.compactMap { house in
      let places = grid.places(of: digit, in: house)
      guard 1...most ~= places.nonzeroBitCount else { return nil }
      return Line(house: house, cells: house.cells(at: places))
    }
  }

  private func chooseBase(
    _ grid: CandidateGrid, _ digit: Digit, _ bases: [Line], _ covers: [Line], from start: Int,
    _ base: Base, _ count: Int
  ) -> HoDoKuFind? {
    guard count < size else {
      let near = covers.filter {
        !base.houses.contains($0.house) && !$0.cells.isDisjoint(with: base.cells)
      }
      guard near.count >= size else { return nil }
      // What the covers from each on can still reach.
      var reach = [CellSet](repeating: CellSet(), count: near.count + 1)
      for index in near.indices.reversed() {
        reach[index] = reach[index + 1].union(near[index].cells)
      }
      return chooseCover(grid, digit, base, near, reach, from: 0, Cover(), 0)
    }
    guard bases.count - start >= size - count else { return nil }
    for index in start..<bases.count {
      let overlap = base.cells.intersection(bases[index].cells)
      var next = base
      if !overlap.isEmpty {
        next.endoFins = base.endoFins.union(overlap)
        guard form == .finnedFranken, next.endoFins.count <= Self.mostEndoFins else { continue }
      }
      next.cells = base.cells.union(bases[index].cells)
      next.houses.insert(bases[index].house)
      if let find = chooseBase(grid, digit, bases, covers, from: index + 1, next, count + 1) {
        return find
      }
    }
    return nil
  }

  private func chooseCover(
    _ grid: CandidateGrid, _ digit: Digit, _ base: Base, _ covers: [Line], _ reach: [CellSet],
    from start: Int, _ cover: Cover, _ count: Int
  ) -> HoDoKuFind? {
    guard count < size else { return find(grid, digit, base, cover) }
    guard covers.count - start >= size - count else { return nil }
    for index in start...(covers.count - size + count) {
      let lost = base.cells.subtracting(cover.cells).subtracting(reach[index])
      guard form.isFinned ? lost.count <= Self.mostFins : lost.isEmpty else { break }
      var next = cover
      next.cannibals = cover.cannibals.union(cover.cells.intersection(covers[index].cells))
      next.cells = cover.cells.union(covers[index].cells)
      next.houses.insert(covers[index].house)
      if let find = chooseCover(
        grid, digit, base, covers, reach, from: index + 1, next, count + 1)
      {
        return find
      }
    }
    return nil
  }

  private func find(_ grid: CandidateGrid, _ digit: Digit, _ base: Base, _ cover: Cover)
    -> HoDoKuFind?
  {
    let fins = base.cells.subtracting(cover.cells).union(base.endoFins)
    guard form.isFinned ? 1...Self.mostFins ~= fins.count : fins.isEmpty else { return nil }
    var victims = cover.cells.subtracting(base.cells)
    var cannibals = cover.cannibals
    if form.isFinned {
      let seen = fins.commonPeers
      victims = victims.intersection(seen)
      cannibals = cannibals.intersection(seen)
    }
    guard !(victims.isEmpty && cannibals.isEmpty) else { return nil }
    if form == .finned || form == .sashimi {
      let isSashimi = base.houses.contains { house in
        let left = grid.cells(of: digit, in: house).subtracting(fins)
        return left.count <= 1
      }
      guard isSashimi == (form == .sashimi) else { return nil }
    }
    return HoDoKuFind(
      technique,
      removing: victims.map { Candidate($0, digit) } + cannibals.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: base.cells, specialCells: fins, houses: base.houses, coverHouses: cover.houses,
        digits: DigitSet(digit), candidates: base.cells.map { Candidate($0, digit) }))
  }

  private var technique: Technique {
    let table: [Technique]
    switch form {
    case .basic: table = [.xWing, .swordfish, .jellyfish]
    case .finned: table = [.finnedXWing, .finnedSwordfish, .finnedJellyfish]
    case .sashimi: table = [.sashimiXWing, .sashimiSwordfish, .sashimiJellyfish]
    case .franken: table = [.frankenXWing, .frankenSwordfish]
    case .finnedFranken: table = [.finnedFrankenXWing, .finnedFrankenSwordfish]
    }
    return table[size - 2]
  }
}
