import SudokuCore
import SudokuTechniques

/// One step with the position in which it is said.
struct CheckedStep {
  let step: Step
  let marks: Marks
  let clues: Board
  /// Whether it is a chain inside a chain: what the outer one rules out is known to it.
  var isNested = false

  var pattern: StepPattern { step.pattern }
  var cells: CellSet { pattern.cells }
  var special: CellSet { pattern.specialCells }
  var eliminations: [Candidate] { step.eliminations }
  var id: String { step.technique.id }

  func check() throws {
    try need((step.placement == nil) != eliminations.isEmpty, "places and removes, or neither")
    try need(eliminations == eliminations.sorted(), "results out of order")
    try need(Set(eliminations).count == eliminations.count, "a result twice")
    for candidate in eliminations {
      try need(marks.contains(candidate), "removes \(candidate), which is no candidate")
    }
    if let placement = step.placement {
      try need(marks.contains(placement), "places \(placement), which is no candidate")
    }
    for candidate in pattern.candidates where pattern.branches.isEmpty {
      try need(marks.contains(candidate), "names \(candidate), which is no candidate")
    }
    if !pattern.branches.isEmpty { try checkLinks() }
    if let definition = Self.definitions[id] {
      try definition(self)
    } else if !pattern.branches.isEmpty {
      try checkCases()
    }
  }

  static func hasDefinition(_ technique: Technique) -> Bool {
    definitions[technique.id] != nil || technique.family == .chain || technique.family == .net
  }

  /// Whether somebody can read what is said about it.
  func checkLength() throws {
    let isPattern = pattern.branches.isEmpty && id != "als-chain"
    let limit = isPattern ? Self.patternLimit : Self.chainLimit
    let length = step.explanation.text.count
    try need(length < limit, "the text has \(length) characters")
  }

  /// No text about a pattern has so many characters.
  static let patternLimit = 800
  /// No text about a chain has so many characters.
  static let chainLimit = 2_500

  typealias Definition = @Sendable (CheckedStep) throws -> Void

  static let definitions: [String: Definition] = singles.merging(sets) { $1 }
    .merging(fish) { $1 }.merging(digits) { $1 }.merging(unique) { $1 }.merging(large) { $1 }
    .merging(chains) { $1 }.merging(rare) { $1 }

  // MARK: Singles and locked candidates

  static let singles: [String: Definition] = [
    "full-house": { step in try step.fullHouse() },
    "hidden-single-block": { step in try step.hiddenSingle(inBlock: true) },
    "hidden-single-line": { step in try step.hiddenSingle(inBlock: false) },
    "naked-single": { step in
      let placement = try step.placed()
      try need(step.marks[placement.cell] == [placement.digit], "the cell has other digits")
      try step.nakedSingleCauses(placement)
    },
    "pointing": { step in try step.locked(fromBlock: true) },
    "claiming": { step in try step.locked(fromBlock: false) },
    "direct-pointing": { step in try step.locked(fromBlock: true) },
    "direct-claiming": { step in try step.locked(fromBlock: false) },
    "brute-force": { step throws in _ = try step.placed() },
  ]

  func placed() throws -> Candidate {
    guard let placement = step.placement else { throw Fault(text: "places nothing") }
    return placement
  }

  func onlyHouse() throws -> House {
    guard let house = pattern.houses.first, pattern.houses.count == 1 else {
      throw Fault(text: "names \(pattern.houses.count) houses, not one")
    }
    return house
  }

  func onlyDigit() throws -> Digit {
    guard let digit = pattern.digits.single else { throw Fault(text: "is about several digits") }
    return digit
  }

  private func fullHouse() throws {
    let (placement, house) = (try placed(), try onlyHouse())
    let empty = house.cells.filter { marks.board[$0] == nil }
    try need(empty == [placement.cell], "not the last empty cell of \(house)")
  }

  private func hiddenSingle(inBlock: Bool) throws {
    let (placement, house) = (try placed(), try onlyHouse())
    try need((house.kind == .block) == inBlock, "\(house) is of the wrong kind")
    let places = marks.places(of: placement.digit, in: house)
    try need(places == [placement.cell], "\(house) has other places")
    guard let causes = step.causes else { return }
    let removed = CellSet(causes.removed.map(\.candidate.cell))
    for cell in house.cells where marks.board[cell] == nil && cell != placement.cell {
      let isExcluded = causes.excluders.contains {
        $0.sees(cell) && marks.board[$0] == placement.digit
      }
      try need(isExcluded || removed.contains(cell), "nothing named excludes \(cell)")
    }
  }

  /// Each other digit is in a house that is named, or is said to be gone.
  private func nakedSingleCauses(_ placement: Candidate) throws {
    guard let causes = step.causes else { return }
    let placed = causes.houses.flatMap { $0.cells.compactMap { marks.board[$0] } }
    try need(
      causes.houses.allSatisfy { $0.cells.contains(placement.cell) }
        && causes.digits == DigitSet(placed), "the houses hold other digits")
    let gone = DigitSet(causes.removed.map(\.candidate.digit))
    try need(
      causes.digits.union(gone).union([placement.digit]) == .all, "not all digits are excluded")
  }

  private func locked(fromBlock: Bool) throws {
    let (base, digit) = (try onlyHouse(), try onlyDigit())
    guard let cover = pattern.coverHouses.first, pattern.coverHouses.count == 1 else {
      throw Fault(text: "no house to act in")
    }
    try need((base.kind == .block) == fromBlock, "\(base) is of the wrong kind")
    try need((cover.kind == .block) != fromBlock, "\(cover) is of the wrong kind")
    let places = marks.places(of: digit, in: base)
    try need(CellSet(pattern.candidates.map(\.cell)) == places, "names other places")
    try need(places.isSubset(of: cover.cells), "places outside \(cover)")
    let removed = marks.places(of: digit, in: cover.cells.subtracting(places))
    try finish(removing: removed.map { Candidate($0, digit) })
  }

  /// The results are among some candidates; a direct step's place is the only one without them.
  func finish(removing candidates: [Candidate]) throws {
    let removed = Set(candidates)
    guard let placement = step.placement else {
      for candidate in eliminations {
        try need(removed.contains(candidate), "\(candidate) does not follow")
      }
      return
    }
    var after = marks
    for candidate in candidates { after[candidate.cell].remove(candidate.digit) }
    let text = step.explanation.text
    let isSaid = placement.cell.houses.contains { house in
      after.places(of: placement.digit, in: house) == [placement.cell]
        && text.contains("only place for \(placement.digit) in \(Phrase.house(house))")
    }
    try need(isSaid, "the house in which \(placement) is the only place is not named")
  }

  /// Every result contradicts what the pattern says.
  func refuteAll(_ needs: [[Candidate]]) throws {
    let needs = Needs(all: needs)
    for candidate in eliminations {
      try need(needs.refute(candidate), "\(candidate) does not follow from the pattern")
    }
  }
}
