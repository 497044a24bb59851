import Foundation
import GRDB
import SudokuSync
import Synchronization

/// Tokens in a SQLite file, which any number of servers and commands on one machine may share.
///
/// A token that was revoked by a command is refused by a running server within a second. A file that
/// was replaced is opened again, so that the tokens of the old one end.
package final class SQLiteTokenStore: TokenStore {
  private let path: String
  private let file: Mutex<(database: DatabasePool, identity: UInt64?)>

  /// Opens the file, or makes it.
  ///
  /// - Parameter path: The file; its directory exists.
  /// - Throws: `SyncError` of kind `fileFailed`.
  package init(path: String) throws(SyncError) {
    self.path = path
    file = Mutex((try Self.open(path), Self.identity(of: path)))
  }

  /// The database that lies at the path now.
  private var database: DatabasePool {
    get throws {
      try file.withLock { file in
        let identity = Self.identity(of: path)
        guard identity != file.identity else { return file.database }
        guard identity != nil else {
          throw SyncError(.storeUnavailable, "the file of the tokens is missing")
        }
        file = (try Self.open(path), identity)
        return file.database
      }
    }
  }

  private static func identity(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(truncatingIfNeeded: status.st_ino) : nil
  }

  private static func open(_ path: String) throws(SyncError) -> DatabasePool {
    do {
      PrivateFile.create(path)
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let database = try DatabasePool(path: path, configuration: configuration)
      try database.write { db in
        try db.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS token (
              id TEXT PRIMARY KEY NOT NULL, hash BLOB NOT NULL, role TEXT NOT NULL,
              player TEXT NOT NULL, label TEXT NOT NULL, created INTEGER NOT NULL, revoked INTEGER
            ) WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS token_order ON token (created, id);
            CREATE INDEX IF NOT EXISTS token_player ON token (player, created, id);
            """)
        // A token that was handed out must not be gone after a power cut.
        try db.execute(sql: "PRAGMA user_version = 1")
      }
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return database
    } catch { throw SyncError(.fileFailed, "\(path): \(error)") }
  }

  /// See `TokenStore`.
  package func add(_ record: TokenRecord, hash: [UInt8]) async throws(SyncError) {
    try await attempt {
      try await self.database.write { db in
        try db.execute(
          sql: """
            INSERT INTO token (id, hash, role, player, label, created) VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            record.id, Data(hash), record.role.rawValue, record.player, record.label,
            record.createdMilliseconds,
          ])
      }
    }
  }

  /// See `TokenStore`.
  package func find(
    _ id: String
  ) async throws(SyncError) -> (record: TokenRecord, hash: [UInt8])? {
    try await attempt {
      try await self.database.read { db in
        guard
          let row = try Row.fetchOne(
            db, sql: "SELECT * FROM token WHERE id = ?", arguments: [id]),
          let record = Self.record(row)
        else { return nil }
        return (record, [UInt8](row["hash"] as Data))
      }
    }
  }

  /// See `TokenStore`.
  package func list(
    player: String?, after previous: TokenRecord?, limit: Int
  ) async throws(SyncError) -> [TokenRecord] {
    try await attempt {
      try await self.database.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT * FROM token WHERE (created, id) > (?, ?) \(player == nil ? "" : "AND player = ?")
            ORDER BY created, id LIMIT ?
            """,
          arguments: [previous?.createdMilliseconds ?? .min, previous?.id ?? ""]
            + StatementArguments(player.map { [$0] } ?? []) + [max(limit, 1)])
        return rows.compactMap(Self.record)
      }
    }
  }

  /// See `TokenStore`.
  package func revoke(_ id: String, at milliseconds: Int64) async throws(SyncError) -> Bool {
    try await attempt {
      try await self.database.write { db in
        try db.execute(
          sql: "UPDATE token SET revoked = COALESCE(revoked, ?) WHERE id = ?",
          arguments: [milliseconds, id])
        return db.changesCount > 0
      }
    }
  }

  /// See `TokenStore`.
  package func mark() async throws(SyncError) -> String {
    let identity = Self.identity(of: path) ?? 0
    return try await attempt {
      try await self.database.read { db in
        let row = try Row.fetchOne(
          db, sql: "SELECT COUNT(*), COUNT(revoked), COALESCE(MAX(revoked), 0) FROM token")
        return "\(identity) \(row.map { Array($0.databaseValues) } ?? [])"
      }
    }
  }

  private static func record(_ row: Row) -> TokenRecord? {
    guard let role = TokenRecord.Role(rawValue: row["role"]) else { return nil }
    var record = TokenRecord(
      id: row["id"], role: role, player: row["player"], label: row["label"],
      createdMilliseconds: row["created"])
    record.revokedMilliseconds = row["revoked"]
    return record
  }

  private func attempt<T>(_ body: () async throws -> T) async throws(SyncError) -> T {
    do { return try await body() } catch let error as DatabaseError {
      let isFull = error.resultCode == .SQLITE_FULL
      throw SyncError(isFull ? .diskFull : .storeUnavailable, "the tokens: \(error.resultCode)")
    } catch let error as SyncError { throw error } catch {
      throw SyncError(.storeUnavailable, "the tokens can't be read")
    }
  }
}
