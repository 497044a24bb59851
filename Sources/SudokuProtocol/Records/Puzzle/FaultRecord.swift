import SudokuCore

/// What replaces a record in the output that can't be read.
public struct FaultRecord: Record, Hashable {
  /// What is wrong, and where.
  public struct Place: Record, Hashable {
    /// The file, or a name for the input.
    public var source: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
    /// What is wrong, in a sentence.
    public var message: String

    /// Creates a place.
    public init(source: String, line: Int, column: Int, message: String) {
      self.source = source
      self.line = line
      self.column = column
      self.message = message
    }

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "Place", "A mistake in the input, and where it is.",
      [
        .required("column", "From 1.", .integer(minimum: 0)) { $0.column },
        .required("line", "From 1.", .integer(minimum: 0)) { $0.line },
        .required("message", "What is wrong, in a sentence.") { $0.message },
        .required("source", "The file, or a name for the input.") { $0.source },
      ])
  }

  /// What is wrong, and where.
  public var error: Place

  /// Creates a record.
  public init(_ error: Place) { self.error = error }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Fault", "Replaces a record that can't be read, with the members that came with it.",
    isOpen: true,
    [.required("error") { $0.error }])
}
