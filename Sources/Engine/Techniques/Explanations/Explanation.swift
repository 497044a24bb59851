import SudokuCore

/// A step explained in words.
///
/// ```swift
/// step.explanation.title    // "Hidden Single (block)"
/// step.explanation.text     // "In block 5, r4c6 is the only place for 7. So r4c6 is 7."
/// ```
///
/// The step contains the same facts as data: `Step.pattern`, `placement`, `eliminations`.
public struct Explanation: Hashable, Sendable {
  /// The technique's name.
  public var title: String
  /// The reasons for the step, one or several sentences.
  public var reasons: [String]
  /// The conclusion, one or several sentences.
  public var conclusion: String

  /// The whole explanation in one line.
  public var text: String { (reasons + [conclusion]).joined(separator: " ") }
}

extension Step {
  /// The step in plain English.
  public var explanation: Explanation {
    Explanation(
      title: name, reasons: meanwhileReasons + technique.entry.explain(self),
      conclusion: conclusion)
  }

  /// The reason that the text names candidates that earlier steps have removed.
  private var meanwhileReasons: [String] {
    guard !removedMeanwhile.isEmpty else { return [] }
    let cells = CellSet(removedMeanwhile.map(\.cell)).map { cell in
      let digits = DigitSet(removedMeanwhile.filter { $0.cell == cell }.map(\.digit))
      return "\(Phrase.list(digits)) in \(cell)"
    }
    return [
      "This was found together with the steps before, which remove \(Phrase.list(cells)). When it was found, "
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

  /// The conclusion, as in "So r4c6 is 7".
  private var conclusion: String {
    if let placement { return "So \(placement.cell) is \(placement.digit)." }
    let cells = CellSet(eliminations.map(\.cell))
    if let only = onlyDigitLeft, let cell = cells.first, cells.count == 1 {
      return "So \(cell) is \(only), not \(Phrase.list(DigitSet(eliminations.map(\.digit)), "or"))."
    }
    let whole = "So \(Phrase.literals(eliminations.map { Literal($0, isOn: false) }))."
    guard Phrase.wordCount(whole) > Phrase.mostWords else { return whole }
    return "So \(Phrase.absences(eliminations).joined(separator: ". "))."
  }
}
