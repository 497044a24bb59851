import SudokuCore
import SudokuRating

/// A puzzle for beginners: singles solve it, and many of them are available at a time.
///
/// The breadth is the least number of cells that singles (naked or hidden) give when all available
/// ones are filled at once, then again all, and so on. When fewer cells are left, those count. Players
/// who fill them in another order may meet fewer at times.
///
/// ```swift
/// options.clues = 32...38
/// options.targets = [BreadthTarget(5)]
/// ```
public struct BreadthTarget: GeneratorTarget, MeasuredTarget, Hashable {
  let minimum: Int

  /// Creates a target of a least breadth, in `1...64`.
  public init(_ minimum: Int) { self.minimum = minimum }

  /// The rules by which the generator meets the target.
  public var rules: TargetRules { TargetRules(self) }

  /// Singles solve the puzzle; no grade is needed.
  package var traits: TargetTraits {
    TargetTraits {
      $0.isSolvedBySingles = true
      $0.needsGrade = false
    }
  }

  /// A breadth of more cells than a puzzle leaves empty.
  package func impossibility(on scale: any Scale) -> String? {
    1...(81 - ClueTarget.fewest) ~= minimum
      ? nil : "a breadth is from 1 to \(81 - ClueTarget.fewest) cells"
  }

  /// The number of cells by which the breadth is too small.
  package func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    let lack = max(0, minimum - Self.breadth(of: board, enough: minimum))
    return TargetDistance(lack, isTooHard: lack > 0)
  }

  /// The breadth of a puzzle, at most `enough`; 0 if singles don't solve it.
  static func breadth(of board: Board, enough: Int) -> Int {
    var grid = CandidateGrid(board)
    var breadth = enough
    while !grid.isFull {
      let singles = singles(of: grid)
      if singles.isEmpty { return 0 }
      if singles.count < grid.emptyCells.count { breadth = min(breadth, singles.count) }
      for (cell, digit) in singles where grid[cell].contains(digit) { grid.place(digit, at: cell) }
    }
    return breadth
  }

  private static func singles(of grid: CandidateGrid) -> [(Cell, Digit)] {
    var seen = CellSet()
    var found: [(Cell, Digit)] = []
    func add(_ cell: Cell?, _ digit: Digit?) {
      guard let cell, let digit, !seen.contains(cell) else { return }
      seen.insert(cell)
      found.append((cell, digit))
    }
    for cell in grid.emptyCells where grid[cell].count == 1 { add(cell, grid[cell].first) }
    for house in House.all {
      for digit in grid.hiddenSingles(in: house) {
        add(grid.cells(of: digit, in: house).first, digit)
      }
    }
    return found
  }
}
