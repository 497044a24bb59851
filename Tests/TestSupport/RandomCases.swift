import SudokuCore

/// Random boards and pencilmarks of every kind that a solver may meet, the same for the same seed.
///
/// ```swift
/// var questions = RandomCases(seed: 7)
/// switch questions.next() {
/// case .board(let board): ...
/// case .grid(let grid): ...
/// }
/// ```
///
/// Among them are proper puzzles, boards with several solutions, with none, with clues that
/// contradict each other, nearly empty boards, and pencilmarks with and without solutions.
package struct RandomCases {
  /// A board or pencilmarks.
  package enum Question: Hashable, Sendable {
    /// A board of clues.
    case board(Board)
    /// The digits that each cell may take, as 81 sets of bits.
    case grid([UInt16])

    /// The candidates of each cell, as a grid.
    package var candidates: CandidateGrid {
      switch self {
      case .board(let board):
        CandidateGrid { cell in board[cell].map { DigitSet($0) } ?? .all }
      case .grid(let masks): CandidateGrid { DigitSet(rawValue: masks[$0.index]) }
      }
    }

    /// The text that reproduces the question: 81 characters or 81 numbers.
    package var text: String {
      switch self {
      case .board(let board): board.line
      case .grid(let masks): masks.map { String($0) }.joined(separator: ",")
      }
    }
  }

  private var random: SeededRandom

  /// Creates a sequence of questions.
  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The next question.
  package mutating func next() -> Question {
    switch random.next(below: 8) {
    case 0, 1, 2: return .board(clues(17 + random.next(below: 24), of: solvedBoard()))
    case 3: return .board(changed(clues(17 + random.next(below: 24), of: solvedBoard())))
    case 4: return .board(noise(random.next(below: 24)))
    case 5: return .board(clues(random.next(below: 20), of: solvedBoard()))
    case 6: return .grid(marks(around: solvedBoard(), chances: 1 + random.next(below: 7)))
    default: return .grid((0..<81).map { _ in noisyMask(chances: 3 + random.next(below: 6)) })
    }
  }

  /// A solved board: the plain pattern with rows, columns, bands, stacks and digits shuffled, then some
  /// cycles of two digits turned around, which leaves the class of the pattern.
  package mutating func solvedBoard() -> Board {
    var digits = Array(0..<9)
    random.shuffle(&digits)
    let rows = shuffledLines()
    let columns = shuffledLines()
    var values = (0..<81).map { cell in
      let row = rows[cell / 9]
      return digits[(row % 3 * 3 + row / 3 + columns[cell % 9]) % 9]
    }
    for _ in 0..<random.next(below: 12) { swapPair(&values) }
    return Board { Digit(index: values[$0.index]) }
  }

  /// Exchanges two digits in two rows of a band, in a set of columns closed under the exchange.
  private mutating func swapPair(_ values: inout [Int]) {
    let band = random.next(below: 3)
    let first = band * 3 + random.next(below: 3)
    let second = band * 3 + (first % 3 + 1 + random.next(below: 2)) % 3
    let start = random.next(below: 9)
    var columns: [Int] = []
    var column = start
    repeat {
      columns.append(column)
      let below = values[second * 9 + column]
      guard let next = (0..<9).first(where: { values[first * 9 + $0] == below }) else { return }
      column = next
    } while column != start
    for column in columns { values.swapAt(first * 9 + column, second * 9 + column) }
  }

  /// The nine lines, shuffled inside their chutes and the chutes among themselves.
  private mutating func shuffledLines() -> [Int] {
    var chutes = [0, 1, 2]
    random.shuffle(&chutes)
    return chutes.flatMap { chute in
      var lines = [0, 1, 2]
      random.shuffle(&lines)
      return lines.map { chute * 3 + $0 }
    }
  }

  private mutating func clues(_ count: Int, of solution: Board) -> Board {
    var cells = Array(0..<81)
    random.shuffle(&cells)
    let kept = Set(cells.prefix(count))
    return Board { kept.contains($0.index) ? solution[$0] : nil }
  }

  /// The board with one or two clues put to other digits.
  private mutating func changed(_ board: Board) -> Board {
    var board = board
    let cells = Array(board.filledCells)
    for _ in 0..<1 + random.next(below: 2) {
      board[cells[random.next(below: cells.count)]] = Digit(index: random.next(below: 9))
    }
    return board
  }

  /// Random digits in random cells.
  private mutating func noise(_ count: Int) -> Board {
    var board = Board()
    for _ in 0..<count {
      board[Cell(index: random.next(below: 81))] = Digit(index: random.next(below: 9))
    }
    return board
  }

  /// The digits of a solution and others beside them, now and then without one of the solution.
  private mutating func marks(around solution: Board, chances: Int) -> [UInt16] {
    var masks = (0..<81).map { index in
      1 << UInt16(solution.value(at: Cell(index: index)) - 1) | noisyMask(chances: chances)
    }
    if random.next(below: 3) == 0 {
      let index = random.next(below: 81)
      masks[index] &= ~(1 << UInt16(solution.value(at: Cell(index: index)) - 1))
    }
    return masks
  }

  /// Each digit with `chances` chances of nine.
  private mutating func noisyMask(chances: Int) -> UInt16 {
    (0..<9).reduce(0) { mask, digit in
      random.next(below: 9) < chances ? mask | 1 << UInt16(digit) : mask
    }
  }
}
