import SudokuCore
import SudokuTechniques

/// A set of cells in a pattern: an almost locked set, or a colour.
public struct LinkedSetRecord: Record {
  /// The set.
  public var set: StepPattern.LinkedSet

  /// Creates a record of a set.
  public init(_ set: StepPattern.LinkedSet) { self.set = set }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "LinkedSet", "A set of cells in a pattern: an almost locked set, or a colour.",
    [
      .required("cells", "The cells.") { $0.set.cells },
      .optional("link", "The digits that it and the next set can't both hold.") {
        $0.set.link.isEmpty ? nil : $0.set.link
      },
    ])
}
