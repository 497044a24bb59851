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

/// Generated puzzles: the answer of `puzzle.generate`.
public struct PuzzleListRecord: Record {
  /// The puzzles.
  public var puzzles: [GeneratedPuzzleRecord]
  /// The seed; `nil` in what a cancelled request had so far.
  public var seed: UInt64?

  /// Creates a record.
  public init(_ puzzles: [GeneratedPuzzleRecord], seed: UInt64? = nil) {
    self.puzzles = puzzles
    self.seed = seed
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "PuzzleList", "Generated puzzles.",
    [
      .required("puzzles") { $0.puzzles },
      .optional("seed", "The seed that gives them again.") { $0.seed },
    ])
}

/// Puzzles in another format: the answer of `puzzle.convert`.
public struct ConversionRecord: Record, Hashable {
  /// How many puzzles there were.
  public var count: Int
  /// The format that was read.
  public var format: String
  /// What was written.
  public var text: String

  /// Creates a record.
  public init(count: Int, format: String, text: String) {
    self.count = count
    self.format = format
    self.text = text
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Conversion", "Puzzles in another format.",
    [
      .required("count", "How many puzzles.", .integer(minimum: 1)) { $0.count },
      .required("format", "The format that was read.") { $0.format },
      .required("text", "What was written.") { $0.text },
    ])
}

/// Nothing to tell: the request was carried out.
public struct DoneRecord: Record, Hashable {
  /// Creates a record.
  public init() {}

  /// Name and fields.
  public static let shape = RecordShape<Self>("Done", "The request was carried out.", [])
}
