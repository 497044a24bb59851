import ArgumentParser
import SudokuCore
import SudokuProtocol
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
  static let lineFieldCount = 2
  let record: DecisionRecord

  /// The answer to a question about "at least", or to the one turned around.
  init(_ puzzle: Board, _ decision: SEDecision, _ answer: (Bool) -> Bool) {
    record =
      switch decision {
      case .yes: DecisionRecord(puzzle, answer: answer(true), unrated: nil)
      case .no: DecisionRecord(puzzle, answer: answer(false), unrated: nil)
      case .unrated(let reason): DecisionRecord(puzzle, answer: nil, unrated: reason)
      }
  }

  /// Whether the board can be rated; a limit reached is a result, not a mistake.
  var isWanted: Bool {
    record.unrated != .noSolution && record.unrated != .severalSolutions
  }

  private var word: String? { record.answer.map { $0 ? "yes" : "no" } }

  var columnFields: [String] {
    [record.puzzle.line, word ?? "", record.unrated?.rawValue ?? ""]
  }
  var fields: [String] {
    [record.puzzle.line, word ?? "-"] + (record.unrated.map { [$0.rawValue] } ?? [])
  }
}
