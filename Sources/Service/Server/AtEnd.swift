/// Runs a function once nothing refers to this object any more.
///
/// A response's objects are released at its end, whatever ends it: a body that is never written releases them, too.
final class AtEnd: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
