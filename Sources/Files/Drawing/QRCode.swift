/// A QR code of at most 106 bytes: versions 1 to 5, error correction L, the first mask (ISO/IEC 18004).
package struct QRCode: Sendable {
  /// The rows from above; true is dark.
  package private(set) var rows: [[Bool]]
  /// The modules that hold no data.
  private var isFixed: [[Bool]]
  private var size: Int { rows.count }

  /// By version: the numbers of data and check bytes.
  private static let lengths = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// The code of a text; `nil` for a longer one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Mode and length take 12 bits.
    guard let version = Self.lengths.firstIndex(where: { bytes.count + 2 <= $0.0 }) else {
      return nil
    }
    let size = 21 + 4 * version
    rows = Array(repeating: Array(repeating: false, count: size), count: size)
    isFixed = rows
    drawPatterns(hasAlignment: version > 0)
    let (dataCount, checkCount) = Self.lengths[version]
    var data = [0x40 | UInt8(bytes.count >> 4), UInt8(bytes.count & 15) << 4]
    for byte in bytes {
      data[data.count - 1] |= byte >> 4
      data.append(byte << 4)
    }
    for index in 0..<(dataCount - data.count) { data.append(index % 2 == 0 ? 0xEC : 0x11) }
    place(data + Self.check(data, checkCount))
  }

  // MARK: Patterns

  private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard rows.indices.contains(row), rows.indices.contains(column) else { return }
    (rows[row][column], isFixed[row][column]) = (isDark, true)
  }

  private mutating func drawPatterns(hasAlignment: Bool) {
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      drawRings(row, column, reach: 4, light: [2, 4])
    }
    if hasAlignment { drawRings(size - 7, size - 7, reach: 2, light: [1]) }
    // Level L with the first mask.
    let format = 0x77C4
    for bit in 0..<15 {
      let isDark = format >> bit & 1 == 1
      switch bit {
      case 0...5: fix(bit, 8, isDark)
      case 6, 7: fix(bit + 1, 8, isDark)
      case 8: fix(8, 7, isDark)
      default: fix(8, 14 - bit, isDark)
      }
      if bit < 8 { fix(8, size - 1 - bit, isDark) } else { fix(size - 15 + bit, 8, isDark) }
    }
    fix(size - 8, 8, true)
  }

  private mutating func drawRings(_ row: Int, _ column: Int, reach: Int, light: Set<Int>) {
    for down in -reach...reach {
      for across in -reach...reach {
        fix(row + down, column + across, !light.contains(max(abs(down), abs(across))))
      }
    }
  }

  // MARK: Data

  /// Fills pairs of columns from the right, upwards and downwards in turn.
  private mutating func place(_ bytes: [UInt8]) {
    var (bit, isUpward) = (0, true)
    for pair in stride(from: size - 1, to: 0, by: -2) {
      // The column of the timing pattern is left out.
      let right = pair > 6 ? pair : pair - 1
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where column >= 0 && !isFixed[row][column] {
          let isSet = bit < bytes.count * 8 && bytes[bit / 8] >> (7 - bit % 8) & 1 == 1
          rows[row][column] = isSet != ((row + column) % 2 == 0)
          bit += 1
        }
      }
      isUpward.toggle()
    }
  }

  /// The check bytes of Reed and Solomon: the remainder by a product of `x - 2^i`.
  private static func check(_ data: [UInt8], _ count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = product(divisor[index], root)
        if index + 1 < count { divisor[index] ^= divisor[index + 1] }
      }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
    }
    return rest
  }

  /// The product in the field of 256 elements.
  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7 == 1 ? 0x1D : 0)
      if other >> UInt8(bit) & 1 == 1 { product ^= one }
    }
    return product
  }

  /// The code for a terminal: black on white, two rows in a line.
  package var text: String {
    let edge = 2
    let range = -edge..<(size + edge)
    func isDark(_ row: Int, _ column: Int) -> Bool {
      rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
    }
    return stride(from: -edge, to: size + edge, by: 2).map { row in
      let signs = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m\(signs.joined())\u{1B}[0m\n"
    }.joined()
  }
}
