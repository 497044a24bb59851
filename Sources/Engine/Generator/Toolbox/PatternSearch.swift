import SudokuCore
import SudokuSolver

/// Finds puzzles whose clues are in given cells.
///
/// ```swift
/// let search = PatternSearch(puzzle.filledCells, seed: 7)
/// search.forEachPuzzle { print($0.line); return true }
/// ```
///
/// Puzzles that differ only in the names of the digits count as one; digits are numbered in the order of
/// their first clues. Patterns of 21 clues and more usually have millions of puzzles, so the search is
/// random: it climbs from random grids, and changes single clues of known puzzles if that yields nothing
/// new. It can't prove that others don't exist, unless the pattern is impossible. Few patterns of 17
/// clues have a puzzle; one that has is found within seconds as a rule.
public struct PatternSearch: Hashable, Sendable {
  /// The cells of the clues.
  public var pattern: CellSet
  /// The seed: the same one yields the same puzzles in the same order.
  public var seed: UInt64
  /// The most grids in succession without a new puzzle: 1,000, or 100 with fewer than 20 clues, where
  /// one may take three seconds.
  public var attemptLimit: Int
  /// True if only minimal puzzles are visited.
  public var isMinimal = false

  /// Creates a search.
  public init(_ pattern: CellSet, seed: UInt64) {
    self.pattern = pattern
    self.seed = seed
    attemptLimit = pattern.count <= PatternAnneal.mostClues ? 100 : 1_000
  }

  /// Why no puzzle with one solution has this pattern; `nil` if some may.
  public var impossibility: String? { PatternTarget(pattern).reasonAgainst }

  /// Visits puzzles of the pattern, each once, until `body` returns `false`.
  ///
  /// - Parameters:
  ///   - isCancelled: Called before each grid, and many times a second with fewer than 20 clues;
  ///     `true` stops the search.
  ///   - body: Called with each puzzle; returns whether to continue.
  /// - Returns: The end of the search; `complete` only for an impossible pattern.
  /// - Complexity: Some 10,000 puzzles a second with 28 clues, 500 with 23, 20 with 21, fewer below;
  ///   memory grows by 100 bytes a puzzle.
  @discardableResult
  public func forEachPuzzle(
    isCancelled: () -> Bool = { false }, _ body: (Board) -> Bool
  ) -> SearchEnd {
    guard impossibility == nil else { return .complete }
    var random = SeededRandom(seed: seed)
    let climb = PatternClimb(pattern)
    var seen: Set<Board> = []
    var unexplored: [Board] = []
    var idleAttempts = 0
    while idleAttempts < attemptLimit {
      if isCancelled() { return .outOfBudget }
      idleAttempts += 1
      var found = climb.climb(using: &random, isCancelled: isCancelled).map { [$0.puzzle] } ?? []
      if found.allSatisfy({ seen.contains($0.digitsInOrder) }), let known = unexplored.popLast() {
        found = []
        Neighborhood.twins(changing: 1).forEachNeighbor(of: known) {
          found.append($0)
          return true
        }
      }
      for puzzle in found.map(\.digitsInOrder) where seen.insert(puzzle).inserted {
        unexplored.append(puzzle)
        if isMinimal, !BatchSolver(threads: 1).redundantClues(of: puzzle).isEmpty { continue }
        idleAttempts = 0
        if !body(puzzle) { return .stopped }
      }
    }
    return .outOfBudget
  }
}

extension Board {
  /// The board with its digits numbered in the order of their first clues.
  fileprivate var digitsInOrder: Board {
    var numbers = [Digit: Digit]()
    var board = self
    for cell in filledCells {
      guard let digit = self[cell] else { continue }
      if numbers[digit] == nil { numbers[digit] = Digit(numbers.count + 1) }
      board[cell] = numbers[digit]
    }
    return board
  }
}
