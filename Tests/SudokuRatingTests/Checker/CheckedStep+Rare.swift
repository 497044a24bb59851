import SudokuCore
import SudokuTechniques

/// Rare techniques: several digits in colour, deadly patterns of other shapes, loops of
/// many cells.
extension CheckedStep {
  static let rare: [String: Definition] = [
    "medusa-trap": { step in try step.medusa(isTrap: true) },
    "medusa-wrap": { step in try step.medusa(isTrap: false) },
    "guardians": { step in try step.guardians() },
    "sk-loop": { step in try step.skLoop() },
    "extended-unique-rectangle": { step in try step.extendedRectangle() },
    "bug-lite": { step in try step.bugLite() },
    "reverse-bug": { step in try step.reverseBUG() },
    "almost-unique-rectangle": { step in try step.almostRectangle() },
    "symmetrical-placement": { step in try step.symmetry() },
    "twinned-xy-chain": { step in try step.twinnedChain() },
    "multivalue-x-wing": { step in try step.multivalueXWing() },
    "chute-remote-pair": { step in try step.chutePair() },
    "almost-locked-candidates": { step in try step.almostLockedCandidates() },
    "senior-exocet": { step in try step.exocets(1) },
    "double-exocet": { step in try step.exocets(2) },
    "m-wing": { step in try step.letterWing(digits: 2, isSame: true, cells: 1) },
    "s-wing": { step in try step.letterWing(digits: 2, isSame: false, cells: 1) },
    "l-wing": { step in try step.letterWing(digits: 2, isSame: false, cells: 0) },
    "h-wing": { step in try step.letterWing(digits: 3, isSame: false, cells: nil) },
  ]

  // MARK: Colours and rings

  /// Whether one of two candidates is true: they are alone in their cell, or with their digit in a house.
  private func areStrong(_ one: Candidate, _ other: Candidate) -> Bool {
    if one.cell == other.cell {
      return one.digit != other.digit && marks[one.cell].count == 2
    }
    return one.digit == other.digit
      && one.cell.houses.contains {
        marks.places(of: one.digit, in: $0) == CellSet([one.cell, other.cell])
      }
  }

  private func medusa(isTrap: Bool) throws {
    try need(pattern.sets.count == 18, "not two colours of nine digits")
    let colours = [0, 9].map { start in
      pattern.sets[start..<start + 9].flatMap { set in
        set.cells.flatMap { cell in set.link.map { Candidate(cell, $0) } }
      }
    }
    let all = colours[0] + colours[1]
    guard let first = all.first else { throw Fault(text: "no colours") }
    var reached: Set<Candidate> = [first]
    var open = [first]
    while let one = open.popLast() {
      for other in all where areStrong(one, other) {
        try need(
          colours.allSatisfy { !($0.contains(one) && $0.contains(other)) },
          "\(one) and \(other) have one colour")
        if reached.insert(other).inserted { open.append(other) }
      }
    }
    try need(reached.count == all.count, "the colours are not linked")
    for candidate in eliminations {
      let isTrapped = colours.allSatisfy { $0.contains { $0.excludes(candidate) } }
      let own = colours.first { $0.contains(candidate) } ?? []
      try need(isTrap ? isTrapped : isWrong(own), "\(candidate) does not follow")
    }
  }

  /// Whether candidates can't all be true.
  private func isWrong(_ colour: [Candidate]) -> Bool {
    colour.contains { one in colour.contains { $0 != one && $0.excludes(one) } }
      || marks.emptyCells.contains { cell in
        marks.needs(of: cell).allSatisfy { one in colour.contains { $0.excludes(one) } }
          && !colour.isEmpty
      }
  }

  private func guardians() throws {
    let digit = try onlyDigit()
    try need(cells.count % 2 == 1 && cells.count >= 3, "\(cells.count) places in the ring")
    for house in pattern.houses {
      try need(house.cells.intersection(cells).count == 2, "\(house) links no two places")
    }
    let places = pattern.houses.reduce(CellSet()) {
      $0.union(marks.places(of: digit, in: $1))
    }
    try need(places.subtracting(cells) == special, "other guardians are named")
    if let placement = step.placement {
      try need(special == [placement.cell] && placement.digit == digit, "another guardian")
    }
    try refuteAll(pattern.houses.map { marks.needs(of: digit, in: $0) })
  }

  private func skLoop() throws {
    let sets = pattern.sets
    try need(sets.count == 8 && sets.allSatisfy { $0.cells.count == 2 }, "not eight pairs")
    var room = 0
    for digit in Digit.allCases { room += try linkCount(digit, sets) }
    try need(room == 16, "the links have room for \(room) digits, not 16")
    for (index, set) in sets.enumerated() {
      let (before, next) = (sets[(index + 7) % 8], sets[(index + 1) % 8])
      try need(set.cells.union(next.cells).shareHouse, "pairs that share no house")
      let known = before.link.union(set.link)
      try need(marks.union(of: set.cells).isSubset(of: known), "a candidate in no link")
    }
    for candidate in eliminations {
      let isIn = sets.indices.contains { index in
        let both = sets[index].cells.union(sets[(index + 1) % 8].cells)
        let places = marks.places(of: candidate.digit, in: both)
        return sets[index].link.contains(candidate.digit) && !both.contains(candidate.cell)
          && places.isSubset(of: candidate.cell.peers)
      }
      try need(isIn, "\(candidate) is in the house of no link")
    }
  }

