import SudokuTechniques

/// Finds the literals that may contradict themselves by links inside one digit, without drawing a chain.
///
/// The consequences of a digit's literals inside the digit depend on its cells alone. So the answer
/// for a digit is kept until its cells change; most steps change few digits. All consequences of a
/// consistent literal are consistent too, and need no test of their own. The scan is only a filter;
/// the chains decide. In a house that had just one place from the start, they may find less.
///
/// Invariants: `wrongOn[d]` and `wrongOff[d]` are right for the cells `cells[d]` of digit `d`.
struct NishioScan {
  private var cells = InlineArray<9, UInt128>(repeating: 0)
  private var wrongOn = InlineArray<9, UInt128>(repeating: 0)
  private var wrongOff = InlineArray<9, UInt128>(repeating: 0)

  init() {}

  /// Updates the answers for a grid; returns true if any literal may contradict itself.
  mutating func update(_ grid: ChainGrid, _ tables: ChainTables) -> Bool {
    var any: UInt128 = 0
    for digit in 0..<9 {
      var places: UInt128 = 0
      for row in 0..<9 {
        places |= UInt128(grid.places(9 &+ row, digit)) &<< UInt128(truncatingIfNeeded: row &* 9)
      }
      if places != cells[unchecked: digit] {
        cells[unchecked: digit] = places
        let search = Search(places, tables)
        (wrongOn[unchecked: digit], wrongOff[unchecked: digit]) = search.contradictions()
      }
      any |= wrongOn[unchecked: digit] | wrongOff[unchecked: digit]
    }
    return any != 0
  }

  func mayContradict(_ literal: Int, _ tables: ChainTables) -> Bool {
    let candidate = literal &>> 1
    let (cell, digit) = (Int(tables.cellOf[candidate]), Int(tables.digitOf[candidate]))
    let wrong = literal & 1 == 1 ? wrongOn[digit] : wrongOff[digit]
    return wrong &>> UInt128(truncatingIfNeeded: cell) & 1 != 0
  }

  private struct Search {
    let places: UInt128
    let tables: ChainTables
    private var houses: UInt32 = 0

    init(_ places: UInt128, _ tables: ChainTables) {
      self.places = places
      self.tables = tables
      for house in 0..<27 where tables.houseCells[house] & places != 0 {
        houses |= 1 &<< UInt32(truncatingIfNeeded: house)
      }
    }

    /// The cells that contradict themselves with the digit, and without it.
    func contradictions() -> (on: UInt128, off: UInt128) {
      var wrong: (on: UInt128, off: UInt128) = (0, 0)
      var right: (on: UInt128, off: UInt128) = (0, 0)
      forEach(in: places) { bit in
        if right.on & bit != 0 { return }
        guard let (on, off) = closure(on: bit, off: 0) else {
          wrong.on |= bit
          return
        }
        right.on |= on
        right.off |= off
      }
      forEach(in: places) { bit in
        if right.off & bit != 0 { return }
        guard let (on, off) = closure(on: 0, off: bit) else {
          wrong.off |= bit
          return
        }
        right.on |= on
        right.off |= off
      }
      return wrong
    }

    @inline(__always)
    private func forEach(in cells: UInt128, _ body: (UInt128) -> Void) {
      var rest = cells
      while rest != 0 {
        let bit = rest & (0 &- rest)
        rest ^= bit
        body(bit)
      }
    }

    /// The cells that get the digit and those that lose it where some do; `nil` at a contradiction.
    @inline(__always)
    private func closure(on start: UInt128, off: UInt128) -> (on: UInt128, off: UInt128)? {
      var (on, off, new) = (UInt128(0), off, start)
      while true {
        on |= new
        while new != 0 {
          off |= tables.peers[new.trailingZeroBitCount] & places
          new &= new &- 1
        }
        if on & off != 0 { return nil }
        let left = places & ~off
        var rest = houses
        while rest != 0 {
          let open = left & tables.houseCells[rest.trailingZeroBitCount]
          rest &= rest &- 1
          if open & (open &- 1) == 0 {
            if open == 0 { return nil }
            new |= open
          }
        }
        new &= ~on
        if new == 0 { return (on, off) }
      }
    }
  }
}
