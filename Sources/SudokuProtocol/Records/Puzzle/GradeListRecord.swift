import SudokuCore

/// Many ratings: the answer of `puzzle.grade` to `puzzles`.
public struct GradeListRecord: Record {
  /// The ratings, in the order of the puzzles.
  public var ratings: [GradeRecord]

  /// Creates a record.
  public init(_ ratings: [GradeRecord]) { self.ratings = ratings }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GradeList", "Many ratings.",
    [.required("ratings", "In the order of the puzzles.") { $0.ratings }])
}
