import SudokuCore

/// A list of cells for each of many boards, in one array.
struct OpenClues {
  private var cells: [UInt8] = []
  private var starts = [0]

  /// The cells of a board.
  subscript(board: Int) -> ArraySlice<UInt8> { cells[starts[board]..<starts[board + 1]] }

  /// Adds cells to the last board.
  mutating func append(_ set: CellSet) {
    for cell in set { cells.append(UInt8(truncatingIfNeeded: cell.index)) }
  }

  /// Adds cells to the last board, those with a high score first; of equals the first comes first.
  ///
  /// - Parameters:
  ///   - set: The cells.
  ///   - score: 0 to 31 for a cell.
  @inline(__always)
  mutating func append(_ set: CellSet, _ score: (Int) -> Int) {
    // Counting sort: a comparison of some ten scores would be guessed wrongly as often as not.
    var places = InlineArray<32, UInt8>(repeating: 0)
    var scores = InlineArray<81, UInt8>(repeating: 0)
    var count = 0
    for cell in set {
      let score = UInt8(truncatingIfNeeded: score(cell.index)) & 31
      scores[unchecked: count] = score
      places[unchecked: Int(score)] &+= 1
      count &+= 1
    }
    var place: UInt8 = 0
    for score in stride(from: 31, through: 0, by: -1) {
      let size = places[unchecked: score]
      places[unchecked: score] = place
      place &+= size
    }
    var sorted = InlineArray<81, UInt8>(repeating: 0)
    for (index, cell) in set.enumerated() {
      let score = Int(scores[unchecked: index])
      sorted[unchecked: Int(places[unchecked: score])] = UInt8(truncatingIfNeeded: cell.index)
      places[unchecked: score] &+= 1
    }
    for index in 0..<count { cells.append(sorted[unchecked: index]) }
  }

  /// Ends the list of the last board; the next one is another's.
  mutating func endBoard() { starts.append(cells.count) }
}
