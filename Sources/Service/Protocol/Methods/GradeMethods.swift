import JSONCoding
import SudokuCore
import SudokuRating
import SudokuTechniques

extension Method {
  static let gradeMethods: [Method] = [
    Method(
      "puzzle.grade",
      "Rates puzzles: the level and a number, or the figures of another scale.",
      .optional("puzzle", .board, "One puzzle: " + ValueType<Board>.summary),
      .optional("puzzles", .list(of: .board, atMost: 10_000), "Many puzzles."),
      .optional(
        "scale", ValueType<any Scale>.anyScale,
        "The scale: `level` (default), `se` (ER, EP, ED; no level), `hodoku`, or your own as an object."
      ),
      .optional("path", .bool, "Lists techniques and steps; default false."),
      .optional("explain", .bool, "Explains every step, in `steps`; default false."),
      .optional(
        "techniques", .techniques,
        "The techniques that the player knows, besides singles; default all. Only the scales `level` and "
          + "`hodoku` support it. A puzzle that needs others is unrated (`beyondTechniques`)."),
      budget,
      result: .anyOf(
        "For one puzzle its rating, for many a list of them.",
        [GradeRecord.schema, GradeListRecord.schema])
    ) { (call, puzzle, puzzles, scale, path, explain, techniques, budget) throws(RPCError) in
      guard (puzzle == nil) != (puzzles == nil) else {
        throw RPCError.invalid("puzzle", expected: "a board", "give either 'puzzle' or 'puzzles'")
      }
      let budget = budget ?? ProtocolLimits.defaultBudget
      let grading = Grading(
        scale: scale ?? LevelScale(), keepsPath: path == true,
        explains: explain == true, techniques: techniques)
      guard techniques == nil || grading.scale.keepsToTechniques else {
        let names = ScaleRegistry.standard.scales.filter(\.keepsToTechniques).map(\.name)
        throw RPCError.invalid(
          "scale", expected: "one of " + names.joined(separator: ", "),
          "the scale '\(grading.scale.name)' does not support `techniques`")
      }
      if let puzzle {
        _ = try ProperPuzzle.solution(of: puzzle)
        return call.server.start(call, budget: budget) { (job) throws(RPCError) in
          .value(try grading.grade(puzzle, job).json)
        }
      }
      let boards = puzzles ?? []
      return call.server.start(call, budget: budget) { (job) throws(RPCError) in
        var ratings: [GradeRecord] = []
        for board in boards {
          do throws(RPCError) {
            ratings.append(try grading.grade(board, job))
          } catch {
            throw RPCError(
              error.kind, error.message, ["partial": GradeListRecord(ratings: ratings).json])
          }
          job.report(done: ratings.count, total: boards.count)
        }
        return .value(GradeListRecord(ratings: ratings).json)
      }
    }
  ]
}

extension ValueType where Value == any Scale {
  static let scale = ValueType.choice(
    ScaleRegistry.standard.scales.map { (name: $0.name, value: $0) })
}

struct Grading: Sendable {
  let scale: any Scale
  let keepsPath: Bool
  var explains = false
  /// The techniques that may be used, `nil` for all.
  var techniques: Set<Technique>?

  func grade(_ puzzle: Board, _ job: Job) throws(RPCError) -> GradeRecord {
    var options = keepsPath || explains ? GradeOptions() : .withoutSteps
    options.techniques = techniques
    let grade = scale.grade(puzzle, options: options) { job.mustStop }
    if grade.unrated == .cancelled {
      throw RPCError(.cancelled, "the request was cancelled")
    }
    return GradeRecord(puzzle, grade, keepsPath: keepsPath, explains: explains)
  }
}
