import SudokuCore

/// What a player wants to do in a game.
public enum Intent: Hashable, Sendable {
  /// Place a digit.
  case place(Cell, Digit)
  /// Place several digits, each as a change that can be undone separately; digits already there are
  /// skipped. Nothing is placed where one of them is refused, nor after the end of
  /// the game.
  case placeAll([Candidate])
  /// Take the digit of a cell away; its notes where it has none; then its corner notes.
  case clear(Cell)
  /// Set or remove a note; `nil` toggles it.
  case note(Cell, Digit, isOn: Bool?)
  /// Set or remove a corner note; `nil` toggles it.
  case corner(Cell, Digit, isOn: Bool?)
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
  /// Stop the clock until the player resumes.
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
  /// Several of the others, one after the other; nothing is changed where one of them is refused.
  indirect case apply([Intent])

  /// Whether the intent changes the board, which only a game that can be played allows.
  var isEdit: Bool {
    switch self {
    case .place, .placeAll, .clear, .note, .corner, .autoNotes, .undo, .redo, .undoToMistake,
      .revert:
      true
    default: false
    }
  }
}

extension Intent {
  /// Whether an action may come from a request for this: whether a second request with the ID of the
  /// one that made it can be the same request again.
  ///
  /// A request that changes nothing makes a `tick`, which so may come from any.
  func mayHaveMade(_ action: DocumentAction) -> Bool {
    switch (self, action) {
    case (.apply(let all), _): all.contains { $0.mayHaveMade(action) }
    case (.hint(let depth), _): action == .hint(depth: min(max(depth, 1), 5))
    case (_, .tick): true
    case (.place(let cell, let digit), .place(let made)): made.cell == cell && made.digit == digit
    case (.placeAll(let all), .place(let made)): all.contains(Candidate(made.cell, made.digit))
    case (.clear(let cell), .clear(let cleared, _)): cell == cleared
    case (.clear(let cell), .notes(let on, let off)),
      (.clear(let cell), .corners(let on, let off)):
      on.isEmpty && !off[cell].isEmpty
    case (.note(let cell, let digit, let wanted), .note(let candidate, let isOn)):
      candidate == Candidate(cell, digit) && wanted ?? isOn == isOn
    case (.corner(let cell, let digit, let wanted), .corners(let on, let off)):
      on.candidates + off.candidates == [Candidate(cell, digit)] && wanted != on.isEmpty
    case (.select(let cell), .select(let selected)): cell == selected
    case (.bookmark(let name), .bookmark(let given)): name == given
    case (.setOption(let name, let value), .set(let key, let given)): name == key && value == given
    case (.resolve(let name, let choice), .resolve(let conflict, let chosen)):
      name == conflict && choice == chosen
    case (.autoNotes, .notes), (.undo, .undo), (.undoToMistake, .undo), (.redo, .redo),
      (.revert, .revert), (.check, .check), (.pause, .pause), (.resume, .resume),
      (.resume, .abandon(false)), (.suspend, .suspend), (.close, .suspend),
      (.abandon, .abandon(true)), (.resolve, .place):
      true
    default: false
    }
  }
}
