import JSONCoding
import SudokuCore
import SudokuRating
import SudokuTechniques

/// How hard a puzzle is, and why: an answer of `puzzle.grade`, a line of `sudoku grade`.
public struct GradeRecord: Record {
  /// The clues.
  public var puzzle: Board
  /// The grade.
  public var grade: Grade
  /// Whether techniques and steps are listed.
  public var keepsPath: Bool
  /// Whether every step is explained in full.
  public var explains: Bool

  /// Creates a record of a rating.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - grade: The grade; with its steps, where they are listed.
  ///   - keepsPath: Whether techniques and steps are listed.
  ///   - explains: Whether every step is explained in full.
  public init(
    _ puzzle: Board, _ grade: Grade, keepsPath: Bool = false, explains: Bool = false
  ) {
    self.puzzle = puzzle
    self.grade = grade
    self.keepsPath = keepsPath
    self.explains = explains
  }

  /// The hardest step found before the rating stopped; `nil` where there is a rating.
  public var atLeast: Tenths? {
    grade.scoreTenths == nil && grade.reachedTenths > 0 ? Tenths(grade.reachedTenths) : nil
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Grade", "How hard a puzzle is, and why.",
    [
      .optional("atLeast", "Without a rating: the hardest step until then.") { $0.atLeast },
      .nullable("level", Level.meaning) { $0.grade.level },
      .optional("path", "Every step in short, on request.") { record in
        record.keepsPath ? record.grade.steps.map { PathStepRecord($0) } : nil
      },
      .required("puzzle") { $0.puzzle },
      .nullable("rating") { RatingRecord($0.grade) },
      .optional("steps", "Every step in full, on request.") { record in
        record.explains ? record.grade.steps.map { StepRecord($0) } : nil
      },
      .optional("techniques", "How often each technique was used, by ID, on request.") { record in
        record.keepsPath ? record.techniqueCounts : nil
      },
      .optional(
        "unrated", "Why there is no rating.",
        .choice("", UnratedReason.allCases.map(\.rawValue))
      ) { $0.grade.unrated?.rawValue },
    ])

  private var techniqueCounts: [String: Int] {
    Dictionary(
      grade.techniqueCounts.used().map { ($0.technique.id, $0.count) },
      uniquingKeysWith: +)
  }
}

extension Level {
  /// What the levels of the scale `se` mean, for the descriptions of fields and parameters.
  public static let meaning =
    "From easy to extreme: "
    + SudokuExplainerScale.levels.map { level in
      let start = Double(level.scoreTenths.lowerBound) / 10
      return level == .easy ? "easy" : "\(level.name) from ER \(start)"
    }.joined(separator: ", ") + "."
}
