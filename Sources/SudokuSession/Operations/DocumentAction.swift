import SudokuCore

/// What an operation does.
///
/// An action writes out everything it changes at the time it is made: a placement names the cells
/// whose notes it removes, an undo the operations it takes back. So the operation is also the
/// *group* that an undo names, and no group can be torn apart on its way.
public enum DocumentAction: Hashable, Sendable {
  /// The game begins; of several creations the earliest counts.
  indirect case create(GameHeader)
  /// A digit is placed.
  case place(Placement)
  /// A digit is taken away; `over` names the write to the cell that it replaces.
  case clear(Cell, over: OperationKey?)
  /// A note is set or removed.
  case note(Candidate, isOn: Bool)
  /// Many notes are set and removed at once.
  indirect case notes(on: NoteSet, off: NoteSet)
  /// A cell is selected, or none.
  case select(Cell?)
  /// Operations are taken back.
  case undo(OperationKeySet)
  /// An undo or a revert is taken back.
  case redo(OperationKey)
  /// The board of a bookmark comes back.
  indirect case revert(Revert)
  /// The present board is marked, under a name or none.
  case bookmark(name: String?)
  /// A hint was given, `depth` in `1...5`.
  case hint(depth: Int)
  /// The board was checked against the solution.
  case check
  /// The player paused the game; the device's time segment ends.
  case pause
  /// The player goes on; a new time segment of the device begins.
  case resume(SegmentStart)
  /// The device's time segment ends, without a pause of the game.
  case suspend
  /// Nothing but the time played so far.
  case tick
  /// The board was completed.
  indirect case complete(Completion)
  /// The game is hidden, or shown again; said in the same moment on two devices, hidden counts.
  case abandon(Bool)
  /// A setting, an option or a flag gets a value.
  case set(key: String, value: OpaqueValue)
  /// The player picks a version of a conflict.
  case resolve(conflict: String, choice: OperationKey?)
  /// Coins or power-ups are earned.
  case earn(item: String, amount: Int)
  /// Coins or power-ups are spent.
  case spend(item: String, amount: Int)
  /// A theme or other content is unlocked.
  case unlock(String)
  /// An achievement got as far as `amount`.
  case progress(achievement: String, amount: Int)
  /// A best value, made here or imported from elsewhere.
  case record(RecordTable, key: String, value: Int)
  /// Something only a newer version understands; its fields are the operation's `extra`.
  case unknown(kind: String)
}
