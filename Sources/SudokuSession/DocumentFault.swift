import SudokuCore
import SudokuIdentity

/// Why something that claims to be part of a document is none.
public enum DocumentFault: Error, Hashable, Sendable {
  /// The document concerns one device only and must not come from elsewhere.
  case isLocalOnly
  /// The ID begins like a game's, but is not a valid one.
  case isNoGame
  /// A game without clues.
  case cluesAreMissing
  /// The clues are not those of the game that the ID names.
  case cluesDontFit
  /// The clues don't have exactly one solution.
  case isNoPuzzle
  /// A line is longer than `DocumentCheck.maximumLineLength` bytes.
  case lineIsTooLong(Int)
  /// An operation is not of the stream, or does not have the number, that it stands for.
  case isMisplaced(OperationKey)
  /// A time is out of range.
  case timeIsOutOfRange(OperationKey)
  /// A creation has other clues than the game.
  case createsAnotherGame(OperationKey)
  /// A completion's board is not the solution.
  case completionIsUnproven(OperationKey)

  /// What is wrong, in a sentence.
  public var message: String {
    switch self {
    case .isLocalOnly: "the document concerns one device only"
    case .isNoGame: "the document's name is not a valid game ID"
    case .cluesAreMissing: "the game has no clues"
    case .cluesDontFit: "the clues are not those of the game"
    case .isNoPuzzle: "the clues do not have exactly one solution"
    case .lineIsTooLong(let length): "a line has \(length) bytes"
    case .isMisplaced(let key): "operation \(key) stands where another one belongs"
    case .timeIsOutOfRange(let key): "operation \(key) has a time that is out of range"
    case .createsAnotherGame(let key): "operation \(key) creates a game with other clues"
    case .completionIsUnproven(let key): "operation \(key) claims a completion without a proof"
    }
  }
}
