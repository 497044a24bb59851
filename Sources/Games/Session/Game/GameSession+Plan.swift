import SudokuCore

/// The plan for each intent in the present state.
extension GameSession {
  func plan(for intent: Intent, opID: String?) throws(GameError) -> Plan {
    let status = document.status
    let isPlayable = status == .inProgress || status == .paused
    if intent.isEdit, !isPlayable { throw .gameIsOver(status) }
    var plan: Plan
    switch intent {
    case .place, .clear, .note, .corner, .autoNotes:
      plan = Plan(action: try edit(intent), needsRunningTime: true)
    case .placeAll(let candidates): plan = try placements(of: candidates)
    case .undo, .redo, .undoToMistake, .revert:
      plan = Plan(action: try history(intent), needsRunningTime: true)
    case .hint(let depth):
      guard isPlayable else { throw .gameIsOver(document.status) }
      guard document.options.hintsAllowed else { throw .hintsNotAllowed }
      plan = Plan(action: .hint(depth: min(max(depth, 1), 5)), needsRunningTime: true)
    case .select, .bookmark:
      guard isPlayable else { throw .gameIsOver(document.status) }
      plan = Plan(action: mark(intent))
    case .check: plan = Plan(action: isPlayable ? .check : nil)
    case .pause, .resume, .suspend, .tick, .close:
      plan = Plan(action: timing(intent), needsRunningTime: intent == .resume)
    case .abandon:
      if document.isCompleted { throw .gameIsOver(.completed) }
      plan = Plan(action: document.status == .abandoned ? nil : .abandon(true))
    case .setOption(let name, let value):
      if document.isCompleted { throw .gameIsOver(.completed) }
      var options = document.options
      guard options.set(name, to: value) else { throw .illegalOption(name) }
      guard options == document.options || !document.options.locked else {
        throw .lockedOption(name)
      }
      plan = Plan(action: options == document.options ? nil : .set(key: name, value: value))
    case .apply: plan = Plan()
    case .resolve(let conflict, let choice):
      plan = Plan(action: try resolution(conflict, choice), needsRunningTime: isPlayable)
    }
    if plan.action == nil, opID != nil { plan.action = .tick }
    return plan
  }

  private func edit(_ intent: Intent) throws(GameError) -> DocumentAction? {
    switch intent {
    case .place(let cell, let digit):
      guard document.clues[cell] == nil else { throw .cellIsGiven(cell) }
      return document.digit(at: cell) == digit ? nil : placement(of: digit, at: cell)
    case .clear(let cell):
      guard document.clues[cell] == nil else { throw .cellIsGiven(cell) }
      if document.digit(at: cell) != nil {
        return .clear(cell, over: document.fold.lastWrite(to: cell))
      }
      // Include notes that a peer's digit removed: they must not return to a cell that was cleared.
      let fold = document.fold
      var off = NoteSet()
      if !document.notes(in: cell).isEmpty {
        off[cell] = DigitSet(DigitSet.all.filter { fold.isNoted(Candidate(cell, $0)) })
        return .notes(on: NoteSet(), off: off)
      }
      if !document.corners(in: cell).isEmpty {
        off[cell] = DigitSet(DigitSet.all.filter { fold.isCornerNoted(Candidate(cell, $0)) })
        return .corners(on: NoteSet(), off: off)
      }
      return nil
    case .note(let cell, let digit, let isOn):
      guard document.clues[cell] == nil else { throw .cellIsGiven(cell) }
      guard document.digit(at: cell) == nil else { throw .cellIsFilled(cell) }
      let isNoted = document.notes(in: cell).contains(digit)
      let shouldBeNoted = isOn ?? !isNoted
      return shouldBeNoted == isNoted ? nil : .note(Candidate(cell, digit), isOn: shouldBeNoted)
    case .corner(let cell, let digit, let isOn):
      guard document.clues[cell] == nil else { throw .cellIsGiven(cell) }
      guard document.digit(at: cell) == nil else { throw .cellIsFilled(cell) }
      let isNoted = document.corners(in: cell).contains(digit)
      guard isOn ?? !isNoted != isNoted else { return nil }
      var set = NoteSet()
      set[cell].insert(digit)
      return isNoted ? .corners(on: NoteSet(), off: set) : .corners(on: set, off: NoteSet())
    default: return autoNotes()
    }
  }

