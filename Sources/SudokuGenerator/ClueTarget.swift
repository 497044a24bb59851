import SudokuCore
import SudokuRating

/// A puzzle with a number of clues in a range.
public struct ClueTarget: GeneratorTarget, Hashable {
  /// The fewest clues of a puzzle with one solution.
  ///
  /// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012.
  public static let fewest = 17

  /// The numbers of clues.
  public let counts: ClosedRange<Int>

  /// Creates a target.
  ///
  /// - Parameter counts: The numbers of clues.
  public init(_ counts: ClosedRange<Int>) { self.counts = counts }

  /// The numbers of clues.
  public var wantedClues: ClosedRange<Int>? { counts }
  /// No.
  public var needsGrade: Bool { false }

  /// Too few or too many clues.
  public func impossibility(on scale: any Scale) -> String? {
    if counts.upperBound < Self.fewest {
      return "a puzzle with one solution has 17 clues or more"
    }
    return counts.lowerBound > 81 ? "a board has 81 cells" : nil
  }

  /// How many clues there are too many or too few, in thousands.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    let count = board.clueCount
    let gap = max(0, count - counts.upperBound, counts.lowerBound - count)
    return TargetDistance(1_000 * gap)
  }
}
