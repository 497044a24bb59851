import JSONCoding
import SudokuSession

/// Writes operations as canonical lines, several times faster than the general encoder.
///
/// The bytes are those of `JSONEncoder`: sorted keys, no spaces. Numbers with a fraction, which only
/// operations of newer versions can hold, are left to it.
struct OperationLine {
  /// The bytes written so far.
  var bytes: [UInt8] = []

  /// Appends an operation and a line feed.
  ///
  /// - Parameter operation: The operation.
  /// - Throws: `SyncError` of kind `damaged` for a value that JSON can't hold.
  mutating func append(_ operation: Operation) throws(SyncError) {
    do { try append(members: operation.fields) } catch {
      throw SyncError(.damaged, "operation \(operation.key) can't be written: \(error)")
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: OpaqueValue) throws {
    switch value {
    case .null: append(text: "null")
    case .bool(let flag): append(text: flag ? "true" : "false")
    case .int(let number): append(text: String(number))
    case .double: bytes += try JSONEncoder().encode(value)
    case .string(let string): try append(string: string)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try append(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): try append(members: members)
    }
  }

  private mutating func append(members: [String: OpaqueValue]) throws {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      try append(string: key)
      bytes.append(UInt8(ascii: ":"))
      try append(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(text: String) { bytes += text.utf8 }

  private mutating func append(string: String) throws {
    let isPlain = string.utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else {
      bytes += try JSONEncoder().encode(OpaqueValue.string(string))
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += string.utf8
    bytes.append(UInt8(ascii: "\""))
  }
}
