/// How a search ended.
public enum SearchEnd: Hashable, Sendable {
  /// It went through everything.
  case complete
  /// Who got the results wanted no more.
  case stopped
  /// Its budget was used up; there may be more.
  case outOfBudget
}
