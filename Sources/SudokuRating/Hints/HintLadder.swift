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
  public enum Subject: Hashable, Sendable {
    /// Wrong digits.
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

  /// What the rungs lead to.
  public let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  /// A rung of the ladder.
  ///
  /// - Parameter depth: How much to tell; what lies outside `1...5` is brought to the nearest end.
  /// - Returns: The hint, told up to there.
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
