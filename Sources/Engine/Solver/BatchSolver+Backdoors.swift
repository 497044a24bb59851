import CSudokuVectors
import SudokuCore

extension BatchSolver {
  /// The smallest backdoors of a puzzle: sets of empty cells whose digits, once given, leave nothing
  /// to search for; naked and hidden singles and locked candidates do the rest.
  ///
  /// The size of the smallest backdoor measures how far a puzzle is from those that need no guess.
  /// (R. Williams, C. Gomes, B. Selman: Backdoors to Typical Case Complexity, 2003.)
  ///
  /// ```swift
  /// let backdoors = BatchSolver().smallestBackdoors(of: board)
  /// backdoors.first?.count    // 1: one more digit opens it
  /// ```
  ///
  /// Returns all backdoors of the smallest size that has any, in the order of their cells: the empty
  /// set alone if the puzzle needs none, nothing without one of up to `largest` cells or without a
  /// unique solution.
  /// - Complexity: Solves as many boards as there are ways to choose the cells: some 55 for one,
  ///   1,500 for two, 26,000 for three; memory for 4,096 of them.
  public func smallestBackdoors(of board: Board, upTo largest: Int = 2) -> [CellSet] {
    precondition(largest >= 0, "a backdoor has no fewer than 0 cells")
    let result = Solver(instructionSet: instructionSet).solve(board)
    guard result.isUnique, let solution = result.solution else { return [] }
    let empty = Array(CellSet.all.subtracting(board.filledCells))
    for size in 0...min(largest, empty.count) {
      let found = backdoors(of: board, solution, empty, size: size)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func backdoors(
    of board: Board, _ solution: Board, _ empty: [Cell], size: Int
  ) -> [CellSet] {
    var found: [CellSet] = []
    var sets: [CellSet] = []
    func sift() {
      let boards = sets.map { cells in
        var more = board
        for cell in cells { more[cell] = solution[cell] }
        return more
      }
      for (cells, isOpen) in zip(sets, needNoGuess(boards)) where isOpen { found.append(cells) }
      sets.removeAll(keepingCapacity: true)
    }
    var choice = Array(0..<size)
    repeat {
      sets.append(CellSet(choice.map { empty[$0] }))
      if sets.count == 4096 { sift() }
    } while advance(&choice, below: empty.count)
    sift()
    return found
  }

  /// True for the boards that are solved without a guess; each must have one solution.
  private func needNoGuess(_ boards: [Board]) -> [Bool] {
    var counts = [UInt32](repeating: 0, count: boards.count)
    var guesses = counts
    Self.values(of: boards).withUnsafeBufferPointer { values in
      counts.withUnsafeMutableBufferPointer { counts in
        guesses.withUnsafeMutableBufferPointer { guesses in
          let input = BatchInput(
            boards: values.baseAddress, stride: 81, candidates: nil, count: boards.count)
          let output = BatchOutput(solutions: nil, counts: counts, guesses: guesses)
          guard var request = request(input, limit: 1, output) else { return }
          // The first guess ends it.
          request.most_guesses = 0
          run(request)
        }
      }
    }
    return counts.map { $0 == 1 }
  }

  /// Goes on to the next increasing sequence of numbers; `false` after the last one.
  private func advance(_ choice: inout [Int], below count: Int) -> Bool {
    let size = choice.count
    for place in (0..<size).reversed() where choice[place] < count - size + place {
      choice[place] += 1
      for later in place + 1..<size { choice[later] = choice[later - 1] + 1 }
      return true
    }
    return false
  }
}
