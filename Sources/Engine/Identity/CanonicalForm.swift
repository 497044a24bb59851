import SudokuCore

/// The canonical forms of a board.
///
/// Each form picks one board out of a class of symmetric boards: two boards have the same form
/// exactly if a symmetry turns one into the other. The forms differ in the board that they pick.
public enum CanonicalForm: String, CaseIterable, Sendable {
  /// The transformation that makes the *solution* grid smallest, applied to the clues; where the
  /// grid has automorphisms, the smallest clues over all of them. Needs a unique solution.
  case solution
  /// The smallest board that the puzzle can become.
  case minlex
  /// As `minlex`, but only over the transformations that give the top band the least counts of
  /// clues in its nine minirows: the form of the published list of 17-clue puzzles.
  case rowMin = "row-min"
  /// The smallest pattern of clues, and the smallest digits in it.
  case pattern
}

/// True if a board is full and valid; faster than `Board.isSolved`.
func isSolvedGrid(_ board: Board) -> Bool {
  board.withUnsafeValues { values in
    var all: UInt32 = 0x3FE
    var columns = InlineArray<9, UInt32>(repeating: 0)
    var place = 0
    for _ in 0..<3 {
      var blocks = InlineArray<3, UInt32>(repeating: 0)
      for _ in 0..<3 {
        var row: UInt32 = 0
        for column in 0..<9 {
          let bit: UInt32 = 1 &<< UInt32(values[place])
          row |= bit
          columns[unchecked: column] |= bit
          blocks[unchecked: column / 3] |= bit
          place &+= 1
        }
        all &= row
      }
      for stack in 0..<3 { all &= blocks[unchecked: stack] }
    }
    for column in 0..<9 { all &= columns[unchecked: column] }
    return all == 0x3FE
  }
}

/// A board in a canonical form.
public struct CanonicalBoard: Hashable, Sendable {
  /// The board in the form.
  public let board: Board
  /// The number of symmetries that turn the board into itself, at least 1; symmetries that differ
  /// only in the names of digits that the board doesn't show count once.
  public let automorphismCount: Int
  let arrangement: Arrangement

  /// One of the transformations that lead to the form.
  public var transformation: Transformation { arrangement.transformation }
}
