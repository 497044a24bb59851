import SudokuCore
import SudokuTechniques

/// A hint in five rungs, each narrowing the one before: 1 is there a mistake? 2 which house?
/// 3 which cell? 4 which technique? 5 the full explanation.
///
/// House, cell and technique are those of one and the same step. A hint about a mistake names the
/// wrong cells instead of a step.
///
/// ```swift
/// let ladder = try HintMaker().ladder(for: position)
/// ladder.hint(depth: 3).text      // "Look at r4c7."
/// ladder.hint(depth: 5).step      // the step with its pattern
/// ```
public struct HintLadder: Hashable, Sendable {
  /// What the rungs lead to.
  package enum Subject: Hashable, Sendable {
    case wrongDigits(CellSet)
    /// Pencilmarks that lack the right digit.
    case wrongMarks(CellSet)
    /// The next step; whether it is one of the techniques that the player knows.
    case step(Step, isKnown: Bool)
    /// A digit of the solution, where no technique finds a step; whether the limit of work ended
    /// the search.
    case trial(Candidate, isLimited: Bool)
    /// Nothing is left to do.
    case solved
  }

  /// How deep a hint can be.
  public static let depths = 1...5

  package let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  /// A rung of the ladder.
  ///
  /// - Parameter depth: How much to reveal, clamped to `1...5`.
  public func hint(depth: Int) -> Hint {
    let depth = min(max(depth, Self.depths.lowerBound), Self.depths.upperBound)
    return switch subject {
    case .wrongDigits(let cells): Self.mistake(cells, isMark: false, depth)
    case .wrongMarks(let cells): Self.mistake(cells, isMark: true, depth)
    case .step(let step, let isKnown): Self.step(step, isKnown: isKnown, depth)
    case .trial(let candidate, let isLimited): Self.trial(candidate, isLimited, depth)
    case .solved: Hint(depth: depth, kind: .solved, text: "The board is solved.")
    }
  }

  private static func mistake(_ cells: CellSet, isMark: Bool, _ depth: Int) -> Hint {
    var hint = Hint(
      depth: depth, kind: .mistake,
      text: isMark ? "Notes are missing a digit they need." : "There is a wrong digit on the board."
    )
    guard let cell = cells.first, depth >= 2 else { return hint }
    let house = cell.house(.block)
    hint.house = house
    hint.text = "Something is wrong in \(Phrase.house(house))."
    guard depth >= 3 else { return hint }
    hint.cell = cell
    hint.wrongCells = cells
    hint.text = "The \(isMark ? "notes" : "digit") in \(cell) can't be right."
    if depth >= 4, cells.count > 1 {
      hint.text += " The same is true of \(Phrase.list(cells.subtracting([cell])))."
    }
    if depth >= 5 {
      hint.text += isMark ? " Re-enter the notes of this cell." : " Take it back and look again."
    }
    return hint
  }

  private static func step(_ step: Step, isKnown: Bool, _ depth: Int) -> Hint {
    let focus = step.focus
    var hint = Hint(
      depth: depth, kind: .step,
      text: isKnown
        ? "There is no mistake. A step can be found."
        : "There is no mistake. None of the techniques you know finds a step; another one does.")
    hint.isKnown = isKnown
    if depth >= 2 {
      hint.house = focus.house
      hint.text = "Look at \(Phrase.house(focus.house))."
    }
    if depth >= 3 {
      hint.cell = focus.cell
      hint.text = "Look at \(focus.cell)."
    }
    if depth >= 4 {
      hint.technique = step.technique
      hint.text += " Look for \(Phrase.withArticle(step.technique.name))."
    }
    if depth >= 5 {
      hint.step = step
      hint.digit = step.placement?.digit
      hint.text = step.explanation.text
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
    if depth >= 2 {
      hint.house = house
      hint.text = "Look at \(Phrase.house(house))."
    }
    if depth >= 3 {
      hint.cell = candidate.cell
      hint.text = "Look at \(candidate.cell)."
    }
    if depth >= 4 {
      hint.text +=
        isLimited
        ? " The limit of work was reached before a step was found."
        : " Only trial and error makes progress here."
    }
    if depth >= 5 {
      hint.digit = candidate.digit
      hint.text += " \(candidate.cell) is \(candidate.digit)."
    }
    return hint
  }
}

/// A hint, revealed as far as the player asked: a rung of a `HintLadder`.
public struct Hint: Hashable, Sendable {
  /// What a hint is about.
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

  /// How much is revealed, in `1...5`.
  public var depth: Int
  /// What it is about.
  public var kind: Kind
  /// Whether the step is one of the techniques that the player knows; always so where the player did
  /// not say which.
  public var isKnown = true
  /// The house to look at, from depth 2 on.
  public var house: House?
  /// The cell to look at, from depth 3 on; it lies in the house.
  public var cell: Cell?
  /// The cells with something wrong, from depth 3 on; empty for a step.
  public var wrongCells: CellSet = []
  /// The technique of the step, from depth 4 on.
  public var technique: Technique?
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
  /// Where to look for the step: a cell of it, and a house that holds the cell.
  ///
  /// A chain is looked for where it starts, as what follows from it may be far away. Any other step that
  /// places a digit is looked for where the digit goes; one that removes candidates in the first house
  /// of its pattern, or at the cell that its pattern turns on.
  package var focus: (house: House, cell: Cell) {
    if let start = pattern.branches.first?.assumption.candidate.cell {
      return (pattern.houses.first { $0.cells.contains(start) } ?? start.house(.block), start)
    }
    if let cell = placement?.cell {
      return (pattern.houses.first { $0.cells.contains(cell) } ?? cell.house(.block), cell)
    }
    let victims = CellSet(eliminations.map(\.cell))
    if let house = pattern.houses.first {
      let cell =
        house.cells.intersection(victims).first ?? house.cells.intersection(pattern.cells).first
      if let cell { return (house, cell) }
    }
    let cell = pattern.specialCells.first ?? pattern.cells.first ?? victims.first
    return cell.map { ($0.house(.block), $0) } ?? (House(.block, 0), House(.block, 0).cell(0))
  }
}
