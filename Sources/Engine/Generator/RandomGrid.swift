import SudokuCore

/// Draws full grids, each almost equally likely; `UniformGrid` is exact.
///
/// A depth-first search takes the cell with the fewest digits left (ties: in a random order of the
/// cells) and tries its digits in random order.
package enum RandomGrid {
  /// Draws a solved board in seldom more than a hundred steps.
  package static func draw(using random: inout SeededRandom) -> Board {
    var search = GridSearch(using: &random)
    return search.run(using: &random)
  }
}

/// The search for one grid; an empty board can always be completed.
///
/// The cells that may take a digit are bits, so that the candidates of all cells are counted at once.
private struct GridSearch {
  /// One decision: a cell, and the digits not tried yet.
  struct Choice {
    var cell: Int
    var untried: UInt16
    var digit: Int
    /// The cells that could take the digit before.
    var before: UInt128
  }

  /// For each digit the cells that see none of it yet.
  var free = InlineArray<9, UInt128>(repeating: CellSet.all.rawValue)
  /// The cells without a digit.
  var open = CellSet.all.rawValue
  var order = InlineArray<81, UInt8> { UInt8($0) }
  /// For each cell its place in `order`.
  var places = InlineArray<81, UInt8>(repeating: 0)
  /// `order[..<depth]` are the filled cells.
  var depth = 0
  var choices = InlineArray<81, Choice>(
    repeating: Choice(cell: 0, untried: 0, digit: 0, before: 0))
  let peers = CellTables.peers

  init(using random: inout SeededRandom) {
    for offset in stride(from: 80, to: 0, by: -1) {
      order.swapAt(offset, random.next(below: offset + 1))
    }
    for place in 0..<81 { places[Int(order[place])] = UInt8(truncatingIfNeeded: place) }
  }

  mutating func run(using random: inout SeededRandom) -> Board {
    var isForward = true
    while depth < 81 {
      if isForward {
        let cell = takeMostConstrained()
        choices[depth].cell = cell
        choices[depth].untried = candidates(of: cell)
      } else {
        free[choices[depth].digit] = choices[depth].before
        open |= 1 &<< UInt128(truncatingIfNeeded: choices[depth].cell)
      }
      isForward = advance(using: &random)
      depth += isForward ? 1 : -1
    }
    return Board(unsafeValues: { values in
      for depth in 0..<81 {
        values[choices[depth].cell] = UInt8(truncatingIfNeeded: choices[depth].digit &+ 1)
      }
    })
  }

  /// Takes a random untried digit at the current depth; `false` if there is none.
  private mutating func advance(using random: inout SeededRandom) -> Bool {
    let untried = choices[depth].untried
    guard untried != 0 else { return false }
    var rest = untried
    for _ in 0..<random.next(below: untried.nonzeroBitCount) { rest &= rest &- 1 }
    let digit = rest.trailingZeroBitCount
    let cell = choices[depth].cell
    choices[depth].untried = untried & ~(rest & (0 &- rest))
    choices[depth].digit = digit
    choices[depth].before = free[digit]
    free[digit] &= ~peers[cell]
    open &= ~(1 &<< UInt128(truncatingIfNeeded: cell))
    return true
  }

  /// Mutating like the next one, or the whole search would be copied for the call.
  private mutating func candidates(of cell: Int) -> UInt16 {
    var digits: UInt16 = 0
    for digit in 0..<9 {
      let bit = UInt16(truncatingIfNeeded: free[digit] &>> UInt128(truncatingIfNeeded: cell)) & 1
      digits |= bit &<< UInt16(truncatingIfNeeded: digit)
    }
    return digits
  }

  /// Moves the first empty cell with the fewest candidates to the current depth; one without a candidate
  /// counts as having one.
  private mutating func takeMostConstrained() -> Int {
    var cells = fewestCandidates()
    var place = 81
    while cells != 0 {
      place = min(place, Int(places[cells.trailingZeroBitCount]))
      cells &= cells &- 1
    }
    let (cell, moved) = (order[place], order[depth])
    order[depth] = cell
    order[place] = moved
    places[Int(moved)] = UInt8(truncatingIfNeeded: place)
    places[Int(cell)] = UInt8(truncatingIfNeeded: depth)
    return Int(cell)
  }

  /// The empty cells with the fewest candidates: their numbers as binary digits, added in all cells at once.
  private mutating func fewestCandidates() -> UInt128 {
    let first = Self.sum(free[0], free[1], free[2])
    let second = Self.sum(free[3], free[4], free[5])
    let third = Self.sum(free[6], free[7], free[8])
    let ones = Self.sum(first.ones, second.ones, third.ones)
    let twos = Self.sum(first.twos, second.twos, third.twos)
    let two = twos.ones ^ ones.twos
    let carry = twos.ones & ones.twos
    let four = twos.twos ^ carry
    let eight = twos.twos & carry
    var cells = open
    // From the highest binary digit: cells without it are fewer, if there are any. 0 counts as 1.
    cells = Self.without(eight, cells)
    cells = Self.without(four, cells)
    cells = Self.without(two, cells)
    return Self.without(ones.ones | ~(eight | four | two), cells)
  }

  /// The cells that are not among others, or all if that leaves none.
  private static func without(_ others: UInt128, _ cells: UInt128) -> UInt128 {
    cells & ~others != 0 ? cells & ~others : cells
  }

  private static func sum(
    _ a: UInt128, _ b: UInt128, _ c: UInt128
  ) -> (ones: UInt128, twos: UInt128) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
  }
}
