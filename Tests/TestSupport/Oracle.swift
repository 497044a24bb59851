import SudokuCore

/// The independent slow solver that every fast one has to agree with.
///
/// Plain backtracking over the cell with the fewest digits left, written from the rules alone; it
/// shares nothing with the solvers of the package.
///
/// ```swift
/// Oracle.solutions(of: board, limit: 2).count == 1
/// Oracle.accepts(solution, for: board)
/// ```
package struct Oracle {
  /// The digits 1 to 9 that each cell may still take, as bits 1 to 9.
  private var allowed: [Int]
  private var digits = [Int](repeating: 0, count: 81)
  private var found: [Board] = []
  private let limit: Int
  /// The number of steps that the search may still take.
  private var stepsLeft: Int

  private init(limit: Int, allowed: [Int], mostSteps: Int = .max) {
    self.limit = limit
    stepsLeft = mostSteps
    self.allowed = allowed
  }

  /// The solutions of a board, at most `limit` of them.
  package static func solutions(of board: Board, limit: Int) -> [Board] {
    let allowed = (0..<81).map { index in
      board[Cell(index: index)].map { 1 << Int($0.rawValue) } ?? 0b11_1111_1110
    }
    return solve(allowed, limit: limit)
  }

  /// The solutions that use only the candidates of a grid, at most `limit` of them.
  package static func solutions(of grid: CandidateGrid, limit: Int) -> [Board] {
    solve(digits(of: grid), limit: limit)
  }

  /// The number of solutions that use only the candidates of a grid, at most `limit`; `nil` where the
  /// search takes more than some steps: for random pencilmarks that may be any number.
  package static func solutionCount(
    of grid: CandidateGrid, limit: Int, mostSteps: Int
  ) -> Int? {
    var oracle = Oracle(limit: limit, allowed: digits(of: grid), mostSteps: mostSteps)
    oracle.search()
    return oracle.stepsLeft > 0 ? oracle.found.count : nil
  }

  private static func digits(of grid: CandidateGrid) -> [Int] {
    (0..<81).map { index in
      let cell = Cell(index: index)
      if let digit = grid.board[cell] { return 1 << Int(digit.rawValue) }
      return grid[cell].reduce(0) { $0 | 1 << Int($1.rawValue) }
    }
  }

  /// True if a grid is full, obeys the rules and keeps every clue of a board.
  package static func accepts(_ solution: Board?, for board: Board) -> Bool {
    guard let solution else { return false }
    let grid = (0..<81).map { Int(solution.value(at: Cell(index: $0))) }
    for line in 0..<9 {
      var rowSeen = 0
      var columnSeen = 0
      var blockSeen = 0
      for place in 0..<9 {
        rowSeen |= 1 << grid[line * 9 + place]
        columnSeen |= 1 << grid[place * 9 + line]
        blockSeen |= 1 << grid[(line / 3 * 3 + place / 3) * 9 + line % 3 * 3 + place % 3]
      }
      guard rowSeen == 0x3FE, columnSeen == 0x3FE, blockSeen == 0x3FE else { return false }
    }
    return (0..<81).allSatisfy { index in
      let clue = Int(board.value(at: Cell(index: index)))
      return clue == 0 || clue == grid[index]
    }
  }

  /// The first board whose solution is not accepted.
  package static func rejected(_ solutions: [UInt8], for boards: [Board]) -> Int? {
    boards.indices.first { index in
      !accepts(Board(values: solutions[index * 81..<index * 81 + 81]), for: boards[index])
    }
  }

  private static func solve(_ allowed: [Int], limit: Int) -> [Board] {
    var oracle = Oracle(limit: limit, allowed: allowed)
    oracle.search()
    return oracle.found
  }

  private mutating func search() {
    stepsLeft -= 1
    guard stepsLeft > 0 else { return }
    var cell = -1
    var choices: [Int] = []
    for index in 0..<81 where digits[index] == 0 {
      let here = (1...9).filter { allowed[index] >> $0 & 1 == 1 }
      if cell < 0 || here.count < choices.count {
        cell = index
        choices = here
        if here.count < 2 { break }
      }
    }
    guard cell >= 0 else {
      found.append(Board { Digit(digits[$0.index]) })
      return
    }
    for digit in choices where found.count < limit {
      let saved = allowed
      digits[cell] = digit
      for other in Oracle.peers[cell] { allowed[other] &= ~(1 << digit) }
      search()
      digits[cell] = 0
      allowed = saved
    }
  }

  /// For each cell the others in its row, column or block.
  private static let peers: [[Int]] = (0..<81).map { cell in
    (0..<81).filter { other in
      let sameRow = cell / 9 == other / 9
      let sameColumn = cell % 9 == other % 9
      let sameBlock = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3
      return other != cell && (sameRow || sameColumn || sameBlock)
    }
  }
}
