/// The simple techniques that advanced chains use on their working grid.
///
/// Each follows Sudoku Explainer's order; a result whose pattern does not rest on anything gone
/// since the chain's start is skipped. The first technique with a result is the only one.
extension ChainEngine {
  /// Locked candidates: pointing, then claiming.
  func advanceByLocking(_ trace: ChainTrace) -> Bool {
    var didYield = false
    // Block with columns, block with rows, column with blocks, row with blocks.
    for pairing in 0..<4 {
      for number in 0..<9 {
        let houseA = pairing < 2 ? number : pairing == 2 ? 18 &+ number : 9 &+ number
        for part in 0..<3 {
          let houseB: Int
          let inside: UInt16
          let outside: UInt16
          switch pairing {
          case 0:
            houseB = 18 &+ number % 3 &* 3 &+ part
            inside = 0o111 &<< UInt16(part)
            outside = ~(0o7 &<< UInt16(number / 3 &* 3))
          case 1:
            houseB = 9 &+ number / 3 &* 3 &+ part
            inside = 0o7 &<< UInt16(part &* 3)
            outside = ~(0o7 &<< UInt16(number % 3 &* 3))
          case 2:
            houseB = part &* 3 &+ number / 3
            inside = 0o7 &<< UInt16(part &* 3)
            outside = ~(0o111 &<< UInt16(number % 3))
          default:
            houseB = number / 3 &* 3 &+ part
            inside = 0o7 &<< UInt16(part &* 3)
            outside = ~(0o7 &<< UInt16(number % 3 &* 3))
          }
          for digit in 0..<9 {
            let places = work.places(houseA, digit)
            guard places & ~inside == 0, places & (places &- 1) != 0 else { continue }
            let victims = work.places(houseB, digit) & outside
            if victims == 0 { continue }
            trace.reserveParents(64)
            let first = trace.state.pointee.parentCount
            pushGone(trace, houseA, digit, among: ~inside)
            let count = trace.state.pointee.parentCount &- first
            if count == 0 { continue }
            didYield = true
            switchOffPlaces(
              trace, houseB, digit, victims, first, count, pairing < 2 ? .pointing : .claiming)
          }
        }
      }
    }
    return didYield
  }

  /// Hidden pairs: two digits with the same two places.
  func advanceByHiddenPairs(_ trace: ChainTrace) -> Bool {
    var didYield = false
    for order in 0..<27 {
      let house = ChainEngine.setOrder(order)
      if emptyCount[house] <= 4 { continue }
      var pairs: UInt16 = 0
      for digit in 0..<9 where tables.count[Int(work.places(house, digit))] == 2 {
        pairs |= 1 &<< UInt16(digit)
      }
      if pairs & (pairs &- 1) == 0 { continue }
      for high in 1..<9 where pairs &>> UInt16(high) & 1 != 0 {
        let places = work.places(house, high)
        for low in 0..<high where pairs &>> UInt16(low) & 1 != 0 {
          guard work.places(house, low) == places else { continue }
          if applyHiddenPair(trace, house, places, low, high) { didYield = true }
        }
      }
    }
    return didYield
  }

