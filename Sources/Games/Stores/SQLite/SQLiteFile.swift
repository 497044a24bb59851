import Foundation
import GRDB
import SudokuSync
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An SQLite file in write-ahead mode, checked when it is opened.
///
/// Other processes may have it open too; a writer waits for their locks. A damaged file is refused
/// and left unchanged.
struct SQLiteFile: Sendable {
  let path: String
  private let connections: OpenConnections
  private let patience: Patience
  private let checkpointer: Checkpointer
  /// The inode numbers of the database and its log as they were opened.
  private var numbers: [UInt64?] = []

  var pool: DatabasePool { connections.pool }

  init(
    path: String, durability: Durability, logPages: Int = SQLiteFile.usualLogPages,
    migrate: @Sendable (Database) throws -> Void
  ) throws(SyncError) {
    self.path = path
    var configuration = Configuration()
    let patience = Patience()
    self.patience = patience
    configuration.busyMode = .callback { patience.waits(after: $0) }
    configuration.maximumReaderCount = 4
    let list = ConnectionList()
    configuration.prepareDatabase { list.add($0) }
    PrivateFile.create(path)
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      let synchronous =
        switch durability {
        case .full: "FULL"
        case .normal: "NORMAL"
        case .none: "OFF"
        }
      let checkpointer = Checkpointer(
        path: path, synchronous: synchronous, pageCount: logPages)
      self.checkpointer = checkpointer
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        checkpointer.takeOver(db)
      }
      connections = OpenConnections(pool, list)
      let number = Self.number(of: path)
      // Reading creates the log.
      try check()
      numbers = [number, Self.number(of: path + Self.logSuffix)]
      try pool.write(migrate)
    } catch {
      // The configuration holds the list, and its connections the configuration.
      ConnectionList.closed.take(from: list)
      throw Self.translate(error, path)
    }
  }

  /// Reads in a consistent snapshot.
  func read<T>(_ body: (Database) throws -> T) throws(SyncError) -> T {
    do { return try pool.read(body) } catch { throw Self.translate(error, path) }
  }

  /// Writes in one transaction, durable on return.
  ///
  /// - Throws: `SyncError`; kind `fileFailed` if the file or its log was removed, replaced or cut
  ///   since it was opened. Writes to such a file would be acknowledged and lost.
  func write<T>(_ body: (Database) throws -> T) throws(SyncError) -> T {
    do {
      return try pool.write { db in
        let result = try body(db)
        if let loss = loss(seenBy: db) { throw loss }
        return result
      }
    } catch {
      let loss = pool.writeWithoutTransaction { self.loss(seenBy: $0) }
      throw loss ?? Self.translate(error, path)
    }
  }

  /// The error if the files were removed, replaced or cut since they were opened; `nil` if not.
  ///
  /// A log that was removed but is still open is copied into the database. One that was cut is
  /// emptied: SQLite would copy the rest of it as the file is closed, and damage the database.
  private func loss(seenBy db: Database) -> SyncError? {
    let log = WriteAheadLog(db.sqliteConnection)
    let isWhole = log.isWhole
    let isInPlace = [path, path + Self.logSuffix].map { Self.number(of: $0) } == numbers
    guard !isWhole || !isInPlace else { return nil }
    if !db.isInsideTransaction { if isWhole { log.copy() } else { log.empty() } }
    let what = isWhole ? "the file or its log was removed or replaced" : "its log was cut"
    return SyncError(
      .fileFailed, "\(path): \(what) while it was open; nothing more is written into it")
  }

  /// The length of the log from which on it is copied, in pages of 4 KiB: SQLite's own.
  static let usualLogPages = 1_000

  private static let logSuffix = "-wal"

  /// Runs `body` on the writing connection, outside of a transaction.
  func onWriter<T>(_ body: (Database) throws -> T) throws(SyncError) -> T {
    do { return try pool.writeWithoutTransaction(body) } catch { throw Self.translate(error, path) }
  }

  /// Runs `body`, which waits for other processes' locks no longer than the deadline.
  func waiting<T>(
    until deadline: Deadline, _ body: () throws(SyncError) -> T
  ) throws(SyncError) -> T {
    patience.set(deadline)
    defer { patience.set(nil) }
    return try body()
  }

  private static func number(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(truncatingIfNeeded: status.st_ino) : nil
  }

  /// Checks a file of fewer than 16,384 pages completely for damage; larger files are not checked.
  private func check() throws {
    try pool.read { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      guard pages < 16_384 else { return }
      let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(3)")
      guard findings == ["ok"] else {
        throw SyncError(.damaged, findings.joined(separator: "; "))
      }
    }
  }

  static func translate(_ error: any Error, _ path: String) -> SyncError {
    switch error {
    case let error as SyncError:
      return error.kind == .damaged
        ? SyncError(.damaged, "\(path): \(error.message); the file is left unchanged") : error
    case let error as DatabaseError:
      let message = "\(path): \(error.message ?? error.description)"
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        return SyncError(.damaged, message + "; the file is left unchanged")
      case .SQLITE_FULL: return SyncError(.diskFull, message)
      case .SQLITE_IOERR where isAtSizeLimit(path):
        return SyncError(.diskFull, "\(path): the file may not grow any more")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        return SyncError(
          .storeUnavailable, "\(path): another process has been writing for too long")
      case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_PERM:
        return SyncError(.fileFailed, message)
      default: return SyncError(.storeFailed, message)
      }
    default: return SyncError(.storeFailed, "\(path): \(error)")
    }
  }

  /// True if the file or its log has nearly reached this process's limit of file sizes.
  private static func isAtSizeLimit(_ path: String) -> Bool {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(1), &limit) == 0, limit.rlim_cur != .max else {
        return false
      }
      return ["", "-wal", "-shm"].contains { suffix in
        var status = stat()
        return stat(path + suffix, &status) == 0
          && UInt64(status.st_size) + 65_536 >= UInt64(limit.rlim_cur)
      }
    #else
      return false
    #endif
  }
}

