/// An invariant that did not hold.
package struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the invariant: 1 to 21 of the design, 22 for the
  /// model, 23 for reports, 24 for what stays on a device, 25 for the game that is played.
  package let invariant: Int
  /// The observation.
  package let message: String

  package var description: String { "invariant \(invariant): \(message)" }
}
