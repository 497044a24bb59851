import JSONCoding
import SudokuCore
import SudokuExplainer
import SudokuRating
import SudokuRecords

extension Method {
  static let gradeMethods: [Method] = [
    Method(
      "puzzle.grade",
      "Rates puzzles on the scale of Sudoku Explainer: ER, the hardest step, EP, ED; and the level.",
      .optional("puzzle", .board, "One puzzle: " + ValueType<Board>.summary),
      .optional("puzzles", .list(of: .board, atMost: 10_000), "Many puzzles."),
      .optional(
        "scale", .choice([("se", "se"), ("level", "level")]), "The scale; default `se`."),
      .optional("path", .bool, "Whether to list techniques and steps."),
      result: .anyOf(
        "For one puzzle its rating, for many a list of them.",
        [GradeRecord.schema, GradeListRecord.schema])
    ) { (call, puzzle, puzzles, _, path) throws(RPCError) in
      guard (puzzle == nil) != (puzzles == nil) else {
        throw RPCError(
          .invalidParams, "give either 'puzzle' or 'puzzles'",
          ["expected": "a board", "parameter": "puzzle"])
      }
      if let puzzle {
        _ = try ProperPuzzle.solution(of: puzzle)
        return call.server.start(call) { (job) throws(RPCError) in
          .value(try Grading.grade(puzzle, keepsPath: path == true, job).json)
        }
      }
      let boards = puzzles ?? []
      return call.server.start(call) { (job) throws(RPCError) in
        var ratings: [GradeRecord] = []
        for board in boards {
          do throws(RPCError) {
            ratings.append(try Grading.grade(board, keepsPath: path == true, job))
          } catch {
            throw RPCError(
              error.kind, error.message, ["partial": GradeListRecord(ratings).json])
          }
          job.report(done: ratings.count, total: boards.count)
        }
        return .value(GradeListRecord(ratings).json)
      }
    }
  ]
}

/// Ratings on the wire.
enum Grading {
  /// The rating alone, without its steps.
  static var withoutSteps: SERater.Options {
    var options = SERater.Options()
    options.keepsSteps = false
    return options
  }

  /// Rates a puzzle.
  ///
  /// - Throws: `cancelled`.
  static func grade(_ puzzle: Board, keepsPath: Bool, _ job: Job) throws(RPCError) -> GradeRecord {
    var options = SERater.Options()
    options.keepsSteps = keepsPath
    let outcome = SERater(options: options).rate(puzzle) { job.isCancelled }
    if outcome.unratedReason == .cancelled {
      throw RPCError(.cancelled, "the request was cancelled")
    }
    return GradeRecord(puzzle, outcome, keepsPath: keepsPath)
  }
}
