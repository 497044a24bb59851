import Synchronization

/// The bytes of answers that wait to be written: of a connection, a player or a process.
package final class AnswerBudget: Sendable {
  /// The name of the limit, as an error names it.
  let name: String
  /// The number of bytes from which on requests in batches are refused.
  let maximum: Int
  private let used = Atomic<Int>(0)

  package init(_ name: String, _ maximum: Int) { (self.name, self.maximum) = (name, maximum) }

  var isFull: Bool { used.load(ordering: .relaxed) >= maximum }

  /// Counts bytes that begin to wait; a negative number for those that were written.
  func add(_ bytes: Int) { used.wrappingAdd(bytes, ordering: .relaxed) }
}
