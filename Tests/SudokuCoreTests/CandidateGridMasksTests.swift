import SudokuCore
import Testing

/// The masks are read through one pointer; the test compares each mask with the grid.
struct CandidateGridMasksTests {
  @Test func masksEqualTheGrid() throws {
    var grid = CandidateGrid(
      try Board(
        line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    var random = SeededRandom(seed: 378)
    for _ in 0..<60 {
      guard let cell = Array(grid.emptyCells).randomElement(using: &random),
        let digit = Array(grid[cell]).randomElement(using: &random)
      else { continue }
      grid.remove(digit, from: cell)
      let current = grid
      current.withMasks { masks in
        for cell in CellSet.all {
          #expect(masks.digits(cell.index) == current[cell].rawValue)
        }
        for house in (0..<27).map({ House(index: $0) }) {
          var singles: UInt16 = 0
          for digit in (0..<9).map({ Digit(index: $0) }) {
            var places: UInt16 = 0
            for (position, cell) in house.cells.enumerated()
            where current[cell].contains(digit) { places |= 1 << position }
            #expect(masks.places(house.index, digit.index) == places, "\(house) \(digit)")
            if places.nonzeroBitCount == 1 { singles |= 1 << digit.index }
          }
          #expect(masks.hiddenSingles(house.index) == singles, "\(house)")
          var empty: UInt16 = 0
          for (position, cell) in house.cells.enumerated()
          where current.board[cell] == nil { empty |= 1 << position }
          #expect(masks.emptyPlaces(house.index) == empty, "\(house)")
        }
      }
    }
  }
}
