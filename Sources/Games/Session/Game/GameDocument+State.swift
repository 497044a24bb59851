import SudokuCore

extension GameDocument {
  /// The game as the player sees it: board, notes, status, counters and conflicts.
  ///
  /// - Complexity: O(81 + n) for n notes and bookmarks.
  public var state: GameState {
    GameState(
      game: documentID, start: id.startDate, puzzleID: puzzleID, givens: clues, board: board,
      notes: visibleNotes, corners: visibleCorners,
      rev: operations.count, status: status, elapsedMilliseconds: elapsedMilliseconds,
      mistakes: shownMistakes, hintsUsed: hintsUsed, checksUsed: fold.checksUsed,
      lastSaved: lastPlay.stamp, lastSavedDate: UTCTime(milliseconds: lastPlay.milliseconds),
      completed: completion?.stamp,
      completionDate: completion.map { UTCTime(milliseconds: $0.milliseconds) }, canUndo: canUndo,
      canRedo: canRedo, selected: isCompleted ? nil : fold.selected, grade: fold.grade?.grade,
      options: fold.options, oldIDs: fold.oldIDs.sorted(),
      bookmarks: fold.marks.map { GameState.Bookmark(id: $0.key, name: $0.name) },
      conflicts: isCompleted ? [] : fold.openConflicts,
      ignoredKinds: fold.ignoredKinds.sorted(),
      repeatedCells: fold.options.mistakeCheck == .off ? [] : repeatedCells,
      wrongCells: fold.options.mistakeCheck == .solution ? wrongCells : [])
  }

  /// The game in short, for lists and stores.
  public var summary: GameSummary {
    GameSummary(
      id: documentID, clues: clues, grade: fold.grade?.grade, graded: fold.grade?.created,
      completion: completion,
      abandonedState: fold.abandoned, saved: lastPlay, lastStamp: operations.lastStamp,
      elapsedMilliseconds: elapsedMilliseconds, mistakes: shownMistakes, hintsUsed: hintsUsed,
      isLost: !isCompleted && isLost, filledCells: board.filledCells.count)
  }

  /// The moment of the last operation that is more than timekeeping, not before the game's start.
  package var lastPlay: Moment { operations.lastPlay.notBefore(earliestDate) }

  /// The moment of the completion shown, `nil` for a game not completed.
  private var completion: Moment? { fold.completion?.moment.notBefore(earliestDate) }

  /// The earliest date that the game shows: its start, or its creation if that was earlier.
  ///
  /// A daily puzzle can be created before its day begins.
  private var earliestDate: Int64 {
    min(id.startDate.seconds.multipliedClamped(by: 1_000), fold.createdMilliseconds ?? .max)
  }

  package var status: GameState.Status {
    if isCompleted { return .completed }
    if fold.abandoned.isAbandoned { return .abandoned }
    if isLost { return .gameOver }
    return fold.isPaused ? .paused : .inProgress
  }

  /// True once a valid claim of completion exists; it never becomes false again.
  package var isCompleted: Bool { fold.completion != nil }

  private var isLost: Bool {
    fold.options.mistakeLimit > 0 && countedMistakes >= fold.options.mistakeLimit
  }

  /// The number of different wrong placements.
  package var mistakes: Int { fold.completion?.claim.mistakes ?? countedMistakes }

  /// The mistakes that a player is shown: none where nothing is checked, until the game ends.
  package var shownMistakes: Int {
    fold.options.mistakeCheck == .off && !isCompleted && !isLost ? 0 : mistakes
  }

  private var countedMistakes: Int { fold.wrongPlacements.count + fold.importedMistakes }

  package var hintsUsed: Int {
    fold.completion?.claim.hintsUsed ?? fold.hintsUsed + fold.importedHints
  }

  /// The time that the operations record, in milliseconds.
  package var elapsedMilliseconds: Int {
    fold.completion?.claim.elapsedMilliseconds ?? fold.time.total
  }

  package var options: GameOptions { fold.options }

