import CSudokuVectors

extension BatchKernel {
  /// Gives free lanes a node: from their stack, a new puzzle, or at last a node of another lane.
  ///
  /// Loading nodes costs the same for few as for many: while there are new puzzles, lanes with nodes
  /// wait until they are many.
  mutating func fill() {
    var free = ~occupied
    if free.isEmpty { return }
    var loaded = Lanes.none
    if isExhausted || (free & stacked).population &* 8 >= Lanes.count {
      loadNewest(free & stacked, &loaded)
      free = free.without(loaded)
    }
    if !free.isEmpty {
      let wanted = free.population
      if !isExhausted, (inputValid & free).population < wanted / 2 { refill(free) }
      let fresh = inputValid & free
      if !fresh.isEmpty {
        takeInput(fresh)
        free = free.without(fresh)
      }
      if isExhausted {
        loadNewest(free & stacked, &loaded)
        free = free.without(loaded)
        let idle = free.population
        let mayNotSteal = isRepeating || request.pointee.never_steals
        if !mayNotSteal, !stacked.isEmpty, idle &* 16 > Lanes.count { steal(free, &loaded) }
      }
    }
    if !loaded.isEmpty { finishLoading(loaded) }
  }

  /// Copies the latest nodes of some lanes to the transpose buffer.
  private mutating func loadNewest(_ lanes: Lanes, _ loaded: inout Lanes) {
    for word in 0..<Lanes.words {
      let wanted = lanes.bits[word]
      var rest = wanted
      // Bits are collected in a word: one of a vector is slow to change.
      var found: UInt64 = 0
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        if loadNewest(lane) { found |= bit }
      }
      loaded.bits[word] |= found
    }
  }

  /// Copies the latest node of a lane's stack to the transpose buffer, unless its puzzle is done.
  private mutating func loadNewest(_ lane: Int) -> Bool {
    while let node = newest[lane] {
      release(takeNewest(node, lane))
      let puzzle = Int(truncatingIfNeeded: node.pointee.puzzle)
      if let counts = request.pointee.counts, counts[puzzle] >= request.pointee.limit { continue }
      copyToTransposeBuffer(node, lane)
      return true
    }
    return false
  }

  /// Takes the oldest nodes of other lanes, so that none is idle while another has work for many.
  private mutating func steal(_ holes: Lanes, _ loaded: inout Lanes) {
    var donor = 0
    var missed = 0
    for word in 0..<Lanes.words {
      var rest = holes.bits[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        var found = false
        while missed < Lanes.count {
          let giver = donor
          donor = donor &+ 1 == Lanes.count ? 0 : donor &+ 1
          guard let node = takeOldest(giver) else {
            missed &+= 1
            continue
          }
          let puzzle = Int(truncatingIfNeeded: node.pointee.puzzle)
          if let counts = request.pointee.counts, counts[puzzle] >= request.pointee.limit {
            release(node)
            continue
          }
          markStolen(node.pointee.puzzle)
          copyToTransposeBuffer(node, lane)
          release(node)
          missed = 0
          found = true
          break
        }
        if !found { return }
        rest ^= bit
        loaded.bits[word] |= bit
      }
    }
  }

  private mutating func markStolen(_ puzzle: UInt32) {
    guard let guesses = request.pointee.guesses else { return }
    let index = Int(truncatingIfNeeded: puzzle)
    if guesses[index] & BatchKernel.stolenMark != 0 { return }
    guesses[index] |= BatchKernel.stolenMark
    if stolenCount == stolenCapacity {
      let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: stolenCapacity &* 2)
      larger.update(from: stolen, count: stolenCount)
      stolen.deallocate()
      stolen = larger
      stolenCapacity &*= 2
    }
    stolen[stolenCount] = puzzle
    stolenCount &+= 1
  }
}
