import SudokuCore
import SudokuRating

/// All steps that a position has: the answer of `puzzle.steps`.
public struct StepListRecord: Record {
  /// The steps, or what is wrong.
  public var list: StepList

  /// Creates a record of a list.
  public init(_ list: StepList) { self.list = list }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "StepList", "All steps that a position has, easiest techniques first.",
    [
      .required("end", "Why the list ends.", .choice("", StepList.End.allCases.map(\.rawValue))) {
        $0.list.end.rawValue
      },
      .required("steps", "The steps; none where something is wrong.") {
        $0.list.steps.map { StepRecord($0) }
      },
      .optional(
        "wrongCells", "The cells with a wrong digit, or with notes that lack the right one."
      ) {
        $0.list.wrongCells.isEmpty ? nil : $0.list.wrongCells
      },
    ])
}
