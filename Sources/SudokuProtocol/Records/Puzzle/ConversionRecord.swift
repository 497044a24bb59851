import SudokuCore

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
      .required("count", "The number of puzzles.", .integer(minimum: 1)) { $0.count },
      .required("format", "The format that was read.") { $0.format },
      .required("text", "What was written.") { $0.text },
    ])
}