  /// Several placements: the first as the plan's action, the others to follow.
  private func placements(of candidates: [Candidate]) throws(GameError) -> Plan {
    var digits: [Cell: Digit] = [:]
    for candidate in candidates {
      guard document.clues[candidate.cell] == nil else { throw .cellIsGiven(candidate.cell) }
      guard digits[candidate.cell] ?? candidate.digit == candidate.digit else {
        throw .illegalDigit
      }
      digits[candidate.cell] = candidate.digit
    }
    var open = candidates.filter { document.digit(at: $0.cell) != $0.digit }
    guard !open.isEmpty else { return Plan(needsRunningTime: true) }
    let first = open.removeFirst()
    return Plan(
      action: placement(of: first.digit, at: first.cell), needsRunningTime: true,
      placements: open.reversed())
  }

  func placement(of digit: Digit, at cell: Cell) -> DocumentAction {
    var erased = CellSet()
    if document.options.autoRemoveNotes {
      let fold = document.fold
      // Include notes that another digit has removed: they must not return once that digit goes.
      for peer in cell.peers {
        let note = Candidate(peer, digit)
        if fold.isNoted(note) || fold.isCornerNoted(note) { erased.insert(peer) }
      }
    }
    return .place(
      Placement(
        cell: cell, digit: digit, erased: erased, over: document.fold.lastWrite(to: cell)))
  }

  private func autoNotes() -> DocumentAction? {
    let grid = CandidateGrid(document.board)
    var on = NoteSet()
    var off = NoteSet()
    for cell in CellSet.all where document.digit(at: cell) == nil {
      let (have, want) = (document.fold.notes[cell], grid[cell])
      on[cell] = want.subtracting(have)
      off[cell] = have.subtracting(want)
    }
    return on.isEmpty && off.isEmpty ? nil : .notes(on: on, off: off)
  }

  private func mark(_ intent: Intent) -> DocumentAction? {
    switch intent {
    case .bookmark(let name): .bookmark(name: name)
    case .select(let cell) where cell != document.fold.selected: .select(cell)
    default: nil
    }
  }

  /// The action of an intent of the clock; the start of a segment is filled in later.
  private func timing(_ intent: Intent) -> DocumentAction? {
    switch (intent, document.status) {
    case (.pause, .inProgress): return .pause
    case (.resume, .abandoned): return .abandon(false)
    case (.resume, .paused): return .resume(SegmentStart(wallMilliseconds: 0))
    case (.resume, .inProgress):
      return running?.isRecorded == true || !document.options.timer
        ? nil : .resume(SegmentStart(wallMilliseconds: 0))
    case (.suspend, .inProgress), (.close, .inProgress): return running == nil ? nil : .suspend
    case (.tick, .inProgress): return running == nil ? nil : .tick
    default: return nil
    }
  }

  private func history(_ intent: Intent) throws(GameError) -> DocumentAction {
    let fold = document.fold
    switch intent {
    case .undo:
      guard let target = fold.undoTarget else { throw .nothingToUndo }
      return .undo(OperationKeySet([fold.groups[target].key]))
    case .redo:
      guard let undo = fold.redoStack.last else { throw .nothingToRedo }
      return .redo(undo)
    case .undoToMistake:
      guard let first = fold.firstMistake() else { throw .nothingToUndo }
      return .undo(OperationKeySet(fold.liveKeys(from: first)))
    case .revert(let name):
      guard
        let mark = fold.marks.last(where: { $0.key.description == name })
          ?? fold.marks.last(where: { $0.name == name })
      else { throw .unknownBookmark(name) }
      let then = document.fold(ofFirst: mark.position)
      var undone: [OperationKey] = []
      var redone: [OperationKey] = []
      for (index, group) in fold.groups.enumerated() {
        let wasLive = index < then.groups.count && then.groups[index].isLive
        if group.isLive, !wasLive { undone.append(group.key) }
        if !group.isLive, wasLive { redone.append(group.key) }
      }
      return .revert(
        Revert(
          bookmark: mark.key, undone: OperationKeySet(undone), redone: OperationKeySet(redone)))
    default: throw .nothingToUndo
    }
  }

  /// The action that picks a version of a conflict; for digits, a placement over both of them.
  ///
  /// It is written even if the digit is shown already: if another device has picked the other digit
  /// without seeing this choice, the player must be asked again.
  private func resolution(_ name: String, _ choice: OperationKey) throws(GameError)
    -> DocumentAction
  {
    guard !document.isCompleted,
      let conflict = document.fold.openConflicts.first(where: { $0.id == name }),
      let version = conflict.versions.first(where: { $0.operation == choice })
    else { throw .unknownConflict(name) }
    guard let cell = conflict.cell.flatMap({ Cell(parsing: $0) }),
      let digit = version.value.intValue.flatMap({ Digit($0) })
    else { return .resolve(conflict: name, choice: choice) }
    return placement(of: digit, at: cell)
  }
}
