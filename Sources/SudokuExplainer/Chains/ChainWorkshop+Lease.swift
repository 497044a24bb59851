import Synchronization

/// The right to use a workshop, alone, until nobody holds the lease any more.
///
/// Workshops are large and go from puzzle to puzzle: a lease takes one that is free and gives it
/// back at its end. What a workshop remembers of the puzzle before is forgotten in between.
///
/// It may go from thread to thread with the context that holds it, but only one search at a time
/// uses it: contexts that share a lease take one of their own before they search.
final class ChainWorkshopLease: @unchecked Sendable {
  let workshop: ChainWorkshop

  /// The workshops that are free, each used by nobody.
  private struct Free: @unchecked Sendable {
    var workshops: [ChainWorkshop] = []
  }

  private static let free = Mutex(Free())
  /// How many workshops are kept at most.
  private static let capacity = 64

  init() {
    workshop = Self.free.withLock { $0.workshops.popLast() } ?? ChainWorkshop()
    workshop.engine.forget()
  }

  deinit {
    let own = Free(workshops: [workshop])
    Self.free.withLock { free in
      if free.workshops.count < Self.capacity { free.workshops += own.workshops }
    }
  }
}
