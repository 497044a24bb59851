/// One of the 416 smallest bands, as the top of smallest forms of grids, and what a search for those
/// needs to know of it.
final class TopBand: Sendable {
  /// The place of the band among all top bands, ascending.
  let index: Int
  let band: Band
  /// The digit of the first cell below the band: the least that its first column lacks.
  let firstDigit: Int
  /// The symmetries that map the band to itself, without the identity.
  let symmetries: [BandSymmetry]

  /// For each stack and label of its top block, `9 * stack + label`, the digit as a bit.
  ///
  /// Labels count down the columns: a stack is a band that is transposed.
  private let digits: InlineArray<27, Int>
  /// For a split and the arrangement of a middle block the arrangements of the bottom block with which
  /// the stack's class is not below that of this band, as bits, and those with which it is the same.
  private let fits: [(allowed: UInt64, same: UInt64)]

  init(_ index: Int, _ classes: BandClasses) {
    self.index = index
    let band = classes.bands[index]
    self.band = band
    digits = InlineArray { 1 << band.digit($0 % 3, $0 / 3) }
    firstDigit = (0x3FE & ~(digits[0] | digits[1] | digits[2])).trailingZeroBitCount
    symmetries = BandSymmetry.all(of: band, firstDigit)
    var fits: [(allowed: UInt64, same: UInt64)] = []
    for split in 0..<56 {
      for arrangement in 0..<36 {
        var (allowed, same): (UInt64, UInt64) = (0, 0)
        for (bottom, index) in classes.classes(split: split, arrangement: arrangement).enumerated()
        {
          if index >= self.index { allowed |= 1 << UInt64(bottom) }
          if index == self.index { same |= 1 << UInt64(bottom) }
        }
        fits.append((allowed, same))
      }
    }
    self.fits = fits
  }

  /// True if a split of the first stack puts the first digit into the middle band, where it belongs.
  func accepts(firstSplit split: InlineArray<3, Int>) -> Bool {
    (0..<9).contains { split[0] >> $0 & 1 == 1 && digits[$0] == 1 << firstDigit }
  }

  /// Sets a stack's digits in the middle and in the bottom band.
  func setDigits(
    of stack: Int, _ split: InlineArray<3, Int>, _ middle: inout ColumnDigits,
    _ bottom: inout ColumnDigits
  ) {
    for line in 0..<3 {
      var ranks = (0, 0)
      for label in 0..<9 where label / 3 != line {
        let digit = digits[9 * stack + label]
        if split[line] >> label & 1 == 1 {
          middle[3 * stack + line, ranks.0] = digit
          ranks.0 += 1
        } else {
          bottom[3 * stack + line, ranks.1] = digit
          ranks.1 += 1
        }
      }
    }
  }

  /// The labels of a stack's digits in the middle band, in each column.
  func split(of stack: Int, in middle: Band) -> (Int, Int) {
    func labels(_ line: Int) -> Int {
      (0..<9).filter { label in
        middle.row(with: digits[9 * stack + label].trailingZeroBitCount, in: 3 * stack + line)
          != nil
      }.reduce(0) { $0 | 1 << $1 }
    }
    return (labels(0), labels(1))
  }

  @inline(__always)
  func fit(_ split: Int, _ arrangement: Int) -> (allowed: UInt64, same: UInt64) {
    fits[split &* 36 &+ arrangement]
  }
}

/// A symmetry that maps a band to itself: columns and digits; rows are sorted afterwards.
struct BandSymmetry: BitwiseCopyable {
  /// For each column of the image the source column, and for each digit its new name, as 4-bit numbers.
  private let columns: UInt64
  private let digits: UInt64
  /// Rows of an image begin with a certain digit if the source has this digit in this column.
  let firstDigit: Int
  let firstColumn: Int

  /// The image of a row.
  @inline(__always)
  func image(_ row: UInt64) -> UInt64 {
    var image: UInt64 = 0
    for column in 0..<9 {
      let digit = nibble(digits, Band.digit(row, nibble(columns, column)))
      image = image &<< 4 | UInt64(truncatingIfNeeded: digit)
    }
    return image
  }

  /// The image of a band, its rows sorted.
  @inline(__always)
  func image(_ band: Band) -> Band {
    Band(
      image(band.rows[unchecked: 0]), image(band.rows[unchecked: 1]), image(band.rows[unchecked: 2])
    )
    .sorted
  }

  /// All symmetries of a band but the identity, with the digit that is to come first.
  static func all(of band: Band, _ firstDigit: Int) -> [BandSymmetry] {
    var found: [BandSymmetry] = []
    for rows in 0..<6 {
      let (x, y, z) = ranks(rows)
      let moved = Band(band.rows[x], band.rows[y], band.rows[z])
      for number in 0..<1_296 {
        let columns = columns(number)
        // The first row of the image must be 123456789.
        var names: UInt64 = 0
        var old = 0
        for column in 0..<9 {
          let digit = moved.digit(0, nibble(columns, column))
          names |= atNibble(column &+ 1, digit)
          if column &+ 1 == firstDigit { old = digit }
        }
        let symmetry = BandSymmetry(
          columns: columns, digits: names, firstDigit: old, firstColumn: nibble(columns, 0))
        if rows == 0, number == 0 { continue }
        if symmetry.image(moved.rows[1]) == band.rows[1],
          symmetry.image(moved.rows[2]) == band.rows[2]
        {
          found.append(symmetry)
        }
      }
    }
    return found
  }

  /// One of the 1,296 orders of columns that keep stacks together.
  private static func columns(_ number: Int) -> UInt64 {
    let stacks = ranks(number / 216)
    var columns: UInt64 = 0
    for (place, stack) in [stacks.0, stacks.1, stacks.2].enumerated() {
      let inside = ranks(place == 0 ? number / 36 % 6 : place == 1 ? number / 6 % 6 : number % 6)
      columns |= atNibble(3 * stack + inside.0, 3 * place)
      columns |= atNibble(3 * stack + inside.1, 3 * place + 1)
      columns |= atNibble(3 * stack + inside.2, 3 * place + 2)
    }
    return columns
  }
}
