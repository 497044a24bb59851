package struct SimulationResult: Hashable, Sendable {
  package let seed: UInt64
  /// The first invariant that did not hold; `nil` if all did.
  package var failure: SimulationFailure?
  /// A hash over all that happened; the same for the same seed, everywhere.
  package var traceHash: UInt64 = 0
  /// All that happened, if asked for.
  package var trace: [String] = []
  /// The number of operations made.
  package var operations = 0
  /// The number of requests that reached the store.
  package var requests = 0
  /// The number of completed games.
  package var completions = 0
}
