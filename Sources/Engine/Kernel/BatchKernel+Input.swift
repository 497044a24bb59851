import CSudokuVectors

extension BatchKernel {
  /// The next puzzle, `nil` at the end.
  private mutating func nextPuzzle() -> UInt32? {
    if next == end {
      if isExhausted { return nil }
      if isRepeating {
        isExhausted = true
        return nil
      }
      let chunk = Lanes.count
      let start = request.pointee.claim(request.pointee.context, chunk)
      guard start < request.pointee.count else {
        isExhausted = true
        return nil
      }
      next = start
      end = min(start &+ chunk, request.pointee.count)
    }
    defer { next &+= 1 }
    return isRepeating ? stolen[next] : UInt32(truncatingIfNeeded: next)
  }

  /// Arranges the input again: waiting puzzles and new ones, the free lanes of the block first.
  mutating func refill(_ holes: Lanes) {
    var waitingCount = 0
    for word in 0..<Lanes.words {
      var rest = inputValid.bits[word]
      while rest != 0 {
        waiting[waitingCount] = inputPuzzles[word &* 64 &+ rest.trailingZeroBitCount]
        waitingCount &+= 1
        rest &= rest &- 1
      }
    }
    for lane in 0..<Lanes.count { sources[lane] = emptyBoard }
    inputValid = Lanes.none
    var taken = 0
    assignInput(holes, &taken, waitingCount)
    assignInput(~holes, &taken, waitingCount)
    if request.pointee.candidates != nil {
      loadCandidates()
    } else {
      for word in stride(from: 0, to: Lanes.words, by: Int(BATCH_PIECES)) { loadWords(word) }
      chooseInputRule()
    }
  }

  /// Gives some lanes the next waiting or new puzzles.
  private mutating func assignInput(_ lanes: Lanes, _ taken: inout Int, _ waitingCount: Int) {
    let stride = request.pointee.stride
    for word in 0..<Lanes.words {
      var rest = lanes.bits[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let puzzle: UInt32
        if taken < waitingCount {
          puzzle = waiting[taken]
          taken &+= 1
        } else if let fresh = nextPuzzle() {
          puzzle = fresh
        } else {
          return
        }
        inputPuzzles[lane] = puzzle
        inputValid.bits[word] |= bit
        if let boards = request.pointee.boards {
          let board = boards + Int(truncatingIfNeeded: puzzle) &* stride
          sources[lane] = board
          batch_prefetch_to_read(board + Lanes.count &* stride)
        }
      }
    }
  }

  /// Turns 64 boards of 81 characters for each piece of a row, from a word of the lanes on, into words of
  /// the 4 * 81 input planes: a transposition.
  private func loadWords(_ word: Int) {
    let words = UnsafeMutableRawPointer(input).assumingMemoryBound(to: UInt64.self) + word
    for part in 0..<6 {
      let offset = min(part &* 16, 65)
      for group in 0..<8 {
        let p = sources + (word &* 64 &+ group &* 8)
        // Four vectors of low nibbles, and the other four as high nibbles; then 4 x 4 bits change
        // rows and columns in every nibble.
        var a = loadNibbles(p, p + 4, offset)
        var b = loadNibbles(p + 1, p + 5, offset)
        var c = loadNibbles(p + 2, p + 6, offset)
        var d = loadNibbles(p + 3, p + 7, offset)
        deltaSwap(&a, &c, 2, 0x3333_3333_3333_3333)
        deltaSwap(&b, &d, 2, 0x3333_3333_3333_3333)
        deltaSwap(&a, &b, 1, 0x5555_5555_5555_5555)
        deltaSwap(&c, &d, 1, 0x5555_5555_5555_5555)
        rows[group] = a
        rows[8 &+ group] = b
        rows[16 &+ group] = c
        rows[24 &+ group] = d
      }
      for bit in 0..<4 {
        let row = rows + bit &* 8
        interleave(row, 4)
        interleave(row, 2)
        interleave(row, 1)
        for pair in 0..<8 {
          let cell = words + ((offset &+ pair &* 2) &* 4 &+ bit) &* Lanes.words
          batch_row_unzip(row[pair].bits, cell, cell + 4 &* Lanes.words)
        }
      }
    }
  }

  /// Interleaves the bytes of vectors that lie `distance` apart, among eight.
  @inline(__always)
  func interleave(_ row: Planes, _ distance: Int) {
    for index in 0..<8 where index & distance == 0 {
      let a = row[index].bits
      let b = row[index &+ distance].bits
      row[index] = Lanes(batch_interleave_low(a, b))
      row[index &+ distance] = Lanes(batch_interleave_high(a, b))
    }
  }

  /// The low nibbles of pieces of some boards, and those of others as high ones.
  @inline(__always)
  private func loadNibbles(
    _ low: UnsafeMutablePointer<UnsafePointer<UInt8>>,
    _ high: UnsafeMutablePointer<UnsafePointer<UInt8>>,
    _ offset: Int
  ) -> Lanes {
    Lanes(batch_nibbles_join(batch_row_load(low, offset), batch_row_load(high, offset)))
  }

