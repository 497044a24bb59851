import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// The options of a game.
public struct OptionsRecord: Record {
  /// The options.
  public var options: GameOptions

  /// Creates a record.
  public init(_ options: GameOptions) { self.options = options }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameOptions", "The player's choices for a game.",
    [
      .required("autoRemoveNotes", "Whether placing a digit removes notes that see it.") {
        $0.options.autoRemoveNotes
      },
      .required("hintsAllowed", "Whether hints are given.") { $0.options.hintsAllowed },
      .required(
        "mistakeCheck", "How a wrong digit is told: not, where it breaks the rules, or always.",
        .choice("", GameOptions.MistakeCheck.allCases.map(\.rawValue))
      ) { $0.options.mistakeCheck.rawValue },
      .required("mistakeLimit", "Mistakes that end the game; 0 for none.") {
        $0.options.mistakeLimit
      },
      .required("timer", "Whether time is measured.") { $0.options.timer },
    ])
}
