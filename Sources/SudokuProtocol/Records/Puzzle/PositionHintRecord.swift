import SudokuCore
import SudokuRating

/// A hint for a position of a file: a line of `sudoku hint`.
public struct PositionHintRecord: Record {
  /// The position: clues and the player's digits.
  public var puzzle: Board
  /// The hint.
  public var hint: HintRecord

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The position: clues and the player's digits.
  ///   - hint: The hint.
  public init(_ puzzle: Board, _ hint: Hint) {
    self.puzzle = puzzle
    self.hint = HintRecord(hint)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "PositionHint", "A hint for a position.",
    HintRecord.shape.fields(of: \.hint)
      + [
        .required("puzzle", "The position: clues and the player's digits.", Board.schema) {
          $0.puzzle
        }
      ])
}
