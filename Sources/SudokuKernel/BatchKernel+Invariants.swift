import CSudokuVectors

extension BatchKernel {
  /// Stops the program where the bookkeeping of lanes and nodes contradicts itself.
  ///
  /// Checked between two rounds of the search where `SUDOKU_INVARIANTS` is defined: in debug builds,
  /// and so in the tests.
  @inline(__always)
  func checkInvariants() {
    #if SUDOKU_INVARIANTS
      precondition(freeCount >= 0 && freeCount <= nodeCount, "more free nodes than nodes")
      precondition(next <= end, "boards are handed out twice")
      precondition(stolenCount <= stolenCapacity, "stolen puzzles beyond their buffer")
      for lane in 0..<Lanes.count {
        let bit: UInt64 = 1 << UInt64(lane & 63)
        let isStacked = stacked.bits[lane &>> 6] & bit != 0
        precondition(isStacked == (newest[lane] != nil), "a stack and its mark differ")
      }
    #endif
  }
}
