import SudokuCore
import SudokuTechniques

/// Whether a puzzle's rating is beyond a limit: a line of `sudoku grade --at-least` and `--at-most`.
public struct DecisionRecord: Record {
  /// The clues.
  public var puzzle: Board
  /// Whether it is; `nil` where that is not known.
  public var answer: Bool?
  /// Why it is not known.
  public var unrated: UnratedReason?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - answer: Whether it is; `nil` where that is not known.
  ///   - unrated: Why it is not known.
  public init(_ puzzle: Board, answer: Bool?, unrated: UnratedReason?) {
    self.puzzle = puzzle
    self.answer = answer
    self.unrated = unrated
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Decision", "Whether a puzzle's rating is at least, or at most, what was asked.",
    [
      .nullable("answer", "Whether it is; `null` where that is not known.") { $0.answer },
      .required("puzzle") { $0.puzzle },
      .optional(
        "unrated", "Why it is not known.", .choice("", UnratedReason.allCases.map(\.rawValue))
      ) { $0.unrated?.rawValue },
    ])
}
