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
    GameOption.all.sorted { $0.name < $1.name }.map { option in
      switch option.kind {
      case .flag(let path): .required(option.name, option.summary) { $0.options[keyPath: path] }
      case .count(let path, _):
        .required(option.name, option.summary) { $0.options[keyPath: path] }
      case .mistakeCheck(let path):
        .required(
          option.name, option.summary,
          .choice("", GameOptions.MistakeCheck.allCases.map(\.rawValue))
        ) { $0.options[keyPath: path].rawValue }
      }
    })
}
