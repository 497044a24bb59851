import Foundation
import Synchronization

/// A clock that stands still while the machine stalls.
///
/// It counts the turns of a thread of this process, 5 ms each. On an idle machine it is right within a tenth; on a
/// busy one it is slow: a limit holds for the program, not for the machine.
public struct UnstalledClock: Sendable {
  private final class Turns: Sendable {
    let milliseconds = Atomic<Int>(0)

    init() {
      Thread.detachNewThread { [self] in
        while true {
          usleep(5_000)
          self.milliseconds.add(5, ordering: .relaxed)
        }
      }
    }
  }

  private static let turns = Turns()
  private let start: Int

  /// Begins to count.
  public init() { start = Self.turns.milliseconds.load(ordering: .relaxed) }

  /// The time since the beginning.
  public var elapsed: Duration {
    .milliseconds(Self.turns.milliseconds.load(ordering: .relaxed) - start)
  }
}
