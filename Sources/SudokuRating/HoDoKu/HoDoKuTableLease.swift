import SudokuTechniques

/// The right to use tables, alone, until nobody holds the lease any more; every search fills them anew.
final class HoDoKuTableLease: @unchecked Sendable {
  let table: HoDoKuTable

  private static let pool = MemoryPool<HoDoKuTable>()

  init() { table = Self.pool.take() ?? HoDoKuTable() }

  deinit { Self.pool.give(table) }
}
