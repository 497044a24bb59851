/// What is wrong with the text of a board, and where.
public struct BoardTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// A character that stands for no cell.
    case unexpectedCharacter(UInt8)
    /// The text ends before the 81st cell; the number of cells read.
    case tooShort(Int)
    /// The text goes on after the 81st cell.
    case tooLong
    /// No cell at all.
    case empty
    /// Two equal digits in a house.
    case conflict(BoardConflict)
    /// A line of more than so many bytes, which is not read.
    case overlongLine(Int)
    /// Text that is not of the form it began with; what was expected.
    case malformed(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1.
  public var column: Int

  /// Creates an error for a place in a text.
  public init(_ kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  /// What is wrong, in a sentence without the place.
  public var message: String {
    switch kind {
    case .unexpectedCharacter(let byte):
      "unexpected \(describe(byte)): a cell is 1 to 9, or '.', '0', '*', '_' where it is empty"
    case .tooShort(let count): "the board has only \(count) of 81 cells"
    case .tooLong: "the board has more than 81 cells"
    case .empty: "there is no board"
    case .conflict(let pair):
      "two clues \(pair.digit) in \(pair.house.kind) \(pair.house.number + 1): "
        + "\(pair.first) and \(pair.second)"
    case .overlongLine(let limit): "the line is longer than \(limit) bytes"
    case .malformed(let expectation): expectation
    }
  }

  /// Place and message: `line:column: message`.
  public var description: String { "\(line):\(column): \(message)" }
}

/// A byte as a reader would name it.
private func describe(_ byte: UInt8) -> String {
  0x21...0x7E ~= byte
    ? "character '\(Character(Unicode.Scalar(byte)))'"
    : byte == 0x20 ? "space" : "byte 0x" + String(byte, radix: 16)
}

/// The number that a character of a board stands for.
///
/// - Returns: 0 for an empty cell (`.`, `0`, `*`, `_`), 1 to 9 for a digit, 255 for anything else.
@inlinable
func cellValue(_ byte: UInt8) -> UInt8 {
  switch byte {
  case UInt8(ascii: "1")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "."), UInt8(ascii: "0"), UInt8(ascii: "*"), UInt8(ascii: "_"): 0
  default: 255
  }
}

extension Board {
  /// Reads a board from 81 characters.
  ///
  /// - Parameters:
  ///   - bytes: 81 ASCII characters: `1` to `9`, and `.`, `0`, `*` or `_` for an empty cell.
  ///   - line: The line number that errors carry.
  /// - Throws: `BoardTextError` with the first bad column.
  public init(bytes: some Sequence<UInt8>, line: Int = 1) throws(BoardTextError) {
    self.init()
    var count = 0
    for byte in bytes {
      guard count < 81 else { throw BoardTextError(.tooLong, line: line, column: 82) }
      let value = cellValue(byte)
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

  /// Reads a board from a text of 81 characters.
  ///
  /// - Parameter text: As for `init(bytes:line:)`.
  /// - Throws: `BoardTextError` with the first bad column.
  public init(line text: some StringProtocol) throws(BoardTextError) {
    try self.init(bytes: text.utf8)
  }

  /// The board as 81 characters, `.` for an empty cell.
  public var line: String { line(empty: ".") }

  /// The board as 81 characters.
  ///
  /// - Parameter empty: What stands for an empty cell, one ASCII character.
  /// - Returns: The 81 characters.
  public func line(empty: Unicode.Scalar) -> String {
    let emptyByte = UInt8(truncatingIfNeeded: empty.value)
    return String(unsafeUninitializedCapacity: 81) { buffer in
      for index in 0..<81 {
        buffer[index] = values[index] == 0 ? emptyByte : UInt8(ascii: "0") + values[index]
      }
      return 81
    }
  }
}

extension Board: CustomStringConvertible, LosslessStringConvertible {
  /// The board as 81 characters, `.` for an empty cell.
  public var description: String { line }

  /// Reads a board from 81 characters; `nil` where `init(line:)` throws.
  public init?(_ description: String) {
    guard let board = try? Board(line: description) else { return nil }
    self = board
  }
}
