/// The links between two candidates of a grid, as bit rows: what excludes each candidate, and what
/// holds if it does not.
///
/// A row is a set of numbered candidates, so one step of a search from a literal joins a few rows.
///
/// Invariants: numbers and the length of rows are those of the `StaticLinks` that own the links; row
/// `i` starts at `i * words`; rows of `weak` may have candidates that are gone, rows of `strong` are
/// valid if `isReady`.
final class DirectLinks {
  /// The most layers of literals around a start that are kept.
  static let layerLimit = 128

  /// The candidates that each one excludes: the others of its cell, and its digit in the cells it sees.
  let weak = UnsafeMutablePointer<UInt64>.filled(730 * 12 + 4, with: 0)
  /// The candidates that each one leaves as the last of its cell or of its digit in a house.
  let strong = UnsafeMutablePointer<UInt64>.filled(730 * 12 + 4, with: 0)
  /// The candidates that leave something.
  let hasStrong = UnsafeMutablePointer<UInt64>.filled(16, with: 0)
  /// The candidates of each digit, in rows of 16 words.
  let digits = UnsafeMutablePointer<UInt64>.filled(9 * 16, with: 0)
  /// Layers of literals around a start, in rows of 16 words.
  let layers = UnsafeMutablePointer<UInt64>.filled(DirectLinks.layerLimit * 16, with: 0)
  /// The sum of the distances of each candidate from some starts.
  let sums = UnsafeMutablePointer<UInt16>.filled(768, with: 0)
  /// The candidates that exclude themselves.
  let conflicts = UnsafeMutablePointer<UInt64>.filled(16, with: 0)
  /// The candidates that were marked last.
  let marked = UnsafeMutablePointer<UInt64>.filled(16, with: 0)
  var isReady = false

  deinit {
    deallocate(weak, strong, hasStrong, digits, layers, sums, conflicts, marked)
  }

  /// Takes over the rows of what excludes what.
  func takeOver(_ rows: UnsafeMutablePointer<UInt64>, _ count: Int, _ words: Int) {
    weak.update(from: rows, count: count &* words)
  }
}

extension StaticLinks {
  /// Gets the direct links of the grid closed last ready; `other` has those that exclude.
  func prepareDirect(_ grid: ChainGrid, from other: StaticLinks? = nil) {
    if direct.isReady { return }
    if let other { direct.takeOver(other.direct.weak, count, words) }
    direct.strong.update(repeating: 0, count: count &* words)
    direct.hasStrong.update(repeating: 0, count: 16)
    direct.digits.update(repeating: 0, count: 9 * 16)
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let index = word &* 64 &+ rest.trailingZeroBitCount
        let digit = Int(tables.digitOf[Int(candidate[index])])
        direct.digits[digit &* 16 &+ word] |= rest & (0 &- rest)
        rest &= rest &- 1
      }
    }
    for cell in 0..<81 {
      let digits = grid.digits(cell)
      let rest = digits & (digits &- 1)
      guard rest != 0 && rest & (rest &- 1) == 0 else { continue }
      joinDirect(
        cell &* 9 &+ digits.trailingZeroBitCount, cell &* 9 &+ rest.trailingZeroBitCount)
    }
    for house in 0..<27 {
      for digit in 0..<9 {
        let places = grid.places(house, digit)
        let rest = places & (places &- 1)
        guard rest != 0 && rest & (rest &- 1) == 0 else { continue }
        joinDirect(
          Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount]) &* 9 &+ digit,
          Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount]) &* 9 &+ digit)
      }
    }
    findConflicts(direct.conflicts)
    direct.isReady = true
  }

  private func joinDirect(_ one: Int, _ other: Int) {
    let (first, second) = (Int(number[one]), Int(number[other]))
    let bitA: UInt64 = 1 &<< UInt64(truncatingIfNeeded: first & 63)
    let bitB: UInt64 = 1 &<< UInt64(truncatingIfNeeded: second & 63)
    direct.strong[first &* words &+ second &>> 6] |= bitB
    direct.strong[second &* words &+ first &>> 6] |= bitA
    direct.hasStrong[first &>> 6] |= bitA
    direct.hasStrong[second &>> 6] |= bitB
  }
}

extension StaticLinks {
  /// Takes all marks away.
  func unmark() { direct.marked.update(repeating: 0, count: 16) }

  func mark(_ one: Int) {
    let index = Int(number[one])
    direct.marked[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
  }

  /// Marks the candidates that some candidate which excludes itself excludes.
  func markExcluded() {
    collectExcluded()
    unmark()
    for index in 0..<count where isMarked(Int(candidate[index])) { mark(Int(candidate[index])) }
  }

  var hasMarks: Bool {
    for word in 0..<words where direct.marked[word] & live[word] != 0 { return true }
    return false
  }

  /// Calls `body` with each marked candidate in order, as long as it returns true.
  @inline(__always)
  func forMarked(_ body: (Int) -> Bool) {
    for word in 0..<words {
      var rest = direct.marked[word] & live[word]
      while rest != 0 {
        if !body(Int(candidate[word &* 64 &+ rest.trailingZeroBitCount])) { return }
        rest &= rest &- 1
      }
    }
  }

  /// Calls `body` with each candidate that excludes itself.
  @inline(__always)
  func forConflicts(_ body: (Int) -> Void) {
    for word in 0..<words {
      var rest = direct.conflicts[word]
      while rest != 0 {
        body(Int(candidate[word &* 64 &+ rest.trailingZeroBitCount]))
        rest &= rest &- 1
      }
    }
  }

  /// Calls `body` with each literal in order from which a chain may lead to its opposite, as long as
  /// it returns true: "on"s of candidates that exclude themselves, "off"s of those that these leave as the
  /// last ones.
  @inline(__always)
  func forChainStarts(_ body: (Int) -> Bool) {
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let index = word &* 64 &+ rest.trailingZeroBitCount
        rest ^= bit
        let literal = Int(candidate[index]) &* 2
        if direct.conflicts[word] & bit != 0, !body(literal &+ 1) { return }
        var behind: UInt64 = 0
        for word in 0..<words {
          behind |= direct.strong[index &* words &+ word] & direct.conflicts[word]
        }
        if behind != 0, !body(literal) { return }
      }
    }
  }
}
