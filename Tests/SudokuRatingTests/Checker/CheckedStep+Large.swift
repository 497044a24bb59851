import SudokuCore
import SudokuTechniques

/// Patterns over several blocks, and those that assume a unique solution.
extension CheckedStep {
  static let large: [String: Definition] = [
    "firework-triple": { step in try step.firework(cells: 3, digits: 3) },
    "firework-quad": { step in try step.firework(cells: 4, digits: 4) },
    "junior-exocet": { step in try step.juniorExocet() },
    "multi-sector-locked-set": { step in
      for candidate in step.eliminations {
        try need(
          step.marks.countRefutes(candidate, step.cells), "\(candidate) does not follow")
      }
    },
    "tridagon": { step in try step.tridagon() },
  ]

  private func firework(cells count: Int, digits: Int) throws {
    try need(cells.count == count && pattern.digits.count == digits, "the wrong size")
    let lines = pattern.houses.filter { $0.kind != .block }
    var needs: [[Candidate]] = []
    for line in lines {
      for digit in pattern.digits {
        let places = marks.places(of: digit, in: line)
        let isPlaced = line.cells.contains { marks.board[$0] == digit }
        if !isPlaced { needs.append(places.map { Candidate($0, digit) }) }
      }
    }
    needs += cells.map { marks.needs(of: $0) }
    try refuteAll(needs)
  }

  private func juniorExocet() throws {
    let (targets, base) = (special, cells.subtracting(special))
    guard base.count == 2, targets.count == 2, let block = base.first?.block else {
      throw Fault(text: "not two base cells and two targets")
    }
    try need(base.allSatisfy { $0.block == block }, "the base is in two blocks")
    let isRow = Set(base.map(\.row)).count == 1
    func line(_ cell: Cell) -> Int { isRow ? cell.row : cell.column }
    func across(_ cell: Cell) -> Int { isRow ? cell.column : cell.row }
    try need(Set(base.map(line)).count == 1, "the base is in two lines")
    let digits = marks.union(of: base)
    // A base of two digits is a naked pair, so the step is a mere form of simpler ones.
    try need(
      (3...4).contains(digits.count) || digits.count == 2 && step.isDegenerate,
      "the base has \(digits.count) digits")
    let baseLine = base.first.map(line) ?? 0
    for target in targets {
      try need(
        target.block != block && line(target) / 3 == baseLine / 3 && line(target) != baseLine,
        "\(target) is no target")
    }
    try need(Set(targets.map(\.block)).count == 2, "the targets are in one block")
    let rest = (0..<3).map { baseLine / 3 * 3 + $0 }
    for target in targets {
      // The companion lies beside the target, in the line that is neither the base's nor the target's.
      let other = rest.first { $0 != baseLine && $0 != line(target) } ?? 0
      let companion = CellSet.all.first { line($0) == other && across($0) == across(target) }
      if let companion {
        let own = marks.board[companion].map { DigitSet($0) } ?? marks[companion]
        try need(own.isDisjoint(with: digits), "the companion \(companion) has a base digit")
      }
    }
    let third = base.first.map { cell in
      let used = Set(base.map(across))
      return (0..<3).map { across(cell) / 3 * 3 + $0 }.first { !used.contains($0) } ?? 0
    }
    let crossLines = Set(targets.map(across)).union([third ?? 0])
    for digit in digits {
      let places = CellSet.all.filter { cell in
        crossLines.contains(across(cell)) && line(cell) / 3 != baseLine / 3
          && (marks.board[cell] == digit || marks[cell].contains(digit))
      }
      let lines = Set(places.map(line))
      let acrosses = Set(places.map(across))
      try need(lines.count <= 2 || acrosses.count <= 2, "\(digit) is in more than two lines")
      try need(lines.count <= 2, "\(digit) is in more than two lines across")
    }
    for candidate in eliminations {
      let isForeign = targets.contains(candidate.cell) && !digits.contains(candidate.digit)
      let isMissing =
        base.contains(candidate.cell)
        && marks.places(of: candidate.digit, in: targets).isEmpty
      let isOwn =
        targets.contains(candidate.cell) && digits.contains(candidate.digit)
      try need(isForeign || isMissing || isOwn, "\(candidate) does not follow")
    }
  }

