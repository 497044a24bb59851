/// Copies the 81 cells of boards at the speed of memory.
enum PlainCells {
  /// Copies cells, with `.` for every sign of an empty cell.
  ///
  /// The loop has no branches, so that it becomes a few vector instructions.
  ///
  /// - Parameters:
  ///   - from: 81 bytes.
  ///   - to: Where 81 bytes go.
  /// - Returns: Whether all of them are cells; what was written means nothing otherwise.
  @inline(__always)
  static func copy(from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>) -> Bool {
    var all: UInt8 = 1
    for index in 0..<81 {
      let byte = from[index]
      let isDigit: UInt8 = byte &- UInt8(ascii: "1") <= 8 ? 1 : 0
      let isEmpty: UInt8 =
        (byte == UInt8(ascii: "0") ? 1 : 0) | (byte == UInt8(ascii: ".") ? 1 : 0)
        | (byte == UInt8(ascii: "-") ? 1 : 0) | (byte == UInt8(ascii: "_") ? 1 : 0)
        | (byte == UInt8(ascii: "*") ? 1 : 0) | (byte == UInt8(ascii: "?") ? 1 : 0)
        | (byte | 0x20 == UInt8(ascii: "x") ? 1 : 0)
      to[index] = isDigit == 1 ? byte : UInt8(ascii: ".")
      all &= isDigit | isEmpty
    }
    return all == 1
  }
}
