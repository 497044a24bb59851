import SudokuCore
import SudokuTechniques

/// One of the steps that a position of a file has: a line of `sudoku hint --all`.
public struct PositionStepRecord: Record {
  /// The position: clues and the player's digits.
  public var puzzle: Board
  /// The step.
  public var step: StepRecord

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The position: clues and the player's digits.
  ///   - step: The step.
  public init(_ puzzle: Board, _ step: Step) {
    self.puzzle = puzzle
    self.step = StepRecord(step)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "PositionStep", "One of the steps that a position has.",
    StepRecord.shape.fields(of: \.step)
      + [
        .required("puzzle", "The position: clues and the player's digits.", Board.schema) {
          $0.puzzle
        }
      ])
}
