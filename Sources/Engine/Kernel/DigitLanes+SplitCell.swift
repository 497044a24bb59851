import CSudokuVectors

/// After how many guesses a search turns to cells.
///
/// Bands and stacks lead to the fewest guesses by far on puzzles, but on boards with few clues they
/// take turns without ever coming to a contradiction.
@inline(__always)
var guessesByGroups: Int { 4096 }

/// True if a board is so open, when the rules first find nothing more, that the search splits on cells only.
///
/// No proper puzzle is.
@inline(__always)
func isOpen(_ node: DigitLanes) -> Bool {
  let columns = all(0x777)
  var sums: (UInt32, UInt32, UInt32) = (0, 0, 0)
  sudoku_band_sums(
    sudoku_count(node.r0 & columns) &+ sudoku_count(node.r1 & columns)
      &+ sudoku_count(node.r2 & columns), &sums)
  return sums.0 &+ sums.1 &+ sums.2 > 330
}

@inline(__always)
func splitByCell(
  _ node: inout DigitLanes, storingSecond second: UnsafeMutablePointer<UInt16>
) -> Bool {
  storeNode(node, second)
  guard splitCell(second) else { return false }
  node = loadNode(second + 96)
  return true
}

/// Splits a stored node on the first digit of the cell with the fewest digits, but two at least.
@inline(never)
func splitCell(_ node: UnsafeMutablePointer<UInt16>) -> Bool {
  var fewest = 10
  var bestRow = 0
  var bestColumn: Int32 = 0
  for row in 0..<9 {
    for column: Int32 in 0..<9 {
      let bit = sudoku_column_bit(column)
      var count = 0
      for digit: Int32 in 0..<9 where node[word(row, digit)] & bit != 0 { count &+= 1 }
      if count > 1, count < fewest {
        fewest = count
        bestRow = row
        bestColumn = column
      }
    }
  }
  guard fewest < 10 else { return false }
  let with = node + 96
  for index in 0..<96 { with[index] = node[index] }
  let bits = sudoku_column_bits(bestColumn)
  var isFirst = true
  for digit: Int32 in 0..<9 {
    let index = word(bestRow, digit)
    guard node[index] & bits != 0 else { continue }
    if isFirst { node[index] &= ~bits } else { with[index] &= ~bits }
    isFirst = false
  }
  return true
}

/// The index of the word of a row of the board and a digit in a stored node.
@inline(__always)
private func word(_ row: Int, _ digit: Int32) -> Int {
  row % 3 &* 32 &+ Int(sudoku_lane(Int32(truncatingIfNeeded: row / 3), digit))
}
