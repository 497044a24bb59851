import SudokuCore

/// Candidates, counts and queues of singles, changed as the program changes them.
///
/// Singles come from the queues alone, so what is solved first depends on the order of all changes.
struct HoDoKuMarks {
  /// The candidates of each cell.
  private(set) var masks = InlineArray<81, UInt16>(repeating: 0x1FF)
  /// The digits placed, -1 where there is none.
  private(set) var values = InlineArray<81, Int8>(repeating: -1)
  /// The naked singles found so far, oldest first.
  private(set) var naked: [Candidate] = []
  /// The hidden singles found so far, oldest first.
  private(set) var hidden: [Candidate] = []
  private var counts = InlineArray<243, UInt8>(repeating: 9)

  /// The number of cells of a house that may hold a digit, as HoDoKu counts.
  func count(_ digit: Int, _ house: House) -> Int { Int(counts[house.index &* 9 &+ digit]) }

  mutating func clearQueues() {
    naked.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
  }

  /// Takes a candidate away; singles that arise go to the queues.
  @discardableResult
  mutating func remove(_ digit: Int, from cell: Cell) -> Bool {
    let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: digit)
    guard masks[cell.index] & bit != 0 else { return false }
    masks[cell.index] &= ~bit
    let rest = masks[cell.index]
    // A cell without candidates: the puzzle is broken, and the program stops here.
    guard rest != 0 else { return true }
    if rest & (rest &- 1) == 0 {
      naked.append(Candidate(cell, Digit(uncheckedIndex: rest.trailingZeroBitCount)))
    }
    for kind in 0..<3 {
      let house = cell.house(HoDoKuHouse.kinds[kind])
      if countDown(house, digit) == 1 { queue(house, digit) }
    }
    return true
  }

  /// Places a digit; singles that arise go to the queues.
  mutating func place(_ digit: Int, at cell: Cell) {
    guard values[cell.index] != digit else { return }
    var before = masks[cell.index]
    masks[cell.index] = 0
    values[cell.index] = Int8(truncatingIfNeeded: digit)
    for peer in cell.seen { remove(digit, from: peer) }
    while before != 0 {
      let number = before.trailingZeroBitCount
      before &= before &- 1
      for kind in 0..<3 {
        let house = cell.house(HoDoKuHouse.kinds[kind])
        if countDown(house, number) == 1, number != digit { queue(house, number) }
      }
    }
  }

  @inline(__always)
  private mutating func countDown(_ house: House, _ digit: Int) -> UInt8 {
    let index = house.index &* 9 &+ digit
    counts[index] &-= 1
    return counts[index]
  }

  /// Queues the first cell of a house that may still hold a digit, if there is one.
  private mutating func queue(_ house: House, _ digit: Int) {
    for position in 0..<9 {
      let cell = house.cell(position)
      if masks[cell.index] &>> UInt16(truncatingIfNeeded: digit) & 1 != 0 {
        hidden.append(Candidate(cell, Digit(uncheckedIndex: digit)))
        return
      }
    }
  }
}
