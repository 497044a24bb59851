/// A puzzle's grade as it is stored, with its scale and the version of the scale's rules.
///
/// ```swift
/// GradeStamp(scale: "se", version: "1.2.1", level: "hard", scoreTenths: 45)
/// GradeStamp.se(level: "hard", ratingTenths: 45)      // the same
/// ```
///
/// Grades stored without a scale are of Sudoku Explainer's scale, version 1.2.1.
public struct GradeStamp: Hashable, Sendable, Codable {
  /// The scale's name.
  public var scale: String
  /// The version of the scale's rules.
  public var version: String
  /// The level's name on the scale, `nil` where it has none.
  public var level: String?
  /// The score in tenths of the scale's unit, `nil` where there is none.
  public var scoreTenths: Int?
  /// The tag of the daily series that the puzzle belongs to, `nil` for none: `DailyGame.tag(of:)`.
  package var series: String?

  package static let explainerScale = "se"
  /// The version of Sudoku Explainer's rules by which all grades of the old form were made.
  package static let explainerVersion = "1.2.1"

  /// Creates a grade.
  ///
  /// A level's name with a NUL character, and a score below 0 or above 2^53 - 1, count as none.
  public init(scale: String, version: String, level: String? = nil, scoreTenths: Int? = nil) {
    self.scale = scale
    self.version = version
    self.level = level.flatMap { ProfileName.isValid($0) ? $0 : nil }
    self.scoreTenths = scoreTenths.flatMap { Natural(number: $0)?.value }
  }

  /// Reads an object.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      scale: try container.decode(String.self, forKey: .scale),
      version: try container.decode(String.self, forKey: .version),
      level: try container.decodeIfPresent(String.self, forKey: .level),
      scoreTenths: try container.decodeIfPresent(Int.self, forKey: .scoreTenths))
    series = try container.decodeIfPresent(String.self, forKey: .series)
  }

  /// A grade by Sudoku Explainer's scale, version 1.2.1.
  package static func se(level: String?, ratingTenths: Int?) -> GradeStamp? {
    guard level != nil || ratingTenths != nil else { return nil }
    return GradeStamp(
      scale: explainerScale, version: explainerVersion, level: level, scoreTenths: ratingTenths)
  }

  /// True if the grade is stored in the old form: a level and a rating, without scale and version.
  var hasOldForm: Bool {
    scale == Self.explainerScale && version == Self.explainerVersion
      && (level != nil || scoreTenths != nil)
  }
}

/// A grade and the stamp of the creation that carries it.
///
/// Of several grades every device shows the earliest.
///
/// Between equal moments the higher score counts, then the larger series, then the smaller names.
struct DatedGrade: Hashable, Sendable {
  /// The stamp of the creation; `nil` in data of an older version.
  var created: Stamp?
  var grade: GradeStamp

  /// The grade to show of two; commutative, associative, idempotent.
  static func shown(_ one: DatedGrade?, _ other: DatedGrade?) -> DatedGrade? {
    guard let one, let other else { return one ?? other }
    return other.precedes(one) ? other : one
  }

  private func precedes(_ other: DatedGrade) -> Bool {
    if created != other.created { return (created ?? Self.never) < (other.created ?? Self.never) }
    let (score, otherScore) = (grade.scoreTenths ?? -1, other.grade.scoreTenths ?? -1)
    if score != otherScore { return score > otherScore }
    // A version that doesn't know series leaves them out: the grade that has one counts.
    if grade.series != other.grade.series {
      return (grade.series ?? "") > (other.grade.series ?? "")
    }
    return (grade.scale, grade.version, grade.level ?? "")
      < (other.grade.scale, other.grade.version, other.grade.level ?? "")
  }

  private static let never = Stamp(rawValue: .max)
}
