import CSQLite

/// A connection to an SQLite file.
///
/// ```swift
/// try connection.run("INSERT INTO value (key, value) VALUES (?, ?)", ["epoch", text])
/// let names: [String] = try connection.rows("SELECT key FROM value").map { $0[0] }
/// ```
///
/// Statements are prepared once and kept. One thread at a time may use a connection: its pool sees
/// to that.
final class SQLiteConnection: @unchecked Sendable {
  /// SQLite's own handle.
  let handle: OpaquePointer
  private let busy: BusyHandler
  private var statements: [String: SQLiteStatement] = [:]

  /// How many prepared statements are kept.
  private static let statementLimit = 64

  /// Opens a file, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its directory exists.
  ///   - goesOn: Asked when another connection has locked the file, with the number of times it was
  ///     asked before; waits, and says whether to try again.
  /// - Throws: `SQLiteError`.
  init(path: String, goesOn: @escaping @Sendable (Int) -> Bool) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteError(code, of: handle)
    }
    self.handle = handle
    busy = BusyHandler(goesOn)
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        let busy = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return busy.goesOn(Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(busy).toOpaque())
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// The number of the row that was inserted last.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs any number of statements that have no parameters.
  func script(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
  }

  /// Runs one statement.
  func run(_ sql: String, _ parameters: [any SQLiteConvertible] = []) throws {
    try statement(sql).run(parameters) { _ in }
  }

  /// Runs one statement and hands on row after row; `body` must not run the same one.
  func forEachRow(
    _ sql: String, _ parameters: [any SQLiteConvertible] = [], _ body: (SQLiteRow) throws -> Void
  ) throws {
    try statement(sql).run(parameters, body)
  }

  /// All rows of a statement's result.
  func rows(_ sql: String, _ parameters: [any SQLiteConvertible] = []) throws -> [SQLiteRow] {
    var rows: [SQLiteRow] = []
    try statement(sql).run(parameters) { rows.append($0) }
    return rows
  }

  /// The first row of a statement's result.
  func row(_ sql: String, _ parameters: [any SQLiteConvertible] = []) throws -> SQLiteRow? {
    try rows(sql, parameters).first
  }

  /// The first value of a statement's result; `nil` where it is null or there is none.
  func value<Value: SQLiteConvertible>(
    _ sql: String, _ parameters: [any SQLiteConvertible] = []
  ) throws -> Value? {
    guard let row = try row(sql, parameters), !row.isNull(0) else { return nil }
    return row[0]
  }

  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, on: handle)
    // Texts that are made at run time must not pile up.
    if statements.count >= Self.statementLimit { statements = [:] }
    statements[sql] = statement
    return statement
  }

  /// Does what `body` does in one transaction, or nothing of it.
  ///
  /// - Parameters:
  ///   - begin: How it begins: `"BEGIN IMMEDIATE"` to write, `"BEGIN"` to read in a snapshot.
  ///   - body: What it does.
  /// - Returns: What `body` returns.
  /// - Throws: `SQLiteError`, what `body` throws.
  func transaction<Result>(
    _ begin: String, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try run(begin)
    do {
      let result = try body(self)
      try run("COMMIT")
      return result
    } catch {
      // SQLite itself may have taken back everything, as after an error of the disk.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }
}

/// What a connection asks while it waits; SQLite holds a reference to it that isn't counted.
private final class BusyHandler: Sendable {
  let goesOn: @Sendable (Int) -> Bool

  init(_ goesOn: @escaping @Sendable (Int) -> Bool) { self.goesOn = goesOn }
}
