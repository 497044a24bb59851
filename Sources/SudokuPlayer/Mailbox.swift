import Synchronization

/// What was done beside the games and has to be taken in on the library's own thread; any thread
/// may post.
final class Mailbox: Sendable {
  typealias Letter = @Sendable (GameLibrary) -> Void

  private let letters = Mutex<[Letter]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ letter: @escaping Letter) {
    letters.withLock { $0.append(letter) }
    wake()
  }

  /// All letters so far, in order.
  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
