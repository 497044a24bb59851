import GRDB
import GRDBSQLite

/// The write-ahead log of an open connection, as SQLite documents it ("WAL-mode File Format").
///
/// SQLite never checks the file of an open log again. If that file is deleted, cut or replaced, all
/// transactions that are not yet copied into the database are lost.
struct WriteAheadLog {
  private let connection: OpaquePointer?

  /// The log of a connection that has read or written before.
  init(_ connection: OpaquePointer?) { self.connection = connection }

  /// True if the open file contains all transactions that the index of the log lists.
  ///
  /// Call it in a write transaction, so that no other connection can restart the log.
  var isWhole: Bool {
    guard let (frames, pageBytes, salts) = index, frames > 0 else { return true }
    guard let file = file(SQLITE_FCNTL_JOURNAL_POINTER), let methods = file.pointee.pMethods else {
      return true
    }
    var size: sqlite3_int64 = 0
    var stored: UInt64 = 0
    return methods.pointee.xFileSize(file, &size) == SQLITE_OK
      && size >= Self.headerBytes + frames * (Self.frameHeaderBytes + pageBytes)
      && methods.pointee.xRead(file, &stored, 8, 16) == SQLITE_OK && stored == salts
  }

  /// Copies the log into the database, as far as readers allow.
  func copy() { sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }

  /// Empties a log that is not whole.
  func empty() {
    guard let file = file(SQLITE_FCNTL_JOURNAL_POINTER), let methods = file.pointee.pMethods else {
      return
    }
    _ = methods.pointee.xTruncate(file, 0)
  }

  private static let headerBytes: Int64 = 32
  private static let frameHeaderBytes: Int64 = 24
  /// The length of the first region of the index.
  private static let regionBytes: Int32 = 32_768

  /// The log's index: the number of frames, the page size and the salts of the log's header.
  ///
  /// It is `nil` if no index exists or another process is writing it.
  private var index: (frames: Int64, pageBytes: Int64, salts: UInt64)? {
    guard let file = file(SQLITE_FCNTL_FILE_POINTER), let methods = file.pointee.pMethods,
      methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(file, 0, Self.regionBytes, 0, &region) == SQLITE_OK, let region else { return nil }
    // The header is stored twice; unequal copies mean that it is being written.
    guard
      (0..<12).allSatisfy({
        region.load(fromByteOffset: 4 * $0, as: UInt32.self)
          == region.load(fromByteOffset: 48 + 4 * $0, as: UInt32.self)
      })
    else { return nil }
    let size = Int64(region.load(fromByteOffset: 14, as: UInt16.self))
    return (
      Int64(region.load(fromByteOffset: 16, as: UInt32.self)), size == 1 ? 65_536 : size,
      region.load(fromByteOffset: 32, as: UInt64.self)
    )
  }

  private func file(_ kind: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", kind, &file) == SQLITE_OK else { return nil }
    return file
  }
}
