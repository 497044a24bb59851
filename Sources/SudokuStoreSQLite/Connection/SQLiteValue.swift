/// A value of a column or of a statement's parameter.
enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

/// A type of Swift that has a form in SQLite.
///
/// Reading converts as SQLite does and never fails: what a damaged file has in the place of a number
/// is 0, in the place of a text the empty one.
protocol SQLiteConvertible {
  /// Creates the value from a column's.
  init(sqlite value: SQLiteValue)
  /// The value as a parameter.
  var sqliteValue: SQLiteValue { get }
}

extension Int64: SQLiteConvertible {
  init(sqlite value: SQLiteValue) {
    switch value {
    case .integer(let number): self = number
    case .text(let text): self = Int64(text) ?? 0
    case .null, .blob: self = 0
    }
  }

  var sqliteValue: SQLiteValue { .integer(self) }
}

extension Int: SQLiteConvertible {
  init(sqlite value: SQLiteValue) { self = Int(Int64(sqlite: value)) }

  var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Bool: SQLiteConvertible {
  init(sqlite value: SQLiteValue) { self = Int64(sqlite: value) != 0 }

  var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension String: SQLiteConvertible {
  init(sqlite value: SQLiteValue) {
    switch value {
    case .integer(let number): self = String(number)
    case .text(let text): self = text
    case .blob(let bytes): self = String(decoding: bytes, as: UTF8.self)
    case .null: self = ""
    }
  }

  var sqliteValue: SQLiteValue { .text(self) }
}

extension [UInt8]: SQLiteConvertible {
  init(sqlite value: SQLiteValue) {
    switch value {
    case .blob(let bytes): self = bytes
    case .text(let text): self = Array(text.utf8)
    case .null, .integer: self = []
    }
  }

  var sqliteValue: SQLiteValue { .blob(self) }
}
