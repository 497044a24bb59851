import SudokuCore

/// What a player wants to do in a game.
public enum Intent: Hashable, Sendable {
  /// Place a digit.
  case place(Cell, Digit)
  /// Place several digits, each as a change of its own that can be undone by itself; what is there
  /// already is passed over. Nothing is placed where one of them is refused, nor after the end of
  /// the game.
  case placeAll([Candidate])
  /// Take the digit of a cell away, or its notes where it has none.
  case clear(Cell)
  /// Set or remove a note; `nil` toggles it.
  case note(Cell, Digit, isOn: Bool?)
  /// Note in every empty cell the digits that none of its peers holds.
  case autoNotes
  /// Select a cell, or none.
  case select(Cell?)
  /// Take the last change back.
  case undo
  /// Take the last undo back.
  case redo
  /// Take changes back until no wrong digit is left.
  case undoToMistake
  /// Mark the present board.
  case bookmark(name: String?)
  /// Bring a marked board back: the bookmark's ID or name (the latest of that name).
  case revert(String)
  /// Ask for a hint, `depth` in `1...5`.
  case hint(depth: Int)
  /// Compare the board with the solution.
  case check
  /// Stop the clock until the player goes on.
  case pause
  /// Go on.
  case resume
  /// Stop measuring because the app goes to the background.
  case suspend
  /// Save the time played so far.
  case tick
  /// Hide the game.
  case abandon
  /// Change an option.
  case setOption(String, OpaqueValue)
  /// Pick a version of a conflict by the operation that made it.
  case resolve(conflict: String, choice: OperationKey)
  /// Put the game away: the time played is saved.
  case close

  /// Whether the intent changes the board, which only a game that can be played allows.
  var isEdit: Bool {
    switch self {
    case .place, .placeAll, .clear, .note, .autoNotes, .undo, .redo, .undoToMistake, .revert: true
    default: false
    }
  }
}
