/// A set of candidates: for each digit a plane of 81 bits, one a cell, in three bands of 27.
///
/// ```text
///               digits 1 to 8        digit 9     a word; bits 27 to 31 are unused:
/// top           SIMD8 of words       word        bit   26 .. 18   17 ..  9    8 ..  0
/// (rows 1-3)    lane d: digit d+1                row   third      second     first of the band
/// middle        the same (rows 4-6)              cell  c9 .. c1   c9 .. c1   c9 .. c1
/// bottom        the same (rows 7-9)
///
/// plane(d): bits 0-26 from top, 27-53 from middle, 54-80 from bottom, as in a `CellSet`
/// ```
///
/// Everything is done for all digits at once, so that all singles of a grid take no longer to find than
/// one.
package struct DigitPlanes {
  var top: DigitWords
  var middle: DigitWords
  var bottom: DigitWords

  @inline(__always)
  init(_ top: DigitWords, _ middle: DigitWords, _ bottom: DigitWords) {
    self.top = top
    self.middle = middle
    self.bottom = bottom
  }

  @inline(__always)
  init(repeating cells: CellWords) {
    self.init(
      DigitWords(repeating: cells.top), DigitWords(repeating: cells.middle),
      DigitWords(repeating: cells.bottom))
  }

  /// The same word for all bands and digits.
  @inline(__always)
  init(repeating word: UInt32) {
    let words = DigitWords(repeating: word)
    self.init(words, words, words)
  }

  @inline(__always)
  static func | (one: Self, other: Self) -> Self {
    Self(one.top | other.top, one.middle | other.middle, one.bottom | other.bottom)
  }

  @inline(__always)
  static func & (one: Self, other: Self) -> Self {
    Self(one.top & other.top, one.middle & other.middle, one.bottom & other.bottom)
  }

  @inline(__always)
  static func & (one: Self, word: UInt32) -> Self {
    Self(one.top & word, one.middle & word, one.bottom & word)
  }

  @inline(__always)
  static func << (one: Self, count: UInt32) -> Self {
    Self(one.top << count, one.middle << count, one.bottom << count)
  }

  @inline(__always)
  static func >> (one: Self, count: UInt32) -> Self {
    Self(one.top >> count, one.middle >> count, one.bottom >> count)
  }

  @inline(__always)
  static func - (one: Self, other: Self) -> Self {
    Self(one.top - other.top, one.middle - other.middle, one.bottom - other.bottom)
  }

  @inline(__always)
  func subtracting(_ other: Self) -> Self {
    Self(
      top.subtracting(other.top), middle.subtracting(other.middle),
      bottom.subtracting(other.bottom))
  }

  @inline(__always)
  var cells: CellWords { CellWords(top.union, middle.union, bottom.union) }

  /// The cells that have exactly one candidate in the set.
  @inline(__always)
  var cellsWithOne: CellWords { CellWords(top.onlyOnce, middle.onlyOnce, bottom.onlyOnce) }

  /// The cells that have exactly two candidates in the set, and those that have three.
  @inline(__always)
  var cellsWithTwoOrThree: (two: CellWords, three: CellWords) {
    let words = (top.twiceAndThrice, middle.twiceAndThrice, bottom.twiceAndThrice)
    return (
      CellWords(words.0.0, words.1.0, words.2.0), CellWords(words.0.1, words.1.1, words.2.1)
    )
  }

  @inline(__always)
  var isEmpty: Bool { (top | middle | bottom).union == 0 }

  /// The cells of a digit, counted from 0, as the bits of a `CellSet`.
  @inline(__always)
  func plane(_ digit: Int) -> UInt128 {
    CellWords(top[digit], middle[digit], bottom[digit]).bits
  }
}

/// A set of cells in three bands of 27 bits.
struct CellWords {
  /// The bits of a whole band.
  static let band: UInt32 = 0o777_777_777

  var top: UInt32
  var middle: UInt32
  var bottom: UInt32

  @inline(__always)
  init(_ top: UInt32, _ middle: UInt32, _ bottom: UInt32) {
    self.top = top
    self.middle = middle
    self.bottom = bottom
  }

  @inline(__always)
  static func | (one: Self, other: Self) -> Self {
    Self(one.top | other.top, one.middle | other.middle, one.bottom | other.bottom)
  }

  /// True if all 81 cells are in the set.
  @inline(__always)
  var isAll: Bool { top & middle & bottom == Self.band }

  /// The cells that are not in the set.
  @inline(__always)
  var inverse: Self { Self(~top & Self.band, ~middle & Self.band, ~bottom & Self.band) }

  /// The bits of a `CellSet`.
  @inline(__always)
  var bits: UInt128 {
    let low = UInt64(top) | UInt64(middle) &<< 27 | UInt64(bottom) &<< 54
    return UInt128(low) | UInt128(bottom &>> 10) &<< 64
  }
}

/// The groups of three cells that a block shares with a row or column: those with a candidate, and
/// those with several.
struct SegmentPlanes {
  var some: DigitPlanes
  var several: DigitPlanes
}

enum BandBits {
  /// The first cell of each group of three cells in a row.
  static let segments: UInt32 = 0o111_111_111
  static let rows: UInt32 = 0o001_001_001
  /// The first cell of each block.
  static let blocks: UInt32 = 0o111
  /// The first row.
  static let columns: UInt32 = 0o777
}

extension DigitPlanes {
  /// The groups of three cells in a row, at the bit of the first cell.
  @inline(__always)
  var rowSegments: SegmentPlanes {
    let second = self >> 1
    let third = self >> 2
    return SegmentPlanes(
      some: (self | second | third) & BandBits.segments,
      several: ((self & second) | ((self | second) & third)) & BandBits.segments)
  }

  /// The groups of three cells in a column, at the bit of the first cell.
  @inline(__always)
  var columnSegments: SegmentPlanes {
    let second = self >> 9
    let third = self >> 18
    return SegmentPlanes(
      some: (self | second | third) & BandBits.columns,
      several: ((self & second) | ((self | second) & third)) & BandBits.columns)
  }

  /// All cells of the rows whose first bit is set.
  @inline(__always)
  var filledRows: Self { (self << 9) - self }

  /// All cells of the blocks whose first bit is set.
  @inline(__always)
  var filledBlocks: Self { ((self << 3) - self).repeatedInRows }

  /// The first row of each band, in its other two rows too.
  @inline(__always)
  var repeatedInRows: Self { self | self << 9 | self << 18 }
}

extension SegmentPlanes {
  /// The cells of the rows in which just one group has just one candidate.
  @inline(__always)
  var rowsWithOne: DigitPlanes {
    let second = some >> 3
    let third = some >> 6
    let any = some | second | third
    let twice =
      several | several >> 3 | several >> 6 | (some & second) | ((some | second) & third)
    return (any.subtracting(twice) & BandBits.rows).filledRows
  }

  /// The same of blocks, from groups in columns.
  @inline(__always)
  var blocksWithOne: DigitPlanes {
    let second = some >> 1
    let third = some >> 2
    let any = some | second | third
    let twice =
      several | several >> 1 | several >> 2 | (some & second) | ((some | second) & third)
    return (any.subtracting(twice) & BandBits.blocks).filledBlocks
  }

  /// The same of columns, from groups in columns.
  @inline(__always)
  var columnsWithOne: DigitPlanes {
    let any = some.top | some.middle | some.bottom
    let twice =
      several.top | several.middle | several.bottom | (some.top & some.middle)
      | ((some.top | some.middle) & some.bottom)
    let one = any.subtracting(twice)
    let all = one | one << 9 | one << 18
    return DigitPlanes(all, all, all)
  }
}
