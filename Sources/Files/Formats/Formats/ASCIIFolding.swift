/// Converts a line of a grid to ASCII: box drawing becomes `|`, `-` and `+`, other blanks become spaces,
/// other signs of empty cells `.`, full-width digits plain ones.
struct ASCIIFolding {
  /// The line in ASCII; characters that no grid has are unchanged.
  private(set) var text: [UInt8] = []
  /// For each byte of `text` the column of its character in the file's line, counted from 1.
  private(set) var columns: [Int] = []

  /// Folds a line; `skipped` bytes stand before it in the file's line.
  init(_ line: ArraySlice<UInt8>, skipped: Int = 0) {
    text.reserveCapacity(line.count)
    columns.reserveCapacity(line.count)
    var column = skipped + 1
    var decoder = UTF8()
    var bytes = line.makeIterator()
    while true {
      let scalar: Unicode.Scalar
      switch decoder.decode(&bytes) {
      case .scalarValue(let found): scalar = found
      case .error: scalar = "\u{FFFD}"
      case .emptyInput: return
      }
      if ASCIIFolding.isJoined(scalar) {
        column += UTF8.width(scalar)
        continue
      }
      if let byte = ASCIIFolding.byte(scalar) {
        text.append(byte)
        columns.append(column)
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          text.append(byte)
          columns.append(column)
        }
      }
      column += UTF8.width(scalar)
    }
  }

  static func isNeeded(for line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      return all >= 0x80
    }
  }

  /// True for a scalar that only changes the look of the one before it, as in keycaps, or has no width.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    [0x200B, 0x200C, 0x200D, 0x2060, 0x20E3, 0xFE0E, 0xFE0F].contains(scalar.value)
  }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0..<0x80: UInt8(scalar.value)
    // Box drawing: straight lines, then corners and crossings.
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576,
      0x2578, 0x257A, 0x257C, 0x257E, 0x2010...0x2015, 0x2212:
      UInt8(ascii: "-")
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577,
      0x2579, 0x257B, 0x257D, 0x257F, 0x2758...0x275A, 0xFF5C:
      UInt8(ascii: "|")
    case 0x250C...0x254B, 0x2552...0x2573: UInt8(ascii: "+")
    case 0xA0, 0xFEFF, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: UInt8(ascii: " ")
    case 0xB7, 0x2022, 0x2219, 0x22C5, 0x30FB, 0xFF0E, 0x25A1, 0x25A2, 0x25FB, 0x25FD, 0x2B1C,
      0x25CB,
      0x2024, 0x25E6, 0x2591, 0x2610, 0x25A0, 0x25AA, 0x25AB, 0x25FC, 0x25FE, 0x2B1B, 0x3007,
      0x1F532, 0x1F533, 0x1F7E5...0x1F7EB:
      UInt8(ascii: ".")
    case 0xFF10...0xFF19: UInt8(scalar.value - 0xFF10) + UInt8(ascii: "0")
    case 0x660...0x669: UInt8(scalar.value - 0x660) + UInt8(ascii: "0")
    case 0x6F0...0x6F9: UInt8(scalar.value - 0x6F0) + UInt8(ascii: "0")
    // Digits in circles.
    case 0x2460...0x2468: UInt8(scalar.value - 0x2460) + UInt8(ascii: "1")
    case 0x2776...0x277E: UInt8(scalar.value - 0x2776) + UInt8(ascii: "1")
    case 0x2780...0x2788: UInt8(scalar.value - 0x2780) + UInt8(ascii: "1")
    default: nil
    }
  }
}
