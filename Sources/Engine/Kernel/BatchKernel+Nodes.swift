import CSudokuVectors

/// Nodes that wait for a lane: their stacks, and the way from planes to nodes and back.
///
/// A block keeps its running nodes as planes: plane `digit * 81 + cell` holds one bit of every lane.
/// A node that waits is 96 bytes of one lane. So each way is a transposition of bits, in two steps:
/// `transpose8x8Bits` exchanges eight planes with the eight lanes of a byte, `transposeBytes` brings
/// the bytes of one lane together. Both work on the whole block, in `transposeBuffer`: one node costs
/// as much as all. That is why `BatchKernel` serves lanes together and not one by one.
///
/// Stacks: `newest[lane]` heads a linked list; `stacked` marks the lanes whose list is not empty.
///
/// 1. `storeNodes` puts the second children of a branching onto the stacks and counts a guess each.
///    A puzzle beyond the guess budget is given up there: its count becomes `BATCH_GIVEN_UP`.
/// 2. `takeNewest` serves the lane's own search, depth first. `takeOldest` serves work stealing: the
///    oldest node has the most work below it.
/// 3. `copyToTransposeBuffer` and `finishLoading` bring taken nodes back into planes of free lanes.
/// 4. `drop` ends a puzzle's search when its limit of solutions is reached or its budget is spent: the
///    nodes on top of its lane's stack are released at once. With `guesses`, stolen nodes in other lanes
///    are found by their puzzle number; those that still wait are skipped when they are taken up.
/// 5. `giveUpRest` empties the block when no puzzle waits and few lanes work, in a batch that only counts (see `gives_up_late`).
///
/// Results are not collected here: `BatchKernel+Output` counts solutions when a lane is solved.
/// Nodes come from blocks of 256 that are freed with the kernel; `release` only lists them as free.
extension BatchKernel {
  @inline(__always)
  private mutating func allocateNode() -> UnsafeMutablePointer<Node> {
    if freeCount == 0 { allocateChunk() }
    freeCount &-= 1
    // The one that is next but a few, so that it is there when its turn comes.
    batch_prefetch_to_write(freeNodes[max(freeCount &- 8, 0)])
    return freeNodes[freeCount]
  }

  /// Adds a block of free nodes.
  @inline(never)
  private mutating func allocateChunk() {
    let size = 256
    let chunk = UnsafeMutableRawPointer.allocate(
      byteCount: size &* MemoryLayout<Node>.stride, alignment: 64
    ).assumingMemoryBound(to: Node.self)
    // There must be room for all nodes there are; the first of each block only links the blocks.
    nodeCount &+= size &- 1
    freeNodes.deallocate()
    freeNodes = .allocate(capacity: nodeCount)
    chunk.pointee.older = chunks
    chunks = chunk
    for index in 1..<size {
      freeNodes[freeCount] = chunk + index
      freeCount &+= 1
    }
  }

  @inline(__always)
  mutating func release(_ node: UnsafeMutablePointer<Node>) {
    freeNodes[freeCount] = node
    freeCount &+= 1
  }

  /// Takes the latest node off a lane's stack.
  @inline(__always)
  @discardableResult
  mutating func takeNewest(
    _ node: UnsafeMutablePointer<Node>, _ lane: Int
  ) -> UnsafeMutablePointer<Node> {
    let older = node.pointee.older
    newest[lane] = older
    if older == nil { clearStack(lane) }
    return node
  }

