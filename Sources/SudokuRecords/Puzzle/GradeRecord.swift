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
  /// The hardest step.
  public var er: Tenths?
  /// The hardest step up to the first digit placed.
  public var ep: Tenths?
  /// The first step.
  public var ed: Tenths?

  /// Creates a record of a rating on the scale `se`.
  public init(_ rating: SERating) {
    scale = SEScale.name
    version = SEScale.version
    er = Tenths(rating.erTenths)
    ep = Tenths(rating.epTenths)
    ed = Tenths(rating.edTenths)
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
      .optional("version", "The version of the scale.") { $0.version },
    ])
}

/// How hard a puzzle is, and why: an answer of `puzzle.grade`, a line of `sudoku grade`.
public struct GradeRecord: Record {
  /// The clues.
  public var puzzle: Board
  /// What the rating says.
  public var outcome: SEOutcome
  /// Whether techniques and steps are listed.
  public var keepsPath: Bool
  /// Whether every step is told in full.
  public var explains: Bool

  /// Creates a record of a rating.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - outcome: What the rating says; with its steps, where they are listed.
  ///   - keepsPath: Whether techniques and steps are listed.
  ///   - explains: Whether every step is told in full.
  public init(
    _ puzzle: Board, _ outcome: SEOutcome, keepsPath: Bool = false, explains: Bool = false
  ) {
    self.puzzle = puzzle
    self.outcome = outcome
    self.keepsPath = keepsPath
    self.explains = explains
  }

  /// The hardest step found before the rating stopped; `nil` where there is a rating.
  public var atLeast: Tenths? {
    let reached = outcome.partialRating.erTenths
    return outcome.rating == nil && reached > 0 ? Tenths(reached) : nil
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Grade", "How hard a puzzle is, and why.",
    [
      .optional("atLeast", "Without a rating: the hardest step until then.") { $0.atLeast },
      .nullable("level", Level.meaning) { $0.outcome.level },
      .optional("path", "Every step in short, on request.") { grade in
        grade.keepsPath
          ? grade.outcome.partialRating.steps.map { PathStepRecord($0) } : nil
      },
      .required("puzzle") { $0.puzzle },
      .nullable("rating") { $0.outcome.rating.map { RatingRecord($0) } },
      .optional("steps", "Every step in full, on request.") { grade in
        grade.explains ? grade.outcome.partialRating.steps.map { StepRecord($0) } : nil
      },
      .optional("techniques", "How often each technique was used, by ID, on request.") { grade in
        grade.keepsPath ? grade.techniqueCounts : nil
      },
      .optional(
        "unrated", "Why there is no rating.",
        .choice("", SEUnratedReason.allCases.map(\.rawValue))
      ) { $0.outcome.unratedReason?.rawValue },
    ])

  private var techniqueCounts: [String: Int] {
    Dictionary(
      outcome.partialRating.techniqueCounts.used().map { ($0.technique.id, $0.count) },
      uniquingKeysWith: +)
  }
}

extension Level {
  /// What the levels mean, for the descriptions of fields and parameters.
  public static let meaning =
    "From easy to extreme: "
    + allCases.map { level in
      let start = Double(level.erTenthsRange.lowerBound) / 10
      return level == .easy ? "easy" : "\(level.name) from ER \(start)"
    }.joined(separator: ", ") + "."
}
