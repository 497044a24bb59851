import SudokuCore

/// The conclusions from a loop, by type.
extension UniqueLoop.Walk {
  typealias Find = UniqueLoop.Find
  typealias Loop = UniqueLoop.Loop

  private func pattern(_ loop: Loop) -> StepPattern {
    StepPattern(
      cells: loop.set, specialCells: CellSet(loop.extraCells), digits: loop.digits,
      specialDigits: loop.extraDigits,
      candidates: grid.candidates(loop.digits, in: loop.set))
  }

  private func find(
    _ loop: Loop, _ type: Int, rectangle: Technique, longer: Technique,
    removing eliminations: [Candidate], pattern: StepPattern, size: Int = 0, surplus: Int = 0
  ) -> Find {
    let step = Step(
      loop.cells.count == 4 ? rectangle : longer, removing: eliminations, pattern: pattern,
      size: size)
    return Find(step: step, type: type, loopCount: loop.cells.count, surplus: surplus)
  }

  /// One cell has extras: it takes one of them.
  func type1(_ loop: Loop) -> Find {
    find(
      loop, 1, rectangle: .uniqueRectangle1, longer: .uniqueLoop1,
      removing: grid.candidates(loop.digits, in: CellSet(loop.extraCells)), pattern: pattern(loop))
  }

  /// The only extra digit goes from all cells that see its cells.
  func type2(_ loop: Loop) -> Find {
    find(
      loop, 2, rectangle: .uniqueRectangle2, longer: .uniqueLoop2,
      removing: grid.candidates(loop.extraDigits, in: CellSet(loop.extraCells).commonPeers),
      pattern: pattern(loop))
  }

  /// A digit of the loop that is locked in the two cells drives out the other.
  func type4(_ loop: Loop, _ shared: [House]) -> Find? {
    let cells = CellSet(loop.extraCells)
    let digits = Array(loop.digits)
    for (locked, other) in [(digits[0], digits[1]), (digits[1], digits[0])] {
      for house in shared where grid.cells(of: locked, in: house).subtracting(cells).isEmpty {
        var pattern = pattern(loop)
        pattern.houses = HouseSet(house)
        pattern.specialDigits = DigitSet(locked)
        return find(
          loop, 4, rectangle: .uniqueRectangle4, longer: .uniqueLoop4,
          removing: grid.candidates(DigitSet(other), in: cells), pattern: pattern)
      }
    }
    return nil
  }

  /// The extra digits of two cells act as one cell of a naked set; or the loop's digits are part of
  /// a hidden set.
  mutating func addType3(_ loop: Loop, _ shared: [House]) {
    let extraCount = loop.extraDigits.count
    for size in 2...7 {
      for house in shared {
        if size >= extraCount { addNaked(loop, house, size) }
        if size >= (startsHiddenSetsAtExtraCount ? extraCount : 2) {
          addHidden(loop, house, size)
        }
      }
    }
  }

  private mutating func addNaked(_ loop: Loop, _ house: House, _ size: Int) {
    guard grid.emptyCount(house.index) >= 2 * size else { return }
    let common = grid[loop.extraCells[0]].intersection(grid[loop.extraCells[1]])
      .intersection(loop.extraDigits)
    let masks = grid.withMasks { $0.allDigits(house.index) }
    let free = house.cells.subtracting(CellSet(loop.extraCells))
    let extras = loop.extraDigits.rawValue
    var eligible: UInt16 = 0
    for place in 0..<9 {
      let mask = masks[place]
      if mask & (mask &- 1) != 0, (mask | extras).nonzeroBitCount <= size,
        free.contains(house.cell(place))
      {
        eligible |= 1 &<< UInt16(place)
      }
    }
    guard eligible != 0 else { return }
    for tuple in Combinations.ofNine[size - 1] where tuple & ~eligible == 0 {
      var union: UInt16 = 0
      for place in 0..<9 where tuple &>> UInt16(place) & 1 != 0 { union |= masks[place] }
      guard (union | extras).nonzeroBitCount == size,
        (union | common.rawValue).nonzeroBitCount == size
      else { continue }
      let digits = DigitSet(rawValue: union | loop.extraDigits.rawValue)
      let others = house.cells(at: tuple)
      var pattern = pattern(loop)
      pattern.houses = HouseSet(house)
      pattern.specialCells = others
      pattern.specialDigits = digits
      add(
        find(
          loop, 3, rectangle: .uniqueRectangle3Naked, longer: .uniqueLoop3Naked,
          removing: grid.candidates(digits, in: free.subtracting(others)), pattern: pattern,
          size: size, surplus: size - 1))
    }
  }

  private mutating func addHidden(_ loop: Loop, _ house: House, _ size: Int) {
    guard grid.emptyCount(house.index) > 2 * size else { return }
    let first = loop.extraCells[0]
    let second = loop.extraCells[1]
    let struck = ~(1 &<< UInt16(second.position(in: house.kind)))
    let places = grid.withMasks { $0.allPlaces(house.index) }
    let pair = loop.digits.rawValue
    var eligible: UInt16 = 0
    for digit in 0..<9 {
      let count = (places[digit] & UInt16(truncatingIfNeeded: struck)).nonzeroBitCount
      if 1...size ~= count { eligible |= 1 &<< UInt16(digit) }
    }
    eligible &= ~loop.extraDigits.rawValue
    guard pair & ~eligible == 0 else { return }
    for tuple in Combinations.ofNine[size] where tuple & ~eligible == 0 && pair & ~tuple == 0 {
      var union: UInt16 = 0
      for digit in 0..<9 where tuple &>> UInt16(digit) & 1 != 0 {
        union |= places[digit] & UInt16(truncatingIfNeeded: struck)
      }
      guard union.nonzeroBitCount == size else { continue }
      let others = house.cells(at: union).subtracting(CellSet(first))
      var pattern = pattern(loop)
      pattern.houses = HouseSet(house)
      pattern.specialCells = others
      pattern.specialDigits = DigitSet(rawValue: tuple)
      add(
        find(
          loop, 3, rectangle: .uniqueRectangle3Hidden, longer: .uniqueLoop3Hidden,
          removing: grid.candidates(DigitSet(rawValue: ~tuple), in: others), pattern: pattern,
          size: size, surplus: size - 2))
    }
  }
}

extension UniqueLoop.Loop {
  /// The houses that hold both cells with extras: block, row, column.
  var sharedHouses: [House] {
    House.Kind.allCases.map { extraCells[0].house($0) }
      .filter { $0 == extraCells[1].house($0.kind) }
  }
}
