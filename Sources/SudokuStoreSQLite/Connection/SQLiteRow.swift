/// A row of a result: a copy of its columns.
struct SQLiteRow {
  private let columns: [SQLiteValue]

  init(_ columns: [SQLiteValue]) { self.columns = columns }

  /// The value in a column, converted as SQLite does; see `SQLiteConvertible`.
  subscript<Value: SQLiteConvertible>(column: Int) -> Value {
    Value(sqlite: columns.indices.contains(column) ? columns[column] : .null)
  }

  /// Whether there is no value in a column.
  func isNull(_ column: Int) -> Bool { columns[column] == .null }
}
