import Synchronization

/// What was done beside the games and has to be taken in on the library's own thread; any thread
/// may post.
final class Mailbox: Sendable {
  typealias Message = @Sendable (GameLibrary) -> Void

  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ message: @escaping Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  /// All messages so far, in order.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
