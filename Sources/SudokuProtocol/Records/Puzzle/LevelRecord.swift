/// A level of a scale: a line of `sudoku levels`.
public struct LevelRecord: Record, Hashable {
  /// The level's name.
  public var level: String
  /// The lowest score.
  public var from: Double
  /// The highest score; `nil` where the level is open above.
  public var to: Double?
  /// The scores in words: `2.0 to 2.9`.
  public var scores: String
  /// The scale's name.
  public var scale: String
  /// The scale's version.
  public var version: String

  /// Creates a record.
  public init(
    level: String, from: Double, to: Double?, scores: String, scale: String, version: String
  ) {
    (self.level, self.from, self.to, self.scores) = (level, from, to, scores)
    (self.scale, self.version) = (scale, version)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Level", "A level of a scale.",
    [
      .required("from", "The lowest score.") { $0.from },
      .required("level", "The level's name.") { $0.level },
      .required("scale", "The scale's name.") { $0.scale },
      .required("scores", "The scores in words: `2.0 to 2.9`.") { $0.scores },
      .optional("to", "The highest score; missing where the level is open above.") { $0.to },
      .required("version", "The scale's version.") { $0.version },
    ])
}
