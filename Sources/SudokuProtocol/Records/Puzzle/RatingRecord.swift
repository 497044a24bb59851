import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession
import SudokuTechniques

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

  /// How many rounds the solution took, on the scale `level`.
  public var rounds: Int?
  /// How many digits or candidates the narrowest round of the hardest kind decided, on the scale
  /// `level`.
  public var breadth: Int?

  /// Creates a record of a grade; `nil` where it has no score.
  public init?(_ grade: Grade) {
    guard let tenths = grade.scoreTenths else { return nil }
    scale = grade.scale
    version = grade.version
    if grade.scale == SEScale.name { er = Tenths(tenths) } else { score = Tenths(tenths) }
    ep = grade.figure("ep").map { Tenths($0) }
    ed = grade.figure("ed").map { Tenths($0) }
    rounds = grade.figure("rounds").map { $0 / 10 }
    breadth = grade.figure("breadth").map { $0 / 10 }
  }

  /// Creates a record of what a game keeps of its grade; `nil` where it has no score.
  public init?(_ stamp: GradeStamp) {
    guard let tenths = stamp.scoreTenths else { return nil }
    scale = stamp.scale
    if stamp.scale == SEScale.name { er = Tenths(tenths) } else { score = Tenths(tenths) }
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
      .optional(
        "breadth",
        "On the scale `level`: how many digits or candidates the narrowest round of the hardest kind "
          + "decided."
      ) { $0.breadth },
      .optional("ed", "Diamond: the rating of the first step.") { $0.ed },
      .optional("ep", "Pearl: the hardest step up to the first digit placed.") { $0.ep },
      .optional("er", "The rating of the hardest step: how hard the puzzle is.") { $0.er },
      .optional("rounds", "On the scale `level`: how many rounds of steps solve the puzzle.") {
        $0.rounds
      },
      .required("scale", "The name of the scale.") { $0.scale },
      .optional("score", "How hard the puzzle is on another scale.") { $0.score },
      .optional("version", "The version of the scale.") { $0.version },
    ])
}
