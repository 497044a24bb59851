import CSQLite
import Dispatch
import Synchronization

/// One connection that writes and a few that read, on a file in write-ahead mode: whoever reads has a
/// snapshot, and neither waits for the writer nor holds it up.
final class SQLitePool: Sendable {
  private let path: String
  private let goesOn: @Sendable (Int) -> Bool
  private let writer: SQLiteConnection
  private let writing = DispatchSemaphore(value: 1)
  private let idle = Mutex<[SQLiteConnection]>([])
  private let reading = DispatchSemaphore(value: SQLitePool.readerCount)

  /// How many may read at once.
  private static let readerCount = 4

  /// Opens a file, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its directory exists.
  ///   - goesOn: See `SQLiteConnection`.
  /// - Throws: `SQLiteError`.
  init(path: String, goesOn: @escaping @Sendable (Int) -> Bool) throws {
    self.path = path
    self.goesOn = goesOn
    writer = try SQLiteConnection(path: path, goesOn: goesOn)
    let mode: String? = try writer.value("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw SQLiteError(SQLITE_CANTOPEN, "write-ahead mode is not possible here")
    }
  }

  /// Reads in a consistent snapshot.
  func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    reading.wait()
    defer { reading.signal() }
    let reader = try idle.withLock { $0.popLast() } ?? newReader()
    defer { idle.withLock { $0.append(reader) } }
    return try reader.transaction("BEGIN", body)
  }

  private func newReader() throws -> SQLiteConnection {
    let reader = try SQLiteConnection(path: path, goesOn: goesOn)
    try reader.script("PRAGMA query_only = ON")
    return reader
  }

  /// Writes in one transaction, of which all or nothing is kept.
  func write<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    try withWriter { try $0.transaction("BEGIN IMMEDIATE", body) }
  }

  /// Uses the connection that writes, outside of a transaction.
  func withWriter<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    writing.wait()
    defer { writing.signal() }
    return try body(writer)
  }
}
