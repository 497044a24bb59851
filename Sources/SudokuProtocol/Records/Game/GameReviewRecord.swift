import SudokuSession

/// A game as it was at a step of its history: the answer of `game.review`.
public struct GameReviewRecord: Record {
  /// What the player saw then.
  public var state: GameStateRecord
  /// The step, from 0 for the game before its first change.
  public var step: Int
  /// The number of the last step.
  public var lastStep: Int

  /// Creates a record of the step that a review shows.
  ///
  /// - Parameter review: The review.
  public init(_ review: GameReview) {
    state = GameStateRecord(review.state)
    step = review.step
    lastStep = review.steps.count - 1
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameReview", "A game as it was at a step of its history.",
    GameStateRecord.shape.fields(of: \.state) + [
      .required("lastStep", "The number of the last step.", .integer(minimum: 0)) {
        $0.lastStep
      },
      .required("step", "How many changes of cells or notes were made.", .integer(minimum: 0)) {
        $0.step
      },
    ])
}
