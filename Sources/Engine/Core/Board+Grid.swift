extension Board {
  /// Reads a board from one of the common ASCII grids.
  ///
  /// Rows are lines of cells; spaces, `|`, `!` and `:` between them are skipped, so are rulings
  /// of `-`, `=` and `+`.
  ///
  /// ```
  /// 5 3 . | . 7 . | . . .
  /// 6 . . | 1 9 5 | . . .
  /// ------+-------+------
  /// ```
  ///
  /// Errors carry line and column; `firstLine` is the number of the first line in them.
  public init(grid text: some StringProtocol, firstLine: Int = 1) throws(BoardTextError) {
    self.init()
    var count = 0
    var line = firstLine
    var column = 0
    for byte in text.utf8 {
      column += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 0
        continue
      }
      if Board.isGridRuling(byte) { continue }
      let value = Self.cellValue(byte)
      guard value <= 9 else {
        throw BoardTextError(.unexpectedCharacter(byte), line: line, column: column)
      }
      guard count < 81 else { throw BoardTextError(.tooLong, line: line, column: column) }
      values[count] = value
      count += 1
    }
    guard count > 0 else { throw BoardTextError(.empty, line: line, column: 1) }
    guard count == 81 else {
      throw BoardTextError(.tooShort(count), line: line, column: column + 1)
    }
  }

  /// True if a character only draws the lines of a grid.
  package static func isGridRuling(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "|"),
      UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "="),
      UInt8(ascii: "+"), UInt8(ascii: "'"), UInt8(ascii: ","):
      true
    default: false
    }
  }

  /// The board as a grid of nine lines with rulings between the blocks, for people.
  ///
  /// ```
  /// 5 3 . | . 7 . | . . .
  /// ```
  public var grid: String {
    var lines: [String] = []
    for row in 0..<9 {
      if row == 3 || row == 6 { lines.append("------+-------+------") }
      let stacks = (0..<3).map { stack in
        (0..<3).map { self[Cell(row: row, column: stack * 3 + $0)]?.description ?? "." }
          .joined(separator: " ")
      }
      lines.append(stacks.joined(separator: " | "))
    }
    return lines.joined(separator: "\n")
  }
}
