/// A word for each of the nine digits, handled all at once.
struct DigitWords {
  /// The words of the digits 1 to 8.
  var first: SIMD8<UInt32>
  /// The word of the digit 9.
  var last: UInt32

  @inline(__always)
  init(_ first: SIMD8<UInt32>, _ last: UInt32) {
    self.first = first
    self.last = last
  }

  @inline(__always)
  init(repeating word: UInt32) {
    first = SIMD8(repeating: word)
    last = word
  }

  /// The word of a digit, counted from 0.
  @inline(__always)
  subscript(digit: Int) -> UInt32 {
    get { digit == 8 ? last : first[digit] }
    set { if digit == 8 { last = newValue } else { first[digit] = newValue } }
  }

  @inline(__always)
  static func | (one: Self, other: Self) -> Self {
    Self(one.first | other.first, one.last | other.last)
  }

  @inline(__always)
  static func & (one: Self, other: Self) -> Self {
    Self(one.first & other.first, one.last & other.last)
  }

  @inline(__always)
  static func & (one: Self, word: UInt32) -> Self {
    Self(one.first & SIMD8(repeating: word), one.last & word)
  }

  @inline(__always)
  static func << (one: Self, count: UInt32) -> Self {
    Self(one.first &<< SIMD8(repeating: count), one.last &<< count)
  }

  @inline(__always)
  static func >> (one: Self, count: UInt32) -> Self {
    Self(one.first &>> SIMD8(repeating: count), one.last &>> count)
  }

  @inline(__always)
  static func - (one: Self, other: Self) -> Self {
    Self(one.first &- other.first, one.last &- other.last)
  }

  /// The bits of these words that others lack.
  @inline(__always)
  func subtracting(_ other: Self) -> Self {
    Self(first & ~other.first, last & ~other.last)
  }

  /// The bits of any digit's word.
  @inline(__always)
  var union: UInt32 {
    let half = first.lowHalf | first.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter.x | quarter.y | last
  }

  /// The bits of exactly one digit's word.
  @inline(__always)
  var onlyOnce: UInt32 {
    let some = first.lowHalf | first.highHalf
    let several = first.lowHalf & first.highHalf
    let some2 = some.lowHalf | some.highHalf
    let several2 = several.lowHalf | several.highHalf | (some.lowHalf & some.highHalf)
    let any = some2.x | some2.y
    let twice = several2.x | several2.y | (some2.x & some2.y) | (any & last)
    return (any | last) & ~twice
  }

  /// The bits of exactly two digits' words, and those of exactly three.
  @inline(__always)
  var twiceAndThrice: (UInt32, UInt32) {
    // Counters of three bits: the third separates 4 and more from 2 and 3.
    var (one, two, four): (UInt32, UInt32, UInt32) = (last, 0, 0)
    for digit in 0..<8 {
      let word = first[digit]
      let carry = one & word
      one ^= word
      four |= two & carry
      two ^= carry
    }
    return (two & ~one & ~four, two & one & ~four)
  }
}
