/// A technique of the catalogue: a line of `sudoku techniques`.
public struct TechniqueRecord: Record, Hashable {
  /// The technique's ID.
  public var id: String
  /// Its name.
  public var name: String
  /// Its family.
  public var family: String
  /// Its rating on the scale, before what a single step adds; `nil` where the scale lacks it.
  public var rating: Double?
  /// The scale's name.
  public var scale: String
  /// Other names.
  public var aliases: [String]
  /// Whether it assumes that the puzzle has one solution.
  public var assumesUniqueness: Bool

  /// Creates a record.
  public init(
    id: String, name: String, family: String, rating: Double?, scale: String, aliases: [String],
    assumesUniqueness: Bool
  ) {
    (self.id, self.name, self.family, self.rating) = (id, name, family, rating)
    (self.scale, self.aliases, self.assumesUniqueness) = (scale, aliases, assumesUniqueness)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Technique", "A technique of the catalogue.",
    [
      .required("aliases", "Other names.") { $0.aliases },
      .required("assumesUniqueness", "Whether it assumes that the puzzle has one solution.") {
        $0.assumesUniqueness
      },
      .required("family", "Its family.") { $0.family },
      .required("id", "The technique's ID.") { $0.id },
      .required("name", "Its name.") { $0.name },
      .optional(
        "rating",
        "Its rating on the scale, before what a single step adds; missing where the scale lacks it."
      ) { $0.rating },
      .required("scale", "The scale's name.") { $0.scale },
    ])
}
