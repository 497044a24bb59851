/// The right to use a scratch memory, alone, until nobody holds the lease any more.
///
/// What the memory remembers of the puzzle before is forgotten in between.
///
/// It may go from thread to thread with the context that holds it, but only one search at a time
/// uses it: contexts that share a lease take one of their own before they search.
final class ChainScratchLease: @unchecked Sendable {
  let scratch: ChainScratch

  private static let pool = MemoryPool<ChainScratch>()

  init() {
    scratch = Self.pool.take() ?? ChainScratch()
    scratch.engine.forget()
  }

  deinit { Self.pool.give(scratch) }
}
