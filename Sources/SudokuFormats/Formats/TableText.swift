import SudokuCore

/// The cells of a table as text.
public enum TableText {
  /// Adds a cell, in quotes where it needs them; line ends become line feeds.
  public static func append(_ cell: String, separator: UInt8, to text: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { byte in
      byte == separator || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard needsQuotes || cell.utf8.first == 0x23 else { return text.append(contentsOf: cell.utf8) }
    text.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { text.append(byte) }
      if byte != 0x0D { text.append(byte) }
    }
    text.append(UInt8(ascii: "\""))
  }
}
