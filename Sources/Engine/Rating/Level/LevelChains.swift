import SudokuTechniques

/// Alternating chains from a candidate to its own negation, shortest first: assumed right, the candidate
/// turns out wrong.
///
/// Every alternating inference chain and nice loop is one: what sees both ends is assumed. All
/// candidates that a shortest chain excludes are found together. The chains grow from all nodes at once,
/// by a strong link each time, from "off" at one end to "on" at the other.
struct LevelChains {
  enum Links {
    case oneDigit
    /// Those of cells and houses.
    case all
    /// Almost locked sets, too.
    case withSets
  }

  private(set) var victims = LevelRemovals()
  /// The number of links of the chains that exclude them.
  private(set) var length = 0
  /// For each node what is off and on when it is off, and what is newly on; then what is newly off.
  private let memory = WordRows()
  private let excluded = WordRows()

  /// Looks for the shortest chains of some digits, each within one digit; returns true if there are any.
  ///
  /// `digits` loses those that have none.
  mutating func search(
    _ digits: inout UInt16, _ links: LevelLinks, in view: LevelView, longest: Int = .max
  ) -> Bool {
    victims = LevelRemovals()
    length = longest
    var rest = digits
    while rest != 0 {
      let digit = rest.trailingZeroBitCount
      rest &= rest &- 1
      links.build(view, digits: digit..<digit &+ 1, linksCells: false)
      var found = LevelRemovals()
      let size = grow(links.strong, links.weak, view, longest: length) { one, others, view in
        let seen = links.seen[one]
        var others = others
        while let other = others.next() {
          found.add(digit, cells: seen & links.seen[other], in: view)
        }
        return found.count > 0
      }
      // Up to the length of others only: longer ones may be there.
      if size == 0 {
        if length == longest { digits &= ~(1 &<< UInt16(truncatingIfNeeded: digit)) }
        continue
      }
      if size < length { victims = LevelRemovals() }
      length = size
      victims.add(found, in: view)
    }
    return victims.count > 0
  }

  /// Looks for the shortest chains along all links of cells and houses; returns true if there are any.
  mutating func search(_ links: LevelLinks, in view: LevelView) -> Bool {
    var found = LevelRemovals()
    length = grow(links.strong, links.weak, view, longest: .max) { one, others, view in
      let (seen, cells, digit) = (links.seen[one], links.cells[one], links.digits[one])
      var others = others
      // The same chain starts at its other end.
      while let other = others.next() {
        guard other > one else { continue }
        if links.digits[other] == digit {
          found.add(digit, cells: seen & links.seen[other], in: view)
        } else {
          Self.exclude(cells, seen, digit, links, other, view, &found)
        }
      }
      return found.count > 0
    }
    victims = found
    return found.count > 0
  }

  /// The eliminations by two ends of different digits: each end takes the other digit off its own cell.
  @inline(__always)
  private static func exclude(
    _ cells: UInt128, _ seen: UInt128, _ digit: Int, _ links: LevelLinks, _ other: Int,
    _ view: LevelView, _ found: inout LevelRemovals
  ) {
    let (otherCells, otherDigit) = (links.cells[other], links.digits[other])
    if otherCells & seen != 0, otherCells & (otherCells &- 1) == 0 {
      found.add(digit, cells: otherCells, in: view)
    }
    if cells & links.seen[other] != 0, cells & (cells &- 1) == 0 {
      found.add(otherDigit, cells: cells, in: view)
    }
    if cells == otherCells, cells & (cells &- 1) == 0 {
      let both: UInt16 =
        1 &<< UInt16(truncatingIfNeeded: digit) | 1 &<< UInt16(truncatingIfNeeded: otherDigit)
      found.add(~both, cells.trailingZeroBitCount, in: view)
    }
  }

