import SudokuCore
import SudokuRating
import SudokuSession

/// A hint for a game, and what giving it changed: the answer of `game.hint`.
public struct HintedOutcomeRecord: Record {
  /// What the player is told besides.
  public var outcome: OutcomeRecord
  /// The hint.
  public var hint: HintRecord

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - hint: The hint.
  ///   - outcome: What the player is told besides.
  ///   - game: The game.
  public init(_ hint: Hint, _ outcome: Outcome, game: DocumentID) {
    self.hint = HintRecord(hint)
    self.outcome = OutcomeRecord(outcome, game: game)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "HintedOutcome", "A hint for a game, and what giving it changed.",
    OutcomeRecord.shape.fields(of: \.outcome) + [.required("hint") { $0.hint }])
}
