import Synchronization

/// The right to use tables, alone, until nobody holds the lease any more.
///
/// Tables are large and go from puzzle to puzzle: a lease takes one that is free and gives it back at
/// its end. Every search fills them anew.
final class HoDoKuTableLease: @unchecked Sendable {
  let table: HoDoKuTable

  /// The tables that nobody uses.
  private struct Free: @unchecked Sendable {
    var tables: [HoDoKuTable] = []
  }

  private static let free = Mutex(Free())
  /// How many of them are kept at most.
  private static let capacity = 64

  init() {
    table = Self.free.withLock { $0.tables.popLast() } ?? HoDoKuTable()
  }

  deinit {
    let own = Free(tables: [table])
    Self.free.withLock { free in
      if free.tables.count < Self.capacity { free.tables += own.tables }
    }
  }
}
