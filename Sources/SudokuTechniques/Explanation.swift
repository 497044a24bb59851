import SudokuCore

/// A step told in words.
///
/// ```swift
/// step.explanation.title    // "Hidden Single (block)"
/// step.explanation.text     // "In block 5, the only place for 7 is r4c6. So r4c6 is 7."
/// ```
public struct Explanation: Hashable, Sendable {
  /// The technique's name.
  public var title: String
  /// Why the step holds, a sentence or several.
  public var reasons: [String]
  /// What follows.
  public var conclusion: String

  /// The whole explanation in one line.
  public var text: String { (reasons + [conclusion]).joined(separator: " ") }
}

extension Step {
  /// The step in plain English.
  public var explanation: Explanation {
    Explanation(title: technique.name, reasons: [], conclusion: Phrase.conclusion(of: self))
  }
}

/// Words for the parts of a board.
enum Phrase {
  /// What follows from a step, in a sentence.
  static func conclusion(of step: Step) -> String {
    step.description
  }
}
