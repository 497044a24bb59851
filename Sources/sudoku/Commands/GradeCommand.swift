import ArgumentParser
import Foundation
import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// `sudoku grade`: the difficulty of puzzles.
struct GradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Rate puzzles on the scales se (Sudoku Explainer), hodoku or level.",
    discussion: """
      Prints one line for each puzzle: puzzle, ER (hardest step), EP (hardest step up to the first \
      placed digit), ED (first step), level. Without a rating these are '-' (empty in csv), and the \
      reason is the last word of the line (the column 'unrated' in csv). With --scale hodoku: \
      puzzle, level, score; with --scale level: puzzle, level, number. --path and --explain add a \
      column each. --techniques rates for a player who knows only these; puzzles that need others \
      are 'beyondTechniques'.

      EXAMPLES
        sudoku grade puzzles.txt
        sudoku grade --format csv < puzzles.csv > rated.csv  # other columns stay
        sudoku grade --scale level --techniques subset,x-wing puzzles.txt
        sudoku grade --explain 53..7....6..195...  # 81 characters
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The scale: se (ER, EP, ED), level (name and number) or hodoku (level and score).")
  var scale = ScaleArgument.default

  @Flag(help: "Add the techniques used, with ratings and counts.")
  var path = false

  @Flag(help: "Explain every step; jsonl and text also show its pattern.")
  var explain = false

  @Flag(inversion: .prefixedNo, help: "Use techniques that assume a unique solution.")
  var uniqueness = true

  @Option(
    help:
      "The techniques you know, for the scales level and hodoku: ids, names or families; singles are always known.",
    transform: parseTechniques)
  var techniques: Set<Technique>?

  @Option(
    help: "Give up on a puzzle after this many statements derived by chains.",
    transform: parsePositive)
  var workLimit: Int?

  @Option(help: "Only print whether ER >= R: yes or no.")
  var atLeast: SingleRating?

  @Option(help: "Only print whether ER <= R: yes or no.")
  var atMost: SingleRating?

  func validate() throws {
    if techniques != nil, !scale.scale.keepsToTechniques {
      let names = ScaleRegistry.standard.scales.filter(\.keepsToTechniques).map { "'\($0.name)'" }
      throw ValidationError(
        "--techniques needs the scale \(names.joined(separator: " or ")): "
          + "'\(scale.scale.name)' does not support it")
    }
    guard atLeast != nil || atMost != nil else { return }
    if atLeast != nil, atMost != nil {
      throw ValidationError("--at-least and --at-most are mutually exclusive")
    }
    if path || explain {
      throw ValidationError("--at-least and --at-most cannot be combined with --path or --explain")
    }
    guard scale.scale.name == SudokuExplainerScale().name else {
      throw ValidationError("--at-least and --at-most need the scale 'se'")
    }
  }

  func run() async throws {
    if let atLeast { return try await decide(atLeast.tenths) { $0 } }
    if let atMost { return try await decide(atMost.tenths + 1) { !$0 } }
    var options = GradeOptions()
    options.keepsSteps = path || explain
    options.allowsUniqueness = uniqueness
    options.techniques = techniques
    if let workLimit { options.workLimit = workLimit }
    try await rows(on: scale.scale, options)
  }

  /// Rows that answer whether the rating reaches a number of tenths.
  private func decide(
    _ tenths: Int, _ answer: @escaping @Sendable (Bool) -> Bool
  ) async throws {
    var options = SERater.Options()
    options.search.allowsUniqueness = uniqueness
    if let workLimit { options.workLimit = workLimit }
    let rater = SERater(options: options)
    try await runRowFilter(filter, blockSize: 1 << 11) { board in
      let row = DecisionRow(board, rater.decide(board, atLeast: tenths), answer)
      return (row, row.isWanted)
    }
  }

  /// Rows as the options ask for them, on top of those of the scale.
  private func rows<Rated: Scale>(on scale: Rated, _ options: GradeOptions) async throws {
    typealias Row = ScaleRow<Rated>
    let grade = { @Sendable (board: Board) in scale.grade(board, options: options) }
    switch (path, explain) {
    case (true, true): try await rows(blockSize: 1 << 10) { ExplainedPathRow<Row>($0, grade($0)) }
    case (false, true): try await rows(blockSize: 1 << 10) { ExplainedRow<Row>($0, grade($0)) }
    case (true, false): try await rows(blockSize: 1 << 10) { PathRow<Row>($0, grade($0)) }
    case (false, false):
      try await rows(blockSize: scale.batchSize) {
        Row(GradeRecord($0, grade($0), keepsPath: false, explains: false))
      }
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
private protocol GradeRow: OutputRow where Content == GradeRecord {}

extension GradeRow {
  /// Whether the board can be rated; a limit reached is a result, not a mistake.
  var isWanted: Bool {
    record.grade.unrated != .noSolution && record.grade.unrated != .severalSolutions
  }

  /// A line has the reason only if there is one.
  static var lineFieldCount: Int { columns.count - 1 }
  /// The reason for a missing rating, as the last field of a line.
  var reason: [String] { record.grade.unrated.map { [$0.rawValue] } ?? [] }
  var reasonColumn: String { record.grade.unrated?.rawValue ?? "" }
}

/// Tenths as a decimal: `34` is `3.4`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// A row to which others add columns.
private protocol BaseRow: GradeRow {
  init(_ record: GradeRecord)
  func facts(none: String) -> [String]
}

/// A row without steps: the columns of a scale.
private struct ScaleRow<Rated: Scale>: BaseRow {
  static var columns: [String] { ["puzzle"] + Rated.columns + ["unrated"] }
  let record: GradeRecord

  init(_ record: GradeRecord) { self.record = record }

  var fields: [String] { facts(none: "-") + reason }
  var columnFields: [String] { facts(none: "") + [reasonColumn] }

  /// The fields except the reason; `none` replaces unknown values.
  func facts(none: String) -> [String] {
    let grade = record.grade
    return [record.puzzle.line]
      + Rated.columns.map { name in
        if name == "level" { return grade.level?.name ?? none }
        return tenths(name).map { grade.level?.score($0) ?? decimal(tenths: $0) } ?? none
      }
  }

  /// The score or a figure by its column; figures exist beside a score only.
  private func tenths(_ column: String) -> Int? {
    record.grade.figure(column) ?? record.grade.scoreTenths
  }

  /// The line in one go: most of the time of an easy puzzle is that of its line.
  func appendLine(to bytes: inout [UInt8]) {
    guard record.grade.scoreTenths != nil, let level = record.grade.level else {
      bytes.append(contentsOf: fields.joined(separator: "\t").utf8)
      return
    }
    record.puzzle.appendLine(to: &bytes)
    for name in Rated.columns {
      bytes.append(UInt8(ascii: "\t"))
      if name == "level" {
        bytes.append(contentsOf: level.name.utf8)
      } else if let tenths = tenths(name) {
        append(tenths, isWhole: level.unitTenths == 10, to: &bytes)
      }
    }
  }

  private func append(_ tenths: Int, isWhole: Bool, to bytes: inout [UInt8]) {
    var digits = tenths / 10
    var unit = 1
    while unit * 10 <= digits { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(digits / unit))
      digits %= unit
      unit /= 10
    }
    guard !isWhole else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(tenths % 10))
  }
}

extension Grade {
  /// The techniques with ratings and counts: `"Hidden Single (block)@1.2:40;Pointing@2.6:1"`.
  fileprivate func techniqueSummary(none: String) -> String {
    var uses: [(technique: Technique, tenths: Int, count: Int)] = []
    for graded in steps {
      let technique = graded.step.technique
      let known = uses.firstIndex { $0.tenths == graded.tenths && $0.technique == technique }
      if let known {
        uses[known].count += 1
      } else {
        uses.append((technique, graded.tenths, 1))
      }
    }
    let all = uses.map { "\($0.technique.name)@\(decimal(tenths: $0.tenths)):\($0.count)" }
    return all.isEmpty ? none : all.joined(separator: ";")
  }
}

/// A row of `grade --path`: the grade and the techniques behind it.
private struct PathRow<Base: BaseRow>: GradeRow {
  static var columns: [String] { Base.columns + ["techniques"] }
  let base: Base
  var record: GradeRecord { base.record }

  init(_ board: Board, _ grade: Grade, explains: Bool = false) {
    base = Base(GradeRecord(board, grade, keepsPath: true, explains: explains))
  }

  func facts(none: String) -> [String] {
    base.facts(none: none) + [record.grade.techniqueSummary(none: none)]
  }

  var fields: [String] { facts(none: "-") + reason }
  var columnFields: [String] { base.columnFields + [record.grade.techniqueSummary(none: "")] }
}

/// A row of `grade --path --explain`: the grade, the techniques and every step.
private struct ExplainedPathRow<Base: BaseRow>: GradeRow {
  static var columns: [String] { PathRow<Base>.columns + ["steps"] }
  let path: PathRow<Base>
  let explained: ExplainedRow<Base>
  var record: GradeRecord { path.record }

  init(_ board: Board, _ grade: Grade) {
    path = PathRow(board, grade, explains: true)
    explained = ExplainedRow(board, grade)
  }

  var fields: [String] { path.facts(none: "-") + [explained.sentences] + reason }
  var columnFields: [String] { path.columnFields + [explained.sentences] }
  var text: String { ([path.text] + explained.lines).joined(separator: "\n") }
}

/// A row of `grade --explain`: the grade and every step.
private struct ExplainedRow<Base: BaseRow>: GradeRow {
  static var columns: [String] { Base.columns + ["steps"] }
  let base: Base
  let steps: [ExplainedStep]
  var record: GradeRecord { base.record }

  init(_ board: Board, _ grade: Grade) {
    base = Base(GradeRecord(board, grade, keepsPath: false, explains: true))
    steps = grade.steps.map(ExplainedStep.init)
  }

  var sentences: String { steps.map(\.sentence).joined(separator: " / ") }
  var lines: [String] {
    steps.enumerated().map { number, step in
      "\(number + 1). \(step.sentence)\n   \(step.pattern)"
    }
  }
  var fields: [String] { base.facts(none: "-") + [sentences] + reason }
  var columnFields: [String] { base.columnFields + [sentences] }
  var text: String { ([base.text] + lines).joined(separator: "\n") }
}
