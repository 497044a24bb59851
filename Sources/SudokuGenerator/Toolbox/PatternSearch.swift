import SudokuCore
import SudokuSolver

/// The puzzles whose clues stand in given cells, found one after the other.
///
/// ```swift
/// let search = PatternSearch(puzzle.filledCells, seed: 7)
/// search.forEachPuzzle { print($0.line); return true }
/// ```
///
/// Puzzles that differ in the names of the digits only are one; digits are numbered as they come first.
/// Patterns of 21 clues and more have millions of puzzles as a rule, so the search draws: it climbs
/// from random grids, and where that brings nothing new it changes single clues of what was found.
/// Nobody can know that there are no others, unless there can't be any.
public struct PatternSearch: Hashable, Sendable {
  /// The cells of the clues.
  public var pattern: CellSet
  /// The seed: the same one gives the same puzzles in the same order.
  public var seed: UInt64
  /// How many grids may be tried in succession without a new puzzle before the search gives up.
  public var attemptLimit = 1_000
  /// Whether only puzzles without redundant clues are given.
  public var isMinimal = false

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - pattern: The cells of the clues.
  ///   - seed: Any number.
  public init(_ pattern: CellSet, seed: UInt64) {
    self.pattern = pattern
    self.seed = seed
  }

  /// Why no puzzle with one solution has this pattern, in words; `nil` where some may.
  public var impossibility: String? { PatternTarget(pattern).reasonAgainst }

  /// Walks through puzzles of the pattern, each once.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked before each grid; stops the search where it says `true`.
  ///   - body: Gets each puzzle; returns whether to go on.
  /// - Returns: How the search ended; `complete` only where there can't be any puzzle.
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
      var found = climb.climb(using: &random).map { [$0.puzzle] } ?? []
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
  /// The board with its digits numbered in the order in which they come first.
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
