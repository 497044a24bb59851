import SudokuCore
import SudokuIdentity
import SudokuSession

/// All that the model says about a game, worked out once.
struct ExpectedGame {
  let id: DocumentID
  let model: GameModel
  let operations: Set<OperationKey>
  let board: Board
  let notes: NoteSet
  let corners: NoteSet
  let status: GameState.Status
  let mistakes: Int
  let hintsUsed: Int
  let elapsedMilliseconds: Int
  let elapsedBounds: ClosedRange<Int>
  let completed: Stamp?
  let isAbandoned: Bool
  let isLost: Bool
  let selected: Cell?
  let options: GameOptions
  let bookmarks: [GameModel.Bookmark]
  let lastSaved: Stamp
  /// The dates of the last thing that a person did, and of the completion, by the devices' clocks.
  let lastSavedDate: Int64
  let completionDate: Int64?
  let conflicts: Set<GameModel.DigitConflict>
  let level: String?
  /// The requests that the operations answer.
  let requests: Set<String>

  init(_ id: DocumentID, _ model: GameModel) {
    self.id = id
    self.model = model
    operations = Set(model.order.operations.map(\.key))
    board = model.board
    notes = model.notes
    corners = model.corners
    status = model.status
    mistakes = model.mistakes
    hintsUsed = model.hintsUsed
    elapsedMilliseconds = model.elapsedMilliseconds
    let time = model.time
    elapsedBounds = min(time.largestDevice, time.sum)...max(time.largestDevice, time.sum)
    completed = model.completion?.stamp
    isAbandoned = model.completion == nil && model.abandoned?.isAbandoned == true
    isLost = model.isLost
    selected = model.selected
    options = model.options
    bookmarks = model.bookmarks
    lastSaved = model.lastSaved
    let start = GameID(id.rawValue)?.startDate.seconds ?? 0
    lastSavedDate = model.lastSavedDate(startingAt: start * 1_000)
    completionDate = model.completionDate(startingAt: start * 1_000)
    conflicts = model.conflicts
    level = model.grade?.level
    requests = Set(model.order.operations.compactMap(\.opID))
  }
}
