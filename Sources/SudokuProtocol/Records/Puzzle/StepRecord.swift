import SudokuCore
import SudokuRating
import SudokuTechniques

/// A step of a solution by hand, with all that a drawing needs.
public struct StepRecord: Record {
  /// The step.
  public var step: Step
  /// Its rating, `nil` where the scale lacks the technique.
  public var rating: Tenths?

  /// Creates a record of a step, rated on the scale `se`.
  public init(_ step: Step) {
    self.step = step
    rating = SEScale.tenths(of: step).map { Tenths($0) }
  }

  /// Creates a record of a step that is graded already.
  public init(_ graded: GradedStep) {
    step = graded.step
    rating = Tenths(graded.tenths)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Step", "A step of a human solution.",
    [
      .optional("candidates", "The candidates of the pattern.") {
        list($0.step.pattern.candidates.map { CandidateRecord($0) })
      },
      .required("cells", "The cells of the pattern.") {
        $0.step.pattern.cells.union($0.step.pattern.specialCells)
      },
      .optional(
        "coverHouses", "The houses in which it acts, where they are others than it lies in."
      ) {
        $0.step.pattern.coverHouses.isEmpty ? nil : Array($0.step.pattern.coverHouses)
      },
      .required("digits", "The digits of the pattern.") {
        $0.step.pattern.digits.union($0.step.pattern.specialDigits)
      },
      .required("eliminations", "The candidates it removes.") {
        $0.step.eliminations.map { CandidateRecord($0) }
      },
      .required("explanation", "The step in words.") { $0.step.explanation.text },
      .required("houses", "The houses of the pattern.") {
        Array($0.step.pattern.houses) + Array($0.step.pattern.coverHouses)
      },
      .optional("links", "The conclusions of its chains, in order.") {
        list($0.step.pattern.links.map { LinkRecord($0) })
      },
      .required("name", "The technique's name.") { $0.step.technique.name },
      .optional("placement", "The digit it places.") {
        $0.step.placement.map { CandidateRecord($0) }
      },
      .optional(
        "rating", "The rating of the step on the scale; absent where it lacks the technique."
      ) {
        $0.rating
      },
      .optional(
        "removedMeanwhile",
        "Candidates of its pattern and its chains that steps before it remove: all were found at the same time."
      ) {
        list($0.step.removedMeanwhile.map { CandidateRecord($0) })
      },
      .optional(
        "sets", "Sets of cells in it that are linked, in order: almost locked sets, colours."
      ) {
        list($0.step.pattern.sets.map { LinkedSetRecord($0) })
      },
      .optional(
        "specialCells",
        "Cells with a part of their own: pivot, fins, the second colour, extra digits."
      ) {
        $0.step.pattern.specialCells.isEmpty ? nil : $0.step.pattern.specialCells
      },
      .required("technique", "The technique's ID.") { $0.step.technique.id },
    ])

  private static func list<Element>(_ elements: [Element]) -> [Element]? {
    elements.isEmpty ? nil : elements
  }
}