/// The wait for locks of other processes.
private final class Patience: Sendable {
  private let deadline = Mutex<Deadline?>(nil)
  private let begin = Mutex<ContinuousClock.Instant>(.now)

  /// The longest wait without a deadline.
  private static let standard = Duration.seconds(10)

  func set(_ deadline: Deadline?) { self.deadline.withLock { $0 = deadline } }

  /// Waits briefly; returns false once the deadline has passed.
  func waits(after count: Int) -> Bool {
    if count == 0 { begin.withLock { $0 = .now } }
    if let deadline = deadline.withLock({ $0 }) {
      if deadline.hasPassed { return false }
    } else if begin.withLock({ $0.duration(to: .now) }) >= Self.standard {
      return false
    }
    usleep(UInt32(min(500 * (count + 1), 10_000)))
    return true
  }
}

/// The durability of a write at the time of its answer.
public enum Durability: String, Hashable, Sendable, CaseIterable {
  /// It survives a loss of power: every transaction is written through (`synchronous = FULL`).
  case full
  /// It survives the end of the process at any moment. A loss of power may lose the last
  /// transactions, but never leaves a partial one (`synchronous = NORMAL`).
  case normal
  /// The operating system decides (`synchronous = OFF`).
  case none
}

/// Detects changed files by length and time.
final class FileProbe: Sendable {
  private struct Look: Equatable {
    var file: UInt64 = 0
    var size: Int64 = 0
    var seconds = 0
    var nanoseconds = 0
  }

  private let paths: [String]
  private let last: Mutex<[Look]>

  init(_ paths: [String]) {
    self.paths = paths
    last = Mutex(Self.look(at: paths))
  }

  /// Returns true if a file has changed since the last call.
  func hasChanged() -> Bool {
    let now = Self.look(at: paths)
    return last.withLock { last in
      defer { last = now }
      return last != now
    }
  }

  private static func look(at paths: [String]) -> [Look] {
    paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return Look() }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Look(
        file: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
  }
}
