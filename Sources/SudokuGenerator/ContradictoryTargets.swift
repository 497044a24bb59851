import SudokuRating

/// Targets that no puzzle can meet.
public struct ContradictoryTargets: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why no puzzle can meet them, and what is valid.
  public let reason: String

  /// Creates an error.
  public init(_ reason: String) { self.reason = reason }

  /// Why no puzzle can meet them, and what is valid.
  public var description: String { reason }
}
