import SudokuCore
import SudokuRating
import SudokuSession

/// What a mutation of a game changed: the answer of `game.place` and others.
public struct OutcomeRecord: Record {
  /// What the player is told.
  public var outcome: Outcome
  /// The game.
  public var game: DocumentID

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - outcome: What the player is told.
  ///   - game: The game.
  public init(_ outcome: Outcome, game: DocumentID) {
    self.outcome = outcome
    self.game = game
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Outcome", "What a mutation of a game changed.",
    [
      .optional("bookmark", "The bookmark that was set.") { $0.outcome.bookmark?.description },
      .required("changes", "The cells that changed.") {
        $0.outcome.changes.map { ChangeRecord($0) }
      },
      .required("completed", "Whether the game is completed; reported only once that is durable.") {
        $0.outcome.status == .completed
      },
      .required(
        "conflicts", "Cells whose digit is repeated in a house; empty with the check off."
      ) { $0.outcome.conflicts },
      .optional("duplicate", "The request is a repetition; this is the answer to the first one.") {
        $0.outcome.isDuplicate ? true : nil
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.outcome.elapsedMilliseconds
      },
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("mistakes", "The number of different wrong placements.") {
        $0.outcome.mistakes
      },
      .optional("resumed", "The game was paused; this request, another than resume, resumed it.") {
        $0.outcome.didResume ? true : nil
      },
      .required("rev", "The revision; it grows with every operation.", .integer(minimum: 0)) {
        $0.outcome.rev
      },
      .required("status", "", .status) { $0.outcome.status.rawValue },
      .optional(
        "wrongCells",
        "Cells with a wrong digit, where there are some and the options allow reporting it; always "
          + "after a check."
      ) { record in
        let outcome = record.outcome
        return outcome.wrongCells.isEmpty && !outcome.didCheck ? nil : outcome.wrongCells
      },
    ])
}
