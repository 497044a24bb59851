import SudokuCore

/// The action of an operation, with everything that it changes.
///
/// A placement names the cells whose notes it removes, an undo the operations that it takes back.
/// So an operation is also the *group* that an undo names, and no group arrives in parts.
package enum DocumentAction: Hashable, Sendable {
  /// The game begins; of several creations the earliest determines the grade.
  indirect case create(GameHeader)
  case place(Placement)
  /// A digit is removed; `over` names the write to the cell that it replaces.
  case clear(Cell, over: OperationKey?)
  /// A note is set or removed.
  case note(Candidate, isOn: Bool)
  /// Many notes are set and removed at once.
  indirect case notes(on: NoteSet, off: NoteSet)
  /// Corner notes, a separate layer, are set and removed; older versions keep the operation unread.
  indirect case corners(on: NoteSet, off: NoteSet)
  case select(Cell?)
  case undo(OperationKeySet)
  /// An undo or a revert is taken back.
  case redo(OperationKey)
  /// The board of a bookmark is restored.
  indirect case revert(Revert)
  /// The present board is marked, with or without a name.
  case bookmark(name: String?)
  /// A hint was given, `depth` in `1...5`.
  case hint(depth: Int)
  /// The board was checked against the solution.
  case check
  /// The player paused the game; the device's time segment ends.
  case pause
  /// The player resumes; a new time segment of the device begins.
  case resume(SegmentStart)
  /// The device's time segment ends, without a pause of the game.
  case suspend
  /// The time played so far is saved.
  case tick
  indirect case complete(Completion)
  /// The game is hidden, or shown again; if two devices disagree at the same moment, hidden counts.
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
  /// An achievement reached `amount`.
  case progress(achievement: String, amount: Int)
  /// A best value, made here or imported from elsewhere.
  case record(RecordTable, key: String, value: Int)
  /// An action that only a newer version understands; its fields are the operation's `extra`.
  case unknown(kind: String)
}

package struct Placement: Hashable, Sendable {
  package var cell: Cell
  package var digit: Digit
  package var erased: CellSet
  /// The write to the cell that this one replaces, `nil` for the first one the device knows of.
  package var over: OperationKey?

  package init(cell: Cell, digit: Digit, erased: CellSet = [], over: OperationKey? = nil) {
    self.cell = cell
    self.digit = digit
    self.erased = erased
    self.over = over
  }
}

/// The return to a bookmark's board.
package struct Revert: Hashable, Sendable {
  package var bookmark: OperationKey
  package var undone: OperationKeySet
  /// The operations that were taken back since the bookmark and apply again.
  package var redone: OperationKeySet

  package init(bookmark: OperationKey, undone: OperationKeySet, redone: OperationKeySet) {
    self.bookmark = bookmark
    self.undone = undone
    self.redone = redone
  }
}

/// The start of a segment of playing time.
///
/// The segment's length is the last `elapsedMilliseconds` of the device's operations before its next segment.
package struct SegmentStart: Hashable, Sendable {
  /// The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  package var wallMilliseconds: Int64
  /// The correction to the wall clock in milliseconds, `nil` for none.
  ///
  /// It leads to the store's clock, or moves the start behind all time known to be played.
  package var offsetMilliseconds: Int64?

  package init(wallMilliseconds: Int64, offsetMilliseconds: Int64? = nil) {
    self.wallMilliseconds = wallMilliseconds
    self.offsetMilliseconds = offsetMilliseconds
  }
}

/// The claim that a game is completed, with the proof and the result.
package struct Completion: Hashable, Sendable {
  /// The completed board, compared with the unique solution wherever the claim is merged.
  package var board: Board
  package var elapsedMilliseconds: Int
  package var mistakes: Int
  package var hintsUsed: Int

  package init(board: Board, elapsedMilliseconds: Int, mistakes: Int, hintsUsed: Int) {
    self.board = board
    self.elapsedMilliseconds = elapsedMilliseconds
    self.mistakes = mistakes
    self.hintsUsed = hintsUsed
  }
}

/// A table of best values, with its order of values.
public enum RecordTable: String, Hashable, Sendable, Codable, CaseIterable {
  /// Points by score board; the larger is better.
  case score
  /// Stars by level; the larger is better.
  case stars
  /// Milliseconds by puzzle level; the smaller is better.
  case time

  package func better(_ one: Int, _ other: Int) -> Int {
    self == .time ? min(one, other) : max(one, other)
  }
}

/// The clues, options and grade that a game begins with.
public struct GameHeader: Hashable, Sendable {
  /// The clues.
  public let clues: Board
  /// The options the player began with.
  public let options: GameOptions
  /// The puzzle's grade, `nil` where it was not graded.
  public let grade: GradeStamp?

  /// The options as they were stored, including those unknown to this version.
  let storedOptions: StoredOptions
  /// The grade as it was stored, `nil` for one in the old form.
  let storedGrade: StoredGrade?
  /// The grade of the old form: a level and a rating by Sudoku Explainer's scale.
  let oldGrade: GradeStamp?

  /// Creates a header.
  public init(clues: Board, options: GameOptions = GameOptions(), grade: GradeStamp? = nil) {
    self.clues = clues
    self.options = options
    self.grade = grade
    storedOptions = StoredOptions(options)
    let isOld = grade?.hasOldForm ?? true
    storedGrade = isOld ? nil : grade.map { StoredGrade($0) }
    oldGrade = isOld ? grade : nil
  }

  init(
    clues: Board, storedOptions: StoredOptions, storedGrade: StoredGrade?, oldGrade: GradeStamp?
  ) {
    self.clues = clues
    options = storedOptions.options
    grade = storedGrade?.grade ?? oldGrade
    self.storedOptions = storedOptions
    self.storedGrade = storedGrade
    self.oldGrade = oldGrade
  }
}

extension DocumentAction {
  /// True for a move: an action that changes cells or notes.
  package var isMove: Bool {
    switch self {
    case .place, .clear, .note, .notes, .corners, .undo, .redo, .revert: true
    default: false
    }
  }
}
