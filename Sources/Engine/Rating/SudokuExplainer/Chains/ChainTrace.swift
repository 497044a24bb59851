/// A literal reached by a chain.
struct ChainNode {
  /// The only parent if there is one, else the place of the parents in the trace's list.
  var firstParent: UInt32
  /// The literal as a number: `candidate * 2`, and 1 more for "on".
  var literal: UInt16
  /// The number of literals that it follows from; 0 for the assumption.
  var parentCount: UInt16
  /// A lower bound of the complexity of a chain to it: its ancestors, itself included, and the
  /// chains nested among them; exact if every ancestor has one parent and there is no nested chain.
  var depth: UInt16
  var reason: ChainReason
  /// True if `depth` is the number of ancestors.
  var isExact: Bool
  /// The nested chain it follows from, -1 if there is none.
  var nested: Int32
}

/// Why a literal follows from its parents.
enum ChainReason: UInt8 {
  case cell = 0
  case block = 1
  case row = 2
  case column = 3
  case pointing = 4
  case claiming = 5
  case hiddenPair = 6
  case nakedPair = 7
  case fish = 8
  case nested = 9
  case assumption = 10

  /// The reason of a link inside a house of a kind.
  @inline(__always)
  static func house(_ kind: Int) -> ChainReason {
    kind == 0 ? .block : kind == 1 ? .row : .column
  }
}

/// All that follows from one assumption, in the order in which it was found.
///
/// Invariants: `index[s]` is the node number of literal `s` plus one, or 0; nodes are numbered in
/// the order of discovery, so that parents come before children; `sets` holds one bit for each
/// candidate, 12 words for "on" and 12 for "off"; a contradiction's last node is in none of them.
/// The memory belongs to the engine that made the trace and lives as long as it does.
struct ChainTrace {
  struct State {
    var nodeCount = 0
    var parentCount = 0
    var parentCapacity = 0
    /// The two nodes that contradict each other, -1 if there is no contradiction.
    var contradiction = -1
    var contradictionOther = -1
    var parents: UnsafeMutablePointer<UInt16>
  }

  /// The number of literals.
  static let literals = 1458
  /// Room for the parents of all literals without advanced reasons.
  private static let parentReserve = 729 * 10

  let state: UnsafeMutablePointer<State>
  let index: UnsafeMutablePointer<UInt16>
  let nodes: UnsafeMutablePointer<ChainNode>
  let sets: UnsafeMutablePointer<UInt64>

