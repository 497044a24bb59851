import SudokuCore
import SudokuSync

/// What became of a run.
public struct SimulationResult: Hashable, Sendable {
  /// The run's seed.
  public let seed: UInt64
  /// The first invariant that did not hold; `nil` if all did.
  public var failure: SimulationFailure?
  /// A hash over all that happened; the same for the same seed, everywhere.
  public var traceHash: UInt64 = 0
  /// All that happened, if asked for.
  public var trace: [String] = []
  /// How many operations were made.
  public var operations = 0
  /// How many requests reached the store.
  public var requests = 0
  /// How many games were completed.
  public var completions = 0
}
