/// Where the first clue of a candidate's next row can be, as late as possible.
struct FirstClue {
  /// For each stack the first column of its source.
  private let sources: (Int, Int, Int)
  private let columns: UInt64
  private let free: PerStack

  @inline(__always)
  init(_ candidate: PuzzleForm.Candidate) {
    columns = candidate.arrangement.columns
    free = candidate.free
    sources = (sourceOfStack(0, columns), sourceOfStack(1, columns), sourceOfStack(2, columns))
  }

  /// The place for a source row, given the cells with a clue; 9 for an empty row.
  @inline(__always)
  func place(in filled: Int) -> Int {
    let first = filled &>> sources.0 & 7
    if first != 0 { return place(0, first, sources.0) }
    let second = filled &>> sources.1 & 7
    if second != 0 { return 3 &+ place(1, second, sources.1) }
    let third = filled &>> sources.2 & 7
    return third != 0 ? 6 &+ place(2, third, sources.2) : 9
  }

  /// The place of the first of at least one clue in a stack.
  @inline(__always)
  private func place(_ stack: Int, _ cells: Int, _ source: Int) -> Int {
    let free = free[stack]
    if free == 3 { return 3 &- countOfThree(cells) }
    let last = cells &>> (nibble(columns, 3 &* stack &+ 2) &- source) & 1
    // Of two interchangeable columns, one with a clue comes second.
    if free == 2 { return 2 &- (countOfThree(cells) &- last) }
    if cells &>> (nibble(columns, 3 &* stack) &- source) & 1 == 1 { return 0 }
    return cells &>> (nibble(columns, 3 &* stack &+ 1) &- source) & 1 == 1 ? 1 : 2
  }
}

/// The number of ones in three bits.
@inline(__always)
private func countOfThree(_ bits: Int) -> Int { 0xE994 &>> (2 &* bits) & 3 }