  static func allocate() -> ChainTrace {
    let trace = ChainTrace(
      state: .allocate(capacity: 1), index: .allocate(capacity: literals),
      nodes: .allocate(capacity: literals + 2), sets: .allocate(capacity: 24))
    let parents = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * parentReserve)
    trace.state.initialize(to: State(parentCapacity: 2 * parentReserve, parents: parents))
    trace.index.initialize(repeating: 0, count: literals)
    trace.sets.initialize(repeating: 0, count: 24)
    return trace
  }

  func deallocate() {
    state.pointee.parents.deallocate()
    state.deallocate()
    index.deallocate()
    nodes.deallocate()
    sets.deallocate()
  }

  @inline(__always)
  func reset() {
    for node in 0..<state.pointee.nodeCount { index[Int(nodes[node].literal)] = 0 }
    sets.update(repeating: 0, count: 24)
    state.pointee.nodeCount = 0
    state.pointee.parentCount = 0
    state.pointee.contradiction = -1
    state.pointee.contradictionOther = -1
  }

  @inline(__always)
  var hasContradiction: Bool { state.pointee.contradiction >= 0 }

  /// The node of a literal, -1 if it was not reached.
  @inline(__always)
  func node(_ literal: Int) -> Int { Int(index[literal]) &- 1 }

  @inline(__always)
  func parent(_ number: Int, of node: Int) -> Int {
    let first = Int(nodes[node].firstParent)
    return nodes[node].parentCount == 1 ? first : Int(state.pointee.parents[first &+ number])
  }

  /// Enters a node into the index and the sets.
  @inline(__always)
  func enter(_ node: Int, _ literal: Int) {
    index[literal] = UInt16(truncatingIfNeeded: node &+ 1)
    let candidate = literal &>> 1
    sets[(literal & 1 == 0 ? 12 : 0) &+ candidate &>> 6] |= 1 &<< UInt64(candidate & 63)
  }

  @inline(__always)
  func addStart(_ literal: Int) {
    nodes[0] = ChainNode(
      firstParent: 0, literal: UInt16(truncatingIfNeeded: literal), parentCount: 0, depth: 1,
      reason: .assumption, isExact: true, nested: -1)
    state.pointee.nodeCount = 1
    enter(0, literal)
  }

  /// Makes a node with one parent; does not enter it.
  @inline(__always)
  func make(_ literal: Int, parent: Int, reason: ChainReason) -> Int {
    let node = state.pointee.nodeCount
    nodes[node] = ChainNode(
      firstParent: UInt32(truncatingIfNeeded: parent),
      literal: UInt16(truncatingIfNeeded: literal), parentCount: 1,
      depth: nodes[parent].depth &+ 1, reason: reason, isExact: nodes[parent].isExact, nested: -1)
    state.pointee.nodeCount = node &+ 1
    return node
  }

  /// Makes sure that a node with many parents has room for them.
  func reserveParents(_ count: Int) {
    let needed = state.pointee.parentCount + count + ChainTrace.parentReserve
    guard needed > state.pointee.parentCapacity else { return }
    let parents = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * needed)
    parents.update(from: state.pointee.parents, count: state.pointee.parentCount)
    state.pointee.parents.deallocate()
    state.pointee.parents = parents
    state.pointee.parentCapacity = 2 * needed
  }

  /// Appends a parent for the node that is made next by `makeWithParents`.
  @inline(__always)
  func pushParent(_ node: Int) {
    state.pointee.parents[state.pointee.parentCount] = UInt16(truncatingIfNeeded: node)
    state.pointee.parentCount &+= 1
  }

  /// Makes a node whose parents were pushed since `first`; does not enter it.
  @inline(__always)
  func makeWithParents(_ literal: Int, from first: Int, reason: ChainReason) -> Int {
    let count = state.pointee.parentCount &- first
    let node = makeShared(literal, from: first, count, reason: reason, nested: -1)
    if count == 1 { state.pointee.parentCount = first }
    return node
  }

  /// Makes a node whose `count` parents were pushed since `first`; does not enter it.
  @inline(__always)
  func makeShared(
    _ literal: Int, from first: Int, _ count: Int, reason: ChainReason, nested: Int32,
    extra: Int = 0
  ) -> Int {
    let parents = state.pointee.parents
    if count == 1 {
      let node = make(literal, parent: Int(parents[first]), reason: reason)
      if nested >= 0 {
        nodes[node].nested = nested
        nodes[node].isExact = false
        nodes[node].depth = UInt16(clamping: Int(nodes[node].depth) &+ extra)
      }
      return node
    }
    var depth: UInt16 = 0
    for at in first..<first &+ count { depth = max(depth, nodes[Int(parents[at])].depth) }
    // The parents are different literals, each an ancestor.
    depth = max(depth, UInt16(truncatingIfNeeded: count))
    let node = state.pointee.nodeCount
    nodes[node] = ChainNode(
      firstParent: UInt32(truncatingIfNeeded: first),
      literal: UInt16(truncatingIfNeeded: literal),
      parentCount: UInt16(truncatingIfNeeded: count),
      depth: UInt16(clamping: Int(depth) &+ 1 &+ extra), reason: reason, isExact: false,
      nested: nested)
    state.pointee.nodeCount = node &+ 1
    return node
  }
}
