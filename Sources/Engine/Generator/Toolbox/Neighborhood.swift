import SudokuCore
import SudokuSolver

/// The puzzles that differ from a puzzle in a few clues: `{-n+m}`, n clues removed and m others added.
///
/// Rare puzzles are found by such steps, as they are close together.
///
/// ```swift
/// let neighborhood = Neighborhood(removing: 1, adding: 1)
/// neighborhood.forEachNeighbor(of: puzzle) { print($0.line); return true }
/// ```
///
/// A removed clue is not added again; another digit in its cell may be. Every neighbour has exactly one
/// solution and is visited once.
public struct Neighborhood: Hashable, Sendable {
  /// The number of clues to remove, 0 or more.
  public var removedCount: Int
  /// The number of clues to add, 0 or more.
  public var addedCount: Int
  /// True if clues are added only in cells that lost one: neighbours of the same pattern ("twins").
  public var keepsPattern = false
  /// True if only minimal neighbours are visited.
  public var isMinimal = false
  /// The most boards to examine; `nil` for any number.
  public var budget: Int?

  /// Creates a neighbourhood; the numbers of clues are not negative.
  public init(removing removedCount: Int, adding addedCount: Int) {
    precondition(removedCount >= 0 && addedCount >= 0, "numbers of clues are not negative")
    self.removedCount = removedCount
    self.addedCount = addedCount
  }

  /// The puzzles of the same pattern with other digits in a number of cells.
  public static func twins(changing count: Int) -> Neighborhood {
    var neighborhood = Neighborhood(removing: count, adding: count)
    neighborhood.keepsPattern = true
    return neighborhood
  }

  /// Visits all neighbours of a board that obeys the rules, each once, until `body` returns `false`.
  ///
  /// - Complexity: For each choice of the removed clues, and of all but one of the added ones, up to
  ///   2,000 solutions of the board are listed; the solver decides the rest.
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

/// Adds clues to boards, in given cells, and passes every result with exactly one solution to `body`.
struct ClueSearch {
  var isMinimal = false
  /// Clues that may not be added.
  var excluded = Board()
  /// Shared by the searches of one call.
  let budget: BoardBudget
  /// Returns whether to continue.
  let body: (Board) -> Bool

  private struct Known {
    var solutions: [Board]
    var isComplete: Bool

    var isUnique: Bool { isComplete && solutions.count == 1 }
  }

  /// The most solutions to list.
  ///
  /// Most candidates are in two of them and so can't be the last clue; the solver decides the others.
  private static let mostListed = 2_000

  /// Adds some clues in every way; returns whether to continue.
  func add(_ count: Int, to board: Board, in cells: [Cell]) -> Bool {
    add(count, to: board, in: cells[...], known(board))
  }

  private func known(_ board: Board) -> Known {
    let solutions = Array(Solver().solutions(of: board).prefix(Self.mostListed + 1))
    return Known(solutions: solutions, isComplete: solutions.count <= Self.mostListed)
  }

  private func add(
    _ count: Int, to board: Board, in cells: ArraySlice<Cell>, _ known: Known
  ) -> Bool {
    if known.solutions.isEmpty { return true }
    if count == 0 { return known.isUnique ? emit([board]) : true }
    // Any clue added to a board with one solution is redundant.
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
    return emit(results)
  }

  /// Passes results with one solution on, if they are minimal or need not be; returns whether to
  /// continue.
  private func emit(_ results: [Board]) -> Bool {
    guard isMinimal else { return results.allSatisfy(body) }
    return zip(results, BatchSolver().minimality(of: results))
      .allSatisfy { result, isMinimal in isMinimal == true ? body(result) : true }
  }
}

/// The number of boards that a search may still examine.
final class BoardBudget {
  private var rest: Int
  /// True if a board was refused.
  private(set) var isExhausted = false

  init(_ count: Int?) { rest = count ?? .max }

  /// Takes one board; `false` if none is left.
  func take() -> Bool {
    if rest == 0 {
      isExhausted = true
      return false
    }
    rest -= 1
    return true
  }

  /// The end of a search that was stopped or not.
  func end(isComplete: Bool) -> SearchEnd {
    isComplete ? .complete : isExhausted ? .outOfBudget : .stopped
  }
}

/// The end of a search.
public enum SearchEnd: Hashable, Sendable {
  /// Everything was visited.
  case complete
  /// The caller stopped it.
  case stopped
  /// Its budget ran out; there may be more results.
  case outOfBudget
}
