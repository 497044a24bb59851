import SudokuCore

/// A player's command in a game.
public enum Intent: Hashable, Sendable {
  /// Place a digit.
  case place(Cell, Digit)
  /// Place several digits, each as a change that can be undone separately.
  ///
  /// Digits that a cell already holds are skipped. If one digit is refused, none is placed. After
  /// the end of the game the rest is not placed.
  case placeAll([Candidate])
  /// Clear a cell: its digit; without one its notes; without notes its corner notes.
  case clear(Cell)
  /// Set or remove a note; `nil` toggles it.
  case note(Cell, Digit, isOn: Bool?)
  /// Set or remove a corner note; `nil` toggles it.
  case corner(Cell, Digit, isOn: Bool?)
  /// Set the notes of every empty cell to the digits that none of its peers holds.
  case autoNotes
  /// Select a cell, or none.
  case select(Cell?)
  /// Undo the last change.
  case undo
  /// Take the last undo back.
  case redo
  /// Undo changes until no wrong digit is left.
  case undoToMistake
  /// Mark the present board.
  case bookmark(name: String?)
  /// Restore a marked board, by the bookmark's ID or name (the latest of that name).
  case revert(String)
  /// Ask for a hint, `depth` in `1...5`.
  case hint(depth: Int)
  /// Compare the board with the solution.
  case check
  /// Stop the clock until the player resumes.
  case pause
  /// Continue a paused or abandoned game.
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
  /// Several other intents in order; if one is refused, nothing is changed.
  indirect case apply([Intent])

  /// True if the intent changes cells or notes; only a game that can be played accepts it.
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
  /// True if a request with this intent can have made the operation as its first one.
  ///
  /// Otherwise a second request with the same ID is a different request.
  func hasMade(_ operation: DocumentOperation) -> Bool {
    operation.request.map { $0 == fingerprint } ?? isShown(by: operation.action)
  }

  /// True if the action contains everything of this intent; the operation then needs no fingerprint.
  func isShown(by action: DocumentAction) -> Bool {
    switch (self, action) {
    case (.place(let cell, let digit), .place(let made)): made.cell == cell && made.digit == digit
    case (.clear(let cell), .clear(let cleared, _)): cell == cleared
    case (.note(let cell, let digit, let wanted?), .note(let candidate, let isOn)):
      candidate == Candidate(cell, digit) && wanted == isOn
    case (.select(let cell), .select(let selected)): cell == selected
    case (.bookmark(let name), .bookmark(let given)): name == given
    case (.setOption(let name, let value), .set(let key, let given)): name == key && value == given
    case (.hint(let depth), .hint(let given)): min(max(depth, 1), 5) == given
    case (.undo, .undo), (.redo, .redo), (.check, .check), (.pause, .pause), (.resume, .resume),
      (.suspend, .suspend), (.abandon, .abandon(true)):
      true
    default: false
    }
  }

  /// A number below 2^53 computed from the whole intent, the same in every version.
  var fingerprint: Int { content.fingerprint }

  private var content: OpaqueValue {
    func of(_ name: OpaqueValue, _ parts: OpaqueValue...) -> OpaqueValue { .array([name] + parts) }
    return switch self {
    case .place(let cell, let digit): of("place", cell.opaque, digit.opaque)
    case .placeAll(let all):
      of("placeAll", .array(all.map { .array([$0.cell.opaque, $0.digit.opaque]) }))
    case .clear(let cell): of("clear", cell.opaque)
    case .note(let cell, let digit, let isOn): of("note", cell.opaque, digit.opaque, .init(isOn))
    case .corner(let cell, let digit, let isOn):
      of("corner", cell.opaque, digit.opaque, .init(isOn))
    case .autoNotes: of("autoNotes")
    case .select(let cell): of("select", cell?.opaque ?? .null)
    case .undo: of("undo")
    case .redo: of("redo")
    case .undoToMistake: of("undoToMistake")
    case .bookmark(let name): of("bookmark", name?.opaque ?? .null)
    case .revert(let name): of("revert", name.opaque)
    case .hint(let depth): of("hint", .int(Int64(depth)))
    case .check: of("check")
    case .pause: of("pause")
    case .resume: of("resume")
    case .suspend: of("suspend")
    case .tick: of("tick")
    case .abandon: of("abandon")
    case .setOption(let name, let value): of("setOption", name.opaque, value)
    case .resolve(let conflict, let choice): of("resolve", conflict.opaque, choice.opaque)
    case .close: of("close")
    case .apply(let all): of("apply", .array(all.map(\.content)))
    }
  }
}

extension OpaqueValue {
  fileprivate init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
}
