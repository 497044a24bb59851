import JSONCoding
import SudokuCore
import SudokuExplainer
import SudokuRating

/// A rating and the scale that made it: `{"scale": "se", "version": ..., "er": 7.2, ...}`.
public struct RatingRecord: Record, Hashable {
  /// The name of the scale.
  public var scale: String
  /// The version of the scale, `nil` where it is not known any more.
  public var version: String?
  /// The hardest step, on the scale `se`.
  public var er: Tenths?
  /// The hardest step up to the first digit placed, on the scale `se`.
  public var ep: Tenths?
  /// The first step, on the scale `se`.
  public var ed: Tenths?
  /// The score on any other scale.
  public var score: Tenths?

  /// Creates a record of a grade; `nil` where it has no score.
  public init?(_ grade: Grade) {
    guard let tenths = grade.scoreTenths else { return nil }
    scale = grade.scale
    version = grade.version
    if grade.scale == SEScale.name { er = Tenths(tenths) } else { score = Tenths(tenths) }
    ep = grade.figure("ep").map { Tenths($0) }
    ed = grade.figure("ed").map { Tenths($0) }
  }

  /// Creates a record of the hardest step alone, as a game keeps it.
  ///
  /// - Parameter tenths: The rating of the hardest step on the scale `se`, in tenths.
  public init(hardestStepTenths tenths: Int) {
    scale = SEScale.name
    er = Tenths(tenths)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Rating",
    """
    How hard a puzzle is on a scale. `se` is the scale of Sudoku Explainer: 1.0 is a single that \
    one sees at once, 2.6 an intersection, 4.5 a unique rectangle, 6.6 and more are chains, 11.9 \
    is the hardest known.
    """,
    [
      .optional("ed", "Diamond: the rating of the first step.") { $0.ed },
      .optional("ep", "Pearl: the hardest step up to the first digit placed.") { $0.ep },
      .optional("er", "The rating of the hardest step: how hard the puzzle is.") { $0.er },
      .required("scale", "The name of the scale.") { $0.scale },
      .optional("score", "How hard the puzzle is on another scale.") { $0.score },
      .optional("version", "The version of the scale.") { $0.version },
    ])
}

/// How hard a puzzle is, and why: an answer of `puzzle.grade`, a line of `sudoku grade`.
public struct GradeRecord: Record {
  /// The clues.
  public var puzzle: Board
  /// The grade.
  public var grade: Grade
  /// Whether techniques and steps are listed.
  public var keepsPath: Bool
  /// Whether every step is told in full.
  public var explains: Bool

  /// Creates a record of a rating.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - grade: The grade; with its steps, where they are listed.
  ///   - keepsPath: Whether techniques and steps are listed.
  ///   - explains: Whether every step is told in full.
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
