import Synchronization

/// The right to use a scratch memory, alone, until nobody holds the lease any more.
///
/// Scratch memories are large and go from puzzle to puzzle: a lease takes one that is free and gives it
/// back at its end. What it remembers of the puzzle before is forgotten in between.
///
/// It may go from thread to thread with the context that holds it, but only one search at a time
/// uses it: contexts that share a lease take one of their own before they search.
final class ChainScratchLease: @unchecked Sendable {
  let scratch: ChainScratch

  /// The pool of scratch memories that nobody uses.
  private struct Free: @unchecked Sendable {
    var memories: [ChainScratch] = []
  }

  private static let free = Mutex(Free())
  /// How many of them are kept at most.
  private static let capacity = 64

  init() {
    scratch = Self.free.withLock { $0.memories.popLast() } ?? ChainScratch()
    scratch.engine.forget()
  }

  deinit {
    let own = Free(memories: [scratch])
    Self.free.withLock { free in
      if free.memories.count < Self.capacity { free.memories += own.memories }
    }
  }
}
