import ArgumentParser
import SudokuCore
import SudokuExplainer
import SudokuTechniques

/// One rating of the scale `se`: `10.5`.
struct SingleRating: ExpressibleByArgument {
  let tenths: Int

  init?(argument: String) {
    guard let range = RatingRange(argument: argument), range.tenths.count == 1 else { return nil }
    tenths = range.tenths.lowerBound
  }
}

/// A row of `grade --at-least` and `grade --at-most`.
struct DecisionRow: OutputRow {
  static let columns = ["puzzle", "answer", "unrated"]
  static let memberNames = ["answer", "puzzle", "unrated"]
  static let lineFieldCount = 2
  let puzzle: Board
  /// `nil` where it is not known.
  let answer: Bool?
  /// Why it is not known.
  let unrated: UnratedReason?

  /// The answer to a question about "at least", or to the one turned around.
  init(_ puzzle: Board, _ decision: SEDecision, _ answer: (Bool) -> Bool) {
    self.puzzle = puzzle
    switch decision {
    case .yes: (self.answer, unrated) = (answer(true), nil)
    case .no: (self.answer, unrated) = (answer(false), nil)
    case .unrated(let reason): (self.answer, unrated) = (nil, reason)
    }
  }

  /// Whether the board was one that can be rated; a limit reached is a result, not a mistake.
  var isWanted: Bool { unrated != .noSolution && unrated != .severalSolutions }

  private enum CodingKeys: String, CodingKey { case answer, puzzle, unrated }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(answer, forKey: .answer)
    try container.encode(puzzle.line, forKey: .puzzle)
    if let unrated { try container.encode(unrated.rawValue, forKey: .unrated) }
  }

  private var word: String? { answer.map { $0 ? "yes" : "no" } }

  var columnFields: [String] { [puzzle.line, word ?? "", unrated?.rawValue ?? ""] }
  var fields: [String] { [puzzle.line, word ?? "-"] + (unrated.map { [$0.rawValue] } ?? []) }
}
