import SudokuCore
import SudokuTechniques

/// A hint in five rungs, each inside the one before: 1 is there a mistake? 2 which houses and digits?
/// 3 which technique, and what is it? 4 which cells? 5 the full explanation.
///
/// All rungs are about one and the same step. A hint about a mistake names the block, the wrong digit, what
/// it conflicts with, and why it is wrong.
///
/// ```swift
/// let ladder = try HintMaker().ladder(for: position)
/// ladder.hint(depth: 2).text      // "Look at block 3, at 7."
/// ladder.hint(depth: 5).step      // the step with its pattern
/// ```
public struct HintLadder: Hashable, Sendable {
  /// The reason behind the rungs.
  package enum Subject: Hashable, Sendable {
    /// Wrong digits, those first that repeat a digit; why the first is wrong.
    case wrongDigits([WrongDigit], why: String)
    /// Notes that exclude what the solution needs.
    case wrongNotes([NoteFault])
    /// The next step; whether it is one of the techniques that the player knows; the digit that it leads
    /// to, where the player keeps no full notes and that is simple.
    case step(Step, isKnown: Bool, aim: Step?)
    /// A digit of the solution, where no technique finds a step; whether the limit of work ended
    /// the search.
    case trial(Candidate, isLimited: Bool)
    /// Nothing is left to do.
    case solved
  }

  /// A wrong digit on the board.
  package struct WrongDigit: Hashable, Sendable {
    /// The digit and its cell.
    package let candidate: Candidate
    /// The cells that it sees with the same digit.
    package let repeats: CellSet
  }

  /// The depths of a hint.
  public static let depths = 1...5

  package let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  /// A rung of the ladder.
  ///
  /// - Parameter depth: The depth of the hint, clamped to `1...5`.
  public func hint(depth: Int) -> Hint {
    let depth = min(max(depth, Self.depths.lowerBound), Self.depths.upperBound)
    return switch subject {
    case .wrongDigits(let wrong, let why): Self.wrongDigits(wrong, why, depth)
    case .wrongNotes(let faults): Self.wrongNotes(faults, depth)
    case .step(let step, let isKnown, let aim): Self.step(step, isKnown: isKnown, aim: aim, depth)
    case .trial(let candidate, let isLimited): Self.trial(candidate, isLimited, depth)
    case .solved: Hint(depth: depth, kind: .solved, text: "The board is solved.")
    }
  }

  private static func wrongDigits(_ wrong: [WrongDigit], _ why: String, _ depth: Int) -> Hint {
    var hint = Hint(depth: depth, kind: .mistake, text: "There is a wrong digit on the board.")
    guard let first = wrong.first, depth >= 2 else { return hint }
    let (cell, digit) = (first.candidate.cell, first.candidate.digit)
    let house = cell.house(.block)
    hint.houses = HouseSet(house)
    hint.text = "A digit in \(Phrase.house(house)) is wrong."
    guard depth >= 3 else { return hint }
    hint.cells = CellSet(cell)
    hint.wrongCells = CellSet(wrong.map(\.candidate.cell))
    hint.text = "The \(digit) in \(cell) is wrong."
    guard depth >= 4 else { return hint }
    hint.text +=
      first.repeats.isEmpty
      ? " It repeats no digit, but the clues need another one there."
      : " It repeats the \(digit) in \(Phrase.list(first.repeats))."
    let others = wrong.dropFirst().map { "\($0.candidate.digit) in \($0.candidate.cell)" }
    if !others.isEmpty {
      hint.text += " Also wrong: \(Phrase.list(others))."
    }
    if depth >= 5 { hint.text += " \(why) Take it back." }
    return hint
  }

  private static func wrongNotes(_ faults: [NoteFault], _ depth: Int) -> Hint {
    var hint = Hint(depth: depth, kind: .mistake, text: "Notes exclude a digit that is needed.")
    guard let fault = faults.first, let cell = fault.cells.first, depth >= 2 else { return hint }
    let house = fault.block ?? cell.house(.block)
    hint.houses = HouseSet(house)
    hint.text = "The notes in \(Phrase.house(house)) exclude a digit that is needed."
    guard depth >= 3 else { return hint }
    hint.cells = fault.cells
    hint.wrongCells = faults.reduce(CellSet()) { $0.union($1.cells) }
    hint.text = "The notes in \(Phrase.list(fault.cells)) can't all be right."
    guard depth >= 4 else { return hint }
    if let digit = fault.digit {
      hint.digits = DigitSet(digit)
      hint.text =
        "The notes give \(digit) in \(Phrase.house(house)) to \(Phrase.list(fault.cells, "or")), but "
        + "it goes elsewhere."
    } else {
      hint.text = "The notes in \(cell) lack the digit that goes there."
    }
    let others = hint.wrongCells.subtracting(fault.cells)
    if !others.isEmpty { hint.text += " Also wrong: the notes in \(Phrase.list(others))." }
    if depth >= 5 {
      hint.text +=
        fault.digit.map { " Look for all places of \($0) in \(Phrase.house(house)) again." }
        ?? " Note the digits that no peer of \(cell) holds again."
    }
    return hint
  }

