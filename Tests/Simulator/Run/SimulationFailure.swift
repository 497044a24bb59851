/// An invariant that did not hold.
package struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the invariant, as in the table of `README.md`; 0 for an unexpected error.
  package let invariant: Int
  /// The observation.
  package let message: String

  package var description: String { "invariant \(invariant): \(message)" }
}
