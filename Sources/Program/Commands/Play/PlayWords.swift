import JSONCoding
import SudokuProtocol

/// The game's words for the errors of the protocol: a player knows neither requests nor parameters.
enum PlayWords {
  /// The sentence for an error.
  ///
  /// - Parameters:
  ///   - kind: The kind's stable name.
  ///   - details: The data of the error.
  ///   - undo: The key that takes a change back.
  ///   - menu: The key of the menu.
  static func text(
    for kind: String, _ details: JSONValue = [:], undo: String = "u", menu: String = "g"
  ) -> String {
    guard let kind = RPCError.Kind(rawValue: kind) else { return unexpected }
    return ofBoard(kind, details) ?? ofGame(kind, details, undo: undo, menu: menu)
      ?? ofDevice(kind)
  }

  private static let unexpected = "That did not work. Nothing was changed."

  /// Errors of a typed board.
  private static func ofBoard(_ kind: RPCError.Kind, _ details: JSONValue) -> String? {
    switch kind {
    case .malformedPuzzle:
      let place = details["column"]?.int.map { " The mistake is at character \($0)." } ?? ""
      return "That is not a puzzle: give 81 characters, digits for clues and . for empty cells."
        + place
    case .conflictingClues:
      let cells = (details["cells"]?.array ?? []).compactMap(\.string)
      return cells.isEmpty
        ? "The clues contradict each other."
        : "The clues contradict each other: \(cells.joined(separator: ", "))."
    case .noSolution: return "This puzzle has no solution."
    case .notUnique: return "This puzzle has more than one solution."
    default: return nil
    }
  }

  /// Errors of moves and searches.
  private static func ofGame(
    _ kind: RPCError.Kind, _ details: JSONValue, undo: String, menu: String
  ) -> String? {
    switch kind {
    case .cellIsGiven: return "\(details["cell"]?.string ?? "This cell") is a clue."
    case .cellIsFilled:
      return "\(details["cell"]?.string ?? "This cell") holds a digit: notes need an empty cell."
    case .illegalDigit: return "The digits are 1 to 9."
    case .gameIsOver: return over(details["status"]?.string ?? "", menu: menu)
    case .nothingToUndo: return "There is nothing to take back."
    case .nothingToRedo: return "There is nothing to repeat."
    case .hintsNotAllowed: return "This game is played without hints."
    case .tooManyOperations:
      return "This game has had too many changes: only digits and \(undo) work in it now."
    case .budgetExhausted:
      return "No such puzzle was found in time. Try again, or choose something less rare."
    case .cancelled: return "Stopped."
    case .unknownGame, .unknownBookmark, .unknownBackup:
      return "This game is no longer here; \(menu) shows the others."
    case .invalidParams: return choice(details["parameter"]?.string ?? "")
    case .excludedBySetting: return "Your settings exclude such puzzles."
    case .illegalOption: return "This game can't be played that way."
    case .staleRevision, .opIdReused, .outOfSequence:
      return "The game was changed elsewhere at the same time: press the key again."
    default: return nil
    }
  }

  /// A choice that no game can meet, by the part of the request that names it.
  private static func choice(_ parameter: String) -> String? {
    if parameter.hasSuffix("level") {
      return "There is no such level: easy, medium, hard, expert or extreme."
    }
    if parameter == "puzzle" { return "This board is full: give a puzzle with empty cells." }
    if parameter.hasPrefix("generate") || parameter.contains("ating") {
      return "No puzzle can be like that: choose something else."
    }
    return parameter.hasPrefix("technique") ? "This technique can't be chosen here." : nil
  }

  /// The end of a game.
  static func over(_ status: String, menu: String) -> String {
    switch status {
    case "completed": "This game is solved; \(menu) begins another one."
    case "gameOver": "This game is lost: too many mistakes; \(menu) begins another one."
    case "abandoned": "This game is closed; \(menu) begins another one."
    default: "This game is over; \(menu) begins another one."
    }
  }

  /// Errors of this device, of its store, and those that no key should lead to.
  private static func ofDevice(_ kind: RPCError.Kind) -> String {
    switch kind {
    case .diskFull: "The disk is full: nothing was saved. Make room, then press the key again."
    case .fileFailed: "The games can't be read or saved at the moment. Press the key again."
    case .storeUnavailable: "The games can't be shared with other devices at the moment."
    case .anotherPlayer: "Other games than yours are kept there: nothing was mixed."
    case .recordFromNewerVersion: "This game was made by a newer version of the program."
    case .damaged: "The game's file is damaged; 'sudoku backup' has copies."
    case .limitExceeded: "That is more than this program can hold."
    default: unexpected
    }
  }
}
