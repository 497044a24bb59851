import SudokuCore
import SudokuRating
import SudokuTechniques

/// A step of a solve path, without what only a drawing needs.
public struct PathStepRecord: Record {
  /// The step.
  public var graded: GradedStep

  /// Creates a record of a graded step.
  public init(_ graded: GradedStep) { self.graded = graded }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "PathStep", "A step of a solve path.",
    [
      .optional("placement", "The digit it places.") {
        $0.graded.step.placement.map { CandidateRecord($0) }
      },
      .required("rating", "The rating of the step on the scale `se`.") {
        Tenths($0.graded.tenths)
      },
      .required("technique", "The technique's ID.") { $0.graded.step.technique.id },
      .required("text", "Technique and result, as `X-Wing: r1c1<>5`.") {
        $0.graded.step.description
      },
    ])
}