  private func tridagon() throws {
    try need(cells.count == 12 && pattern.digits.count == 3, "not twelve cells with three digits")
    let blocks = Dictionary(grouping: cells, by: \.block)
    let (bands, stacks) = (Set(blocks.keys.map { $0 / 3 }), Set(blocks.keys.map { $0 % 3 }))
    try need(blocks.count == 4 && bands.count == 2 && stacks.count == 2, "not four blocks")
    for own in blocks.values {
      try need(
        own.count == 3 && Set(own.map(\.row)).count == 3 && Set(own.map(\.column)).count == 3,
        "a block without a diagonal")
    }
    try refuteAll(cells.map { marks.needs(of: $0) })
  }

  // MARK: Uniqueness

  static let unique: [String: Definition] = {
    var all: [String: Definition] = [
      "avoidable-rectangle-1": { step in try step.avoidable(open: 1) },
      "avoidable-rectangle-2": { step in try step.avoidable(open: 2) },
      "hidden-rectangle": { step in try step.deadlyLoop("6", rectangle: true) },
      "unique-rectangle-5": { step in try step.deadlyLoop("2", rectangle: true) },
      "unique-rectangle-6": { step in try step.deadlyLoop("6", rectangle: true) },
    ]
    for type in ["1", "2", "3-naked", "3-hidden", "4"] {
      all["unique-rectangle-\(type)"] = { step in
        try step.deadlyLoop(type, rectangle: true)
      }
      all["unique-loop-\(type)"] = { step in
        try step.deadlyLoop(type, rectangle: false)
      }
    }
    for type in 1...4 {
      all["bug-\(type)"] = { step in try step.bivalueGrave(type) }
    }
    return all
  }()

  /// Every second cell of a loop that two digits in turn fill; `nil` where they could not be swapped.
  ///
  /// They can where each house has two of the cells or none.
  private func turn(of loop: CellSet) -> CellSet? {
    guard let first = loop.first else { return nil }
    var colours = [first: true]
    var open = [first]
    while let cell = open.popLast() {
      for other in loop where other.sees(cell) {
        if let colour = colours[other] {
          if colour == colours[cell] { return nil }
        } else {
          colours[other] = colours[cell] == false
          open.append(other)
        }
      }
    }
    let isWhole =
      colours.count == loop.count
      && House.all.allSatisfy { [0, 2].contains($0.cells.intersection(loop).count) }
    return isWhole ? CellSet(colours.filter(\.value).keys) : nil
  }

  private func deadlyLoop(_ type: String, rectangle: Bool) throws {
    let set = type.hasPrefix("3") ? special : CellSet()
    let loop = cells.subtracting(set)
    try need(rectangle ? loop.count == 4 : loop.count >= 6, "\(loop.count) cells in the loop")
    guard let one = turn(of: loop) else { throw Fault(text: "the loop can't be swapped") }
    let turns = [one, loop.subtracting(one)]
    let pair = pattern.digits
    try need(pair.count == 2, "\(pair.count) digits, not two")
    // A cell may lack a digit of the pair: what else removed it does not change the argument, since the
    // solution with both digits swapped keeps the clues. But the pair must fit in turn, in one way at least.
    let places = pair.map { marks.places(of: $0, in: loop) }
    try need(
      turns.contains { $0.isSubset(of: places[0]) && loop.subtracting($0).isSubset(of: places[1]) },
      "the pair fits in no way")
    try deadlyLoop(type, loop, set, pair)
  }