  /// How many links of a digit cover its places in a loop, at least; each that is named is in such a choice.
  private func linkCount(_ digit: Digit, _ sets: [StepPattern.LinkedSet]) throws -> Int {
    let edges = sets.indices.filter { sets[$0].link.contains(digit) }
    let holders = sets.indices.filter { !marks.places(of: digit, in: sets[$0].cells).isEmpty }
    let choices = (0..<1 << edges.count).map { mask in
      Set(edges.indices.filter { mask >> $0 & 1 == 1 }.map { edges[$0] })
    }.filter { edges in
      holders.allSatisfy { edges.contains($0) || edges.contains(($0 + 7) % 8) }
    }
    guard let least = choices.map(\.count).min() else {
      throw Fault(text: "\(digit) is in no link")
    }
    let used = choices.filter { $0.count == least }.reduce(Set<Int>()) { $0.union($1) }
    try need(used == Set(edges), "\(digit) is in a link that is not needed")
    return least
  }

  private func twinnedChain() throws {
    try need(marks.union(of: cells).count == cells.count, "not as many digits as cells")
    for digit in marks.union(of: cells) {
      try need(marks.room(for: digit, in: cells) == 1, "\(digit) can be there twice")
    }
    for candidate in eliminations {
      let places = marks.places(of: candidate.digit, in: cells)
      try need(
        !cells.contains(candidate.cell) && !places.isEmpty
          && places.isSubset(of: candidate.cell.peers), "\(candidate) does not see all")
    }
  }

  // MARK: Deadly patterns

  /// The candidates of cells but those of which a deadly pattern consists.
  private func escape(_ deadly: (Cell) -> DigitSet) -> [Candidate] {
    cells.flatMap { cell in marks[cell].subtracting(deadly(cell)).map { Candidate(cell, $0) } }
  }

  private func finish(escape: [Candidate]) throws {
    try need(cells.allSatisfy { marks.board[$0] == nil }, "a cell is solved")
    if let placement = step.placement {
      try need(escape == [placement], "other candidates prevent it, too")
    }
    try refuteAll([escape] + cells.map { marks.needs(of: $0) })
  }

  private func extendedRectangle() throws {
    try need(cells.count == 6 && pattern.digits.count == 3, "not six cells with three digits")
    let (rows, columns) = (Set(cells.map(\.row)), Set(cells.map(\.column)))
    try need(Set([rows.count, columns.count]) == [2, 3], "not two lines across three")
    // What changes places stays in its block, or each line is in one block.
    let (two, three) = rows.count == 2 ? (rows, columns) : (columns, rows)
    let pairsStay = Set(two.map { $0 / 3 }).count == 1
    let linesStay = Set(three.map { $0 / 3 }).count == 1
    try need(pairsStay || linesStay, "the exchange would change blocks")
    try finish(escape: escape { _ in pattern.digits })
  }

  private func bugLite() throws {
    var bare = marks
    for set in pattern.sets {
      for cell in set.cells { for digit in set.link { bare[cell].remove(digit) } }
    }
    for cell in cells { try need(bare[cell].count == 2, "\(cell) has not two digits") }
    for house in House.all {
      for digit in Digit.allCases {
        let count = bare.places(of: digit, in: house.cells.intersection(cells)).count
        try need(count == 0 || count == 2, "\(digit) has \(count) places in \(house)")
      }
    }
    try finish(escape: escape { bare[$0] })
  }

  private func reverseBUG() throws {
    try need(pattern.digits.count == 2, "not two digits")
    for candidate in eliminations {
      func holders(_ cells: CellSet) -> Int {
        cells.count { cell in
          cell == candidate.cell || marks.board[cell].map(pattern.digits.contains) == true
        }
      }
      try need(pattern.digits.contains(candidate.digit), "another digit")
      try need(House.all.allSatisfy { [0, 2].contains(holders($0.cells)) }, "one digit alone")
      try need(holders(.all) < 18, "nothing is left to exchange")
    }
  }

  private func almostRectangle() throws {
    let (rows, columns) = (Set(cells.map(\.row)), Set(cells.map(\.column)))
    try need(cells.count == 4 && rows.count == 2 && columns.count == 2, "no rectangle")
    try need(Set(cells.map(\.block)).count == 2, "not in two blocks")
    try need(cells.allSatisfy { marks.board[$0] == nil }, "a cell is solved")
    try need(pattern.digits.count == 2, "not two digits")
    let escape = Set(escape { _ in pattern.digits })
    let cases = Set(pattern.branches.map(\.assumption))
    try need(cases == Set(escape.map { Literal($0, isOn: true) }), "the cases are others")
    try checkResults(pattern.branches)
  }

