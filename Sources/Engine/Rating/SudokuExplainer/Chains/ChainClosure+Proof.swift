extension ChainClosure {
  /// Lists the candidates of the grid that the sets prove to be wrong.
  func collectProven(_ list: UnsafeMutablePointer<UInt16>) -> Int {
    var proof = Proof(grid: snapshot)
    forCandidates { candidate, cell in
      if status[candidate &* 2 &+ 1] == .contradictory { proof.add(candidate) }
      if status[candidate &* 2] == .contradictory {
        for other in cell &* 9..<cell &* 9 &+ 9 where other != candidate { proof.add(other) }
      }
    }
    if proof.isEmpty(tables) {
      collectAgreements(&proof)
    }
    return proof.list(tables, list)
  }

  private func forCandidates(_ body: (Int, Int) -> Void) {
    for cell in 0..<81 {
      var rest = snapshot.digits(cell)
      if rest & (rest &- 1) == 0 { continue }
      while rest != 0 {
        body(cell &* 9 &+ rest.trailingZeroBitCount, cell)
        rest &= rest &- 1
      }
    }
  }

  /// Collects the literals that follow whether a candidate is on or off, from all digits of a cell, or from all
  /// places of a digit in a house; "on"s need no look, for they have "off"s of their own.
  private func collectAgreements(_ proof: inout Proof) {
    for cell in 0..<81 {
      let digits = snapshot.digits(cell)
      if digits & (digits &- 1) == 0 { continue }
      proof.begin()
      var rest = digits
      while rest != 0 {
        let candidate = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        proof.narrow(state(candidate &* 2 &+ 1).sets)
        var double = proof
        double.begin()
        double.narrow(state(candidate &* 2 &+ 1).sets)
        double.narrow(state(candidate &* 2).sets)
        double.keep()
        proof.merge(double)
      }
      proof.keep()
    }
    for slot in 0..<243 {
      let places = snapshot.masks[81 &+ slot]
      if places & (places &- 1) == 0 { continue }
      proof.begin()
      var rest = places
      while rest != 0 {
        let cell = Int(tables.cell[slot / 9 &* 9 &+ rest.trailingZeroBitCount])
        rest &= rest &- 1
        proof.narrow(state((cell &* 9 &+ slot % 9) &* 2 &+ 1).sets)
      }
      proof.keep()
    }
  }

  /// Sets of candidates proven wrong, as they are gathered.
  private struct Proof {
    let grid: ChainGrid
    private var wrong: InlineArray<12, UInt64> = .init(repeating: 0)
    private var common: InlineArray<12, UInt64> = .init(repeating: 0)

    init(grid: ChainGrid) { self.grid = grid }

    mutating func add(_ candidate: Int) {
      wrong[candidate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: candidate & 63)
    }

    mutating func begin() { common = .init(repeating: .max) }

    @inline(__always)
    mutating func narrow(_ sets: UnsafeMutablePointer<UInt64>) {
      for word in 0..<12 { common[word] &= sets[12 &+ word] }
    }

    mutating func keep() {
      for word in 0..<12 { wrong[word] |= common[word] }
    }

    mutating func merge(_ other: Proof) {
      for word in 0..<12 { wrong[word] |= other.wrong[word] }
    }

    func isEmpty(_ tables: ChainTables) -> Bool {
      for candidate in 0..<729
      where wrong[candidate &>> 6] &>> UInt64(truncatingIfNeeded: candidate & 63) & 1 != 0 {
        if grid.contains(candidate, tables) { return false }
      }
      return true
    }

    func list(_ tables: ChainTables, _ list: UnsafeMutablePointer<UInt16>) -> Int {
      var end = 0
      for word in 0..<12 {
        var rest = wrong[word]
        while rest != 0 {
          let candidate = word &* 64 &+ rest.trailingZeroBitCount
          rest &= rest &- 1
          if candidate < 729 && grid.contains(candidate, tables) {
            list[end] = UInt16(truncatingIfNeeded: candidate)
            end &+= 1
          }
        }
      }
      return end
    }
  }
}
