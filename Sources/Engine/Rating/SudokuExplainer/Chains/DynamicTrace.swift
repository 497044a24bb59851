import SudokuTechniques

/// All that follows from one assumption by links alone where candidates that are switched off count
/// as gone, in the order in which it is found.
///
/// It does not keep all parents. An "on" follows from the "off" that left it as the last of its group
/// (a cell, or a digit in a house), and from all of that group switched off before: "off"s are dealt with in
/// the order in which they were found, so the order identifies them where a length is needed.
///
/// Invariants: `index[s]` is the node number of literal `s` plus one, or 0, once it is filled; parents
/// come before children; `sets` is as in `ChainTrace`; a contradiction's last node is in none of
/// them. The memory belongs to the `DynamicTraces` that made the trace and lives as long as it does.
struct DynamicTrace {
  /// A literal, and why it follows.
  struct Node {
    var literal: UInt16
    /// The node that it was found from.
    var parent: UInt16
    /// The number of its ancestors, itself included; from `AncestorSet.capacity` nodes on a lower bound.
    var depth: UInt16
    /// The number of the group of an "on".
    var group: UInt16
  }

  let state: UnsafeMutablePointer<State>
  private let index: UnsafeMutablePointer<UInt16>
  let nodes: UnsafeMutablePointer<Node>
  let sets: UnsafeMutablePointer<UInt64>

  struct State {
    var count = 0
    /// True if the index is filled; few traces need it.
    var isIndexed = false
    var contradiction: Contradiction?
  }

  /// Two nodes that contradict each other.
  struct Contradiction {
    /// A lower bound of the number of literals of both chains.
    var least = 0
    /// That number, unless the bound shows that it is too large to count.
    var complexity = 0
  }

  static func allocate() -> DynamicTrace {
    let trace = DynamicTrace(
      state: .allocate(capacity: 1), index: .allocate(capacity: ChainTrace.literals),
      nodes: .allocate(capacity: ChainTrace.literals + 2), sets: .allocate(capacity: 24))
    trace.state.initialize(to: State())
    trace.index.initialize(repeating: 0, count: ChainTrace.literals)
    trace.sets.initialize(repeating: 0, count: 24)
    return trace
  }

  func deallocate() {
    state.deallocate()
    index.deallocate()
    nodes.deallocate()
    sets.deallocate()
  }

  @inline(__always)
  var count: Int { state.pointee.count }

  @inline(__always)
  var contradiction: Contradiction? { state.pointee.contradiction }

  @inline(__always)
  func literal(_ node: Int) -> Int { Int(nodes[node].literal) }

  /// The number of nodes with literals that follow: the last one of a contradiction has none.
  @inline(__always)
  var enteredCount: Int { state.pointee.contradiction == nil ? count : count &- 1 }

  func node(_ literal: Int) -> Int { Int(filledIndex[literal]) &- 1 }

  /// The index, filled when first asked for.
  var filledIndex: UnsafeMutablePointer<UInt16> {
    if !state.pointee.isIndexed { fillIndex() }
    return index
  }

  private func fillIndex() {
    for node in 0..<enteredCount {
      index[self.literal(node)] = UInt16(truncatingIfNeeded: node &+ 1)
    }
    state.pointee.isIndexed = true
  }

  func reset() {
    if state.pointee.isIndexed {
      for node in 0..<count { index[Int(nodes[node].literal)] = 0 }
    }
    sets.update(repeating: 0, count: 24)
    state.pointee = State()
  }
}

/// The ancestors of a literal among the first nodes of a trace, itself included.
struct AncestorSet {
  /// The most nodes.
  static let capacity = 255

  private var words = SIMD4<UInt64>()

  init() {}

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

  /// The number of nodes in the set.
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
