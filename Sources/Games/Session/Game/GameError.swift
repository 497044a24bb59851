import SudokuCore

/// An error that prevents a game from opening or a command from running.
public enum GameError: Error, Hashable, Sendable {
  /// The clues in these cells break the rules.
  case conflictingClues(CellSet)
  /// The board has no solution.
  case noSolution
  /// The board has several solutions; these are two.
  case notUnique(Board, Board)
  /// The ID belongs to a game of another board.
  case idCollision
  /// The cell holds a clue.
  case cellIsGiven(Cell)
  /// A request places two digits in one cell.
  case illegalDigit
  /// The cell holds a digit, so it can't have notes.
  case cellIsFilled(Cell)
  /// The game has ended: completed, lost or abandoned.
  case gameIsOver(GameState.Status)
  /// The request names an older revision; this is the present one.
  case staleRevision(Int)
  /// No change can be undone, or the board contains no mistake to go back to.
  case nothingToUndo
  /// No undo can be taken back.
  case nothingToRedo
  /// No bookmark has this name or ID.
  case unknownBookmark(String)
  /// The game's options rule hints out.
  case hintsNotAllowed
  /// No option has this name, or the option can't have this value.
  case illegalOption(String)
  /// The options are locked, so this one can't change.
  case lockedOption(String)
  /// No open conflict has this name, or the conflict has no such version.
  case unknownConflict(String)
  /// The request's ID belongs to another request of this device.
  case opIDReused(String)
  /// The game has reached its limit of operations; near it, only placing and undoing are accepted.
  case tooManyOperations(limit: Int)
  /// One of several operations, counted from 0, is refused; none was carried out.
  indirect case inOperation(Int, GameError)

  /// The stable name of the error.
  package var name: String {
    switch self {
    case .conflictingClues: "conflictingClues"
    case .noSolution: "noSolution"
    case .notUnique: "notUnique"
    case .idCollision: "idCollision"
    case .cellIsGiven: "cellIsGiven"
    case .illegalDigit: "illegalDigit"
    case .cellIsFilled: "cellIsFilled"
    case .gameIsOver: "gameIsOver"
    case .staleRevision: "staleRevision"
    case .nothingToUndo: "nothingToUndo"
    case .nothingToRedo: "nothingToRedo"
    case .unknownBookmark: "unknownBookmark"
    case .hintsNotAllowed: "hintsNotAllowed"
    case .illegalOption, .lockedOption: "illegalOption"
    case .unknownConflict: "unknownConflict"
    case .opIDReused: "opIdReused"
    case .tooManyOperations: "tooManyOperations"
    case .inOperation(_, let error): error.name
    }
  }

  /// The error as a sentence for the user.
  public var message: String {
    switch self {
    case .conflictingClues(let cells): "the clues in \(cells) break the rules"
    case .noSolution: "the board has no solution"
    case .notUnique: "the board has more than one solution"
    case .idCollision: "the ID belongs to a game of another board"
    case .cellIsGiven(let cell): "\(cell) holds a clue"
    case .illegalDigit: "a cell can't hold two digits"
    case .cellIsFilled(let cell): "\(cell) holds a digit, so it can't have notes"
    case .gameIsOver(let status): "the game has ended: \(status.rawValue)"
    case .staleRevision(let rev): "the game has moved on to revision \(rev)"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .unknownBookmark(let name): "unknown bookmark '\(name)'"
    case .hintsNotAllowed: "the game's options rule hints out"
    case .illegalOption(let name):
      if let option = GameOption.all.first(where: { $0.name == name }) {
        "the option '\(name)' must be \(option.expectation)"
      } else {
        "unknown option '\(name)'; valid options: "
          + GameOption.all.map(\.name).sorted().joined(separator: ", ")
      }
    case .lockedOption(let name): "the option '\(name)' can't change: the options are locked"
    case .unknownConflict(let name): "unknown conflict '\(name)', or it has no such version"
    case .opIDReused(let opID): "the opId '\(opID)' belongs to an earlier, different request"
    case .tooManyOperations(let limit):
      "a game has at most \(limit) operations; the last \(GameSession.operationReserve) are for placing and undoing"
    case .inOperation(let index, let error):
      "operations[\(index)]: \(error.message); none of the operations was carried out"
    }
  }
}