  private func deadlyLoop(
    _ type: String, _ loop: CellSet, _ set: CellSet, _ pair: DigitSet
  ) throws {
    let extras = CellSet(loop.filter { !marks[$0].isSubset(of: pair) })
    let others = marks.union(of: extras).subtracting(pair)
    let escape = loop.flatMap { cell in
      marks[cell].subtracting(pair).map { Candidate(cell, $0) }
    }
    var needs = [escape] + cells.union(set).map { marks.needs(of: $0) }
    switch type {
    case "1": try need(extras.count == 1, "\(extras.count) cells have other digits")
    case "2": try need(others.count == 1, "\(others.count) other digits")
    case "3-naked", "3-hidden", "4":
      try need(extras.count == 2 && extras.shareHouse, "not two cells with others in a house")
      try need(!pattern.houses.isEmpty, "no house is named")
      for house in pattern.houses {
        try need(extras.isSubset(of: house.cells), "the cells are not in \(house)")
        // A hidden set has the pair and further digits.
        let hidden = type == "3-hidden" ? pair.union(pattern.specialDigits) : pair
        if type != "3-naked" { needs += hidden.map { marks.needs(of: $0, in: house) } }
        try need(set.isSubset(of: house.cells), "the set is not in \(house)")
      }
    case "6":
      // The digit that has its places in the line within the loop alone.
      for house in pattern.houses {
        needs += pair.filter { marks.places(of: $0, in: house).isSubset(of: loop) }
          .map { marks.needs(of: $0, in: house) }
      }
    default: break
    }
    if type == "3-naked" {
      for candidate in eliminations {
        let isIn = pattern.houses.contains { $0.cells.contains(candidate.cell) }
        try need(isIn, "\(candidate) is in no house that is named")
      }
    }
    try refuteAll(needs)
  }

  private func avoidable(open count: Int) throws {
    try need(cells.count == 4 && turn(of: cells) != nil, "not a rectangle in two blocks")
    try need(cells.allSatisfy { clues[$0] == nil }, "a cell is a clue")
    let open = CellSet(cells.filter { marks.board[$0] == nil })
    try need(open.count == count, "\(open.count) cells are open")
    var needs = open.map { marks.needs(of: $0) }
    needs.append(
      open.flatMap { cell in
        marks[cell].subtracting(pattern.digits).map { Candidate(cell, $0) }
          + marks[cell].subtracting(pairOfRectangle()).map { Candidate(cell, $0) }
      })
    let solved = cells.subtracting(open)
    let digits = DigitSet(solved.compactMap { marks.board[$0] })
    try need(digits.count <= 2, "the solved cells hold \(digits)")
    try refuteAll(needs)
  }

  private func pairOfRectangle() -> DigitSet { DigitSet(cells.compactMap { marks.board[$0] }) }

  private func bivalueGrave(_ type: Int) throws {
    var bare = marks
    for candidate in pattern.candidates { bare[candidate.cell].remove(candidate.digit) }
    for cell in marks.emptyCells {
      try need(bare[cell].count == 2, "\(cell) has \(bare[cell].count) digits in the grave")
    }
    for house in House.all {
      for digit in Digit.allCases {
        let count = bare.places(of: digit, in: house).count
        try need(count == 0 || count == 2, "\(digit) has \(count) places in \(house)")
      }
    }
    let extras = CellSet(pattern.candidates.map(\.cell))
    let digits = DigitSet(pattern.candidates.map(\.digit))
    switch type {
    case 1: try need(extras.count == 1, "several cells")
    case 2: try need(digits.count == 1, "several digits")
    default: break
    }
    var needs = [pattern.candidates] + cells.union(special).map { marks.needs(of: $0) }
    for house in pattern.houses where type == 4 {
      needs += digits.union(pattern.digits).filter { digit in
        !house.cells.contains { marks.board[$0] == digit }
      }.map { marks.needs(of: $0, in: house) }
    }
    try refuteAll(needs)
  }
}
