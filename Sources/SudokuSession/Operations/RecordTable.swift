import SudokuCore

/// A table of best values, and which value is better.
public enum RecordTable: String, Hashable, Sendable, Codable, CaseIterable {
  /// Points by score board; the larger is better.
  case score
  /// Stars by level; the larger is better.
  case stars
  /// Milliseconds by puzzle level; the smaller is better.
  case time

  /// The better of two values.
  public func better(_ one: Int, _ other: Int) -> Int {
    self == .time ? min(one, other) : max(one, other)
  }
}
