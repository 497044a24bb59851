import SudokuCore
import SudokuSolver

/// The puzzles that differ from a puzzle in a few clues: `{-n+m}`, n clues fewer and m others more.
///
/// Hunters of rare puzzles walk from one to the next by such steps; good ones lie close together.
///
/// ```swift
/// let neighborhood = Neighborhood(removing: 1, adding: 1)
/// neighborhood.forEachNeighbor(of: puzzle) { print($0.line); return true }
/// ```
///
/// A clue that was removed does not come back; another digit in its cell may. Every neighbour has exactly
/// one solution and is given once.
public struct Neighborhood: Hashable, Sendable {
  /// The number of clues that go, 0 or more.
  public var removedCount: Int
  /// The number of clues that come, 0 or more.
  public var addedCount: Int
  /// Whether clues come only into cells that lost one: neighbours of the same pattern ("twins").
  public var keepsPattern = false
  /// Whether only minimal neighbours are given.
  public var isMinimal = false
  /// How many boards may be looked at; `nil` for any number.
  public var budget: Int?

  /// Creates a neighbourhood.
  ///
  /// - Parameters:
  ///   - removedCount: The number of clues that go.
  ///   - addedCount: The number of clues that come.
  public init(removing removedCount: Int, adding addedCount: Int) {
    precondition(removedCount >= 0 && addedCount >= 0, "numbers of clues are not negative")
    self.removedCount = removedCount
    self.addedCount = addedCount
  }

  /// The puzzles of the same pattern with other digits in some cells.
  ///
  /// - Parameter count: The number of cells with other digits.
  /// - Returns: A neighbourhood.
  public static func twins(changing count: Int) -> Neighborhood {
    var neighborhood = Neighborhood(removing: count, adding: count)
    neighborhood.keepsPattern = true
    return neighborhood
  }

  /// Walks through all neighbours, each once.
  ///
  /// - Parameters:
  ///   - puzzle: Any board that obeys the rules; usually a puzzle with one solution.
  ///   - body: Gets each neighbour; returns whether to go on.
  /// - Returns: How the search ended.
  /// - Complexity: For each way to choose the clues that go, and all but one of those that come, up to
  ///   2,000 solutions of the board are looked at, and the solver is asked about what they leave open.
  @discardableResult
  public func forEachNeighbor(of puzzle: Board, _ body: (Board) -> Bool) -> SearchEnd {
    let clues = Array(puzzle.filledCells)
    guard removedCount <= clues.count else { return .complete }
    let budget = BoardBudget(budget)
    let isComplete = withoutActuallyEscaping(body) { body in
      var search = ClueSearch(budget: budget, body: body)
      search.isMinimal = isMinimal
      return forEachChoice(of: removedCount, among: clues) { removed in
        guard budget.take() else { return false }
        var base = puzzle
        search.excluded = Board()
        for cell in removed {
          base[cell] = nil
          search.excluded[cell] = puzzle[cell]
        }
        let cells = keepsPattern ? CellSet(removed) : CellSet.all.subtracting(base.filledCells)
        return search.add(addedCount, to: base, in: Array(cells))
      }
    }
    return budget.end(isComplete: isComplete)
  }
}

/// Calls `body` with every choice of `count` elements, in order, until it returns `false`.
private func forEachChoice<Element>(
  of count: Int, among elements: [Element], _ body: ([Element]) -> Bool
) -> Bool {
  var places = Array(0..<count)
  while true {
    if !body(places.map { elements[$0] }) { return false }
    guard let last = places.indices.last(where: { places[$0] < elements.count - count + $0 }) else {
      return true
    }
    places[last] += 1
    for place in last + 1..<max(count, last + 1) { places[place] = places[place - 1] + 1 }
  }
}

/// Adds clues to boards, in given cells, and gives every result that has exactly one solution.
struct ClueSearch {
  /// Whether only minimal results are given.
  var isMinimal = false
  /// Clues that may not come.
  var excluded = Board()
  /// How many more boards may be looked at; shared by the searches of one call.
  let budget: BoardBudget
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
final class BoardBudget {
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

/// How a search ended.
public enum SearchEnd: Hashable, Sendable {
  /// It went through everything.
  case complete
  /// Who got the results wanted no more.
  case stopped
  /// Its budget was used up; there may be more.
  case outOfBudget
}
