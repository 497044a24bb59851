extension LevelGrid {
  init(_ grid: PlaneGrid) {
    self.init()
    let filled = ~grid.cellSets.empty
    for row in 0..<9 {
      let shift = UInt128(truncatingIfNeeded: row &* 9)
      open[unchecked: row] = UInt16(truncatingIfNeeded: ~(filled &>> shift)) & 0x1FF
    }
    for digit in 0..<9 {
      let places = grid.places(of: digit)
      for row in 0..<9 {
        let shift = UInt128(truncatingIfNeeded: row &* 9)
        rows[unchecked: row][digit] = UInt16(truncatingIfNeeded: places &>> shift) & 0x1FF
      }
    }
  }
}
