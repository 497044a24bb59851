extension Board {
  /// The number that a character of a board stands for: the one definition of an empty cell.
  ///
  /// 0 for an empty cell (`.`, `0`, `*`, `_`), 1 to 9 for a digit, 255 for anything else. Readers of
  /// files and of the protocol accept a few more signs for an empty cell before they ask here.
  @inlinable
  package static func cellValue(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "1")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "."), UInt8(ascii: "0"), UInt8(ascii: "*"), UInt8(ascii: "_"): 0
    default: 255
    }
  }

  /// Reads a board from 81 ASCII characters: `1` to `9`, and `.`, `0`, `*` or `_` for an empty cell.
  ///
  /// Throws a `BoardTextError` with `line` and the first bad column.
  public init(bytes: some Sequence<UInt8>, line: Int = 1) throws(BoardTextError) {
    self.init()
    var count = 0
    for byte in bytes {
      guard count < 81 else { throw BoardTextError(.tooLong, line: line, column: 82) }
      let value = Self.cellValue(byte)
      guard value <= 9 else {
        throw BoardTextError(.unexpectedCharacter(byte), line: line, column: count + 1)
      }
      values[count] = value
      count += 1
    }
    guard count > 0 else { throw BoardTextError(.empty, line: line, column: 1) }
    guard count == 81 else {
      throw BoardTextError(.tooShort(count), line: line, column: count + 1)
    }
  }

  /// Reads a board from a text of 81 characters, as `init(bytes:line:)` does.
  public init(line text: some StringProtocol) throws(BoardTextError) {
    try self.init(bytes: text.utf8)
  }

  /// The board as 81 characters, `.` for an empty cell.
  public var line: String { line(empty: ".") }

  /// The board as 81 characters; `empty` is the ASCII character for an empty cell.
  public func line(empty: Unicode.Scalar) -> String {
    let emptyByte = UInt8(truncatingIfNeeded: empty.value)
    return String(unsafeUninitializedCapacity: 81) { buffer in
      withUnsafeValues { values in
        for index in 0..<81 {
          let value = values[index]
          buffer[index] = value == 0 ? emptyByte : UInt8(ascii: "0") &+ value
        }
      }
      return 81
    }
  }
}

extension Board: CustomStringConvertible, LosslessStringConvertible {
  /// The board as 81 characters, `.` for an empty cell.
  public var description: String { line }

  /// Reads a board from 81 characters; `nil` if `init(line:)` throws.
  public init?(_ description: String) {
    guard let board = try? Board(line: description) else { return nil }
    self = board
  }
}
