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
  /// - Returns: Whether all were visited.
  /// - Complexity: For each way to choose the clues that go, and all but one of those that come, up to
  ///   2,000 solutions of the board are looked at, and the solver is asked about what they leave open.
  @discardableResult
  public func forEachNeighbor(of puzzle: Board, _ body: (Board) -> Bool) -> Bool {
    let clues = Array(puzzle.filledCells)
    guard removedCount <= clues.count else { return true }
    return withoutActuallyEscaping(body) { body in
      forEachChoice(of: removedCount, among: clues) { removed in
        var base = puzzle
        for cell in removed { base[cell] = nil }
        let search = NeighborSearch(
          neighborhood: self, puzzle: puzzle, removed: CellSet(removed), body: body)
        return search.run(base)
      }
    }
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

/// The search for clues that come, for one choice of those that went.
private struct NeighborSearch {
  let neighborhood: Neighborhood
  let puzzle: Board
  let removed: CellSet
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

  func run(_ base: Board) -> Bool {
    let cells =
      neighborhood.keepsPattern ? removed : CellSet.all.subtracting(base.filledCells)
    return add(neighborhood.addedCount, to: base, in: cells, known(base))
  }

  private func known(_ board: Board) -> Known {
    let solutions = Array(Solver().solutions(of: board).prefix(Self.mostListed + 1))
    return Known(solutions: solutions, isComplete: solutions.count <= Self.mostListed)
  }

  /// Adds clues in some cells, in the order of the cells.
  private func add(_ count: Int, to board: Board, in cells: CellSet, _ known: Known) -> Bool {
    if known.solutions.isEmpty { return true }
    if count == 0 { return known.isUnique ? give(board) : true }
    // What is added to a board with one solution is redundant.
    if neighborhood.isMinimal, known.isUnique { return true }
    if count == 1 { return addLast(to: board, in: cells, known) }
    var later = cells
    for cell in cells {
      later.remove(cell)
      if later.count < count - 1 { break }
      for digit in DigitSet.all where !isRemovedClue(cell, digit) {
        var more = board
        more[cell] = digit
        let rest =
          known.isComplete
          ? Known(solutions: known.solutions.filter { $0[cell] == digit }, isComplete: true)
          : self.known(more)
        if !add(count - 1, to: more, in: later, rest) { return false }
      }
    }
    return true
  }

  /// Adds the last clue: one that exactly one solution has.
  private func addLast(to board: Board, in cells: CellSet, _ known: Known) -> Bool {
    var counts = [UInt8](repeating: 0, count: 729)
    for solution in known.solutions {
      for cell in cells {
        let place = cell.index * 9 + Int(solution.value(at: cell)) - 1
        counts[place] = min(2, counts[place] + 1)
      }
    }
    var neighbors: [Board] = []
    for cell in cells {
      for digit in DigitSet.all where !isRemovedClue(cell, digit) {
        let count = counts[cell.index * 9 + digit.index]
        guard known.isComplete ? count == 1 : count < 2 else { continue }
        var neighbor = board
        neighbor[cell] = digit
        neighbors.append(neighbor)
      }
    }
    if !known.isComplete {
      let counts = BatchSolver().solutionCounts(of: neighbors)
      neighbors = zip(neighbors, counts).filter { $1 == 1 }.map(\.0)
    }
    return neighbors.allSatisfy(give)
  }

  private func isRemovedClue(_ cell: Cell, _ digit: Digit) -> Bool {
    removed.contains(cell) && puzzle[cell] == digit
  }

  private func give(_ neighbor: Board) -> Bool {
    if neighborhood.isMinimal, !BatchSolver().redundantClues(of: neighbor).isEmpty { return true }
    return body(neighbor)
  }
}
