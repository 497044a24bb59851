/// The package's random generator: the same sequence for the same seed, on every platform and in every version.
///
/// Algorithm and version are part of every output format that depends on a seed:
/// `SeededRandom.algorithm` names them. It is xoshiro256** 1.0 (Blackman and Vigna, 2018, public
/// domain), its state filled by SplitMix64, as its authors recommend. Bounded numbers use Lemire's
/// multiply-and-reject method (ACM TOMACS 29, 2019), shuffles are Fisher and Yates'. None of the
/// standard library's random algorithms is used: they may change between versions.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// random.next(below: 6)              // 0...5
/// var third = SeededRandom(seed: 7, stream: 3)   // independent of stream 2
/// ```
///
/// Not for cryptography.
@frozen
public struct SeededRandom: RandomNumberGenerator, Sendable {
  /// Name and version of the sequence.
  package static let algorithm = "xoshiro256**-1"

  @usableFromInline
  var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a generator in an explicit state, which must not be all zero.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) {
    precondition(state != (0, 0, 0, 0), "xoshiro256** needs a state that is not zero")
    self.state = state
  }

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Creates one of many independent generators of a seed.
  ///
  /// Give each numbered part of some work its own stream: then the result does not depend on which
  /// thread does which part.
  public init(seed: UInt64, stream: UInt64) {
    var seedMixer = SplitMix64(state: seed)
    var streamMixer = SplitMix64(state: seedMixer.next() ^ stream)
    self.init(seed: streamMixer.next())
  }

  /// The next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    let result = rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 &<< 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, by: 45)
    return result
  }

  /// A number in `0..<bound`, each equally likely; `bound` is at least 1.
  @inlinable
  public mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "the bound is at least 1")
    let range = UInt64(bound)
    var product = next().multipliedFullWidth(by: range)
    if product.low < range {
      let threshold = (0 &- range) % range
      while product.low < threshold { product = next().multipliedFullWidth(by: range) }
    }
    return Int(product.high)
  }

  /// Puts the elements in random order, each order equally likely.
  @inlinable
  public mutating func shuffle<C: MutableCollection & RandomAccessCollection>(_ elements: inout C)
  where C.Index == Int {
    guard elements.count > 1 else { return }
    for offset in stride(from: elements.count - 1, to: 0, by: -1) {
      let other = next(below: offset + 1)
      elements.swapAt(elements.startIndex + offset, elements.startIndex + other)
    }
  }
}

@inlinable
func rotated(_ bits: UInt64, by count: UInt64) -> UInt64 {
  bits &<< count | bits &>> (64 &- count)
}

/// SplitMix64 (Steele, Lea, Flood, 2014): turns any seed into well mixed state.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
