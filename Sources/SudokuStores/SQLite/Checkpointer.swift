import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Brings what is in the write-ahead log into the database, aside of the writer.
///
/// SQLite lets the commit that makes the log long do that, and whoever waits for this commit waits
/// for the whole log to be copied and synchronised. Here another connection does it on a thread of
/// its own. Only a log that grows faster than it can be copied is copied by its writer, so that it
/// stays bounded.
///
/// Nothing depends on it: what is committed lies in the log, and stays there until it is in the
/// database, whenever the process ends.
final class Checkpointer: Sendable {
  private let path: String
  private let synchronous: String
  private let queue = DispatchQueue(label: "sudoku.checkpoint", qos: .utility)
  /// The length of the log, in pages, when it was last asked to be copied.
  private let askedPages = Atomic<Int>(0)
  private let isUnderWay = Atomic<Bool>(false)

  /// The number of new pages after which the log is copied: SQLite's own.
  private static let pageCount = 1_000
  /// The number of pages from which on the writer does it: 32 MB.
  private static let limit = 8_192

  init(path: String, synchronous: String) {
    self.path = path
    self.synchronous = synchronous
  }

  /// Takes over the log of a connection, which must not write any more once this object is gone.
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

  /// Decides what is to be done with a log of this length.
  private func committed(pages: Int, on connection: OpaquePointer?) {
    if pages >= Self.limit {
      // While the other thread is at it this does nothing; the next commit tries again.
      sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
      return
    }
    let last = askedPages.load(ordering: .relaxed)
    // A log that was copied as a whole begins again.
    let asked = last > pages ? 0 : last
    let isLong = pages - asked >= Self.pageCount
    askedPages.store(isLong ? pages : asked, ordering: .relaxed)
    if isLong, !isUnderWay.exchange(true, ordering: .relaxed) { queue.async { self.copy() } }
  }

  /// Copies what readers do not hold back; what fails is left for the next time.
  ///
  /// The file is opened without leave to create it: one that was moved away meanwhile must not come
  /// back empty.
  private func copy() {
    defer { isUnderWay.store(false, ordering: .relaxed) }
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { return }
    sqlite3_exec(connection, "PRAGMA synchronous = \(synchronous)", nil, nil, nil)
    sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
