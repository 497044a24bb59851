import SudokuCore
import Testing

/// The views of a grid stay synchronised.
@Suite struct CandidateGridViewsTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func viewsAgree(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var grid = CandidateGrid()
    for _ in 0..<400 {
      let cell = Cell(index: random.next(below: 81))
      let digit = Digit(index: random.next(below: 9))
      if random.next(below: 8) == 0, grid[cell].contains(digit) {
        grid.place(digit, at: cell)
      } else {
        grid.remove(digit, from: cell)
      }
      expectAgreement(grid, "seed \(seed)")
    }
  }

  private func expectAgreement(_ grid: CandidateGrid, _ note: String) {
    for house in House.all {
      var singles = DigitSet.none
      for digit in DigitSet.all {
        let cells = house.cells.filter { grid[$0].contains(digit) }
        if cells.count == 1 { singles.insert(digit) }
        let cellSet = CellSet(cells)
        guard grid.cells(of: digit, in: house) != cellSet else { continue }
        Issue.record("\(house) \(digit), \(note)")
      }
      #expect(grid.hiddenSingles(in: house) == singles, "\(house), \(note)")
      let empty = CellSet(house.cells.filter { grid.board[$0] == nil })
      #expect(house.cells(at: grid.emptyPlaces(in: house)) == empty, "\(house), \(note)")
    }
    grid.withMasks { masks in
      for index in 0..<81 where masks.digits(index) != grid[Cell(index: index)].rawValue {
        Issue.record("\(Cell(index: index)), \(note)")
      }
      for house in House.all {
        #expect(masks.hiddenSingles(house.index) == grid.hiddenSingles(in: house).rawValue)
        #expect(masks.emptyPlaces(house.index) == grid.emptyPlaces(in: house))
        for digit in DigitSet.all
        where masks.places(house.index, digit.index) != grid.places(of: digit, in: house) {
          Issue.record("\(house) \(digit), \(note)")
        }
      }
    }
    for digit in DigitSet.all {
      #expect(grid.cells(with: digit) == CellSet(CellSet.all.filter { grid[$0].contains(digit) }))
    }
    #expect(grid.emptyCells == CellSet.all.subtracting(grid.board.filledCells))
    #expect(grid.isFull == grid.board.isFull)
  }
}