  private static func step(_ step: Step, isKnown: Bool, aim: Step?, _ depth: Int) -> Hint {
    let focus = step.focus
    let name = Phrase.withArticle(step.name)
    let place = step.pattern.branches.isEmpty ? "in" : "from"
    var hint = Hint(
      depth: depth, kind: .step,
      text: isKnown
        ? "There is no mistake. A step can be found."
        : "There is no mistake. None of the techniques you know finds a step; another one does.")
    hint.isKnown = isKnown
    if depth >= 2 {
      hint.houses = focus.houses
      hint.digits = focus.digits
      let digits = focus.digits.isEmpty ? "" : ", at \(Phrase.list(focus.digits))"
      hint.text = "Look at \(Phrase.houses(focus.houses))\(digits)."
    }
    if depth >= 3 {
      hint.technique = step.technique
      hint.name = step.name
      hint.text = "Look for \(name) \(place) \(Phrase.houses(focus.houses))."
      if depth == 3, let lesson = Lesson(step.technique) {
        hint.text += " \(lesson.firstSentence)"
      }
    }
    if depth >= 4 {
      hint.cells = focus.cells
      hint.text = "Look for \(name) \(place) \(Phrase.list(focus.cells))."
    }
    if depth >= 5 {
      hint.step = step
      hint.digit = step.placement?.digit
      hint.text = step.explanation.text
      if let aim { hint.text += " It leads to a digit: \(aim.explanation.text)" }
    }
    if !isKnown, depth >= 2 {
      hint.text = "None of the techniques you know finds a step here. " + hint.text
    }
    return hint
  }

  private static func trial(_ candidate: Candidate, _ isLimited: Bool, _ depth: Int) -> Hint {
    var hint = Hint(
      depth: depth, kind: .trial,
      text: isLimited
        ? "There is no mistake. No step was found within the limit of work."
        : "There is no mistake. No technique finds a step.")
    let house = candidate.cell.house(.block)
    let reason =
      isLimited
      ? "The limit of work was reached before a step was found."
      : "Only trial and error makes progress here."
    if depth >= 2 { hint.text = reason }
    if depth >= 3 {
      hint.houses = HouseSet(house)
      hint.text = "\(reason) Look at \(Phrase.house(house))."
    }
    if depth >= 4 {
      hint.cells = CellSet(candidate.cell)
      hint.text = "\(reason) Look at \(candidate.cell)."
    }
    if depth >= 5 {
      hint.digit = candidate.digit
      hint.text = "\(reason) \(candidate.cell) is \(candidate.digit)."
    }
    return hint
  }
}

/// A hint, revealed as far as the player asked: a rung of a `HintLadder`.
public struct Hint: Hashable, Sendable {
  /// The subject of a hint.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Something the player entered is wrong.
    case mistake
    /// The next step.
    case step
    /// No technique finds a step: only a digit of the solution helps.
    case trial
    /// Nothing is left to do.
    case solved
  }

  /// The amount revealed, in `1...5`.
  public var depth: Int
  /// The subject of the hint.
  public var kind: Kind
  /// True if the step is one of the techniques that the player knows, or the player named none.
  public var isKnown = true
  /// The house to look at: of the houses the first that holds the cell.
  public var house: House? {
    houses.first { house in cell.map { house.cells.contains($0) } ?? true } ?? houses.first
  }
  /// The houses to look at, from depth 2 on.
  package var houses = HouseSet()
  /// The digits to look at, from depth 2 on; empty where they would be all there is to find.
  package var digits = DigitSet.none
  /// The cell to look at: the first of the cells; at depth 5 that of the digit that can be placed.
  public var cell: Cell? { step?.placement?.cell ?? cells.first }
  /// The cells to look at, from depth 4 on, for a mistake from depth 3; they lie in the houses.
  package var cells = CellSet()
  /// The cells with something wrong, from depth 3 on; empty for a step.
  public var wrongCells: CellSet = []
  /// The technique of the step, from depth 3 on.
  public var technique: Technique?
  /// The technique's name as the step has it, from depth 3 on.
  public var name: String?
  /// The digit that can be placed, at depth 5.
  public var digit: Digit?
  /// The step, at depth 5.
  public var step: Step?
  /// The hint in a sentence or several.
  public var text: String

  init(depth: Int, kind: Kind, text: String) {
    self.depth = depth
    self.kind = kind
    self.text = text
  }
}

extension Step {
  /// The places to look for the step: its houses and cells, and its digits.
  ///
  /// A chain is looked for where it starts, as what follows from it may be far away.
  package var focus: (houses: HouseSet, digits: DigitSet, cells: CellSet) {
    let starts = pattern.branches.map(\.assumption.candidate)
    let cells =
      starts.isEmpty
      ? pattern.allCells.isEmpty ? CellSet(eliminations.map(\.cell)) : pattern.allCells
      : CellSet(starts.map(\.cell))
    let houses = Array(pattern.houses) + Array(pattern.coverHouses)
    for candidates in [Array(pattern.houses), houses] {
      if let chosen = Self.houses(of: cells, among: candidates) {
        return (chosen, focusDigits(starts), cells)
      }
    }
    let chosen = House.Kind.allCases
      .compactMap { kind in Self.houses(of: cells, among: (0..<9).map { House(kind, $0) }) }
      .min { $0.count < $1.count }
    return (chosen ?? HouseSet(), focusDigits(starts), cells)
  }

  private func focusDigits(_ starts: [Candidate]) -> DigitSet {
    switch technique {
    case .fullHouse, .nakedSingle: .none
    default:
      starts.isEmpty
        ? pattern.digits.union(pattern.specialDigits) : DigitSet(starts.map(\.digit))
    }
  }

  /// Those of some houses that hold the cells; `nil` if some cell lies in none of them.
  private static func houses(of cells: CellSet, among houses: [House]) -> HouseSet? {
    var (chosen, open) = (HouseSet(), cells)
    for house in houses where !open.isDisjoint(with: house.cells) {
      open.subtract(house.cells)
      chosen.insert(house)
    }
    return open.isEmpty && !chosen.isEmpty ? chosen : nil
  }
}
