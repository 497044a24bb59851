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

/// An SQLite file in write-ahead mode, opened carefully.
///
/// Other processes may have it open too; a locked file is waited for. A damaged file is refused and
/// left unchanged.
struct SQLiteFile: Sendable {
  let path: String
  let pool: DatabasePool
  private let patience: Patience
  private let checkpointer: Checkpointer
  /// Which files the database and its log are, whatever lies at their paths now.
  private var numbers: [UInt64?] = []

  init(
    path: String, durability: Durability, migrate: @Sendable (Database) throws -> Void
  ) throws(SyncError) {
    self.path = path
    var configuration = Configuration()
    let patience = Patience()
    self.patience = patience
    configuration.busyMode = .callback { patience.goesOn(after: $0) }
    configuration.maximumReaderCount = 4
    PrivateFile.create(path)
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      let synchronous =
        switch durability {
        case .full: "FULL"
        case .normal: "NORMAL"
        case .none: "OFF"
        }
      let checkpointer = Checkpointer(path: path, synchronous: synchronous)
      self.checkpointer = checkpointer
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        checkpointer.takeOver(db)
      }
      self.pool = pool
      let number = Self.number(of: path)
      // Reading makes the log.
      try check()
      numbers = [number, Self.number(of: path + Self.logSuffix)]
      try pool.write(migrate)
    } catch {
      throw Self.translate(error, path)
    }
  }

  /// Reads in a consistent snapshot.
  func read<T>(_ body: (Database) throws -> T) throws(SyncError) -> T {
    do { return try pool.read(body) } catch { throw Self.translate(error, path) }
  }

  /// Writes in one transaction, durable on return.
  ///
  /// - Throws: `SyncError`; kind `fileFailed` where the file or its log was removed, replaced or cut since it was
  ///   opened: what is written then would be answered and be gone.
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

  /// What happened to the files since they were opened; `nil` for nothing.
  ///
  /// A log that is gone from its place and still open is copied into the database. One that was cut is emptied: SQLite
  /// would copy what is left of it as the file is closed, and damage the database.
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

  private static let logSuffix = "-wal"

  /// Looks at something through the connection that writes, outside of a transaction.
  func onWriter<T>(_ body: (Database) throws -> T) throws(SyncError) -> T {
    do { return try pool.writeWithoutTransaction(body) } catch { throw Self.translate(error, path) }
  }

  /// Runs `body`, which waits for other processes' locks until the deadline at most.
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

  /// Looks for damage; small files are read as a whole.
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

  /// Whether the file or its log is as long as this process may make it.
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

/// How long to wait for the lock of another process.
private final class Patience: Sendable {
  private let deadline = Mutex<Deadline?>(nil)
  private let begin = Mutex<ContinuousClock.Instant>(.now)

  /// How long to wait without a deadline.
  private static let standard = Duration.seconds(10)

  func set(_ deadline: Deadline?) { self.deadline.withLock { $0 = deadline } }

  /// Waits a little.
  func goesOn(after count: Int) -> Bool {
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

/// How certainly a write has reached the disk when it is answered.
public enum Durability: String, Hashable, Sendable, CaseIterable {
  /// It survives a loss of power: every transaction is written through (`synchronous = FULL`).
  case full
  /// It survives the end of the process at any moment; after a loss of power the last
  /// transactions may be missing, never torn (`synchronous = NORMAL`).
  case normal
  /// Left to the operating system (`synchronous = OFF`).
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

  /// Whether anything has changed since this was called last.
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
