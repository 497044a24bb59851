import SudokuCore
import SudokuSolver

/// Adds clues to boards, in given cells, and gives every result that has exactly one solution.
struct ClueSearch {
  /// Whether only minimal results are given.
  var isMinimal = false
  /// Clues that may not come.
  var excluded = Board()
  /// How many more boards may be looked at; shared by the searches of one call.
  let budget: SearchBudget
  /// Gets each result; returns whether to go on.
  let body: (Board) -> Bool

  /// Solutions of a board.
  private struct Known {
    var solutions: [Board]
    /// Whether there are no others.
    var isComplete: Bool

    /// Whether the board has exactly one solution.
    var isUnique: Bool { isComplete && solutions.count == 1 }
  }

  /// How many solutions are listed.
  ///
  /// Most candidates are in two of them and so can't be the last clue; about the others the solver is
  /// asked.
  private static let mostListed = 2_000

  /// Adds some clues in every way; returns whether to go on.
  func add(_ count: Int, to board: Board, in cells: [Cell]) -> Bool {
    add(count, to: board, in: cells[...], known(board))
  }

  private func known(_ board: Board) -> Known {
    let solutions = Array(Solver().solutions(of: board).prefix(Self.mostListed + 1))
    return Known(solutions: solutions, isComplete: solutions.count <= Self.mostListed)
  }

  /// Adds clues in some cells, in the order of the cells.
  private func add(
    _ count: Int, to board: Board, in cells: ArraySlice<Cell>, _ known: Known
  ) -> Bool {
    if known.solutions.isEmpty { return true }
    if count == 0 { return known.isUnique ? give([board]) : true }
    // What is added to a board with one solution is redundant.
    if isMinimal, known.isUnique { return true }
    if count == 1 { return addLast(to: board, in: cells, known) }
    for (place, cell) in zip(cells.indices, cells) {
      let later = cells[(place + 1)...]
      if later.count < count - 1 { break }
      for digit in DigitSet.all where excluded[cell] != digit {
        var more = board
        more[cell] = digit
        let rest: Known
        if known.isComplete {
          rest = Known(solutions: known.solutions.filter { $0[cell] == digit }, isComplete: true)
        } else {
          guard budget.take() else { return false }
          rest = self.known(more)
        }
        if isMinimal, rest.isComplete, rest.solutions.count == known.solutions.count { continue }
        if !add(count - 1, to: more, in: later, rest) { return false }
      }
    }
    return true
  }

  /// Adds the last clue: one that exactly one solution has.
  private func addLast(
    to board: Board, in cells: ArraySlice<Cell>, _ known: Known
  ) -> Bool {
    guard budget.take() else { return false }
    var counts = [UInt8](repeating: 0, count: 729)
    for solution in known.solutions {
      for cell in cells {
        let place = cell.index * 9 + Int(solution.value(at: cell)) - 1
        counts[place] = min(2, counts[place] + 1)
      }
    }
    var results: [Board] = []
    for cell in cells {
      for digit in DigitSet.all where excluded[cell] != digit {
        let count = counts[cell.index * 9 + digit.index]
        guard known.isComplete ? count == 1 : count < 2 else { continue }
        var result = board
        result[cell] = digit
        results.append(result)
      }
    }
    if !known.isComplete {
      let counts = BatchSolver().solutionCounts(of: results)
      results = zip(results, counts).filter { $1 == 1 }.map(\.0)
    }
    return give(results)
  }

  /// Gives results with one solution, if they are as they should be; returns whether to go on.
  private func give(_ results: [Board]) -> Bool {
    guard isMinimal else { return results.allSatisfy(body) }
    return zip(results, BatchSolver().minimality(of: results))
      .allSatisfy { result, isMinimal in isMinimal == true ? body(result) : true }
  }
}

/// How many boards a search may look at.
final class SearchBudget {
  private var rest: Int
  /// Whether more was asked for than there was.
  private(set) var isExhausted = false

  init(_ count: Int?) { rest = count ?? .max }

  /// Takes one; `false` if there is none left.
  func take() -> Bool {
    if rest == 0 {
      isExhausted = true
      return false
    }
    rest -= 1
    return true
  }

  /// How a search ended that was stopped or not.
  func end(isComplete: Bool) -> SearchEnd {
    isComplete ? .complete : isExhausted ? .outOfBudget : .stopped
  }
}
