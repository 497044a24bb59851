import Synchronization

/// Large working memories that go from search to search, each used by one at a time.
///
/// ```swift
/// let memory = pool.take() ?? Scratch()
/// defer { pool.give(memory) }
/// ```
package final class MemoryPool<Memory: AnyObject>: Sendable {
  /// Free memories; each has one user at a time.
  private struct Free: @unchecked Sendable {
    var memories: [Memory] = []
  }

  private let free = Mutex(Free())
  /// The most of them that are kept.
  private let capacity: Int

  package init(capacity: Int = 64) { self.capacity = capacity }

  /// Takes a free memory, `nil` if there is none.
  package func take() -> Memory? {
    free.withLock { Free(memories: [$0.memories.popLast()].compactMap { $0 }) }.memories.first
  }

  /// Returns a memory; the caller must not use it any more.
  package func give(_ memory: Memory) {
    let own = Free(memories: [memory])
    free.withLock { free in
      if free.memories.count < capacity { free.memories += own.memories }
    }
  }
}
