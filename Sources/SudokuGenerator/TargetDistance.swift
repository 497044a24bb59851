import SudokuCore
import SudokuRating
import SudokuTechniques

/// How far a puzzle is from a target.
public struct TargetDistance: Hashable, Sendable {
  /// 0 where the target is met; more the further away it is.
  public var amount: Int
  /// Whether more clues may bring the puzzle nearer, because it is too hard.
  public var isTooHard: Bool

  /// Creates a distance.
  public init(_ amount: Int, isTooHard: Bool = false) {
    self.amount = amount
    self.isTooHard = isTooHard
  }

  /// The target is met.
  public static let met = TargetDistance(0)
}
