import SudokuCore

/// A step told in words.
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
      title: technique.name, reasons: technique.entry.explain(self), conclusion: conclusion)
  }

  /// What follows, as in "So r4c6 is 7".
  private var conclusion: String {
    if let placement { return "So \(placement.cell) is \(placement.digit)." }
    var sentences: [String] = []
    for digit in DigitSet(eliminations.map(\.digit)) {
      let cells = CellSet(eliminations.filter { $0.digit == digit }.map(\.cell))
      sentences.append("\(Phrase.list(cells)) \(cells.count == 1 ? "is" : "are") not \(digit)")
    }
    return "So " + sentences.joined(separator: ", ") + "."
  }
}
