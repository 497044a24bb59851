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
private struct GridSearch {
  /// One decision: a cell, and the digits not tried yet.
  struct Choice {
    var cell: Int
    var untried: UInt16
    var digit: UInt16
  }

  /// Lanes for the nine cells of a row; the others are idle.
  typealias Lanes = SIMD16<UInt16>

  var rows = InlineArray<9, UInt16>(repeating: 0x1FF)
  var columns = Lanes(repeating: 0x1FF)
  /// For each band the digits left in the block of each column.
  var blocks = InlineArray<3, Lanes>(repeating: Lanes(repeating: 0x1FF))
  var order = InlineArray<81, UInt8> { UInt8($0) }
  /// For each row the places of its cells in `order`; `Self.filled` is set where a cell has a digit.
  var places = InlineArray<9, Lanes>(repeating: Lanes(repeating: GridSearch.filled))
  var values = InlineArray<81, UInt8>(repeating: 0)
  /// `order[..<depth]` are the filled cells.
  var depth = 0
  var choices = InlineArray<81, Choice>(repeating: Choice(cell: 0, untried: 0, digit: 0))

  /// More than any number of candidates and place.
  static let filled: UInt16 = 0x8000

  init(using random: inout SeededRandom) {
    for offset in stride(from: 80, to: 0, by: -1) {
      order.swapAt(offset, random.next(below: offset + 1))
    }
    for place in 0..<81 { setPlace(of: Int(order[place]), UInt16(truncatingIfNeeded: place)) }
  }

  mutating func run(using random: inout SeededRandom) -> Board {
    var isForward = true
    while depth < 81 {
      if isForward {
        let cell = takeMostConstrained()
        choices[depth] = Choice(cell: cell, untried: candidates(of: cell), digit: 0)
      } else {
        release(choices[depth])
      }
      isForward = advance(using: &random)
      depth += isForward ? 1 : -1
    }
    return Board { Digit(Int(values[$0.index])) }
  }

  /// Takes a random untried digit at the current depth; `false` if there is none.
  private mutating func advance(using random: inout SeededRandom) -> Bool {
    let untried = choices[depth].untried
    guard untried != 0 else { return false }
    var rest = untried
    for _ in 0..<random.next(below: untried.nonzeroBitCount) { rest &= rest &- 1 }
    let digit = rest & (0 &- rest)
    choices[depth].untried = untried & ~digit
    choices[depth].digit = digit
    let cell = choices[depth].cell
    values[cell] = UInt8(digit.trailingZeroBitCount + 1)
    rows[cell / 9] &= ~digit
    columns[cell % 9] &= ~digit
    for lane in stackLanes(of: cell) { blocks[cell / 27][lane] &= ~digit }
    setPlace(of: cell, UInt16(truncatingIfNeeded: depth) | Self.filled)
    return true
  }

  private mutating func release(_ choice: Choice) {
    let cell = choice.cell
    rows[cell / 9] |= choice.digit
    columns[cell % 9] |= choice.digit
    for lane in stackLanes(of: cell) { blocks[cell / 27][lane] |= choice.digit }
    setPlace(of: cell, UInt16(truncatingIfNeeded: depth))
  }

  private func stackLanes(of cell: Int) -> Range<Int> {
    let first = cell % 9 / 3 * 3
    return first..<first + 3
  }

  private mutating func setPlace(of cell: Int, _ place: UInt16) {
    places[cell / 9][cell % 9] = place
  }

  private func candidates(of cell: Int) -> UInt16 {
    rows[cell / 9] & columns[cell % 9] & blocks[cell / 27][cell % 9]
  }

  /// Moves the first empty cell with the fewest candidates to the current depth; one without a candidate
  /// counts as having one.
  private mutating func takeMostConstrained() -> Int {
    var least = Lanes(repeating: .max)
    let one = Lanes(repeating: 1)
    for row in 0..<9 {
      let digits = columns & blocks[row / 3] & Lanes(repeating: rows[row])
      let counts = pointwiseMax(Self.bitCounts(digits), one)
      least = pointwiseMin(least, counts &<< 7 | places[row])
    }
    let place = Int(least.min() & 0x7F)
    order.swapAt(depth, place)
    let cell = Int(order[depth])
    setPlace(of: Int(order[place]), UInt16(truncatingIfNeeded: place))
    setPlace(of: cell, UInt16(truncatingIfNeeded: depth))
    return cell
  }

  /// The number of bits in each lane, of nine.
  @inline(__always)
  private static func bitCounts(_ lanes: Lanes) -> Lanes {
    let pairs = lanes &- (lanes &>> 1 & Lanes(repeating: 0x155))
    let fours = (pairs & Lanes(repeating: 0x333)) &+ (pairs &>> 2 & Lanes(repeating: 0x333))
    let eights = fours &+ (fours &>> 4)
    return (eights & Lanes(repeating: 0xF)) &+ (eights &>> 8 & Lanes(repeating: 0xF))
  }
}
