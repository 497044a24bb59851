/// Why a search stopped before it was complete.
public enum SearchInterruption: Error, Hashable, Sendable {
  /// The limit of work was reached.
  case budgetExhausted
  /// The caller asked to stop.
  case cancelled
}