  private mutating func clearStack(_ lane: Int) {
    newest[lane] = nil
    stacked.bits[lane &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: lane & 63))
  }

  /// Takes the oldest node off a lane's stack.
  mutating func takeOldest(_ lane: Int) -> UnsafeMutablePointer<Node>? {
    guard var node = newest[lane] else { return nil }
    guard var oldest = node.pointee.older else {
      clearStack(lane)
      return node
    }
    while let older = oldest.pointee.older {
      node = oldest
      oldest = older
    }
    node.pointee.older = nil
    return oldest
  }

  /// The 16-byte part of a lane in the transpose buffer: part `n` holds bytes `16 * n` and on of its
  /// node.
  @inline(__always)
  private func part(_ lane: Int, _ number: Int) -> UnsafeMutablePointer<batch_bytes> {
    let byte = lane &>> 3
    let vector = ((lane & 7) &* 6 &+ number) &* 16 &+ (byte & 15)
    return UnsafeMutableRawPointer(transposeBuffer + vector).assumingMemoryBound(
      to: batch_bytes.self)
      + (byte &>> 4)
  }

  /// Puts the second children of some lanes on the lanes' stacks, and counts the guesses.
  mutating func storeNodes(_ lanes: Lanes) {
    transposeToNodes()
    stacked |= lanes
    for word in 0..<Lanes.words {
      var rest = lanes.bits[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let node = allocateNode()
        node.pointee.bits = (
          part(lane, 0).pointee, part(lane, 1).pointee, part(lane, 2).pointee,
          part(lane, 3).pointee, part(lane, 4).pointee, part(lane, 5).pointee
        )
        let puzzle = puzzles[lane]
        node.pointee.puzzle = puzzle
        node.pointee.branchesByCell = byCell.bits[word] & bit != 0
        node.pointee.older = newest[lane]
        newest[lane] = node
        countGuess(puzzle, lane)
      }
    }
  }

  /// Counts a guess, and gives the search up if there were too many.
  @inline(__always)
  private mutating func countGuess(_ puzzle: UInt32, _ lane: Int) {
    guard let guesses = request.pointee.guesses else { return }
    let index = Int(truncatingIfNeeded: puzzle)
    let count = guesses[index] &+ 1
    guesses[index] = count
    if count & ~BatchKernel.stolenMark > request.pointee.most_guesses {
      request.pointee.counts?[index] = BATCH_GIVEN_UP
      drop(puzzle, lane)
    }
  }

  /// Ends the search in a puzzle: forgets its nodes, in other lanes when they are taken up.
  mutating func drop(_ puzzle: UInt32, _ lane: Int) {
    while let node = newest[lane], node.pointee.puzzle == puzzle { release(takeNewest(node, lane)) }
    free(lane)
    let guesses = request.pointee.guesses?[Int(truncatingIfNeeded: puzzle)] ?? 0
    guard guesses & BatchKernel.stolenMark != 0 else { return }
    for other in 0..<Lanes.count where puzzles[other] == puzzle { free(other) }
  }

  /// Gives up the puzzles in all lanes and stacks, and those that wait for a lane that is taken.
  mutating func giveUpRest() {
    for lane in 0..<Lanes.count {
      let shift = UInt64(truncatingIfNeeded: lane & 63)
      if inputValid.bits[lane &>> 6] &>> shift & 1 == 1 { giveUp(inputPuzzles[lane]) }
      if occupied.bits[lane &>> 6] &>> shift & 1 == 1 {
        giveUp(puzzles[lane])
        free(lane)
      }
      while let node = newest[lane] {
        giveUp(node.pointee.puzzle)
        release(takeNewest(node, lane))
      }
    }
    inputValid = Lanes.none
  }

  /// Gives up a puzzle that has not got its solutions yet.
  private func giveUp(_ puzzle: UInt32) {
    guard let counts = request.pointee.counts else { return }
    let index = Int(truncatingIfNeeded: puzzle)
    if counts[index] < request.pointee.limit { counts[index] = BATCH_GIVEN_UP }
  }

  private mutating func free(_ lane: Int) {
    occupied.bits[lane &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: lane & 63))
  }

  /// Copies a node to the place of a lane in the transpose buffer.
  mutating func copyToTransposeBuffer(_ node: UnsafeMutablePointer<Node>, _ lane: Int) {
    let bits = node.pointee.bits
    part(lane, 0).pointee = bits.0
    part(lane, 1).pointee = bits.1
    part(lane, 2).pointee = bits.2
    part(lane, 3).pointee = bits.3
    part(lane, 4).pointee = bits.4
    part(lane, 5).pointee = bits.5
    puzzles[lane] = node.pointee.puzzle
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane & 63)
    if node.pointee.branchesByCell {
      byCell.bits[lane &>> 6] |= bit
    } else {
      byCell.bits[lane &>> 6] &= ~bit
    }
  }

  /// Turns what was copied to the transpose buffer into planes, in some lanes of the state.
  mutating func finishLoading(_ lanes: Lanes) {
    for part in 0..<6 {
      transposeBytes(part)
      for group in part &* 16..<min(part &* 16 &+ 16, 92) {
        let transposed = transpose8x8Bits(transposeBuffer + group, step: 96)
        transposed.choose(over: state + group &* 8, in: lanes)
      }
    }
    for cell in 0..<81 { singles[cell] = singles[cell].without(lanes) }
    occupied |= lanes
  }

  /// Transposes the planes of the second children into nodes' parts in the transpose buffer.
  private func transposeToNodes() {
    for part in 0..<6 {
      for group in part &* 16..<min(part &* 16 &+ 16, 92) {
        transpose8x8Bits(second + group &* 8, step: 1).store(transposeBuffer + group, step: 96)
      }
      transposeBytes(part)
    }
  }

  /// Exchanges rows and columns of bytes in eight squares of 16 vectors, one for each bit of a byte.
  ///
  /// Four interleavings, two at a time in registers.
  @inline(__always)
  private func transposeBytes(_ part: Int) {
    for bit in 0..<8 {
      let p = transposeBuffer + (bit &* 6 &+ part) &* 16
      for index in 0..<4 { interleaveTwice(p + index, 4) }
      for index in 0..<4 { interleaveTwice(p + index &* 4, 1) }
    }
  }

  /// Interleaves vectors that lie two steps apart, then those one step apart, among four.
  @inline(__always)
  private func interleaveTwice(_ p: Planes, _ step: Int) {
    let a = p[0].bits
    let b = p[step].bits
    let c = p[2 &* step].bits
    let d = p[3 &* step].bits
    let e = batch_interleave_low(a, c)
    let f = batch_interleave_low(b, d)
    let g = batch_interleave_high(a, c)
    let h = batch_interleave_high(b, d)
    p[0] = Lanes(batch_interleave_low(e, f))
    p[step] = Lanes(batch_interleave_high(e, f))
    p[2 &* step] = Lanes(batch_interleave_low(g, h))
    p[3 &* step] = Lanes(batch_interleave_high(g, h))
  }

  /// Exchanges rows and columns of 8 x 8 bits: planes against the lanes of a byte.
  @inline(__always)
  private func transpose8x8Bits(_ p: Planes, step: Int) -> Eight {
    var v = Eight(p, step: step)
    deltaSwap(&v.a, &v.e, 4, 0x0F0F_0F0F_0F0F_0F0F)
    deltaSwap(&v.b, &v.f, 4, 0x0F0F_0F0F_0F0F_0F0F)
    deltaSwap(&v.c, &v.g, 4, 0x0F0F_0F0F_0F0F_0F0F)
    deltaSwap(&v.d, &v.h, 4, 0x0F0F_0F0F_0F0F_0F0F)
    deltaSwap(&v.a, &v.c, 2, 0x3333_3333_3333_3333)
    deltaSwap(&v.b, &v.d, 2, 0x3333_3333_3333_3333)
    deltaSwap(&v.e, &v.g, 2, 0x3333_3333_3333_3333)
    deltaSwap(&v.f, &v.h, 2, 0x3333_3333_3333_3333)
    deltaSwap(&v.a, &v.b, 1, 0x5555_5555_5555_5555)
    deltaSwap(&v.c, &v.d, 1, 0x5555_5555_5555_5555)
    deltaSwap(&v.e, &v.f, 1, 0x5555_5555_5555_5555)
    deltaSwap(&v.g, &v.h, 1, 0x5555_5555_5555_5555)
    return v
  }

  /// Exchanges bits of `a` with the bits of `b` that lie `distance` places lower, where `mask` is.
  @inline(__always)
  func deltaSwap(_ a: inout Lanes, _ b: inout Lanes, _ distance: UInt64, _ mask: UInt64) {
    let (x, y) = (a.bits, b.bits)
    a = Lanes(batch_delta_swap_a(x, y, distance, mask))
    b = Lanes(batch_delta_swap_b(x, y, distance, mask))
  }
}

/// Eight planes whose bits are swapped.
private struct Eight {
  var a, b, c, d, e, f, g, h: Lanes

  @inline(__always) init(_ p: Planes, step: Int) {
    (a, b, c, d) = (p[0], p[step], p[2 &* step], p[3 &* step])
    (e, f, g, h) = (p[4 &* step], p[5 &* step], p[6 &* step], p[7 &* step])
  }

  @inline(__always) func store(_ p: Planes, step: Int) {
    p[0] = a
    p[step] = b
    p[2 &* step] = c
    p[3 &* step] = d
    p[4 &* step] = e
    p[5 &* step] = f
    p[6 &* step] = g
    p[7 &* step] = h
  }

  /// Takes the place of eight planes in some lanes.
  @inline(__always) func choose(over p: Planes, in lanes: Lanes) {
    p[0] = select(lanes, a, p[0])
    p[1] = select(lanes, b, p[1])
    p[2] = select(lanes, c, p[2])
    p[3] = select(lanes, d, p[3])
    p[4] = select(lanes, e, p[4])
    p[5] = select(lanes, f, p[5])
    p[6] = select(lanes, g, p[6])
    p[7] = select(lanes, h, p[7])
  }
}
