import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Copies the write-ahead log into the database on a thread of its own.
///
/// SQLite does this in the commit that makes the log long, and that commit then takes as long as
/// copying and synchronising the whole log. Here another connection does it. Only a log that grows
/// faster than it can be copied is copied by its writer, so that it stays bounded.
///
/// No commit depends on it: committed data stays in the log until it is in the database, even if
/// the process ends.
final class Checkpointer: Sendable {
  private let path: String
  private let synchronous: String
  private let queue = DispatchQueue(label: "sudoku.checkpoint", qos: .utility)
  /// The length of the log, in pages, when a copy was last requested.
  private let askedPages = Atomic<Int>(0)
  private let isUnderWay = Atomic<Bool>(false)

  /// The number of new pages after which the log is copied.
  private let pageCount: Int
  /// The length in pages at which the writer copies the log: 32 MB.
  private static let limit = 8_192

  init(path: String, synchronous: String, pageCount: Int) {
    self.path = path
    self.pageCount = pageCount
    self.synchronous = synchronous
  }

  /// Handles the log of a connection, which must not write after this object is released.
  func takeOver(_ writer: Database) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      writer.sqliteConnection,
      { context, connection, _, pages in
        guard let context else { return SQLITE_OK }
        let checkpointer = Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
        checkpointer.committed(pages: Int(pages), on: connection)
        return SQLITE_OK
      }, context)
  }

  /// Decides whether to copy a log of this length.
  private func committed(pages: Int, on connection: OpaquePointer?) {
    if pages >= Self.limit {
      // During a copy by the other thread this does nothing; the next commit tries again.
      return WriteAheadLog(connection).copy()
    }
    let last = askedPages.load(ordering: .relaxed)
    // A log that was copied completely begins at 0 again.
    let asked = last > pages ? 0 : last
    let isLong = pages - asked >= pageCount
    askedPages.store(isLong ? pages : asked, ordering: .relaxed)
    if isLong, !isUnderWay.exchange(true, ordering: .relaxed) { queue.async { self.copy() } }
  }

  /// Copies as much as readers allow; the next copy continues after a failure.
  ///
  /// The file is opened without the flag to create it: a file that was moved away must not reappear
  /// empty.
  private func copy() {
    defer { isUnderWay.store(false, ordering: .relaxed) }
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { return }
    sqlite3_exec(
      connection, "PRAGMA synchronous = \(synchronous); SELECT 1 FROM sqlite_schema LIMIT 1", nil,
      nil, nil)
    // What is left of a log that was cut would damage the database.
    let log = WriteAheadLog(connection)
    if log.isWhole { log.copy() }
  }
}
