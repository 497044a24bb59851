import SudokuCore

/// Draws full grids: every house holds each digit once.
///
/// A depth-first search takes the cell with the fewest digits left (ties: in a random order of the
/// cells) and tries its digits in random order. Every grid can come out; the odds are close to equal
/// but not exactly.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// RandomGrid.draw(using: &random).isSolved    // true
/// ```
public enum RandomGrid {
  /// Draws a full grid.
  ///
  /// - Parameter random: The source of randomness; the grid depends on nothing else.
  /// - Returns: A solved board.
  /// - Complexity: 81 steps of the search, seldom more than a hundred.
  public static func draw(using random: inout SeededRandom) -> Board {
    var search = GridSearch(using: &random)
    return search.run(using: &random)
  }
}

/// The search for one grid.
///
/// An empty grid can always be completed, so it ends with one.
private struct GridSearch {
  /// One decision: a cell, and the digits not tried yet.
  struct Choice {
    var cell: Int
    var untried: UInt16
    var digit: UInt16
  }

  var rows = InlineArray<9, UInt16>(repeating: 0x1FF)
  var columns = InlineArray<9, UInt16>(repeating: 0x1FF)
  var blocks = InlineArray<9, UInt16>(repeating: 0x1FF)
  var order = InlineArray<81, UInt8> { UInt8($0) }
  var values = InlineArray<81, UInt8>(repeating: 0)
  /// `order[..<depth]` are the filled cells.
  var depth = 0
  var choices = InlineArray<81, Choice>(repeating: Choice(cell: 0, untried: 0, digit: 0))

  init(using random: inout SeededRandom) {
    for offset in stride(from: 80, to: 0, by: -1) {
      order.swapAt(offset, random.next(below: offset + 1))
    }
  }

  mutating func run(using random: inout SeededRandom) -> Board {
    var isForward = true
    while depth < 81 {
      if isForward {
        let position = mostConstrained()
        order.swapAt(depth, position)
        let cell = Int(order[depth])
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
    blocks[cell / 27 * 3 + cell % 9 / 3] &= ~digit
    return true
  }

  private mutating func release(_ choice: Choice) {
    rows[choice.cell / 9] |= choice.digit
    columns[choice.cell % 9] |= choice.digit
    blocks[choice.cell / 27 * 3 + choice.cell % 9 / 3] |= choice.digit
  }

  private func candidates(of cell: Int) -> UInt16 {
    rows[cell / 9] & columns[cell % 9] & blocks[cell / 27 * 3 + cell % 9 / 3]
  }

  /// The place in `order` of the empty cell with the fewest candidates.
  private func mostConstrained() -> Int {
    var best = depth
    var fewest = 10
    for position in depth..<81 {
      let count = candidates(of: Int(order[position])).nonzeroBitCount
      if count < fewest {
        fewest = count
        best = position
        if count <= 1 { break }
      }
    }
    return best
  }
}
