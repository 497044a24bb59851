import CSQLite

/// What SQLite says when it refuses.
struct SQLiteError: Error {
  /// The primary result code, as `SQLITE_BUSY`.
  let code: Int32
  let message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: A result code; an extended one is reduced to its primary one.
  ///   - message: What went wrong.
  init(_ code: Int32, _ message: String) {
    self.code = code & 0xff
    self.message = message
  }

  /// The last error of a connection.
  init(_ code: Int32, of connection: OpaquePointer?) {
    let message = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(code, message.map { String(cString: $0) } ?? "SQLite error \(code)")
  }
}
