import SudokuCore
import SudokuSolver

/// A full grid around a trivalue oddagon with one flaw, and the order of its clues: the start of a very
/// hard puzzle.
///
/// Take four blocks in two bands and two stacks, and in each three cells of different rows and
/// columns. If the orientation of these cells in one block is opposite to that in the other three,
/// three digits can't fill all twelve cells. (Players call that a trivalue oddagon, or Thor's hammer.) A
/// grid can have the three digits in eleven of them, and a fourth digit in one. If most of these cells
/// are empty in the puzzle, nets of singles don't find the fourth digit; the twelve cells together do.
///
/// So the clues that would reveal it are removed first: the three digits in all cells that see one of
/// the twelve, and the flaw. Such puzzles resist trial and error far more often than others. Few are as
/// hard as possible, but many are near to one that is.
struct OddagonGrid {
  let solution: Board
  /// The clues; the last one is removed first.
  let order: [CellSet]

  /// Draws a grid; `nil` if the twelve cells leave none.
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
    var revealing = [CellSet(shape.flaw)]
    for cell in CellSet.all where cell != shape.flaw {
      let isRevealing = board[cell].map(three.contains) == true && !shape.farBlock.contains(cell)
      if isRevealing { revealing.append(CellSet(cell)) } else { kept.append(CellSet(cell)) }
    }
    random.shuffle(&kept)
    random.shuffle(&revealing)
    order = kept + revealing
  }

  private struct Shape {
    var cells: [Cell] = []
    /// The cell of the fourth digit.
    var flaw: Cell
    /// The block that sees none of the cells.
    var farBlock: CellSet

    /// The columns in a block by row: the first three have one orientation, the others the opposite.
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

  /// Places some digits in cells without conflict.
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
