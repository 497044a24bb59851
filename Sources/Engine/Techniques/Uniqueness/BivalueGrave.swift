import SudokuCore

/// A bivalue universal grave (BUG), types 1 to 4.
///
/// If every empty cell had two candidates and every digit none or two places in each house, the
/// puzzle could not have exactly one solution. So one of the BUG candidates, the digits that break the pattern, must hold.
/// This assumes that the puzzle has one solution.
///
/// Order: type 4 before type 3; in type 3 block, row, column, then the size of the set.
package struct BivalueGrave: PatternSearcher {
  package init() {}

  package var techniques: [Technique] {
    [.bug1, .bug2, .bug3, .bug4]
  }

  /// The polyvalue cells in the order found, with their BUG candidates.
  struct BUGPattern {
    var cells: [Cell] = []
    var digits: [DigitSet] = []
    var allDigits = DigitSet.none

    var set: CellSet { CellSet(cells) }
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    guard let bug = bug(in: grid) else { return }
    let common = bug.set.commonPeers
    if bug.cells.count == 1 {
      _ = emitType1(grid, bug, emit)
    } else if bug.allDigits.count == 1 {
      guard emitType2(grid, bug, common, emit) else { return }
      _ = emitType4(grid, bug, emit)
    } else if !common.isEmpty {
      guard emitType4(grid, bug, emit) else { return }
      _ = emitType3(grid, bug, common, emit)
    }
  }

  /// Finds the disturbing cells, and makes sure that without them there is a bug.
  private func bug(in grid: CandidateGrid) -> BUGPattern? {
    // A BUG has few cells with three or more candidates, and none with one.
    let polyvalue = grid.withMasks { polyvalueCells($0) }
    guard 1...18 ~= polyvalue.count,
      let bug = grid.withMasks({ surplus(in: $0, polyvalue) })
    else { return nil }
    var copy = grid
    for (cell, digits) in zip(bug.cells, bug.digits) {
      for digit in digits { copy.remove(digit, from: cell) }
    }
    guard !bug.cells.isEmpty, copy.emptyCells.allSatisfy({ copy[$0].count == 2 }) else {
      return nil
    }
    for index in 0..<27 {
      for digit in 0..<9 {
        let count = copy.places(index, digit).nonzeroBitCount
        guard count == 0 || count == 2 else { return nil }
      }
    }
    return bug
  }

  /// The cells with three or more candidates; none if a cell has only one.
  private func polyvalueCells(_ masks: CandidateGrid.Masks) -> CellSet {
    var cells: UInt128 = 0
    for index in 0..<81 {
      let mask = masks.digits(index)
      let rest = mask & (mask &- 1)
      if rest == 0, mask != 0 { return CellSet() }
      if rest & (rest &- 1) != 0 { cells |= 1 &<< UInt128(truncatingIfNeeded: index) }
    }
    return CellSet(rawValue: cells)
  }

  /// The digits that houses have neither never nor twice, in the one polyvalue cell that has each;
  /// `nil` if none has it.
  private func surplus(in masks: CandidateGrid.Masks, _ polyvalue: CellSet) -> BUGPattern? {
    var bug = BUGPattern()
    for index in 0..<27 {
      let house = House(unchecked: index)
      for number in 0..<9 {
        let places = masks.places(index, number)
        let rest = places & (places &- 1)
        if places == 0 || rest != 0 && rest & (rest &- 1) == 0 { continue }
        let digit = Digit(uncheckedIndex: number)
        let cells = house.cells(at: places).intersection(polyvalue)
        guard let cell = cells.first else { return nil }
        if cells.hasSeveral { continue }
        bug.allDigits.insert(digit)
        if let known = bug.cells.firstIndex(of: cell) {
          bug.digits[known].insert(digit)
        } else {
          bug.cells.append(cell)
          bug.digits.append(DigitSet(digit))
        }
      }
    }
    return bug
  }

  private func pattern(_ grid: CandidateGrid, _ bug: BUGPattern) -> StepPattern {
    var candidates: [Candidate] = []
    for (cell, digits) in zip(bug.cells, bug.digits) {
      candidates += grid.candidates(digits, in: CellSet(cell))
    }
    return StepPattern(
      cells: bug.set, specialDigits: bug.allDigits, candidates: candidates.sorted())
  }

  private func emitType1(_ grid: CandidateGrid, _ bug: BUGPattern, _ emit: (Step) -> Bool) -> Bool {
    let others = DigitSet.all.subtracting(bug.digits[0])
    return emitProductive(
      Step(
        .bug1, removing: grid.candidates(others, in: bug.set),
        pattern: pattern(grid, bug)), emit)
  }

  private func emitType2(
    _ grid: CandidateGrid, _ bug: BUGPattern, _ common: CellSet, _ emit: (Step) -> Bool
  ) -> Bool {
    emitProductive(
      Step(
        .bug2, removing: grid.candidates(bug.allDigits, in: common),
        pattern: pattern(grid, bug)), emit)
  }

  private func emitType4(_ grid: CandidateGrid, _ bug: BUGPattern, _ emit: (Step) -> Bool) -> Bool {
    guard bug.cells.count == 2 else { return true }
    let locked = grid[bug.cells[0]].intersection(grid[bug.cells[1]])
      .subtracting(bug.allDigits)
    guard locked.count == 1,
      let house = House.Kind.allCases.map({ bug.cells[0].house($0) })
        .first(where: { $0.cells.contains(bug.cells[1]) })
    else { return true }
    var eliminations: [Candidate] = []
    for (cell, digits) in zip(bug.cells, bug.digits) {
      let others = DigitSet.all.subtracting(digits).subtracting(locked)
      eliminations += grid.candidates(others, in: CellSet(cell))
    }
    var pattern = pattern(grid, bug)
    pattern.houses = HouseSet(house)
    pattern.digits = locked
    return emitProductive(
      Step(.bug4, removing: eliminations.sorted(), pattern: pattern), emit)
  }

  private func emitType3(
    _ grid: CandidateGrid, _ bug: BUGPattern, _ common: CellSet, _ emit: (Step) -> Bool
  ) -> Bool {
    for kind in House.Kind.allCases {
      let house = bug.cells[0].house(kind)
      guard bug.set.isSubset(of: house.cells) else { continue }
      let peers = PeerOrder.peers[bug.cells[0].index]
        .filter { common.contains($0) && house.cells.contains($0) && grid[$0].count >= 2 }
      for size in 2...6 where peers.count >= size {
        for tuple in Combinations.of(size - 1, outOf: peers.count) {
          var cells = CellSet()
          var union = DigitSet.none
          for index in peers.indices where tuple &>> UInt32(index) & 1 != 0 {
            cells.insert(peers[index])
            union = union.union(grid[peers[index]])
          }
          guard union.count == size, bug.allDigits.isSubset(of: union) else { continue }
          var pattern = pattern(grid, bug)
          pattern.houses = HouseSet(house)
          pattern.specialCells = cells
          pattern.digits = union
          let victims = CellSet(peers).subtracting(cells)
          let step = Step(
            .bug3, removing: grid.candidates(union, in: victims), pattern: pattern,
            size: size)
          guard emitProductive(step, emit) else { return false }
        }
      }
    }
    return true
  }

  private func emitProductive(_ step: Step, _ emit: (Step) -> Bool) -> Bool {
    step.eliminations.isEmpty ? true : emit(step)
  }
}
