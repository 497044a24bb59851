import SudokuCore

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
    let budget = SearchBudget(budget)
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