  /// Looks for the shortest chains with almost locked sets; returns true if there are any.
  mutating func search(
    _ links: LevelLinks, _ reach: LevelReach, in view: LevelView
  ) -> Bool {
    let (first, words) = (reach.nodeWords, reach.rows.words)
    excluded.clear(1, words)
    let all = excluded[0]
    var isAny = false
    length = grow(links.strong, reach.rows, view, longest: .max) { one, others, _ in
      let row = reach.rows[one]
      var others = others
      while let other = others.next() {
        guard other > one else { continue }
        let otherRow = reach.rows[other]
        for word in first..<words {
          let both = row[word] & otherRow[word]
          all[word] |= both
          if both != 0 { isAny = true }
        }
      }
      return isAny
    }
    victims = LevelRemovals()
    for (number, candidate) in reach.candidates.enumerated()
    where (all + first).contains(number) {
      victims.add(candidate, in: view)
    }
    return victims.count > 0
  }
}

extension LevelChains {
  /// Lets chains grow from all nodes; returns the number of links, with those to what is excluded, of the
  /// first that exclude anything, 0 if none do.
  ///
  /// `collect` gets a node and those that are newly on where it is off; it says whether anything is
  /// excluded so far.
  @inline(__always)
  private func grow(
    _ strong: WordRows, _ weak: WordRows, _ view: LevelView, longest: Int,
    _ collect: (Int, WordBits, LevelView) -> Bool
  ) -> Int {
    let (words, count) = (strong.words, strong.count)
    guard words > 0, longest >= 3 else { return 0 }
    memory.clear(count &+ 1, 3 &* words)
    let walk = LevelWalk(strong, weak, newOff: memory[count])
    for node in 0..<count { walk.start(node, memory[node]) }
    var length = 3
    while true {
      var (isAny, grows) = (false, false)
      for node in 0..<count
      where collect(node, WordBits(memory[node] + 2 &* words, words), view) {
        isAny = true
      }
      if isAny { return length }
      length &+= 2
      guard length <= longest else { return 0 }
      for node in 0..<count where walk.grow(memory[node]) { grows = true }
      guard grows else { return 0 }
    }
  }
}

/// A breadth-first walk through links: from what is newly on to what is off, and on to what is on.
///
/// Sets are words: the nodes that are off, those that are on, those that are newly on.
struct LevelWalk {
  let strong: WordRows
  let weak: WordRows
  /// Memory for what is newly off.
  let newOff: UnsafeMutablePointer<UInt64>
  private let words: Int

  init(_ strong: WordRows, _ weak: WordRows, newOff: UnsafeMutablePointer<UInt64>) {
    (self.strong, self.weak, self.newOff) = (strong, weak, newOff)
    words = strong.words
  }

  /// Starts at a node that is off.
  @inline(__always)
  func start(_ node: Int, _ sets: UnsafeMutablePointer<UInt64>) {
    sets.insert(node)
    (sets + words).formUnion(strong[node], words)
    (sets + 2 &* words).formUnion(strong[node], words)
  }

  /// Follows a weak and a strong link; returns true if anything is newly on.
  @inline(__always)
  func grow(_ sets: UnsafeMutablePointer<UInt64>) -> Bool {
    for word in 0..<words { newOff[word] = 0 }
    var bits = WordBits(sets + 2 &* words, words)
    while let node = bits.next() { newOff.formUnion(weak[node], words) }
    for word in 0..<words {
      newOff[word] &= ~sets[word]
      sets[word] |= newOff[word]
    }
    return advance(sets)
  }

  /// Derives the nodes newly on from those newly off; returns true if there are any.
  @inline(__always)
  func advance(_ sets: UnsafeMutablePointer<UInt64>) -> Bool {
    let (on, newOn) = (sets + words, sets + 2 &* words)
    for word in 0..<words { newOn[word] = 0 }
    var bits = WordBits(newOff, words)
    while let node = bits.next() { newOn.formUnion(strong[node], words) }
    var any: UInt64 = 0
    for word in 0..<words {
      newOn[word] &= ~on[word]
      on[word] |= newOn[word]
      any |= newOn[word]
    }
    return any != 0
  }
}
