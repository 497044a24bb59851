import SudokuCore

/// Random pencilmarks around a known solution, the same for the same seed.
///
/// Some cells are placed; the others have the digit of the solution and further ones that no placed
/// cell rules out. In some grids these come from a few digits only, so that pairs are frequent.
package struct PencilmarkGrids: Sequence, IteratorProtocol {
  private var random: SeededRandom
  private var cases: RandomCases
  private var rest: Int
  private let leastPlaced: Int

  /// Creates a sequence of grids.
  package init(_ count: Int, seed: UInt64 = 1, leastPlaced: Int = 0) {
    self.leastPlaced = leastPlaced
    random = SeededRandom(seed: seed)
    cases = RandomCases(seed: seed)
    rest = count
  }

  /// The next grid and a solution of it.
  package mutating func next() -> (grid: CandidateGrid, solution: Board)? {
    guard rest > 0 else { return nil }
    rest -= 1
    let solution = cases.solvedBoard()
    let placed = leastPlaced + random.next(below: 60)
    let chances = 1 + random.next(below: 4)
    var palette: UInt16 = 0x1FF
    if random.next(below: 3) > 0 {
      palette = (0..<2 + random.next(below: 3)).reduce(0) { mask, _ in
        mask | 1 << UInt16(random.next(below: 9))
      }
    }
    var masks: [UInt16] = []
    for index in 0..<81 {
      let extras = (0..<9).reduce(UInt16(0)) { mask, digit in
        random.next(below: 6) < chances ? mask | 1 << UInt16(digit) : mask
      }
      masks.append(1 << UInt16(solution.value(at: Cell(index: index)) - 1) | extras & palette)
    }
    var grid = CandidateGrid { DigitSet(rawValue: masks[$0.index]) }
    for _ in 0..<placed {
      let cell = Cell(index: random.next(below: 81))
      if let digit = solution[cell], grid.board[cell] == nil { grid.place(digit, at: cell) }
    }
    return (grid, solution)
  }
}

extension CandidateGrid {
  /// The grid of 81 words: `=4` is a placed digit, `149` the candidates of a cell.
  package init(pencilmarks text: some StringProtocol) {
    let words = text.split(separator: " ")
    func digits(_ cell: Cell) -> DigitSet {
      DigitSet(words[cell.index].compactMap { $0.wholeNumberValue.flatMap(Digit.init) })
    }
    self.init()
    for cell in CellSet.all where words[cell.index].hasPrefix("=") {
      for digit in digits(cell) { place(digit, at: cell) }
    }
    for cell in emptyCells {
      for digit in self[cell].subtracting(digits(cell)) { remove(digit, from: cell) }
    }
  }
}
