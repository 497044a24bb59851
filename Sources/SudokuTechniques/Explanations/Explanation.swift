import SudokuCore

/// A step explained in words.
///
/// ```swift
/// step.explanation.title    // "Hidden Single (block)"
/// step.explanation.text     // "In block 5, r4c6 is the only place for 7. So r4c6 is 7."
/// ```
///
/// What the words name is in the step too, as data: `Step.pattern`, `placement`, `eliminations`.
public struct Explanation: Hashable, Sendable {
  /// The technique's name.
  public var title: String
  /// Why the step holds, a sentence or several.
  public var reasons: [String]
  /// What follows, a sentence.
  public var conclusion: String

  /// The whole explanation in one line.
  public var text: String { (reasons + [conclusion]).joined(separator: " ") }
}

extension Step {
  /// The step in plain English.
  public var explanation: Explanation {
    Explanation(
      title: technique.name, reasons: meanwhileReasons + technique.entry.explain(self),
      conclusion: conclusion)
  }

  /// Why the words name what is not there any more.
  private var meanwhileReasons: [String] {
    guard !removedMeanwhile.isEmpty else { return [] }
    let cells = CellSet(removedMeanwhile.map(\.cell)).map { cell in
      let digits = DigitSet(removedMeanwhile.filter { $0.cell == cell }.map(\.digit))
      return "\(Phrase.list(digits)) in \(cell)"
    }
    return [
      "This was found together with the steps before, which remove \(Phrase.list(cells)): when it was found, "
        + (removedMeanwhile.count == 1 ? "that candidate was" : "these candidates were")
        + " still there."
    ]
  }

  /// The one digit that a unique loop or a bivalue grave leaves its only cell with extra digits.
  private var onlyDigitLeft: Digit? {
    switch technique {
    case .uniqueRectangle1, .uniqueLoop1: pattern.specialDigits.single
    case .bug1: DigitSet(pattern.candidates.map(\.digit)).single
    default: nil
    }
  }

  /// What follows, as in "So r4c6 is 7".
  private var conclusion: String {
    if let placement { return "So \(placement.cell) is \(placement.digit)." }
    // Digits removed from the same cells are named together.
    var groups: [(cells: CellSet, digits: DigitSet)] = []
    for digit in DigitSet(eliminations.map(\.digit)) {
      let cells = CellSet(eliminations.filter { $0.digit == digit }.map(\.cell))
      if let known = groups.firstIndex(where: { $0.cells == cells }) {
        groups[known].digits.insert(digit)
      } else {
        groups.append((cells, DigitSet(digit)))
      }
    }
    let sentences = groups.map { group in
      let verb = group.cells.count == 1 ? "is" : "are"
      return "\(Phrase.list(group.cells)) \(verb) not \(Phrase.list(group.digits, "or"))"
    }
    if let only = onlyDigitLeft, let group = groups.first, groups.count == 1 {
      return "So \(Phrase.list(group.cells)) is \(only), not \(Phrase.list(group.digits, "or"))."
    }
    guard sentences.count > 1, let last = sentences.last else {
      return "So \(sentences.joined())."
    }
    return "So " + sentences.dropLast().joined(separator: ", ") + ", and \(last)."
  }
}
