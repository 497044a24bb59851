import CSudokuVectors

extension BatchKernel {
  /// The lanes in which every house has a place for every digit.
  func correctGrids() -> Lanes {
    var full = Lanes.all
    for digit in 0..<9 {
      let planes = state + digit &* 81
      for band in 0..<3 {
        let p = planes + band &* 27
        let r = Three(Three(p).any, Three(p + 3).any, Three(p + 6).any)
        let s = Three(Three(p + 9).any, Three(p + 12).any, Three(p + 15).any)
        let t = Three(Three(p + 18).any, Three(p + 21).any, Three(p + 24).any)
        full = and3(full, r.any, s.any)
        full = and3(full, t.any, or3(r.a, s.a, t.a))
        full = and3(full, or3(r.b, s.b, t.b), or3(r.c, s.c, t.c))
      }
      for column in 0..<9 {
        let p = planes + column
        full &= or3(
          Three(p, stride: 9).any, Three(p + 27, stride: 9).any, Three(p + 54, stride: 9).any)
      }
    }
    return full
  }

  /// Counts the solutions of some lanes and keeps the grids that are wanted.
  mutating func keepSolutions(_ solved: Lanes) {
    if !(outputValid & solved).isEmpty { flushOutput() }
    let limit = request.pointee.limit
    let counts = request.pointee.counts
    let stride = request.pointee.grid_stride
    var wanted = Lanes.none
    for word in 0..<Lanes.words {
      var rest = solved.bits[word]
      var keep: UInt64 = 0
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let puzzle = puzzles[lane]
        let index = Int(truncatingIfNeeded: puzzle)
        let count = counts?[index] ?? 0
        if count >= limit { continue }
        counts?[index] = count &+ 1
        if count < 2,
          let grids = count == 0 ? request.pointee.first : request.pointee.second
        {
          let grid = grids + index &* stride
          destinations[lane] = grid
          batch_prefetch_to_write(grid)
          batch_prefetch_to_write(grid + 80)
          keep |= bit
        }
        if count &+ 1 == limit { drop(puzzle, lane) }
      }
      wanted.bits[word] = keep
    }
    if wanted.isEmpty { return }
    outputValid |= wanted
    for cell in 0..<81 {
      let p = state + cell
      let out = output + cell &* 4
      let one = p[0]
      let two = p[81]
      let three = p[162]
      let four = p[243]
      let five = p[324]
      let six = p[405]
      let seven = p[486]
      let nine = p[648]
      out[0] = select(wanted, or3(one, three, or3(five, seven, nine)), out[0])
      out[1] = select(wanted, or3(two, three, six | seven), out[1])
      out[2] = select(wanted, or3(four, five, six | seven), out[2])
      out[3] = select(wanted, p[567] | nine, out[3])
    }
  }

  /// Writes the solutions that wait in the output planes to their places.
  mutating func flushOutput() {
    // Grids of lanes without a solution go to a place that is never read.
    for word in 0..<Lanes.words {
      var rest = ~outputValid.bits[word]
      while rest != 0 {
        destinations[word &* 64 &+ rest.trailingZeroBitCount] = unwantedGrid
        rest &= rest &- 1
      }
    }
    for word in stride(from: 0, to: Lanes.words, by: Int(BATCH_PIECES)) {
      var valid: UInt64 = 0
      for piece in 0..<Int(BATCH_PIECES) { valid |= outputValid.bits[word &+ piece] }
      if valid != 0 { storeWords(word, valid) }
    }
    outputValid = Lanes.none
  }

  /// Turns words of the output planes into 64 grids for each piece of a row: the way back of
  /// `loadWords`.
  private func storeWords(_ word: Int, _ valid: UInt64) {
    let words = UnsafeMutableRawPointer(output).assumingMemoryBound(to: UInt64.self) + word
    let base = request.pointee.base
    for part in 0..<6 {
      let offset = min(part &* 16, 65)
      for bit in 0..<4 {
        let row = rows + bit &* 8
        for pair in 0..<8 {
          let cell = words + ((offset &+ pair &* 2) &* 4 &+ bit) &* Lanes.words
          row[pair] = Lanes(batch_row_zip(cell, cell + 4 &* Lanes.words))
        }
        interleave(row, 4)
        interleave(row, 2)
        interleave(row, 1)
        interleave(row, 4)
      }
      for slot in 0..<8 {
        // The four interleavings leave group g2 g1 g0 in slot g0 g2 g1.
        let group = (slot &<< 1 | slot &>> 2) & 7
        if valid &>> UInt64(truncatingIfNeeded: group &* 8) & 0xFF == 0 { continue }
        var a = rows[slot]
        var b = rows[8 &+ slot]
        var c = rows[16 &+ slot]
        var d = rows[24 &+ slot]
        deltaSwap(&a, &c, 2, 0x3333_3333_3333_3333)
        deltaSwap(&b, &d, 2, 0x3333_3333_3333_3333)
        deltaSwap(&a, &b, 1, 0x5555_5555_5555_5555)
        deltaSwap(&c, &d, 1, 0x5555_5555_5555_5555)
        let p = destinations + (word &* 64 &+ group &* 8)
        batch_row_store(p, offset, batch_nibbles_low(a.bits, base))
        batch_row_store(p + 1, offset, batch_nibbles_low(b.bits, base))
        batch_row_store(p + 2, offset, batch_nibbles_low(c.bits, base))
        batch_row_store(p + 3, offset, batch_nibbles_low(d.bits, base))
        batch_row_store(p + 4, offset, batch_nibbles_high(a.bits, base))
        batch_row_store(p + 5, offset, batch_nibbles_high(b.bits, base))
        batch_row_store(p + 6, offset, batch_nibbles_high(c.bits, base))
        batch_row_store(p + 7, offset, batch_nibbles_high(d.bits, base))
      }
    }
  }
}
