import Foundation
import GRDB
import SudokuSync

/// Tokens in a SQLite file, which any number of servers and commands on one machine may share.
///
/// A token that was revoked by a command is refused by a running server within a second.
package final class SQLiteTokenStore: TokenStore {
  private let database: DatabasePool

  /// Opens the file, or makes it.
  ///
  /// - Parameter path: The file; its directory exists.
  /// - Throws: `SyncError` of kind `fileFailed`.
  package init(path: String) throws(SyncError) {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      database = try DatabasePool(path: path, configuration: configuration)
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
    } catch { throw SyncError(.storeUnavailable, "the tokens: \(error)") }
  }
}