  /// The digits 1 to 9 of a cell of the input.
  @inline(__always)
  private func filled(_ p: Planes) -> Lanes {
    // 1 to 7 without the fourth bit, 8 and 9 with it alone or with the first.
    select(p[3], ~(p[1] | p[2]), or3(p[0], p[1], p[2]))
  }

  /// Finds the input lanes with fewer than 17 clues or more than 32.
  private mutating func chooseInputRule() {
    // Five bits that count from 15: the 17th clue makes 32, the 33rd 48.
    var b0 = Lanes.all
    var b1 = Lanes.all
    var b2 = Lanes.all
    var b3 = Lanes.all
    var b4 = Lanes.none
    var many = Lanes.none
    var plenty = Lanes.none
    for cell in 0..<81 {
      let some = filled(input + cell &* 4)
      let c0 = b0 & some
      let c1 = b1 & c0
      let c2 = b2 & c1
      let c3 = b3 & c2
      many = orAnd(many, b4, c3)
      b0 = b0 ^ some
      b1 = b1 ^ c0
      b2 = b2 ^ c1
      b3 = b3 ^ c2
      b4 = b4 ^ c3
      plenty = orAnd(plenty, many, b4)
    }
    inputByCell = ~many | plenty
  }

  /// Moves new puzzles into free lanes.
  mutating func takeInput(_ lanes: Lanes) {
    if request.pointee.candidates != nil {
      takeCandidates(lanes)
    } else {
      takeClues(lanes)
      exclude(lanes)
    }
    byCell = select(lanes, inputByCell, byCell)
    occupied |= lanes
    inputValid = inputValid.without(lanes)
    for word in 0..<Lanes.words {
      var rest = lanes.bits[word]
      while rest != 0 {
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        puzzles[lane] = inputPuzzles[lane]
      }
    }
  }

  func takeClues(_ lanes: Lanes) {
    for cell in 0..<81 {
      let p = input + cell &* 4
      let q = state + cell
      let b0 = p[0]
      let b1 = p[1]
      let b2 = p[2]
      let b3 = p[3]
      let some = filled(p)
      let empty = ~some
      let low = some.without(b3)
      let upper = low & b2
      let lower = low.without(b2)
      let high = some & b3
      q[0] = select(lanes, orAnd(empty, lower.without(b1), b0), q[0])
      q[81] = select(lanes, orAnd(empty, lower.without(b0), b1), q[81])
      q[162] = select(lanes, empty | and3(lower, b1, b0), q[162])
      q[243] = select(lanes, empty | andNeither(upper, b1, b0), q[243])
      q[324] = select(lanes, orAnd(empty, upper.without(b1), b0), q[324])
      q[405] = select(lanes, orAnd(empty, upper.without(b0), b1), q[405])
      q[486] = select(lanes, empty | and3(upper, b1, b0), q[486])
      q[567] = select(lanes, orAndNot(empty, high, b0), q[567])
      q[648] = select(lanes, orAnd(empty, high, b0), q[648])
      singles[cell] = select(lanes, some, singles[cell])
    }
  }

  /// Takes away the candidates that new puzzles may not have.
  private func exclude(_ lanes: Lanes) {
    guard let excluded = request.pointee.excluded else { return }
    let words = UnsafeMutableRawPointer(state).assumingMemoryBound(to: UInt64.self)
    for word in 0..<Lanes.words {
      var rest = lanes.bits[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let plane = Int(excluded[Int(truncatingIfNeeded: inputPuzzles[lane])])
        words[plane &* Lanes.words &+ word] &= ~bit
      }
    }
  }

  /// Turns the candidates of the input's boards into planes, bit by bit.
  private mutating func loadCandidates() {
    guard let candidates = request.pointee.candidates else { return }
    let planes = inputCandidates
    for plane in 0..<729 { planes[plane] = Lanes.none }
    inputByCell = Lanes.none
    let words = UnsafeMutableRawPointer(planes).assumingMemoryBound(to: UInt64.self)
    for word in 0..<Lanes.words {
      var rest = inputValid.bits[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let masks = candidates + Int(truncatingIfNeeded: inputPuzzles[lane]) &* 81
        var clues = 0
        for cell in 0..<81 {
          var mask = masks[cell] & 0x1FF
          if mask.nonzeroBitCount == 1 { clues &+= 1 }
          while mask != 0 {
            let plane = mask.trailingZeroBitCount &* 81 &+ cell
            words[plane &* Lanes.words &+ word] |= bit
            mask &= mask &- 1
          }
        }
        if !(17...32 ~= clues) { inputByCell.bits[word] |= bit }
      }
    }
  }

  private func takeCandidates(_ lanes: Lanes) {
    let planes = inputCandidates
    for plane in 0..<729 { state[plane] = select(lanes, planes[plane], state[plane]) }
    for cell in 0..<81 { singles[cell] = singles[cell].without(lanes) }
  }
}
