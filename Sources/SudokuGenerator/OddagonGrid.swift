import SudokuCore
import SudokuSolver

/// A full grid around a trivalue oddagon with one flaw, and the order in which its clues go: the
/// beginning of a very hard puzzle.
///
/// Take four blocks in two bands and two stacks, and in each three cells of different rows and
/// columns. Where these lie in one block the other way round than in the other three, three digits
/// can't fill all twelve cells. (Players call that a trivalue oddagon, or Thor's hammer.) A grid can
/// have the three digits in eleven of them, and a fourth digit in one. If most of that is open in the
/// puzzle, only who sees the twelve cells at once finds the fourth digit; nets of singles don't.
///
/// So the clues that would show it go first: the three digits wherever they see one of the cells, and
/// the flaw. Puzzles dug like that resist trial and error far more often than others; few are as hard
/// as they could be, but many are near to one that is.
struct OddagonGrid {
  let solution: Board
  /// The clues in the order in which they are to be kept: the last one goes first.
  let order: [CellSet]

  /// Draws a grid; `nil` where the twelve cells leave none.
  ///
  /// - Complexity: A quarter of a millisecond.
  init?(using random: inout SeededRandom, solver: Solver) {
    let shape = Shape(using: &random)
    var digits = Array(DigitSet.all)
    random.shuffle(&digits)
    let three = Array(digits.prefix(3))
    var board = Board()
    board[shape.flaw] = digits[3]
    guard Self.fill(shape.cells[...], of: &board, with: three, using: &random),
      Self.complete(&board, using: &random, solver: solver)
    else { return nil }
    solution = board
    var kept: [CellSet] = []
    var telling = [CellSet(shape.flaw)]
    for cell in CellSet.all where cell != shape.flaw {
      let isTelling = board[cell].map(three.contains) == true && !shape.farBlock.contains(cell)
      if isTelling { telling.append(CellSet(cell)) } else { kept.append(CellSet(cell)) }
    }
    random.shuffle(&kept)
    random.shuffle(&telling)
    order = kept + telling
  }

  /// Where the cells lie.
  private struct Shape {
    /// The eleven cells of the three digits.
    var cells: [Cell] = []
    /// The cell of the fourth digit.
    var flaw: Cell
    /// The block that sees none of the cells.
    var farBlock: CellSet

    /// The places in a block by row: the first three are turns of each other, and so are the others.
    private static let columns = [
      [0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2],
    ]

    init(using random: inout SeededRandom) {
      let farBand = random.next(below: 3)
      let farStack = random.next(below: 3)
      let odd = random.next(below: 4)
      let turn = random.next(below: 2)
      for block in 0..<4 {
        let band = (farBand + 1 + block / 2) % 3
        let stack = (farStack + 1 + block % 2) % 3
        let isTurned = (block == odd) == (turn == 0)
        let places = Self.columns[random.next(below: 3) + (isTurned ? 3 : 0)]
        for row in 0..<3 {
          cells.append(Cell(row: 3 * band + row, column: 3 * stack + places[row]))
        }
      }
      random.shuffle(&cells)
      flaw = cells.removeLast()
      farBlock = Cell(row: 3 * farBand, column: 3 * farStack).house(.block).cells
    }
  }

  /// Puts some digits into cells so that none sees itself.
  private static func fill(
    _ cells: ArraySlice<Cell>, of board: inout Board, with digits: [Digit],
    using random: inout SeededRandom
  ) -> Bool {
    guard let cell = cells.first else { return true }
    var choices = digits
    random.shuffle(&choices)
    for digit in choices where fits(digit, cell, board) {
      board[cell] = digit
      if fill(cells.dropFirst(), of: &board, with: digits, using: &random) { return true }
    }
    board[cell] = nil
    return false
  }

  /// Fills all empty cells in random order with random digits.
  private static func complete(
    _ board: inout Board, using random: inout SeededRandom, solver: Solver
  ) -> Bool {
    var cells = Array(CellSet.all.subtracting(board.filledCells))
    random.shuffle(&cells)
    for cell in cells {
      var digits = Array(DigitSet.all)
      random.shuffle(&digits)
      let digit = digits.first { digit in
        guard fits(digit, cell, board) else { return false }
        var next = board
        next[cell] = digit
        return solver.solve(next, limit: 1).solutionCount > 0
      }
      guard let digit else { return false }
      board[cell] = digit
    }
    return true
  }

  private static func fits(_ digit: Digit, _ cell: Cell, _ board: Board) -> Bool {
    !cell.peers.contains { board[$0] == digit }
  }
}
