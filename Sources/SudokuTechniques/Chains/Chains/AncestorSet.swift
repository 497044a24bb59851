/// The ancestors of a literal among the first nodes of a trace, itself included.
struct AncestorSet {
  /// How many nodes there is room for.
  static let capacity = 255

  private var words = SIMD4<UInt64>()

  /// The empty set.
  init() {}

  /// A node alone.
  @inline(__always)
  init(_ node: Int) { insert(node) }

  /// Adds a node that follows from another one, whose ancestors are given.
  @inline(__always)
  mutating func add(_ node: Int, _ ancestors: Self) {
    words |= ancestors.words
    insert(node)
  }

  @inline(__always)
  private mutating func insert(_ node: Int) {
    words[node &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: node & 63)
  }

  /// How many nodes are in the set.
  ///
  /// All words at once, by sums of ever more bits: a byte of all four together counts up to 32.
  @inline(__always)
  var count: UInt16 {
    var sums = words &- (words &>> 1 & 0x5555_5555_5555_5555)
    sums = (sums & 0x3333_3333_3333_3333) &+ (sums &>> 2 & 0x3333_3333_3333_3333)
    sums = (sums &+ sums &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
    let half = sums.lowHalf &+ sums.highHalf
    let bytes = (half.x &+ half.y) &* 0x0101_0101_0101_0101
    return UInt16(truncatingIfNeeded: bytes &>> 56)
  }
}
