import ArgumentParser
import Foundation
import SudokuCore
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
  var scale = ScaleArgument.default

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

  func run() async throws {
    var options = GradeOptions()
    options.keepsSteps = path || explain
    options.allowsUniqueness = uniqueness
    if let workLimit { options.workLimit = workLimit }
    let (scale, finalOptions) = (scale.scale, options)
    let grade = { @Sendable (board: Board) in scale.grade(board, options: finalOptions) }
    switch (path, explain) {
    case (true, true):
      try await rows(blockSize: 1 << 10) { ToldPathRow($0, grade($0)) }
    case (false, true):
      try await rows(blockSize: 1 << 10) { ExplainedRow($0, grade($0)) }
    case (true, false):
      try await rows(blockSize: 1 << 10) { PathRow($0, grade($0)) }
    case (false, false) where scale.name == SudokuExplainerScale().name:
      try await rows(blockSize: 1 << 11) { RatingRow($0, grade($0)) }
    case (false, false):
      try await rows(blockSize: 1 << 11) { LevelRow($0, grade($0)) }
    }
  }

  private func rows<Row: GradeRow>(
    blockSize: Int, _ row: @escaping @Sendable (Board) -> Row
  ) async throws {
    try await runRowFilter(filter, blockSize: blockSize) { board in
      let row = row(board)
      return (row, row.isWanted)
    }
  }
}

/// A row of `grade`.
private protocol GradeRow: OutputRow {
  /// Whether the board was one that can be rated; a limit reached is a result, not a mistake.
  var isWanted: Bool { get }
}

extension Grade {
  /// Whether the board was one that can be rated.
  fileprivate var isWanted: Bool { unrated != .noSolution && unrated != .severalSolutions }
}

/// A rating as JSON: one decimal each.
struct RatingRecord: Codable, Sendable {
  let scale: String
  let version: String
  /// On the scale `se`.
  let er: Double?
  let ep: Double?
  let ed: Double?
  /// On other scales.
  let score: Double?

  /// Creates a record of a grade; `nil` where it has no score.
  init?(_ grade: Grade) {
    guard let tenths = grade.scoreTenths else { return nil }
    let isExplainer = grade.scale == SudokuExplainerScale().name
    scale = grade.scale
    version = grade.version
    er = isExplainer ? Double(tenths) / 10 : nil
    score = isExplainer ? nil : Double(tenths) / 10
    ep = grade.figure("ep").map { Double($0) / 10 }
    ed = grade.figure("ed").map { Double($0) / 10 }
  }
}

/// Tenths as people write them: `34` is `3.4`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// A row of `grade --scale se`.
private struct RatingRow: GradeRow {
  static let columns = ["puzzle", "er", "ep", "ed", "level"]
  let puzzle: String
  let rating: RatingRecord?
  let level: String?
  /// Why there is no rating.
  let unrated: String?
  /// The hardest step up to the point where the rating stopped, where there is no rating.
  let atLeast: Double?
  private let ratingFields: [String]
  let isWanted: Bool

  init(_ board: Board, _ grade: Grade) {
    puzzle = board.line
    rating = RatingRecord(grade)
    level = grade.level?.name
    unrated = grade.unrated?.message
    let reached = grade.reachedTenths
    atLeast = grade.scoreTenths == nil && reached > 0 ? Double(reached) / 10 : nil
    isWanted = grade.isWanted
    ratingFields =
      grade.scoreTenths.map { score in
        [score, grade.figure("ep"), grade.figure("ed")].map { $0.map(decimal) ?? "-" }
      } ?? ["unrated", "unrated", "unrated"]
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
private struct LevelRow: GradeRow {
  static let columns = ["puzzle", "level", "number"]
  let puzzle: String
  let level: String?
  let number: Double?
  let isWanted: Bool

  init(_ board: Board, _ grade: Grade) {
    puzzle = board.line
    level = grade.level?.name
    number = grade.scoreTenths.map { Double($0) / 10 }
    isWanted = grade.isWanted
  }

  enum CodingKeys: String, CodingKey {
    case puzzle
    case level
    case number
  }

  var fields: [String] { [puzzle, level ?? "-", number.map { String($0) } ?? "-"] }
}

/// The techniques of a grade, each with its rating and count.
private struct TechniqueUses {
  struct Use: Encodable, Sendable {
    let technique: String
    let rating: Double
    let count: Int
  }

  let uses: [Use]
  /// As in `"Hidden Single (block)@1.2:40;Pointing@2.6:1"`.
  let summary: String

  init(_ grade: Grade) {
    var order: [String] = []
    var uses: [String: (technique: Technique, tenths: Int, count: Int)] = [:]
    for graded in grade.steps {
      let key = "\(graded.step.technique.name)@\(decimal(tenths: graded.tenths))"
      if uses[key] == nil { order.append(key) }
      uses[key, default: (graded.step.technique, graded.tenths, 0)].count += 1
    }
    let all = order.map { "\($0):\(uses[$0]?.count ?? 0)" }.joined(separator: ";")
    summary = all.isEmpty ? "-" : all
    self.uses = order.compactMap { key in
      uses[key].map {
        Use(technique: $0.technique.id, rating: Double($0.tenths) / 10, count: $0.count)
      }
    }
  }
}

/// A row of `grade --path`: the rating and the techniques behind it.
private struct PathRow: GradeRow {
  static let columns = RatingRow.columns + ["techniques"]
  let rated: RatingRow
  let techniques: TechniqueUses

  init(_ board: Board, _ grade: Grade) {
    rated = RatingRow(board, grade)
    techniques = TechniqueUses(grade)
  }

  func encode(to encoder: any Encoder) throws {
    try rated.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(techniques.uses, forKey: .path)
  }

  private enum Key: String, CodingKey { case path }

  var isWanted: Bool { rated.isWanted }
  var fields: [String] { rated.fields + [techniques.summary] }
}

/// A row of `grade --path --explain`: the rating, the techniques and every step.
private struct ToldPathRow: GradeRow {
  static let columns = PathRow.columns + ["steps"]
  let path: PathRow
  let told: ExplainedRow

  init(_ board: Board, _ grade: Grade) {
    path = PathRow(board, grade)
    told = ExplainedRow(board, grade)
  }

  func encode(to encoder: any Encoder) throws {
    try path.encode(to: encoder)
    try told.encodeSteps(to: encoder)
  }

  var isWanted: Bool { path.isWanted }
  var fields: [String] { path.fields + [told.sentences] }
  var text: String { ([path.text] + told.lines).joined(separator: "\n") }
}

/// A row of `grade --explain`: the rating and every step.
private struct ExplainedRow: GradeRow {
  static let columns = RatingRow.columns + ["steps"]
  let rated: RatingRow
  let steps: [ToldStep]

  init(_ board: Board, _ grade: Grade) {
    rated = RatingRow(board, grade)
    steps = grade.steps.map(ToldStep.init)
  }

  func encode(to encoder: any Encoder) throws {
    try rated.encode(to: encoder)
    try encodeSteps(to: encoder)
  }

  func encodeSteps(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(steps, forKey: .steps)
  }

  private enum Key: String, CodingKey { case steps }

  var isWanted: Bool { rated.isWanted }
  var sentences: String { steps.map(\.sentence).joined(separator: " / ") }
  var lines: [String] {
    steps.enumerated().map { number, step in
      "\(number + 1). \(step.sentence)\n   \(step.pattern)"
    }
  }
  var fields: [String] { rated.fields + [sentences] }
  var text: String { ([rated.text] + lines).joined(separator: "\n") }
}
