extension PuzzleForm {
  /// Finds the smallest form over all symmetries.
  mutating func searchMinlex(_ board: PackedLines) {
    counts = MinirowCounts(board)
    let least = counts.least
    skippedOrders = 1
    candidates.removeAll()
    for line in 0..<18 where least.lines &>> line & 1 == 1 {
      let plan = ~15 | UInt64(line < 9 ? line : line &- 9)
      for order in 0..<6 where shuffledCounts(counts[line], order) == least.counts {
        addStart(firstLine: line < 9 ? 0 : 9, stackOrder: order, plan: plan)
      }
    }
    search(board)
  }

  /// Finds the smallest form over the symmetries whose top band has the least minirow counts.
  ///
  /// This is what the published list of 17-clue puzzles uses. The nine counts of a band's minirows,
  /// row by row, are read as one number; where the least one is 0, the next band's decides.
  mutating func searchRowMin(_ board: PackedLines) {
    counts = MinirowCounts(board)
    let (leastRow, lines) = counts.least
    candidates.removeAll()
    var least = (top: Int.max, next: Int.max)
    for band in stride(from: 0, to: 18, by: 3) where lines &>> band & 7 != 0 {
      let firstLine = band < 9 ? 0 : 9
      let countsOfBand = countsOfBand(band)
      for order in 0..<6 {
        let words = BandWords(countsOfBand, order)
        // The first row of a start has the least counts of all rows.
        if words.least > least.top || words.least &>> 12 > leastRow { continue }
        if words.least > 0 {
          words.forEachLeastOrder { rows in
            let plan = rowPlan((band &- firstLine) / 3, rows) | UInt64.max &<< 12
            keep((words.least, 0), plan, firstLine, order, &least)
          }
        } else {
          tryNextBands(after: band, firstLine, order, &least)
        }
      }
    }
    skippedOrders = least.top == 0 ? 6 : 1
    search(board)
  }

  /// Tries each of the other bands behind an empty one.
  private mutating func tryNextBands(
    after band: Int, _ firstLine: Int, _ order: Int, _ least: inout (top: Int, next: Int)
  ) {
    for other in stride(from: firstLine, to: firstLine &+ 9, by: 3) where other != band {
      let next = BandWords(countsOfBand(other), order)
      next.forEachLeastOrder { rows in
        let top = rowPlan((band &- firstLine) / 3, 0)
        let plan = top | rowPlan((other &- firstLine) / 3, rows) &<< 12 | UInt64.max &<< 24
        keep((0, next.least), plan, firstLine, order, &least)
      }
    }
  }

  @inline(__always)
  private func countsOfBand(_ band: Int) -> (Int, Int, Int) {
    (counts[band], counts[band &+ 1], counts[band &+ 2])
  }

  /// Adds a start unless there are better ones.
  private mutating func keep(
    _ word: (Int, Int), _ plan: UInt64, _ firstLine: Int, _ order: Int,
    _ least: inout (top: Int, next: Int)
  ) {
    if word > least { return }
    if word < least {
      least = word
      candidates.removeAll()
    }
    addStart(firstLine: firstLine, stackOrder: order, plan: plan)
  }

  /// Adds a candidate that knows only its transposition, the order of its stacks and a plan.
  private mutating func addStart(firstLine: Int, stackOrder: Int, plan: UInt64) {
    var candidate = Candidate()
    candidate.arrangement.firstLine = firstLine
    candidate.plan = plan
    for stack in 0..<3 {
      // Three columns of a stack, 0x210 + 0x333 * stack, go to the stack's new place.
      let columns = 0x210 &+ 0x333 &* permutation(stackOrder, stack)
      candidate.arrangement.columns |= UInt64(columns) &<< UInt64(stack &* 12)
    }
    candidates.append(candidate)
  }
}

/// The minirow counts of a band's rows under an order of the stacks.
private struct BandWords {
  private let words: (Int, Int, Int)
  /// The least number that the three rows can form.
  let least: Int

  @inline(__always)
  init(_ counts: (Int, Int, Int), _ order: Int) {
    let x = shuffledCounts(counts.0, order)
    let y = shuffledCounts(counts.1, order)
    let z = shuffledCounts(counts.2, order)
    let (low, high) = (min(x, y, z), max(x, y, z))
    words = (x, y, z)
    least = low &<< 12 | (x &+ y &+ z &- low &- high) &<< 6 | high
  }

  /// Calls `body` with each order of the rows that gives the least number.
  @inline(__always)
  func forEachLeastOrder(_ body: (Int) -> Void) {
    let (x, y, z) = words
    if x <= y, y <= z { body(0) }
    if x <= z, z <= y { body(1) }
    if y <= x, x <= z { body(2) }
    if y <= z, z <= x { body(3) }
    if z <= x, x <= y { body(4) }
    if z <= y, y <= x { body(5) }
  }
}

/// The rows of a band in an order, as packed list.
@inline(__always)
private func rowPlan(_ band: Int, _ order: Int) -> UInt64 {
  (0..<3).reduce(0) { $0 | atNibble(band &* 3 &+ permutation(order, $1), $1) }
}
