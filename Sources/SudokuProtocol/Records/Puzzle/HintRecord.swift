import SudokuCore
import SudokuRating

/// A hint, as deep as it was asked for: an answer of `puzzle.hint`, the `hint` of `game.hint`.
public struct HintRecord: Record {
  /// The hint.
  public var hint: Hint

  /// Creates a record of a hint.
  public init(_ hint: Hint) { self.hint = hint }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Hint", "A hint, as deep as it was asked for.",
    [
      .optional("cell", "From depth 3: the cell to look at.") { $0.hint.cell },
      .required("depth", "How much is revealed.", .integer(minimum: 1, maximum: 5)) {
        $0.hint.depth
      },
      .optional("digit", "At depth 5: the digit that can be placed.") { $0.hint.digit },
      .required(
        "kind", "What the hint is about.", .choice("", Hint.Kind.allCases.map(\.rawValue))
      ) {
        $0.hint.kind.rawValue
      },
      .optional("known", "False if the step is none of the techniques that the player knows.") {
        $0.hint.isKnown ? nil : false
      },
      .required("mistake", "Whether something on the board is wrong.") {
        $0.hint.kind == .mistake
      },
      .optional("name", "From depth 4: the technique's name.") { $0.hint.technique?.name },
      .optional("region", "From depth 2: the house to look at.") { $0.hint.house },
      .optional("steps", "At depth 5: the step.") { record in
        record.hint.step.map { [StepRecord($0)] }
      },
      .optional("technique", "From depth 4: the technique's ID.") { $0.hint.technique?.id },
      .required("text", "The hint in words.") { $0.hint.text },
      .optional("wrongCells", "From depth 3: the cells with something wrong.") { record in
        record.hint.wrongCells.isEmpty ? nil : record.hint.wrongCells
      },
    ])
}
