/// Forcing chains from all candidates of a cell, or all places of a digit in a house: what each of them
/// excludes is wrong.
///
/// All chains grow by two links at a time, and the first length that excludes anything counts.
struct LevelForcing {
  private(set) var victims = LevelRemovals()
  /// The number of links of the longest branch.
  private(set) var length = 0
  /// For each candidate the sets of its walk, then the candidates that are off; at the end the newly off.
  private let memory = WordRows()
  private let excluded = WordRows()

  /// Looks for the shortest forcing chains; returns true if there are any.
  mutating func search(
    _ links: LevelLinks, _ reach: LevelReach, in view: LevelView
  ) -> Bool {
    victims = LevelRemovals()
    length = 1
    memory.clear(reach.candidateCount &+ 1, 2 &* reach.nodeWords &+ reach.rows.words)
    let walk = LevelWalk(links.strong, reach.rows, newOff: memory[reach.candidateCount])
    start(walk, links, reach)
    while true {
      collect(reach, view)
      if victims.count > 0 { return true }
      guard grow(walk, reach) else { return false }
      length &+= 2
    }
  }

  /// The eliminations of each candidate at once.
  private func start(_ walk: LevelWalk, _ links: LevelLinks, _ reach: LevelReach) {
    let words = reach.nodeWords
    for (number, candidate) in reach.candidates.enumerated() {
      let source = Int(reach.sources[candidate])
      let (sets, row) = (memory[number], reach.rows[source])
      sets.formUnion(row, words)
      (sets + 3 &* words).formUnion(row + words, reach.rows.words &- words)
      if source < links.count { (sets + words).insert(source) }
      for word in 0..<words { walk.newOff[word] = sets[word] }
      _ = walk.advance(sets)
    }
  }

  /// Extends all chains; returns true if any could be.
  private func grow(_ walk: LevelWalk, _ reach: LevelReach) -> Bool {
    let words = reach.nodeWords
    var grows = false
    for number in 0..<reach.candidateCount {
      let sets = memory[number]
      var bits = WordBits(sets + 2 &* words, words)
      var isAny = false
      while let node = bits.next() {
        (sets + 3 &* words).formUnion(reach.rows[node] + words, reach.rows.words &- words)
        isAny = true
      }
      guard isAny else { continue }
      grows = true
      _ = walk.grow(sets)
    }
    return grows
  }

  /// The eliminations common to all candidates of some cell, or to all places of a digit in some house.
  private mutating func collect(_ reach: LevelReach, _ view: LevelView) {
    excluded.clear(1, reach.rows.words)
    for cell in 0..<81 where view.cells[unchecked: cell] != 0 {
      var list = InlineArray<9, Int16>(repeating: 0)
      var size = 0
      var rest = view.cells[unchecked: cell]
      while rest != 0 {
        list[unchecked: size] = reach.numbers[rest.trailingZeroBitCount &* 81 &+ cell]
        size &+= 1
        rest &= rest &- 1
      }
      meet(list, size, reach)
    }
    for house in 0..<27 {
      for digit in 0..<9 where view.places[unchecked: house &* 9 &+ digit] != 0 {
        var list = InlineArray<9, Int16>(repeating: 0)
        var size = 0
        var rest = view.places[unchecked: house &* 9 &+ digit]
        while rest != 0 {
          let cell = LevelView.cell(house, rest.trailingZeroBitCount)
          list[unchecked: size] = reach.numbers[digit &* 81 &+ cell]
          size &+= 1
          rest &= rest &- 1
        }
        meet(list, size, reach)
      }
    }
    for (number, candidate) in reach.candidates.enumerated()
    where excluded[0].contains(number) {
      victims.add(candidate, in: view)
    }
  }

  /// Adds what all candidates of a list exclude.
  @inline(__always)
  private func meet(_ list: InlineArray<9, Int16>, _ size: Int, _ reach: LevelReach) {
    let (all, first) = (excluded[0], 3 &* reach.nodeWords)
    for word in 0..<reach.rows.words &- reach.nodeWords {
      var common = memory[Int(list[unchecked: 0])][first &+ word]
      var index = 1
      while index < size, common != 0 {
        common &= memory[Int(list[unchecked: index])][first &+ word]
        index &+= 1
      }
      all[word] |= common
    }
  }
}
