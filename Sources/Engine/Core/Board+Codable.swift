// Boards, cells and digits in records of an app: as text, and digits as numbers.

extension Board: Codable {
  /// Reads 81 characters.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(BoardTextError) { try self.init(line: text) } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  /// Writes 81 characters, `.` for an empty cell.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(line)
  }
}

extension Cell: Codable {
  /// Reads a cell as in `"r4c7"`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let cell = Cell(notation: text.utf8) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a cell, as in r4c7")
    }
    self = cell
  }

  /// Writes a cell as in `"r4c7"`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CellSet: Codable {
  /// Reads a list of cells.
  public init(from decoder: any Decoder) throws { self.init(try [Cell](from: decoder)) }

  /// Writes the cells in their order.
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension Digit: Codable {
  /// Reads a number from 1 to 9.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(Int.self)
    guard let digit = Digit(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(value) is not a digit from 1 to 9")
    }
    self = digit
  }

  /// Writes a number from 1 to 9.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Int(rawValue))
  }
}
