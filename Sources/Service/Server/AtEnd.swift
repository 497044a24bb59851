/// Runs something when nothing refers to it any more.
///
/// What a response holds is released at its end, however that comes: a body that is never written
/// releases it, too.
final class AtEnd: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
