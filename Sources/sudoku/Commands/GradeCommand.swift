import ArgumentParser
import Foundation
import SudokuCore
import SudokuExplainer
import SudokuRating
import SudokuTechniques

/// `sudoku grade`: how hard puzzles are, and why.
struct GradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Rate puzzles on the Sudoku Explainer scale.",
    discussion: """
      One puzzle in, one line out: puzzle, ER (hardest step), EP (hardest step up to the first \
      digit placed), ED (first step), level; 'unrated' where there is no rating.
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The scale: se (ER, EP, ED) or level (name and number).")
  var scale: Scale = .se

  @Flag(help: "Add the techniques used, with their ratings and counts.")
  var path = false

  @Flag(help: "Tell every step in words, with its pattern in jsonl and text.")
  var explain = false

  @Flag(inversion: .prefixedNo, help: "Use techniques that assume a unique solution.")
  var uniqueness = true

  @Option(
    help: "Give a puzzle up after this much work, in statements derived by chains.",
    transform: parsePositive)
  var workLimit: Int?

  enum Scale: String, CaseIterable, ExpressibleByArgument, Sendable {
    case se
    case level
  }

  func run() async throws {
    var options = SERater.Options()
    options.keepsSteps = path || explain
    options.search.allowsUniqueness = uniqueness
    if let workLimit { options.workLimit = workLimit }
    let rater = SERater(options: options)
    let (path, explain) = (path, explain)
    switch scale {
    case .se where explain:
      try await runRowFilter(filter, blockSize: 1 << 10) { board in
        let outcome = rater.rate(board)
        return (ExplainedRow(board, outcome), outcome.isWanted)
      }
    case .se where path:
      try await runRowFilter(filter, blockSize: 1 << 10) { board in
        let outcome = rater.rate(board)
        return (PathRow(board, outcome), outcome.isWanted)
      }
    case .se:
      try await runRowFilter(filter, blockSize: 1 << 11) { board in
        let outcome = rater.rate(board)
        return (RatingRow(board, outcome), outcome.isWanted)
      }
    case .level:
      try await runRowFilter(filter, blockSize: 1 << 11) { board in
        let outcome = rater.rate(board)
        return (LevelRow(board, outcome), outcome.isWanted)
      }
    }
  }
}

extension SEOutcome {
  /// Whether the board was one that can be rated; a limit reached is a result, not a mistake.
  var isWanted: Bool {
    switch unratedReason {
    case .noSolution, .severalSolutions: false
    default: true
    }
  }
}

/// A rating as JSON: one decimal each.
struct RatingRecord: Codable, Sendable {
  let scale: String
  let version: String
  let er: Double
  let ep: Double
  let ed: Double

  init(_ rating: SERating) {
    scale = SEScale.name
    version = SEScale.version
    er = Double(rating.erTenths) / 10
    ep = Double(rating.epTenths) / 10
    ed = Double(rating.edTenths) / 10
  }
}

/// Tenths as people write them: `34` is `3.4`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// A row of `grade --scale se`.
private struct RatingRow: OutputRow {
  static let columns = ["puzzle", "er", "ep", "ed", "level"]
  let puzzle: String
  let rating: RatingRecord?
  let level: String?
  /// Why there is no rating.
  let unrated: String?
  /// The hardest step up to the point where the rating stopped, where there is no rating.
  let atLeast: Double?
  private let ratingFields: [String]

  init(_ board: Board, _ outcome: SEOutcome) {
    puzzle = board.line
    rating = outcome.rating.map(RatingRecord.init)
    level = outcome.level?.name
    unrated = outcome.unratedReason?.message
    let reached = outcome.partialRating.erTenths
    atLeast = outcome.rating == nil && reached > 0 ? Double(reached) / 10 : nil
    ratingFields =
      outcome.rating.map { [$0.erTenths, $0.epTenths, $0.edTenths].map(decimal) }
      ?? ["unrated", "unrated", "unrated"]
  }

  enum CodingKeys: String, CodingKey {
    case puzzle
    case rating
    case level
    case unrated
    case atLeast
  }

  var fields: [String] { [puzzle] + ratingFields + [level ?? "-"] }
}

/// A row of `grade --scale level`.
private struct LevelRow: OutputRow {
  static let columns = ["puzzle", "level", "number"]
  let puzzle: String
  let level: String?
  let number: Double?

  init(_ board: Board, _ outcome: SEOutcome) {
    puzzle = board.line
    level = outcome.level?.name
    number = outcome.rating.map { Double($0.erTenths) / 10 }
  }

  var fields: [String] { [puzzle, level ?? "-", number.map { String($0) } ?? "-"] }
}

/// A row of `grade --path`: the rating and the techniques behind it.
private struct PathRow: OutputRow {
  struct Use: Encodable, Sendable {
    let technique: String
    let rating: Double
    let count: Int
  }

  static let columns = RatingRow.columns + ["techniques"]
  let rated: RatingRow
  let techniques: [Use]
  private let summary: String

  init(_ board: Board, _ outcome: SEOutcome) {
    rated = RatingRow(board, outcome)
    var order: [String] = []
    var uses: [String: (technique: Technique, tenths: Int, count: Int)] = [:]
    for rated in outcome.partialRating.steps {
      let key = "\(rated.step.technique.name)@\(decimal(tenths: rated.ratingTenths))"
      if uses[key] == nil { order.append(key) }
      uses[key, default: (rated.step.technique, rated.ratingTenths, 0)].count += 1
    }
    summary = order.map { "\($0):\(uses[$0]?.count ?? 0)" }.joined(separator: ";")
    techniques = order.compactMap { key in
      uses[key].map {
        Use(technique: $0.technique.id, rating: Double($0.tenths) / 10, count: $0.count)
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    try rated.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(techniques, forKey: .path)
  }

  private enum Key: String, CodingKey { case path }

  var fields: [String] { rated.fields + [summary.isEmpty ? "-" : summary] }
}

/// A row of `grade --explain`: the rating and every step.
private struct ExplainedRow: OutputRow {
  static let columns = RatingRow.columns + ["steps"]
  let rated: RatingRow
  let steps: [ToldStep]

  init(_ board: Board, _ outcome: SEOutcome) {
    rated = RatingRow(board, outcome)
    steps = outcome.partialRating.steps.map(ToldStep.init)
  }

  func encode(to encoder: any Encoder) throws {
    try rated.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(steps, forKey: .steps)
  }

  private enum Key: String, CodingKey { case steps }

  var fields: [String] { rated.fields + [steps.map(\.sentence).joined(separator: " / ")] }
  var text: String {
    let lines = steps.enumerated().map { number, step in
      "\(number + 1). \(step.sentence)\n   \(step.pattern)"
    }
    return ([rated.text] + lines).joined(separator: "\n")
  }
}
