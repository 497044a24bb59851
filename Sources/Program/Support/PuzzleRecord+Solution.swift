import SudokuCore
import SudokuFormats

/// The judgement of the solution that an input gives.
extension PuzzleRecord {
  /// True if the text of a solution means none, such as `n/a`.
  private static func isMissing(_ text: String) -> Bool {
    ["", "-", "n/a", "na", "nan", "null", "none", "?"].contains(text.lowercased())
  }

  /// True if the input gives a solution, which may be a wrong one.
  var givesSolution: Bool {
    solution != nil || field("solution").map { !Self.isMissing($0) } ?? false
  }

  /// The fault of a given solution that is not a full board with the puzzle's clues; `nil` if there is none.
  var unfitSolution: String? {
    guard let text = field("solution"), !Self.isMissing(text) else { return nil }
    let shown = text.count > 100 ? text.prefix(100) + "..." : text[...]
    return "the solution given is not a full board with the puzzle's clues: '\(shown)'"
  }

  /// The fault of the solution that the input gives; `nil` if there is none.
  ///
  /// `right` is the only solution; `nil` if there are several or none.
  func mistake(inSolution right: Board?) -> String? {
    guard let given = solution else {
      return "the solution given is not a full board with the puzzle's clues"
    }
    guard let right else {
      // Every solution of several is right.
      return given.conflict == nil ? nil : "the solution given breaks the rules"
    }
    guard let cell = CellSet.all.first(where: { given[$0] != right[$0] }),
      let wrong = given[cell], let digit = right[cell]
    else { return nil }
    return "the solution given is wrong: \(cell) is \(digit), not \(wrong)"
  }
}
