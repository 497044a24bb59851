import SudokuCore

/// A symmetry: which row, column and digit of one board becomes which of another.
public struct TransformationRecord: Record, Hashable {
  /// The symmetry.
  public var transformation: Transformation

  /// Creates a record.
  public init(_ transformation: Transformation) { self.transformation = transformation }

  /// Rows, columns and digits as nine characters each, and `T` or `-` for the transposition.
  ///
  /// ```swift
  /// TransformationRecord(.identity).text    // "123456789 123456789 123456789 -"
  /// ```
  public var text: String {
    "\(digits(rows)) \(digits(columns)) \(names) \(transformation.isTransposed ? "T" : "-")"
  }

  private var rows: [Int] { transformation.sourceRows.map { $0 + 1 } }
  private var columns: [Int] { transformation.sourceColumns.map { $0 + 1 } }
  private var names: String { digits(transformation.digits.map { $0.index + 1 }) }
  private func digits(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined() }

  private static let lines = Schema.array(of: .integer(minimum: 1, maximum: 9))

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Transformation", "A symmetry: which row, column and digit becomes which.",
    [
      .required(
        "columns", "For each column of the result the one that it comes from.", lines
      ) { $0.columns },
      .required(
        "digits", "The new names of the digits 1 to 9.", .string(pattern: "^[1-9]{9}$")
      ) { $0.names },
      .required("rows", "For each row of the result the one that it comes from.", lines) {
        $0.rows
      },
      .required("transposed", "Whether rows and columns change places before all else.") {
        $0.transformation.isTransposed
      },
    ])
}