  private func symmetry() throws {
    let images: [(Cell) -> Cell] = [
      { Cell(row: 8 - $0.row, column: 8 - $0.column) }, { Cell(row: $0.column, column: $0.row) },
      { Cell(row: 8 - $0.column, column: 8 - $0.row) },
    ]
    guard
      let image = images.first(where: { map in
        CellSet.all.filter { map($0) == $0 } == Array(special)
      })
    else { throw Fault(text: "no symmetry has these fixed cells") }
    var exchange: [Digit: Digit] = [:]
    for cell in CellSet.all {
      guard let digit = marks.board[cell] else {
        try need(marks.board[image(cell)] == nil, "\(cell) is empty, its image is not")
        continue
      }
      guard let other = marks.board[image(cell)] else {
        throw Fault(text: "the image of \(cell) is empty")
      }
      try need(exchange[digit] == nil || exchange[digit] == other, "\(digit) has two images")
      exchange[digit] = other
    }
    let missing = Digit.allCases.filter { exchange[$0] == nil }
    try need(missing.count <= 1, "the images of \(missing) are unknown")
    for digit in missing { exchange[digit] = digit }
    for candidate in eliminations {
      let other = Candidate(image(candidate.cell), exchange[candidate.digit] ?? candidate.digit)
      let isFixed = other.cell == candidate.cell && other.digit != candidate.digit
      try need(isFixed || !marks.contains(other), "\(candidate) does not follow")
    }
  }

  // MARK: Counts

  private func multivalueXWing() throws {
    try need(pattern.digits.count == 2 && pattern.houses.count == 2, "not two digits in two lines")
    var needs = cells.map { marks.needs(of: $0) }
    for digit in pattern.digits {
      let places = pattern.houses.map { marks.needs(of: digit, in: $0) }
      try need(places.allSatisfy { $0.count == 2 }, "\(digit) has other places")
      needs += places
    }
    try refuteAll(needs)
  }

  private func chutePair() throws {
    guard let block = pattern.coverHouses.first, pattern.coverHouses.count == 1,
      let digit = pattern.specialDigits.single, cells.count == 2
    else { throw Fault(text: "not a pair and a block") }
    try need(cells.allSatisfy { marks[$0] == pattern.digits }, "the pair has other digits")
    try need(!cells.shareHouse && block.kind == .block, "the pair shares a house")
    try refuteAll(cells.map { marks.needs(of: $0) } + [marks.needs(of: digit, in: block)])
  }

  private func almostLockedCandidates() throws {
    guard let base = pattern.houses.first, let cover = pattern.coverHouses.first,
      pattern.sets.count == 2
    else { throw Fault(text: "not two houses with a set each") }
    let (inBase, inCover) = (pattern.sets[0].cells, pattern.sets[1].cells)
    try need(inBase.isSubset(of: base.cells), "the first set is outside \(base)")
    try need(inCover.isSubset(of: cover.cells), "the second set is outside \(cover)")
    try need(inCover.count == pattern.digits.count - 1, "the second set has another size")
    try need(marks.union(of: inCover).isSubset(of: pattern.digits), "it has other digits")
    try refuteAll(
      pattern.digits.map { marks.needs(of: $0, in: base) } + inCover.map { marks.needs(of: $0) })
  }

  /// What the base cells and each digit in the lines across need leaves no place for what is removed.
  private func exocets(_ count: Int) throws {
    try need(
      cells.count == 2 * count && pattern.houses.count == 3, "not base cells and three lines")
    try need(marks.union(of: cells).isSubset(of: pattern.digits), "the base has other digits")
    var needs = cells.map { marks.needs(of: $0) }
    for digit in pattern.digits {
      for line in pattern.houses where !line.cells.contains(where: { marks.board[$0] == digit }) {
        needs.append(marks.needs(of: digit, in: line))
      }
    }
    try refuteAll(needs)
  }

  // MARK: Wings of three strong links

  private func letterWing(digits count: Int, isSame: Bool, cells bivalue: Int?) throws {
    guard let branch = pattern.branches.first, pattern.branches.count == 1 else {
      throw Fault(text: "not one chain")
    }
    try checkCases()
    let literals = [branch.assumption] + branch.links.map(\.conclusion)
    try need(literals.count == 6, "not three strong links")
    let digits = literals.map(\.candidate.digit)
    try need(Set(digits).count == count, "\(Set(digits).count) digits")
    try need(count == 3 || (digits.first == digits.last) == isSame, "the ends have other digits")
    let strong = branch.links.filter(\.conclusion.isOn)
    let pairs = strong.count { $0.reason == .cell }
    if let bivalue { try need(pairs == bivalue, "\(pairs) links in a cell") }
  }
}
