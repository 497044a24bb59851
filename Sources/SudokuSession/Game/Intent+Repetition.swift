import SudokuCore

extension Intent {
  /// Whether an action may come from a request for this: whether a second request with the ID of the
  /// one that made it can be the same request again.
  ///
  /// A request that changes nothing makes a `tick`, which so may come from any.
  func mayHaveMade(_ action: DocumentAction) -> Bool {
    switch (self, action) {
    case (.hint(let depth), _): action == .hint(depth: min(max(depth, 1), 5))
    case (_, .tick): true
    case (.place(let cell, let digit), .place(let made)): made.cell == cell && made.digit == digit
    case (.placeAll(let all), .place(let made)): all.contains(Candidate(made.cell, made.digit))
    case (.clear(let cell), .clear(let cleared, _)): cell == cleared
    case (.clear(let cell), .notes(let on, let off)): on.isEmpty && !off[cell].isEmpty
    case (.note(let cell, let digit, let wanted), .note(let candidate, let isOn)):
      candidate == Candidate(cell, digit) && wanted ?? isOn == isOn
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
