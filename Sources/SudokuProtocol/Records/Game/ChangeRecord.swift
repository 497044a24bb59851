import SudokuCore
import SudokuRating
import SudokuSession

/// What a cell shows now.
public struct ChangeRecord: Record {
  /// The change.
  public var change: Outcome.Change

  /// Creates a record.
  public init(_ change: Outcome.Change) { self.change = change }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Change", "What a cell shows now.",
    [
      .required("cell") { $0.change.cell },
      .nullable("digit", "Null where the cell is empty.") { $0.change.digit },
      .required("notes") { $0.change.notes },
    ])
}
