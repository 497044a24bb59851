/// A set of numbered candidates that is handled as a whole.
protocol LinkRow: SIMD where Scalar == UInt64 {
  /// The words joined: 0 where the set is empty.
  var union: UInt64 { get }
}

extension SIMD4: LinkRow where Scalar == UInt64 {
  @inline(__always)
  var union: UInt64 {
    let half = lowHalf | highHalf
    return half.x | half.y
  }
}

extension SIMD8: LinkRow where Scalar == UInt64 {
  @inline(__always)
  var union: UInt64 { (lowHalf | highHalf).union }
}

extension SIMD16: LinkRow where Scalar == UInt64 {
  @inline(__always)
  var union: UInt64 { (lowHalf | highHalf).union }
}

extension LinkRow {
  /// Reads a row; one that is shorter is followed by memory that can be read.
  @inline(__always)
  init(_ words: UnsafeMutablePointer<UInt64>) {
    self = UnsafeRawPointer(words).loadUnaligned(as: Self.self)
  }

  @inline(__always)
  init(number: Int) {
    self.init()
    self[number &>> 6] = 1 &<< UInt64(truncatingIfNeeded: number & 63)
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    self[number &>> 6] &>> UInt64(truncatingIfNeeded: number & 63) & 1 != 0
  }

  /// Calls `body` with each number, in order.
  @inline(__always)
  func forEach(_ words: Int, _ body: (Int) -> Void) {
    for word in 0..<words {
      var rest = self[word]
      while rest != 0 {
        body(word &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}
