import SudokuTechniques

/// The patterns of cells with two candidates: naked pairs, XY- and XYZ-Wings.
struct BivaluePatterns {
  private let planes: InlineArray<9, UInt128>
  private let bivalue: UInt128
  private let trivalue: UInt128

  init(_ candidates: DigitPlanes) {
    planes = InlineArray { candidates.plane($0) }
    let cells = candidates.cellsWithTwoOrThree
    bivalue = cells.two.bits
    trivalue = cells.three.bits
  }

  func nakedPairs(_ gone: inout CandidateWords) {
    let peers = CellBits.peers
    var rest = bivalue
    while rest != 0 {
      let cell = rest.trailingZeroBitCount
      rest &= rest &- 1
      let (a, b) = digits(cell)
      let both = planes[unchecked: a] & planes[unchecked: b]
      var mates = rest & peers[cell] & both
      while mates != 0 {
        let seen = peers[cell] & peers[mates.trailingZeroBitCount]
        mates &= mates &- 1
        let (fromA, fromB) = (seen & planes[unchecked: a], seen & planes[unchecked: b])
        if fromA != 0 { gone.insert(a, cells: fromA) }
        if fromB != 0 { gone.insert(b, cells: fromB) }
      }
    }
  }

  func xyWings(_ gone: inout CandidateWords) {
    let peers = CellBits.peers
    var rest = bivalue
    while rest != 0 {
      let pivot = rest.trailingZeroBitCount
      rest &= rest &- 1
      let near = bivalue & peers[pivot]
      let (x, y) = digits(pivot)
      let pincersX = near & planes[unchecked: x] & ~planes[unchecked: y]
      let pincersY = near & planes[unchecked: y] & ~planes[unchecked: x]
      if pincersX == 0 || pincersY == 0 { continue }
      for z in 0..<9 where z != x && z != y {
        let plane = planes[unchecked: z]
        collect(z, pincersX & plane, pincersY & plane, plane, &gone)
      }
    }
  }

  func xyzWings(_ gone: inout CandidateWords) {
    let peers = CellBits.peers
    var rest = trivalue
    while rest != 0 {
      let pivot = rest.trailingZeroBitCount
      rest &= rest &- 1
      let near = bivalue & peers[pivot]
      if near & (near &- 1) == 0 { continue }
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: pivot)
      var (x, y, z) = (0, 0, 0)
      for digit in 0..<9 where planes[unchecked: digit] & bit != 0 { (x, y, z) = (y, z, digit) }
      for _ in 0..<3 {
        let common = near & planes[unchecked: z]
        collect(
          z, common & planes[unchecked: x], common & planes[unchecked: y],
          planes[unchecked: z] & peers[pivot], &gone)
        (x, y, z) = (y, z, x)
      }
    }
  }

  /// Adds the cells of a digit that see one of some pincers and one of others.
  @inline(__always)
  private func collect(
    _ digit: Int, _ first: UInt128, _ second: UInt128, _ cells: UInt128,
    _ gone: inout CandidateWords
  ) {
    let peers = CellBits.peers
    var ones = first
    while ones != 0 && second != 0 {
      let seen = cells & peers[ones.trailingZeroBitCount]
      ones &= ones &- 1
      var others = second
      while others != 0 {
        let victims = seen & peers[others.trailingZeroBitCount]
        others &= others &- 1
        if victims != 0 { gone.insert(digit, cells: victims) }
      }
    }
  }

  @inline(__always)
  private func digits(_ cell: Int) -> (Int, Int) {
    let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: cell)
    var found = (0, 0)
    for digit in 0..<9 where planes[unchecked: digit] & bit != 0 { found = (found.1, digit) }
    return found
  }
}
