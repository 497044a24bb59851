import SudokuCore
import SudokuTechniques

/// A digit that is in one of some cells, or in none of them: a step inside a link of a chain.
public struct GroupRecord: Record {
  /// The group.
  public var group: ChainLink.Group

  /// Creates a record of a group.
  public init(_ group: ChainLink.Group) { self.group = group }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Group", "A digit that is in one of some cells, or in none of them.",
    [
      .required("cells", "The cells.") { $0.group.cells },
      .required("digit", "The digit.") { $0.group.digit },
      .required("house", "The house in which that follows.") { $0.group.house },
      .optional(
        "lockedSet",
        "Cells of the house that are left with as many digits as cells, where it follows from that."
      ) {
        $0.group.lockedSet.isEmpty ? nil : $0.group.lockedSet
      },
      .required("on", "Whether one of the cells holds the digit.") { $0.group.isOn },
    ])
}
