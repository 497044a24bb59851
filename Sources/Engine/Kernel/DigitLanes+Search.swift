import CSudokuVectors

/// Starts the search of a board.
///
/// - Parameters:
///   - search: Where the search is kept; its nodes' memory is there already.
///   - values: 81 values, 0 for an empty cell, else the digit.
@inline(never)
package func startDigitLanes(
  _ search: UnsafeMutablePointer<sudoku_search>, values: UnsafePointer<UInt8>
) {
  sudoku_load_values(values, search.pointee.nodes)
  search.pointee.count = 1
  search.pointee.guesses = 0
  search.pointee.guesses_by_groups = Int64(guessesByGroups)
}

/// Starts the search of a board given by the candidates of each cell.
///
/// - Parameters:
///   - search: Where the search is kept; its nodes' memory is there already.
///   - masks: 81 words with the digits that the cell may take in bits 0 to 8.
@inline(never)
package func startDigitLanes(
  _ search: UnsafeMutablePointer<sudoku_search>, masks: UnsafePointer<UInt16>
) {
  sudoku_load_masks(masks, search.pointee.nodes)
  search.pointee.count = 1
  search.pointee.guesses = 0
  search.pointee.guesses_by_groups = Int64(guessesByGroups)
}

/// Starts the search of a full grid's clues for a solution in which some cells differ.
///
/// That is quicker than loading candidates: all digits of a row get its open columns, and a clue is what
/// the grid has.
///
/// - Parameters:
///   - search: Where the search is kept; its nodes' memory is there already.
///   - grid: The node of the full grid, 96 words at any address.
///   - open: For each row the columns without a clue, each of which has all digits.
///   - other: For each row the columns, among these, that don't have the grid's digit.
@inline(never)
package func startDigitLanes(
  _ search: UnsafeMutablePointer<sudoku_search>, grid: UnsafePointer<UInt16>,
  open: UnsafePointer<UInt16>, other: UnsafePointer<UInt16>
) {
  for row in 0..<3 {
    let digits = sudoku_load_loose(grid + 32 &* row)
    let all = digits | sudoku_by_band(open[row], open[row &+ 3], open[row &+ 6])
    let barred = digits & sudoku_by_band(other[row], other[row &+ 3], other[row &+ 6])
    sudoku_store(search.pointee.nodes + 32 &* row, all & ~barred)
  }
  search.pointee.count = 1
  search.pointee.guesses = 0
  search.pointee.guesses_by_groups = Int64(guessesByGroups)
}

/// Searches for the next solution.
///
/// - Parameters:
///   - search: A search that was started.
///   - grid: Where the 81 digits of a solution go.
/// - Returns: Why the search stopped; with `sudoku_solved` and `sudoku_paused` it can go on.
@inline(never)
package func nextByDigitLanes(
  _ search: UnsafeMutablePointer<sudoku_search>, _ grid: UnsafeMutablePointer<UInt8>
) -> sudoku_outcome {
  let nodes = search.pointee.nodes
  var count = Int(search.pointee.count)
  var guesses = Int(search.pointee.guesses)
  var guessesByGroups = Int(search.pointee.guesses_by_groups)
  let pause = guesses &+ Int(search.pointee.budget)
  var outcome = sudoku_exhausted
  search: while count > 0 {
    count &-= 1
    var node = loadNode(nodes + count &* 96)
    propagation: while true {
      switch applyRules(&node) {
      case sudoku_changed: continue propagation
      case sudoku_contradiction: continue search
      case sudoku_all_placed:
        sudoku_write_grid(node.r0, node.r1, node.r2, grid)
        outcome = sudoku_solved
        break search
      default:
        if guesses == 0, isOpen(node) { guessesByGroups = 0 }
        let second = nodes + count &* 96
        guard
          guesses < guessesByGroups
            ? split(&node, storingSecond: second) : splitByCell(&node, storingSecond: second)
        else { continue propagation }
        count &+= 1
        guesses &+= 1
        if guesses >= pause {
          storeNode(node, nodes + count &* 96)
          count &+= 1
          outcome = sudoku_paused
          break search
        }
      }
    }
  }
  search.pointee.count = Int64(count)
  search.pointee.guesses = Int64(guesses)
  search.pointee.guesses_by_groups = Int64(guessesByGroups)
  return outcome
}