  package var canUndo: Bool { !isCompleted && fold.undoTarget != nil }

  package var canRedo: Bool { !isCompleted && !fold.redoStack.isEmpty }

  package var board: Board { isCompleted ? solution : liveBoard }

  /// The clues and the digits of the moves, also after a completion.
  var liveBoard: Board {
    Board(unsafeValues: { values in
      clues.withUnsafeValues { clues in
        // The player's digits are 0 in given cells.
        for index in 0..<81 { values[index] = clues[index] | fold.digits[index] }
      }
    })
  }

  /// True if the moves alone fill the board with the solution, with or without a claim.
  package var isSolved: Bool {
    clues.withUnsafeValues { clues in
      solution.withUnsafeValues { solution in
        (0..<81).allSatisfy { clues[$0] | fold.digits[$0] == solution[$0] }
      }
    }
  }

  /// The digit in a cell.
  public func digit(at cell: Cell) -> Digit? {
    if isCompleted { return solution[cell] }
    return clues[cell] ?? Digit(Int(fold.digits[cell.index]))
  }

  /// The notes that a cell shows; none while it holds a digit.
  public func notes(in cell: Cell) -> DigitSet {
    digit(at: cell) == nil ? fold.notes[cell] : .none
  }

  package var visibleNotes: NoteSet {
    var notes = NoteSet()
    guard !isCompleted else { return notes }
    for cell in fold.notes.cells { notes[cell] = self.notes(in: cell) }
    return notes
  }

  /// The corner notes that a cell shows; none while it holds a digit.
  package func corners(in cell: Cell) -> DigitSet {
    digit(at: cell) == nil ? fold.corners[cell] : .none
  }

  private var visibleCorners: NoteSet {
    var corners = NoteSet()
    guard !isCompleted else { return corners }
    for cell in fold.corners.cells { corners[cell] = self.corners(in: cell) }
    return corners
  }

  /// The conflicting cells that the player may see; none where the option `mistakeCheck` is `off`.
  package var shownRepeatedCells: CellSet {
    options.mistakeCheck == .off ? [] : repeatedCells
  }

  package var shownWrongCells: CellSet { options.mistakeCheck == .solution ? wrongCells : [] }

  /// The cells whose digit is repeated in one of their houses.
  package var repeatedCells: CellSet { board.repeatedCells }

  /// The cells whose digit differs from the solution.
  package var wrongCells: CellSet {
    var cells = CellSet()
    guard !isCompleted else { return cells }
    for index in 0..<81
    where fold.digits[index] != 0 && fold.digits[index] != solution.value(at: Cell(index: index)) {
      cells.insert(Cell(index: index))
    }
    return cells
  }

  /// The first operation that a client's request made, `nil` for a new request.
  package func operation(ofRequest opID: String, by device: DeviceID) -> OperationKey? {
    requests[Request(id: opID, device: device)].map { OperationKey(device: device, seq: $0) }
  }

  /// The cells that look different from an earlier state of the game.
  package func changedCells(since other: GameDocument) -> CellSet {
    shownCells.differences(from: other.shownCells)
  }

  /// The digit and the notes that a cell shows now.
  package func change(of cell: Cell) -> Outcome.Change {
    Outcome.Change(
      cell: cell, digit: digit(at: cell), notes: notes(in: cell), corners: corners(in: cell))
  }

  var shownCells: ShownCells {
    ShownCells(board: board, notes: visibleNotes, corners: visibleCorners)
  }
}

/// The digits and visible notes of all cells, kept to find the cells that a change affects.
struct ShownCells: Sendable {
  var board: Board
  var notes: NoteSet
  var corners: NoteSet

  func differences(from other: ShownCells) -> CellSet {
    var cells = CellSet()
    for cell in CellSet.all
    where board[cell] != other.board[cell] || notes[cell] != other.notes[cell]
      || corners[cell] != other.corners[cell]
    {
      cells.insert(cell)
    }
    return cells
  }
}
