import CSQLite

/// A prepared statement of one connection.
final class SQLiteStatement {
  private let statement: OpaquePointer

  /// Prepares the first statement of a text.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - connection: For which connection, which must outlive the statement.
  /// - Throws: `SQLiteError`.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    guard let statement else { throw SQLiteError(SQLITE_MISUSE, "not a statement: \(sql)") }
    self.statement = statement
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement to its end.
  ///
  /// - Parameters:
  ///   - parameters: The values of its parameters, in order.
  ///   - body: Gets each row.
  /// - Throws: `SQLiteError`, what `body` throws.
  func run(
    _ parameters: [any SQLiteConvertible], _ body: (SQLiteRow) throws -> Void
  ) throws {
    // A statement that isn't reset would keep its snapshot, and with it the log, alive.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, parameter) in parameters.enumerated() {
      try bind(parameter.sqliteValue, at: Int32(index + 1))
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(row())
      case SQLITE_DONE: return
      case let code: throw SQLiteError(code, of: sqlite3_db_handle(statement))
      }
    }
  }

  /// Asks SQLite to copy the bytes before the call returns.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text):
        sqlite3_bind_text64(
          statement, index, text, UInt64(text.utf8.count), Self.transient, UInt8(SQLITE_UTF8))
      // No bytes are an empty value, not a missing one.
      case .blob([]): sqlite3_bind_zeroblob(statement, index, 0)
      case .blob(let bytes):
        sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), Self.transient)
      }
    guard code == SQLITE_OK else { throw SQLiteError(code, of: sqlite3_db_handle(statement)) }
  }

  private func row() -> SQLiteRow {
    SQLiteRow((0..<sqlite3_column_count(statement)).map { value(in: $0) })
  }

  private func value(in column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT, SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}
