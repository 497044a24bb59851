/// Finds the bivalue cells that may lie on a cycle that removes something, by distances alone, before
/// any cycle is searched.
///
/// A state is "a bivalue cell holds one of its digits"; from it the walk goes on to the other digit
/// of each bivalue cell that sees the cell and has its digit: two links of a chain. A cycle that
/// removes a candidate has a place of its digit that is on, and one that is off, both seen by the
/// candidate: two states with a walk there and back.
///
/// Invariants: the digits of the cell `cells[n]` are the states `2n` and `2n + 1`.
final class BivalueCycles {
  /// The most cells that the sets of states have room for.
  static let capacity = 64

  private let tables = ChainTables.shared
  private let cells = UnsafeMutablePointer<UInt8>.filled(BivalueCycles.capacity, with: 0)
  private let digits = UnsafeMutablePointer<UInt8>.filled(2 * BivalueCycles.capacity, with: 0)
  private let next = UnsafeMutablePointer<UInt128>.filled(2 * BivalueCycles.capacity, with: 0)
  /// The number of steps from one state to another, 255 if there is no short path.
  private let steps = UnsafeMutablePointer<UInt8>.filled(
    4 * BivalueCycles.capacity * BivalueCycles.capacity, with: 0)
  private var count = 0
  private let ofDigit = UnsafeMutablePointer<UInt128>.filled(9, with: 0)
  /// The states from which the distances are known.
  private var measured: UInt128 = 0

  deinit {
    deallocate(cells, digits, next, steps, ofDigit)
  }

  /// Takes over a grid.
  func load(
    _ live: UnsafeMutablePointer<UInt16>, _ liveCount: Int, _ isBivalue: UnsafeMutablePointer<Bool>
  ) -> Bool {
    count = 0
    measured = 0
    ofDigit.update(repeating: 0, count: 9)
    for number in 0..<liveCount {
      let candidate = Int(live[number])
      let cell = Int(tables.cellOf[candidate])
      guard isBivalue[cell] else { continue }
      if count == 2 * Self.capacity { return false }
      cells[count / 2] = UInt8(truncatingIfNeeded: cell)
      digits[count] = tables.digitOf[candidate]
      ofDigit[Int(digits[count])] |= 1 &<< UInt128(truncatingIfNeeded: count)
      count &+= 1
    }
    for from in 0..<count {
      var reached: UInt128 = 0
      let peers = tables.peers[Int(cells[from / 2])]
      forEach(in: ofDigit[Int(digits[from])]) { state in
        let sees = peers &>> UInt128(truncatingIfNeeded: cells[state / 2]) & 1
        reached |= sees &<< UInt128(truncatingIfNeeded: state ^ 1)
      }
      next[from] = reached
    }
    return true
  }

  /// Finds the candidates that may lie on cycles.
  func find(
    limit: Int, _ wrong: UnsafeMutablePointer<UInt128>, mark: (Int) -> Void
  ) {
    var marked: UInt128 = 0
    for off in 0..<count {
      let digit = digits[off]
      let start = off ^ 1
      let seen = tables.peers[Int(cells[off / 2])] & wrong[Int(digit)]
      if seen == 0 { continue }
      forEach(in: ofDigit[Int(digit)]) { on in
        guard on != off, seen & tables.peers[Int(cells[on / 2])] != 0 else { return }
        let there = distance(start, on, limit)
        let back = distance(on, start, limit)
        if there &+ back > limit { return }
        for state in 0..<count
        where distance(start, state, limit) &+ distance(state, on, limit) &+ back <= limit
          || distance(on, state, limit) &+ distance(state, start, limit) &+ there <= limit
        {
          marked |= 1 &<< UInt128(truncatingIfNeeded: state)
        }
        marked |= 1 &<< UInt128(truncatingIfNeeded: on)
        marked |= 1 &<< UInt128(truncatingIfNeeded: start)
      }
    }
    while marked != 0 {
      mark(Int(cells[marked.trailingZeroBitCount / 2]))
      marked &= marked &- 1
    }
  }

  @inline(__always)
  private func forEach(in states: UInt128, _ body: (Int) -> Void) {
    var rest = states
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  @inline(__always)
  private func distance(_ from: Int, _ to: Int, _ limit: Int) -> Int {
    if measured &>> UInt128(truncatingIfNeeded: from) & 1 == 0 { measure(from, min(limit, 250)) }
    let number = steps[from &* 2 &* Self.capacity &+ to]
    return number == 255 ? 1 << 20 : Int(number)
  }

  /// Notes how far all states are from one.
  private func measure(_ from: Int, _ limit: Int) {
    let row = steps + from &* 2 &* Self.capacity
    row.update(repeating: 255, count: count)
    measured |= 1 &<< UInt128(truncatingIfNeeded: from)
    var known: UInt128 = 0
    var front = next[from]
    var number = 1
    while front != 0 && number <= limit {
      known |= front
      var reached: UInt128 = 0
      while front != 0 {
        let state = front.trailingZeroBitCount
        front &= front &- 1
        row[state] = UInt8(truncatingIfNeeded: number)
        reached |= next[state]
      }
      front = reached & ~known
      number &+= 1
    }
  }
}
