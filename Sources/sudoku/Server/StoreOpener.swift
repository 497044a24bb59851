import Foundation
import SudokuCore
import SudokuStoreSQLite
import SudokuSync

/// Opens stores by their address.
///
/// ```swift
/// let store = try StoreOpener.open("sqlite:/srv/sudoku/store.sqlite")
/// ```
enum StoreOpener {
  /// Opens a store.
  ///
  /// - Parameter address: `memory:`, `file:<dir>` or `sqlite:<file>`.
  /// - Returns: The store.
  /// - Throws: `SyncError`.
  static func open(_ address: String) throws -> any SyncStore {
    let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : ""
    switch (parts[0], rest.isEmpty) {
    case ("memory", _): return MemoryStore()
    case ("file", false): return DirectoryStore(path(rest))
    case ("sqlite", false): return try SQLiteStore(path: path(rest))
    default:
      throw SyncError(
        .malformedURL,
        "'\(address)' is no store: give memory:, file:<folder> or sqlite:<file>")
    }
  }

  /// `//host/path` forms are not meant here: `file:///tmp/x` is `/tmp/x`.
  private static func path(_ text: String) -> String {
    text.hasPrefix("//") ? String(text.dropFirst(2)) : text
  }

  /// Opens a store and the engine that keeps a replica in step with it.
  ///
  /// - Parameters:
  ///   - address: The store.
  ///   - replica: The device's replica.
  /// - Returns: The engine.
  /// - Throws: `SyncError`.
  static func engine(_ address: String, _ replica: any Replica) throws -> SyncEngine {
    var random = SystemRandomNumberGenerator()
    return try SyncEngine(
      replica: replica, store: try open(address), storeName: address,
      random: SeededRandom(seed: random.next()), timeoutMilliseconds: 10_000,
      clock: { Int64(Date().timeIntervalSince1970 * 1000) })
  }
}
