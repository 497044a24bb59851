/// The level of a daily puzzle, with the scores it had when the rule of daily puzzles was made.
///
/// The levels of a scale may move with time. Those of daily puzzles may not: a puzzle of the past has to
/// come out again on every device and in every version. So the rule has scores of its own, on the
/// scale `se`, whose ratings are another program's and don't change.
public enum DailyLevel: String, CaseIterable, Hashable, Sendable {
  /// ER below 2.0.
  case easy
  /// ER 2.0 to 2.9.
  case medium
  /// ER 3.0 to 4.4.
  case hard
  /// ER 4.5 to 6.4.
  case expert
  /// ER 6.5 and above.
  case extreme

  /// The scores on the scale `se`, in tenths; open above where the bound is `Int.max`.
  ///
  /// Frozen with `DailyGame.version`.
  public var scoreTenths: Range<Int> {
    switch self {
    case .easy: 0..<20
    case .medium: 20..<30
    case .hard: 30..<45
    case .expert: 45..<65
    case .extreme: 65..<Int.max
    }
  }
}
