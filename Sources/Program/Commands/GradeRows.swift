import ArgumentParser
import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// A row of `grade`.
protocol GradeRow: OutputRow where Content == GradeRecord {}

extension GradeRow {
  /// True if the board can be rated; a limit reached is a result, not a mistake.
  var isAccepted: Bool {
    record.grade.unrated != .noSolution && record.grade.unrated != .severalSolutions
  }

  static var reasonColumn: String? { "unrated" }
  /// A line has the reason only if there is one.
  static var lineFieldCount: Int { columns.count - 1 }
  /// The reason for a missing rating, as the last field of a line.
  var reason: [String] { record.grade.unrated.map { [$0.rawValue] } ?? [] }
  var reasonColumn: String { record.grade.unrated?.rawValue ?? "" }
}

/// Tenths as a decimal: `34` is `3.4`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// A row without steps: the columns of a scale.
struct ScaleRow<Rated: Scale>: GradeRow {
  static var columns: [String] { ["puzzle"] + Rated.columns + ["unrated"] }
  let record: GradeRecord

  init(_ record: GradeRecord) { self.record = record }

  var fields: [String] { facts(none: "-") + reason }
  var columnFields: [String] { facts(none: "") + [reasonColumn] }

  /// The fields except the reason; `none` replaces unknown values.
  func facts(none: String) -> [String] {
    [record.puzzle.line] + record.grade.cells(Rated.columns, none: none)
  }

  /// Appends the line in one pass, because the line takes most of the time of an easy puzzle.
  func appendLine(to bytes: inout [UInt8]) {
    let grade = record.grade
    guard grade.scoreTenths != nil else {
      bytes.append(contentsOf: fields.joined(separator: "\t").utf8)
      return
    }
    record.puzzle.appendLine(to: &bytes)
    for name in Rated.columns {
      bytes.append(UInt8(ascii: "\t"))
      if name == "level" {
        bytes.append(contentsOf: (grade.level?.name ?? "-").utf8)
      } else if let tenths = grade.tenths(name) {
        append(tenths, isWhole: grade.level?.unitTenths == 10, to: &bytes)
      }
    }
  }

  func appendArrow(to bytes: inout [UInt8]) {
    let grade = record.grade
    bytes.append(arrow: record.puzzle)
    for name in Rated.columns {
      if name == "level" {
        bytes.append(arrow: grade.level?.name)
      } else {
        bytes.append(arrow: grade.tenths(name).map { Double($0) / 10 })
      }
    }
    bytes.append(arrow: grade.unrated?.rawValue)
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

/// The columns that `grade --path` and `--explain` add.
protocol GradeDetail {
  static var hasPath: Bool { get }
  static var hasSteps: Bool { get }
}

enum Path: GradeDetail { static let (hasPath, hasSteps) = (true, false) }
enum Steps: GradeDetail { static let (hasPath, hasSteps) = (false, true) }
enum PathAndSteps: GradeDetail { static let (hasPath, hasSteps) = (true, true) }

/// A row with the techniques or the steps behind the grade.
struct DetailedRow<Rated: Scale, Detail: GradeDetail>: GradeRow {
  static var columns: [String] {
    ScaleRow<Rated>.columns + (Detail.hasPath ? ["techniques"] : [])
      + (Detail.hasSteps ? ["steps"] : [])
  }
  private let base: ScaleRow<Rated>
  private let steps: [ExplainedStep]
  var record: GradeRecord { base.record }

  init(_ board: Board, _ grade: Grade) {
    base = ScaleRow(
      GradeRecord(board, grade, keepsPath: Detail.hasPath, explains: Detail.hasSteps))
    steps = Detail.hasSteps ? grade.steps.map(ExplainedStep.init) : []
  }

  private func details(none: String) -> [String] {
    (Detail.hasPath ? [record.grade.techniqueSummary(none: none)] : [])
      + (Detail.hasSteps ? [steps.map(\.sentence).joined(separator: " / ")] : [])
  }

  var fields: [String] { base.facts(none: "-") + details(none: "-") + reason }
  var columnFields: [String] { base.columnFields + details(none: "") }

  var text: String {
    let path =
      Detail.hasPath ? base.facts(none: "-") + details(none: "-").prefix(1) + reason : base.fields
    let lines = steps.enumerated().map { number, step in
      "\(number + 1). \(step.sentence)\n   \(step.pattern)"
    }
    return ([path.joined(separator: "  ")] + lines).joined(separator: "\n")
  }
}

/// A step of `grade --explain`.
private struct ExplainedStep: Sendable {
  /// Rating, technique and explanation.
  let sentence: String
  /// The pattern in a line, such as `cells r1c4 r2c4; digits 3 5; houses b2`.
  let pattern: String

  init(_ graded: GradedStep) {
    let step = graded.step
    let pattern = step.pattern
    sentence = "\(decimal(tenths: graded.tenths)) \(step.technique.name): \(step.explanation.text)"
    let digits = pattern.digits.union(pattern.specialDigits).map { String($0.rawValue) }
    let houses = (pattern.houses.map(\.description) + pattern.coverHouses.map(\.description))
    let parts = [
      ("cells", pattern.cells.union(pattern.specialCells).map(\.description), " "),
      ("digits", digits, " "), ("houses", houses, " "),
      ("candidates", pattern.candidates.map(\.description), " "),
      ("links", pattern.links.map(Self.text), ", "),
    ]
    self.pattern = parts.filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.joined(separator: $0.2))" }.joined(separator: "; ")
  }

  /// A link in standard notation, such as `r4c7=5 -> r4c1<>5 (r4)`.
  private static func text(_ link: ChainLink) -> String {
    let reason =
      switch link.reason {
      case .cell: "cell"
      case .house(let house): house.description
      case .technique(let technique): technique.id
      case .nested(let index): "nested \(index + 1)"
      }
    let premises = link.premises.map(\.description).joined(separator: " & ")
    return "\(premises) -> \(link.conclusion) (\(reason))"
  }
}

/// A row of `grade --at-least` and `grade --at-most`.
struct DecisionRow: OutputRow {
  static let columns = ["puzzle", "answer", "unrated"]
  static let lineFieldCount = 2
  static let reasonColumn: String? = "unrated"
  let record: DecisionRecord

  /// Creates the answer to a question about "at least", or to the opposite one.
  init(_ puzzle: Board, _ decision: SEDecision, _ answer: (Bool) -> Bool) {
    record =
      switch decision {
      case .yes: DecisionRecord(puzzle, answer: answer(true), unrated: nil)
      case .no: DecisionRecord(puzzle, answer: answer(false), unrated: nil)
      case .unrated(let reason): DecisionRecord(puzzle, answer: nil, unrated: reason)
      }
  }

  /// True if the board can be rated; a limit reached is a result, not a mistake.
  var isAccepted: Bool {
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
