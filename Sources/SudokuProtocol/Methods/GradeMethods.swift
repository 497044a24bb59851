import JSONCoding
import SudokuCore
import SudokuExplainer
import SudokuRating

extension Method {
  static let gradeMethods: [Method] = [
    Method(
      "puzzle.grade", "Rates one puzzle or many.",
      .optional("puzzle", .board, "One puzzle: 81 characters."),
      .optional("puzzles", .list(of: .board, atMost: 10_000), "Many puzzles."),
      .optional(
        "scale", .choice(["level": "level", "se": "se"]), "The scale; `se` if it is left out."),
      .optional("path", .bool, "Whether to list techniques and steps."),
      result: .object(
        "For one puzzle its rating, for many a list of them.",
        [
          "level": .choice("", Level.allCases.map(\.name)).nullable,
          "path": .array(of: .object()), "rating": Shape.ratingSchema.nullable,
          "ratings": .array(of: .object()), "techniques": .map("Counts by ID.", of: .integer()),
          "unrated": .string("Why there is no rating."),
        ])
    ) { (call, puzzle, puzzles, _, path) throws(RPCError) in
      guard (puzzle == nil) != (puzzles == nil) else {
        throw RPCError(
          .invalidParams, "give either 'puzzle' or 'puzzles'",
          ["expected": "a board", "parameter": "puzzle"])
      }
      if let puzzle {
        _ = try ProperPuzzle.solution(of: puzzle)
        return call.server.start(call) { (job) throws(RPCError) in
          .value(.object(try Grading.grade(puzzle, keepsPath: path == true, job)))
        }
      }
      let boards = puzzles ?? []
      return call.server.start(call) { (job) throws(RPCError) in
        var ratings: [JSONValue] = []
        for board in boards {
          do throws(RPCError) {
            ratings.append(.object(try Grading.grade(board, keepsPath: path == true, job)))
          } catch {
            throw RPCError(error.kind, error.message, ["partial": ["ratings": .array(ratings)]])
          }
          job.report(done: ratings.count, total: boards.count)
        }
        return .value(["ratings": .array(ratings)])
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
  static func grade(_ puzzle: Board, keepsPath: Bool, _ job: Job) throws(RPCError) -> JSONObject {
    var options = SERater.Options()
    options.keepsSteps = keepsPath
    let outcome = SERater(options: options).rate(puzzle) { job.isCancelled }
    if outcome.unratedReason == .cancelled {
      throw RPCError(.cancelled, "the request was cancelled")
    }
    return members(of: outcome, keepsPath: keepsPath)
  }

  /// A rating with the scale that made it.
  static func rating(_ rating: SERating) -> JSONValue {
    [
      "ed": Shape.tenths(rating.edTenths), "ep": Shape.tenths(rating.epTenths),
      "er": Shape.tenths(rating.erTenths), "scale": .string(SEScale.name),
      "version": .string(SEScale.version),
    ]
  }

  private static func members(of outcome: SEOutcome, keepsPath: Bool) -> JSONObject {
    var members: JSONObject = [
      "level": outcome.level.map { .string($0.name) } ?? .null,
      "rating": outcome.rating.map { rating($0) } ?? .null,
    ]
    if let reason = outcome.unratedReason { members["unrated"] = .string(reason.rawValue) }
    if keepsPath {
      let partial = outcome.partialRating
      members["path"] = .array(partial.steps.map { Shape.pathStep($0) })
      members["techniques"] = .object(
        JSONObject(
          partial.techniqueCounts.used(in: SEScale.techniques).map {
            (key: $0.technique.id, value: JSONValue($0.count))
          }))
    }
    return members
  }
}
