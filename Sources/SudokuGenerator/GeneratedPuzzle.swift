import SudokuCore
import SudokuRating

/// A puzzle that a generator made, with the proof of its solution.
public struct GeneratedPuzzle: Hashable, Sendable {
  /// The clues.
  public var board: Board
  /// The only solution.
  public var solution: Board
  /// The grade, as far as it was needed; `nil` where no target needs one.
  public var grade: Grade?
  /// The seed of the generator.
  public var seed: UInt64
  /// The number of the puzzle among those of its seed.
  public var index: Int

  /// The level, `nil` where it was not asked for.
  public var level: Level? { grade?.level }
}
