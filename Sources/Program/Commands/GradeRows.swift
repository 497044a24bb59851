import ArgumentParser
import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// Tenths as a decimal: `34` is `3.4`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// The scales and details that the rows of `grade` show.
struct GradeForm: Sendable {
  let scales: [any Scale]
  var options: GradeOptions
  /// True if a row has the techniques.
  var hasPath = false
  /// True if a row has every step.
  var hasSteps = false

  func layout(_ memberNames: [String]) -> RowLayout {
    let columns =
      scales.flatMap { scale in
        type(of: scale).columns.map {
          $0 == "level" && scales.count > 1 ? ScaleRegistry.standard.levelColumn(of: scale) : $0
        }
      }
    let all =
      ["puzzle"] + columns + ["unrated"] + (hasPath ? ["techniques"] : [])
      + (hasSteps ? ["steps"] : [])
    // A line has the reason only if there is one.
    return RowLayout(
      all, memberNames, reasonColumn: "unrated", lineFieldCount: all.count - 1)
  }

  /// Grades a board on the scales; the number of its solutions is found only once.
  func grades(_ board: Board) -> [Grade] {
    var options = options
    return scales.map { scale in
      let grade = scale.grade(board, options: options)
      switch grade.unrated {
      case .noSolution, .severalSolutions, .alreadySolved: break
      default: options.assumesUniqueSolution = true
      }
      return grade
    }
  }
}

/// A row of `grade`; `Content` is the record for one scale or for several.
struct GradeRow<Content: Record>: OutputRow {
  let record: Content
  private let puzzle: Board
  private let grades: [Grade]
  private let form: GradeForm

  init(_ puzzle: Board, _ grades: [Grade], _ form: GradeForm, _ record: Content) {
    (self.puzzle, self.grades, self.form, self.record) = (puzzle, grades, form, record)
  }

  private var unrated: UnratedReason? { grades.lazy.compactMap(\.unrated).first }

  /// True if the board can be rated; a limit reached is a result, not a mistake.
  var isAccepted: Bool { unrated != .noSolution && unrated != .severalSolutions }

  var fields: [String] {
    facts(none: "-") + summary(none: "-") + (form.hasSteps ? [sentences] : []) + reason
  }
  var columnFields: [String] {
    facts(none: "") + [unrated?.rawValue ?? ""] + summary(none: "")
      + (form.hasSteps ? [sentences] : [])
  }

  var text: String {
    let start = (facts(none: "-") + summary(none: "-") + reason).joined(separator: "  ")
    return
      ([start]
      + steps.enumerated().map { "\($0 + 1). \($1.sentence)\n   \($1.pattern)" })
      .joined(separator: "\n")
  }

  /// The puzzle and the values under the scales' columns; `none` replaces unknown ones.
  private func facts(none: String) -> [String] {
    [puzzle.line]
      + zip(form.scales, grades).flatMap { scale, grade in
        type(of: scale).columns.map { name in
          if name == "level" { return grade.level?.name ?? none }
          return grade.tenths(name).map { grade.level?.score($0) ?? decimal(tenths: $0) } ?? none
        }
      }
  }

  /// The reason for a missing rating, as the last field of a line.
  private var reason: [String] { unrated.map { [$0.rawValue] } ?? [] }

  private func summary(none: String) -> [String] {
    form.hasPath ? grades.map { $0.techniqueSummary(none: none) } : []
  }

  private var steps: [ExplainedStep] {
    form.hasSteps ? grades.flatMap { $0.steps.map(ExplainedStep.init) } : []
  }

  private var sentences: String { steps.map(\.sentence).joined(separator: " / ") }

  /// Appends the line in one pass, because the line takes most of the time of an easy puzzle.
  func appendLine(to bytes: inout [UInt8]) {
    guard !form.hasPath, !form.hasSteps, unrated == nil else {
      bytes.append(contentsOf: fields.joined(separator: "\t").utf8)
      return
    }
    puzzle.appendLine(to: &bytes)
    for (scale, grade) in zip(form.scales, grades) {
      for name in type(of: scale).columns {
        bytes.append(UInt8(ascii: "\t"))
        if name == "level" {
          bytes.append(contentsOf: (grade.level?.name ?? "-").utf8)
        } else if let tenths = grade.tenths(name) {
          append(tenths, isWhole: grade.level?.unitTenths == 10, to: &bytes)
        } else {
          bytes.append(UInt8(ascii: "-"))
        }
      }
    }
  }

  func appendArrow(_: [String], to bytes: inout [UInt8]) {
    bytes.append(arrow: puzzle)
    for (scale, grade) in zip(form.scales, grades) {
      for name in type(of: scale).columns {
        if name == "level" {
          bytes.append(arrow: grade.level?.name)
        } else {
          bytes.append(arrow: grade.tenths(name).map { Double($0) / 10 })
        }
      }
    }
    bytes.append(arrow: unrated?.rawValue)
    for text in summary(none: "") + (form.hasSteps ? [sentences] : []) {
      bytes.append(arrow: text.isEmpty ? nil : text)
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
    var uses: [(step: Step, tenths: Int, count: Int)] = []
    for graded in steps {
      let known = uses.firstIndex {
        $0.tenths == graded.tenths && $0.step.technique == graded.step.technique
      }
      if let known {
        uses[known].count += 1
      } else {
        uses.append((graded.step, graded.tenths, 1))
      }
    }
    let all = uses.map { "\($0.step.name)@\(decimal(tenths: $0.tenths)):\($0.count)" }
    return all.isEmpty ? none : all.joined(separator: ";")
  }

  /// The score or a figure by its column; figures exist beside a score only.
  fileprivate func tenths(_ column: String) -> Int? { figure(column) ?? scoreTenths }
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
    sentence = "\(decimal(tenths: graded.tenths)) \(step.name): \(step.explanation.text)"
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
  static let layout = RowLayout(
    ["puzzle", "answer", "unrated"], DecisionRecord.shape.fieldNames, reasonColumn: "unrated",
    lineFieldCount: 2)
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
