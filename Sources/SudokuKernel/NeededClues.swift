import CSudokuVectors

/// Finds clues that puzzles need without solving anything, by the unavoidable sets of their solutions
/// that are quickest to find.
///
/// An unavoidable set is a set of cells whose digits can change places so that another full grid comes
/// out. A puzzle with one solution has a clue in each of them; a clue that is alone in one can't go.
/// Looked at here are the sets of one band or stack, and those of two digits: enough for seven in eight
/// of the clues of a 17-clue puzzle, for half of those of a typical one.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012, section 3.
///
/// - Parameter request: Points to a `batch_clue_request`.
@inline(never)
public func findNeededClues(_ request: UnsafeRawPointer) {
  let request = request.assumingMemoryBound(to: batch_clue_request.self).pointee
  let pairs = PairClues()
  defer { pairs.deallocate() }
  for index in 0..<request.count where request.counts[index] == 1 {
    let puzzle = request.puzzles + 81 &* index
    let solution = request.solutions + 81 &* index
    let needed = request.needed + 2 &* index
    ChuteClues(tables: request.tables, puzzle: puzzle, solution: solution, needed: needed).find()
    if batch_rows_has_look_up() { pairs.find(puzzle, solution, needed) }
  }
}
