/// A grid's candidates by cell, and their places by house and digit: what sets of cells and digits
/// are searched for in.
///
/// ```text
/// index   0 ....... 80    81 ..... 161     162 ..... 242     243 ..... 323
/// mask    cells           blocks 0-8       rows 0-8          columns 0-8
///         row * 9 + col   81 + 9b + d      162 + 9r + d      243 + 9c + d
/// bit     d: digit d + 1  p: place p       p: column p       p: row p
/// ```
///
/// A band of `DigitPlanes` gives 27 cells, 3 blocks and 3 rows; all three give the columns. Block `b`
/// has its places row by row.
///
/// The order is that of a `ChainGrid`. This is a type of its own because it lives on the stack and is
/// written eight masks at a time; a `ChainGrid` is memory that chains change.
struct GridMasks {
  private(set) var values = InlineArray<324, UInt16>(repeating: 0)

  init(_ planes: DigitPlanes) {
    var span = values.mutableSpan
    span.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let bands = (planes.top, planes.middle, planes.bottom)
      // Eight cells at a time: the last ones of a band reach into what is written next.
      Self.writeCells(bands.0, base)
      Self.writeCells(bands.1, base + 27)
      Self.writeCells(bands.2, base + 54)
      Self.writeBlocksAndRows(bands.0, base + 81, base + 162)
      Self.writeBlocksAndRows(bands.1, base + 108, base + 189)
      Self.writeBlocksAndRows(bands.2, base + 135, base + 216)
      for column: UInt32 in 0..<9 {
        let places =
          Self.gathered(bands.0 >> column) | Self.gathered(bands.1 >> column) << 3
          | Self.gathered(bands.2 >> column) << 6
        Self.write(places, base + 243 + Int(column) &* 9)
      }
    }
  }

  /// Calls `body` with the masks: cells, then places by house and digit.
  @inline(__always)
  func withMasks<R>(_ body: (UnsafePointer<UInt16>) -> R) -> R {
    withUnsafePointer(to: self) {
      body(UnsafeRawPointer($0).assumingMemoryBound(to: UInt16.self))
    }
  }

  @inline(__always)
  private static func write(_ words: DigitWords, _ to: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(to).storeBytes(
      of: SIMD8<UInt16>(truncatingIfNeeded: words.first), as: SIMD8<UInt16>.self)
    to[8] = UInt16(truncatingIfNeeded: words.last)
  }

  /// The bits 0, 9 and 18 next to each other.
  @inline(__always)
  private static func gathered(_ words: DigitWords) -> DigitWords {
    let bits = words & BandBits.rows
    return (bits | bits >> 8 | bits >> 16) & 0o7
  }

  @inline(__always)
  private static func writeBlocksAndRows(
    _ band: DigitWords, _ blocks: UnsafeMutablePointer<UInt16>, _ rows: UnsafeMutablePointer<UInt16>
  ) {
    for part: UInt32 in 0..<3 {
      let block = band >> (part &* 3)
      write((block & 0o7) | (block >> 6 & 0o70) | (block >> 12 & 0o700), blocks + Int(part) &* 9)
      write(band >> (part &* 9) & 0o777, rows + Int(part) &* 9)
    }
  }

  @inline(__always)
  private static func writeCells(_ band: DigitWords, _ cells: UnsafeMutablePointer<UInt16>) {
    for part: UInt32 in 0..<4 {
      let digits = SIMD8<UInt8>(
        truncatingIfNeeded: band.first &>> SIMD8(repeating: part &* 8))
      let byCell = unsafeBitCast(
        transposed(unsafeBitCast(digits, to: UInt64.self)), to: SIMD8<UInt8>.self)
      let nine = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: band.last &>> (part &* 8)))
      // Each cell's bit goes to place 8. Comparisons of vectors become loops over their lanes.
      let ninth = nine &* SIMD8<UInt16>(256, 128, 64, 32, 16, 8, 4, 2) & 0x100
      let masks = SIMD8<UInt16>(truncatingIfNeeded: byCell) | ninth
      UnsafeMutableRawPointer(cells + Int(part) &* 8).storeBytes(
        of: masks, as: SIMD8<UInt16>.self)
    }
  }

  /// A matrix of eight by eight bits with rows and columns exchanged.
  ///
  /// Source: Henry S. Warren, Hacker's Delight, section 7-3.
  @inline(__always)
  private static func transposed(_ matrix: UInt64) -> UInt64 {
    var x = matrix
    var swap = (x ^ (x &>> 7)) & 0x00AA_00AA_00AA_00AA
    x = x ^ swap ^ (swap &<< 7)
    swap = (x ^ (x &>> 14)) & 0x0000_CCCC_0000_CCCC
    x = x ^ swap ^ (swap &<< 14)
    swap = (x ^ (x &>> 28)) & 0x0000_0000_F0F0_F0F0
    return x ^ swap ^ (swap &<< 28)
  }
}

extension UInt16 {
  /// Calls a closure with the number of each bit that is set, in order.
  @inline(__always)
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }
}
