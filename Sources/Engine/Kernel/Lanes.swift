import CSudokuVectors

/// One bit for each lane of a block: the widest vector of the target.
///
/// A lane is one node of one puzzle's search. All logic of the batch kernel is made of these.
///
/// ```text
///                           lane 0   lane 1   lane 2   ...   lane 127 (SSE2), 255 (AVX2), 511 (AVX-512)
/// plane   0   digit 1 r1c1     1        0        1     ...
/// plane   1   digit 1 r1c2     0        1        1     ...     a plane is one `Lanes`:
///   ...                                                        the same candidate of many boards
/// plane 728   digit 9 r9c9     1        0        0     ...
///                              |
///                              a column is one node: all candidates of one board
/// ```
struct Lanes {
  var bits: batch_lanes

  @inline(__always) init(_ bits: batch_lanes) { self.bits = bits }

  @inline(__always) static var none: Lanes { Lanes(batch_zero()) }
  @inline(__always) static var all: Lanes { ~Lanes(batch_zero()) }
  /// The number of 64-bit words of a vector.
  @inline(__always) static var words: Int { Int(BATCH_LANE_WORDS) }
  @inline(__always) static var count: Int { Int(BATCH_LANE_WORDS) &* 64 }

  @inline(__always) static func & (a: Lanes, b: Lanes) -> Lanes {
    Lanes(batch_and(a.bits, b.bits))
  }
  @inline(__always) static func | (a: Lanes, b: Lanes) -> Lanes { Lanes(batch_or(a.bits, b.bits)) }
  @inline(__always) static func ^ (a: Lanes, b: Lanes) -> Lanes {
    Lanes(batch_xor(a.bits, b.bits))
  }
  @inline(__always) static prefix func ~ (a: Lanes) -> Lanes { Lanes(batch_not(a.bits)) }
  @inline(__always) static func &= (a: inout Lanes, b: Lanes) { a = a & b }
  @inline(__always) static func |= (a: inout Lanes, b: Lanes) { a = a | b }

  /// The lanes of this that are not in `b`.
  @inline(__always) func without(_ b: Lanes) -> Lanes { Lanes(batch_and_not(bits, b.bits)) }

  @inline(__always) var population: Int {
    var count = 0
    for word in 0..<Lanes.words { count &+= bits[word].nonzeroBitCount }
    return count
  }

  @inline(__always) var isEmpty: Bool {
    var any: UInt64 = 0
    for word in 0..<Lanes.words { any |= bits[word] }
    return any == 0
  }
}

/// The planes of a state or a table, one after the other.
typealias Planes = UnsafeMutablePointer<Lanes>

@inline(__always) func or3(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_or3(a.bits, b.bits, c.bits))
}
@inline(__always) func and3(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_and3(a.bits, b.bits, c.bits))
}
@inline(__always) func xor3(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_xor3(a.bits, b.bits, c.bits))
}
/// Set where at least two of the three are.
@inline(__always) func majority(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_majority(a.bits, b.bits, c.bits))
}
/// `a | (b & c)`.
@inline(__always) func orAnd(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_or_and(a.bits, b.bits, c.bits))
}
/// `a | (b & ~c)`.
@inline(__always) func orAndNot(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_or_and_not(a.bits, b.bits, c.bits))
}
/// `a | (b ^ c)`.
@inline(__always) func orXor(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_or_xor(a.bits, b.bits, c.bits))
}
/// `a & ~(b & c)`.
@inline(__always) func andNotBoth(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_and_not_both(a.bits, b.bits, c.bits))
}
/// `a & ~(b | c)`.
@inline(__always) func andNeither(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_and_neither(a.bits, b.bits, c.bits))
}
/// `a & (b | ~c)`.
@inline(__always) func andOrNot(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Lanes(batch_and_or_not(a.bits, b.bits, c.bits))
}
/// `a` where `mask` is set, else `b`.
@inline(__always) func select(_ mask: Lanes, _ a: Lanes, _ b: Lanes) -> Lanes {
  Lanes(batch_select(mask.bits, a.bits, b.bits))
}

/// Three planes: the cells of a minirow, or the minirows of a row.
struct Three {
  var a, b, c: Lanes

  @inline(__always) init(_ a: Lanes, _ b: Lanes, _ c: Lanes) {
    self.a = a
    self.b = b
    self.c = c
  }

  @inline(__always) init(_ p: Planes, stride: Int = 1) {
    self.init(p[0], p[stride], p[2 &* stride])
  }

  @inline(__always) var any: Lanes { or3(a, b, c) }
  @inline(__always) var several: Lanes { majority(a, b, c) }

  @inline(__always) static func & (x: Three, y: Three) -> Three {
    Three(x.a & y.a, x.b & y.b, x.c & y.c)
  }
  @inline(__always) static func & (x: Three, y: Lanes) -> Three {
    Three(x.a & y, x.b & y, x.c & y)
  }

  @inline(__always) func store(_ p: Planes, stride: Int = 1) {
    p[0] = a
    p[stride] = b
    p[2 &* stride] = c
  }
}

/// Nine planes in three rows: the minirows of a band, or the minicolumns of a stack.
struct Nine {
  var r, s, t: Three

  @inline(__always) init(_ r: Three, _ s: Three, _ t: Three) {
    self.r = r
    self.s = s
    self.t = t
  }

  /// The bits that lie in one of the six ways to take one of each row and each column.
  ///
  /// For the minirows of a band where a digit may go this is all that locked candidates give.
  @inline(__always) var inPermutation: Nine {
    Nine(
      Three(
        orAnd(s.b & t.c, s.c, t.b), orAnd(s.a & t.c, s.c, t.a), orAnd(s.a & t.b, s.b, t.a)),
      Three(
        orAnd(r.b & t.c, r.c, t.b), orAnd(r.a & t.c, r.c, t.a), orAnd(r.a & t.b, r.b, t.a)),
      Three(
        orAnd(r.b & s.c, r.c, s.b), orAnd(r.a & s.c, r.c, s.a), orAnd(r.a & s.b, r.b, s.a)))
  }

  @inline(__always) static func & (x: Nine, y: Nine) -> Nine {
    Nine(x.r & y.r, x.s & y.s, x.t & y.t)
  }
}
