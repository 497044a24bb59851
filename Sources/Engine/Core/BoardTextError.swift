/// A mistake in the text of a board, with its place.
public struct BoardTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// A character that stands for no cell.
    case unexpectedCharacter(UInt8)
    /// The text ends before the 81st cell; the number of cells read.
    case tooShort(Int)
    /// The text goes on after the 81st cell.
    case tooLong
    /// The text has no cells.
    case empty
    /// Two equal digits in a house.
    case conflict(BoardConflict)
    /// A line longer than the limit, in bytes; it is skipped.
    case overlongLine(Int)
    /// Text that breaks the form it began with; the message names what was expected.
    case malformed(String)
  }

  /// The mistake.
  public var kind: Kind
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1.
  public var column: Int
  /// The board as written, if it only breaks the rules of Sudoku.
  public var board: Board?
  /// The text of the record, if it is known.
  package var text: String?

  package init(_ kind: Kind, line: Int, column: Int, board: Board? = nil) {
    self.kind = kind
    self.line = line
    self.column = column
    self.board = board
  }

  /// The mistake in a sentence, without its place.
  public var message: String {
    switch kind {
    case .unexpectedCharacter(let byte):
      "unexpected \(describe(byte)): a cell is 1 to 9, or '.', '0', '*', '_' where it is empty"
    case .tooShort(let count): "the board has only \(count) of 81 cells"
    case .tooLong: "the board has more than 81 cells"
    case .empty: "the board is empty"
    case .conflict(let pair):
      "clue \(pair.digit) appears twice in \(pair.house.kind) \(pair.house.number + 1): "
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
