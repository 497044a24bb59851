import CSudokuVectors

/// Splits the board in two cases: a digit in a part of its row (or column), and not in it.
///
/// Of the bands and stacks it takes the one with the fewest arrangements left, summed over its
/// nine digits, and there the digit with the fewest, but two at least. It leaves the first case in
/// this node and stores the second.
@inline(__always)
func split(
  _ node: inout DigitLanes, storingSecond second: UnsafeMutablePointer<UInt16>
) -> Bool {
  let (r0, r1, r2) = node
  // Arrangements of a digit in a band: three even and three odd permutations of the minirows.
  let m0 = r0 &+ all(0x7777)
  let m1 = r1 &+ all(0x7777)
  let m2 = r2 &+ all(0x7777)
  let even = m0 & sudoku_next_nibble(m1) & sudoku_second_nibble(m2) & all(0x0888)
  let odd = m0 & sudoku_second_nibble(m1) & sudoku_next_nibble(m2) & all(0x0888)
  let inBand = sudoku_count(even | (odd &>> 1))
  // In a stack: permutations of its columns over the bands; lane (b, d) counts those of stack b.
  let columns = r0 | r1 | r2
  let next = sudoku_next_column(columns)
  let afterNext = sudoku_second_column(columns)
  let evenColumns = columns & sudoku_next_band(next) & sudoku_second_band(afterNext)
  let oddColumns = columns & sudoku_next_band(afterNext) & sudoku_second_band(next)
  let own = sudoku_own_stack()
  let oddOwn = oddColumns & own
  let inStack = sudoku_count((evenColumns & own) | (oddOwn &<< 4) | (oddOwn &>> 12))
  let counts = inBand | (inStack &<< 8)

  let group = fewestArrangements(counts)
  guard group >= 0 else { return false }
  let isStack = group >= 3
  let index = isStack ? group &- 3 : group
  let ofGroup = isStack ? counts &>> 8 : counts & all(0xFF)
  var digits: UInt32 = 0
  var wanted: UInt16 = 2
  while digits == 0 {
    digits = sudoku_band_bits(sudoku_equal_bits(ofGroup, wanted), index)
    wanted &+= 1
  }
  let digit = Int32(truncatingIfNeeded: digits.trailingZeroBitCount)
  // The node's memory serves to get at single lanes.
  let lane = Int(sudoku_lane(index, digit))
  sudoku_store(second, isStack ? evenColumns : even)
  sudoku_store(second + 32, isStack ? oddColumns : odd)
  let evenPart = UInt32(second[lane])
  let oddPart = UInt32(second[lane &+ 32])
  if isStack {
    apply(columnSplit(index, digit, evenPart, oddPart), &node, storingSecond: second)
  } else {
    apply(minirowSplit(lane, evenPart, oddPart), &node, storingSecond: second)
  }
  return true
}

/// Stores the second case and leaves the first in this node.
@inline(__always)
func apply(
  _ cases: sudoku_cases, _ node: inout DigitLanes,
  storingSecond second: UnsafeMutablePointer<UInt16>
) {
  let (r0, r1, r2) = node
  let only = sudoku_only_lane(cases.lane)
  storeNode(
    (
      r0 & ~(only & all(cases.second.0)), r1 & ~(only & all(cases.second.1)),
      r2 & ~(only & all(cases.second.2))
    ), second)
  node.r0 = r0 & ~(only & all(cases.first.0))
  node.r1 = r1 & ~(only & all(cases.first.1))
  node.r2 = r2 & ~(only & all(cases.first.2))
}

/// Splits on the first minirow of the first row that has a choice: row 0 or else row 1.
///
/// Bit `4 * i + 3` of `even` stands for minirows `i`, `i + 1` and `i + 2` of rows 0, 1 and 2, that
/// of `odd` for `i`, `i + 2`, `i + 1`.
@inline(__always)
func minirowSplit(_ lane: Int, _ even: UInt32, _ odd: UInt32) -> sudoku_cases {
  let parts = even | odd
  let isInRow0 = parts & (parts &- 1) != 0
  // 0, 1 or 2: in row 1 the minirow of the only even permutation.
  let first = UInt32(truncatingIfNeeded: parts.trailingZeroBitCount) &>> 2
  let part = isInRow0 ? first : first == 2 ? 0 : first &+ 1
  let minirow: UInt32 = part == 0 ? 0x7007 : 7 &<< (part &* 4)
  let inside = UInt16(truncatingIfNeeded: minirow)
  let outside = UInt16(truncatingIfNeeded: 0x7777 & ~minirow)
  return sudoku_cases(
    lane: Int32(truncatingIfNeeded: lane),
    first: (isInRow0 ? outside : inside, isInRow0 ? inside : outside, inside),
    second: (isInRow0 ? inside : 0, isInRow0 ? 0 : inside, 0))
}

/// Splits on the first column of the first band that has a choice: band `stack` or else the next.
///
/// In nibble `stack`, bit `i` of `even` stands for columns `i`, `i + 1` and `i + 2` in that band and
/// the two after it, that of `odd` for `i`, `i + 2` and `i + 1`.
@inline(__always)
func columnSplit(_ stack: Int32, _ digit: Int32, _ even: UInt32, _ odd: UInt32) -> sudoku_cases {
  let shift = UInt32(bitPattern: stack &* 4)
  let parts = (even | odd) &>> shift & 7
  let isInFirst = parts & (parts &- 1) != 0
  let first = UInt32(truncatingIfNeeded: parts.trailingZeroBitCount)
  let part = isInFirst ? first : first == 2 ? 0 : first &+ 1
  let band = isInFirst ? stack : stack == 2 ? 0 : stack &+ 1
  let column = (1 &<< part) &<< shift
  let rest = (7 &<< shift) & ~column
  // The fourth nibble repeats the first.
  let inside = UInt16(truncatingIfNeeded: stack == 0 ? column | column &<< 12 : column)
  let outside = UInt16(truncatingIfNeeded: stack == 0 ? rest | rest &<< 12 : rest)
  return sudoku_cases(
    lane: sudoku_lane(band, digit), first: (outside, outside, outside),
    second: (inside, inside, inside))
}

/// The band (0 to 2) or stack (3 to 5) with the fewest arrangements that isn't settled, else -1.
@inline(__always)
func fewestArrangements(_ counts: DigitVector) -> Int32 {
  var sums: (UInt32, UInt32, UInt32) = (0, 0, 0)
  sudoku_band_sums(counts, &sums)
  var best: UInt32 = 0xFFFF
  var group: Int32 = -1
  // A settled group has nine arrangements, one for each digit.
  if sums.0 & 0xFF > 9, sums.0 & 0xFF < best { best = sums.0 & 0xFF; group = 0 }
  if sums.1 & 0xFF > 9, sums.1 & 0xFF < best { best = sums.1 & 0xFF; group = 1 }
  if sums.2 & 0xFF > 9, sums.2 & 0xFF < best { best = sums.2 & 0xFF; group = 2 }
  if sums.0 &>> 8 > 9, sums.0 &>> 8 < best { best = sums.0 &>> 8; group = 3 }
  if sums.1 &>> 8 > 9, sums.1 &>> 8 < best { best = sums.1 &>> 8; group = 4 }
  if sums.2 &>> 8 > 9, sums.2 &>> 8 < best { best = sums.2 &>> 8; group = 5 }
  return group
}