  private func applyHiddenPair(
    _ trace: ChainTrace, _ house: Int, _ places: UInt16, _ low: Int, _ high: Int
  ) -> Bool {
    let pair: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
    let cellA = Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount])
    let cellB = Int(tables.cell[house &* 9 &+ (places & (places &- 1)).trailingZeroBitCount])
    if (work.digits(cellA) | work.digits(cellB)) & ~pair == 0 { return false }
    trace.reserveParents(64)
    let first = trace.state.pointee.parentCount
    pushGone(trace, house, low, among: ~places)
    pushGone(trace, house, high, among: ~places)
    let count = trace.state.pointee.parentCount &- first
    if count == 0 { return false }
    switchOffDigits(trace, cellA, work.digits(cellA) & ~pair, first, count, .hiddenPair)
    switchOffDigits(trace, cellB, work.digits(cellB) & ~pair, first, count, .hiddenPair)
    return true
  }

  /// Naked pairs: two cells with the same two digits.
  func advanceByNakedPairs(_ trace: ChainTrace) -> Bool {
    var didYield = false
    for order in 0..<27 {
      let house = ChainEngine.setOrder(order)
      if emptyCount[house] < 4 { continue }
      var pairs: UInt16 = 0
      for position in 0..<9 {
        let digits = work.digits(Int(tables.cell[house &* 9 &+ position]))
        if tables.count[Int(digits)] == 2 { pairs |= 1 &<< UInt16(position) }
      }
      if pairs & (pairs &- 1) == 0 { continue }
      for high in 1..<9 where pairs &>> UInt16(high) & 1 != 0 {
        let cellB = Int(tables.cell[house &* 9 &+ high])
        for low in 0..<high where pairs &>> UInt16(low) & 1 != 0 {
          let cellA = Int(tables.cell[house &* 9 &+ low])
          guard work.digits(cellA) == work.digits(cellB) else { continue }
          let places: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
          if applyNakedPair(trace, house, places, cellA, cellB) { didYield = true }
        }
      }
    }
    return didYield
  }

  private func applyNakedPair(
    _ trace: ChainTrace, _ house: Int, _ places: UInt16, _ cellA: Int, _ cellB: Int
  ) -> Bool {
    let pair = work.digits(cellA)
    let low = pair.trailingZeroBitCount
    let high = (pair & (pair &- 1)).trailingZeroBitCount
    let victims = (work.places(house, low) | work.places(house, high)) & ~places
    if victims == 0 { return false }
    trace.reserveParents(64)
    let first = trace.state.pointee.parentCount
    pushGoneDigits(trace, cellA, except: -1)
    pushGoneDigits(trace, cellB, except: -1)
    let count = trace.state.pointee.parentCount &- first
    if count == 0 { return false }
    var rest = victims
    while rest != 0 {
      let cell = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
      switchOffDigits(trace, cell, work.digits(cell) & pair, first, count, .nakedPair)
    }
    return true
  }

  /// X-Wings: two parallel lines with the same two places for a digit.
  func advanceByFish(_ trace: ChainTrace) -> Bool {
    var didYield = false
    for base in [18, 9] {
      for high in 1..<9 {
        for low in 0..<high {
          for digit in 0..<9 {
            let places = work.places(base &+ high, digit)
            guard places == work.places(base &+ low, digit), tables.count[Int(places)] == 2,
              placedCount[digit] <= 5
            else { continue }
            if applyFish(trace, base, low, high, digit, places) { didYield = true }
          }
        }
      }
    }
    return didYield
  }

  private func applyFish(
    _ trace: ChainTrace, _ base: Int, _ low: Int, _ high: Int, _ digit: Int, _ places: UInt16
  ) -> Bool {
    let cover = 27 &- base
    let lines: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
    let coverA = cover &+ places.trailingZeroBitCount
    let coverB = cover &+ (places & (places &- 1)).trailingZeroBitCount
    let victimsA = work.places(coverA, digit) & ~lines
    let victimsB = work.places(coverB, digit) & ~lines
    if victimsA | victimsB == 0 { return false }
    trace.reserveParents(64)
    let first = trace.state.pointee.parentCount
    pushGone(trace, base &+ low, digit, among: ~places)
    pushGone(trace, base &+ high, digit, among: ~places)
    let count = trace.state.pointee.parentCount &- first
    if count == 0 { return false }
    if cover == 9 {
      switchOffPlaces(trace, coverA, digit, victimsA, first, count, .fish)
      switchOffPlaces(trace, coverB, digit, victimsB, first, count, .fish)
    } else {
      // Reading order runs across the two cover columns.
      var rest = victimsA | victimsB
      while rest != 0 {
        let row = rest & (0 &- rest)
        rest &= rest &- 1
        if victimsA & row != 0 {
          switchOffPlaces(trace, coverA, digit, row, first, count, .fish)
        }
        if victimsB & row != 0 {
          switchOffPlaces(trace, coverB, digit, row, first, count, .fish)
        }
      }
    }
    return true
  }

  /// The houses in the order of sets: blocks, columns, rows.
  @inline(__always)
  private static func setOrder(_ index: Int) -> Int {
    index < 9 ? index : index < 18 ? index &+ 9 : index &- 9
  }

  /// Pushes the "off"s of a digit's places in a part of a house that are gone since the start.
  private func pushGone(_ trace: ChainTrace, _ house: Int, _ digit: Int, among mask: UInt16) {
    var gone = base.places(house, digit) & ~work.places(house, digit) & mask
    while gone != 0 {
      let place = Int(tables.cell[house &* 9 &+ gone.trailingZeroBitCount])
      gone &= gone &- 1
      trace.pushParent(trace.node((place &* 9 &+ digit) &* 2))
    }
  }

  private func switchOffPlaces(
    _ trace: ChainTrace, _ house: Int, _ digit: Int, _ places: UInt16, _ first: Int, _ count: Int,
    _ reason: ChainReason
  ) {
    var rest = places
    while rest != 0 {
      let place = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
      switchOffAdvanced(trace, place &* 9 &+ digit, from: first, count, reason)
    }
  }

  private func switchOffDigits(
    _ trace: ChainTrace, _ cell: Int, _ digits: UInt16, _ first: Int, _ count: Int,
    _ reason: ChainReason
  ) {
    var rest = digits
    while rest != 0 {
      let candidate = cell &* 9 &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      switchOffAdvanced(trace, candidate, from: first, count, reason)
    }
  }
}
