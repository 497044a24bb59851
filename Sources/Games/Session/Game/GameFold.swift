import SudokuCore

/// The fold of a game, from its operations to its state.
///
/// **Why merging is a union.** A game is stored as a set of operations, never as a board. A device only
/// adds operations, each with a key of its own (device and number), and never changes one. So two
/// replicas merge by taking the union of their sets: the order of arrival does not matter, and a
/// repeated operation changes nothing. All replicas with the same set sort it in the same way
/// (`OperationSet.ordered`: what an operation has seen comes before it, then the stamp decides) and
/// fold it in that order. The fold reads nothing else, so they show the same state.
///
/// **Where state lives.** `OperationSet` holds the operations; they alone are stored. This value is
/// derived from them and can be thrown away at any time. `GameDocument` keeps it with two checkpoints:
/// an operation newer than all others is applied in O(1); for an older one the fold starts again at the
/// last checkpoint before it. The playing time and the causality have ledgers of their own
/// (`TimeLedger`, `SeenLedger`), which are parts of this value.
///
/// **Registers and groups.** There are 81 registers for digits and 729 for notes; a game's first
/// corner note adds 729 more. An operation that writes registers is a *group*; `writes` is the log
/// of all writes. An undo does not write old values back: it names groups and marks them dead. A
/// register shows its last write by a live group. So an undo restores cells and notes exactly, even
/// if other devices wrote in between, and a redo only marks the groups alive again. The notes that a
/// placement removes count only while its cell shows its digit, see `GameFold+Erasures`.
///
/// **What decides.** Digits and notes: the last live write. Completion: the earliest valid claim; it never
/// reverts. Grade: that of the earliest creation. Options: the last value. Hiding: the highest rank.
/// Operations that don't fit the game (a move in a given cell, a wrong solution) are kept, change
/// nothing and are listed in `ignoredKinds`.
struct GameFold: Sendable {
  /// An operation that wrote cells or notes.
  struct Group: Sendable {
    var key: OperationKey
    var stamp: Stamp
    var firstWrite: Int32
    var writeCount: Int16 = 0
    var isLive = true
    /// For a placement, true while its cell shows its digit: the notes that it removed stay removed.
    var isShown = true
    /// The number of the device and of the context that it wrote in, see `SeenLedger`.
    var device: Int32
    var context: Int32
  }

  /// One write to one register.
  struct Write: Sendable {
    var group: Int32
    /// The register's previous write, -1 for none.
    var previous: Int32
    /// The register's last live write when this one was made, -1 for none.
    var previousLive: Int32
    /// The number of times that writes of the register had become live again by then.
    ///
    /// While it is unchanged, every write between this one and `previousLive` is dead.
    var revivals: Int32
    var register: Int16
    /// For cells the digit or 0, for notes 1 or 0.
    var value: UInt8
  }

  /// A register: one cell's digit or one note.
  struct Register: Sendable {
    /// The last write, -1 for none.
    var last: Int32 = -1
    /// The last live write, -1 for none.
    var live: Int32 = -1
    var revivals: Int32 = 0
  }

  /// The effect of an undo or a revert, so that a redo can take it back.
  struct Reversal: Sendable {
    var undone: [Int32]
    var redone: [Int32]
    var isActive = true
  }

  /// A bookmark, with its place in the order of operations.
  struct Mark: Sendable {
    var key: OperationKey
    var name: String?
    var position: Int
  }

  let clues: Board
  let solution: Board

  var registers = [Register](repeating: Register(), count: 810)
  var writes: [Write] = []
  var groups: [Group] = []
  var groupIndex: [OperationKey: Int32] = [:]
  var reversals: [OperationKey: Reversal] = [:]
  /// Undo operations that can be taken back, the last one last.
  var redoStack: [OperationKey] = []
  /// The groups in order; dead ones may lie among them, but the last one is live.
  var undoStack: [Int32] = []
  var marks: [Mark] = []
  /// For each cell, the placements of its digit that removed notes, see `GameFold+Erasures`.
  var erasing = [[Int32]](repeating: [], count: 81)

  /// The player's digits, 0 for none and for givens.
  private(set) var digits = [UInt8](repeating: 0, count: 81)
  /// All notes, including those hidden by a digit.
  private(set) var notes = NoteSet()
  /// All corner notes, including those hidden by a digit.
  private(set) var corners = NoteSet()
  /// The cells whose digit or notes changed since this set was last emptied.
  var touched = CellSet()

  private(set) var count = 0
  private(set) var header: GameHeader?
  private(set) var grade: DatedGrade?
  private(set) var options = GameOptions()
  /// Options that were set before the creation; they override those of the header.
  private var earlyOptions: [String: OpaqueValue] = [:]
  private(set) var selected: Cell?
  private(set) var isPaused = false
  private(set) var abandoned = GameSummary.AbandonedState()
  private(set) var completion: (claim: Completion, moment: Moment, key: OperationKey)?
  /// The date of the creation by its device's clock, in milliseconds since 1970; `nil` without one.
  private(set) var createdMilliseconds: Int64?
  private(set) var wrongPlacements: Set<Int16> = []
  private(set) var hintsUsed = 0
  private(set) var checksUsed = 0
  /// The greatest depth of the hints given for the present board, 0 for none.
  private(set) var hintDepth = 0
  private(set) var time = TimeLedger()
  private(set) var seen = SeenLedger()
  /// Cells written by a device that had not seen all operations of the other devices.
  var contested = CellSet()
  /// The conflicts that the player has settled.
  private(set) var settled: Set<String> = []
  /// The devices whose streams come from saves of an older kind.
  private(set) var importedDevices: Set<DeviceID> = []
  /// The mistakes that imported saves report; the board of a save does not show them.
  private(set) var importedMistakes = 0
  private(set) var importedHints = 0
  /// The IDs that the game had in other programs.
  private(set) var oldIDs: Set<String> = []
  /// The kinds of operations that change nothing: see `GameState.ignoredKinds`.
  private(set) var ignoredKinds: Set<String> = []

  /// Reserves memory for a number of operations.
  mutating func reserve(_ count: Int) {
    groupIndex.reserveCapacity(count)
    groups.reserveCapacity(count)
    writes.reserveCapacity(count)
  }

  init(clues: Board, solution: Board) {
    self.clues = clues
    self.solution = solution
  }

  mutating func apply(_ operation: DocumentOperation, rank: Rank) {
    count += 1
    let (device, context) = seen.fold(operation)
    applyTime(operation)
    switch operation.action {
    case .place, .clear, .note, .notes, .corners:
      applyEdit(operation, device: device, context: context)
    case .undo, .redo, .revert: applyHistory(operation)
    case .create(let header):
      // The creation of another board under the same ID.
      guard header.clues == clues else { return ignore(operation) }
      begin(header, operation.moment)
    case .select(let cell): selected = cell
    case .bookmark(let name):
      marks.append(Mark(key: operation.key, name: name, position: count))
    case .hint(let depth):
      // Asking deeper about the same board is the same hint.
      if hintDepth == 0 { hintsUsed += 1 }
      hintDepth = max(hintDepth, depth)
    case .check: checksUsed += 1
    case .complete(let claim):
      let claim = claim.bounded(by: time.total)
      // The earliest claim counts; at equal stamps the one with larger numbers, as in summaries.
      let isShown = completion.map {
        $0.moment.stamp > operation.stamp
          || $0.moment.stamp == operation.stamp && $0.claim.precedes(claim)
      }
      guard claim.board == solution else { return ignore(operation) }
      if isShown ?? true { completion = (claim, operation.moment, operation.key) }
    case .abandon(let isAbandoned):
      // Of two with the same rank the larger counts, as in merged summaries.
      let state = GameSummary.AbandonedState(rank: rank, isAbandoned: isAbandoned)
      abandoned = max(abandoned, state)
    case .set(let key, let value):
      if key == GameDocument.importMark { beginImport(operation.device, value) }
      if !options.locked, options.set(key, to: value), header == nil { earlyOptions[key] = value }
    case .resolve(let conflict, _): settled.insert(conflict)
    case .pause, .resume, .suspend, .tick: break
    case .earn, .spend, .unlock, .progress, .record, .unknown: ignore(operation)
    }
  }

  /// Records the kind of an operation that changes nothing.
  private mutating func ignore(_ operation: DocumentOperation) {
    guard ignoredKinds.count < Self.ignoredKindLimit else { return }
    ignoredKinds.insert(operation.action.shownKind)
  }

  private static let ignoredKindLimit = 20

  private mutating func beginImport(_ device: DeviceID, _ value: OpaqueValue) {
    importedDevices.insert(device)
    time.markImported(device)
    guard case .object(let counts) = value else { return }
    let limit = 1_000_000
    importedMistakes = min(limit, max(importedMistakes, counts["mistakes"]?.intValue ?? 0))
    importedHints = min(limit, max(importedHints, counts["hints"]?.intValue ?? 0))
    if let id = counts["id"]?.stringValue, id.utf8.count <= 256, oldIDs.count < 20 {
      oldIDs.insert(id)
    }
  }

  private mutating func begin(_ header: GameHeader, _ moment: Moment) {
    let dated = header.grade.map { DatedGrade(created: moment.stamp, grade: $0) }
    grade = DatedGrade.shown(grade, dated)
    createdMilliseconds = min(createdMilliseconds ?? .max, moment.milliseconds)
    guard self.header == nil else { return }
    self.header = header
    options = header.options
    if !options.locked { for (key, value) in earlyOptions { _ = options.set(key, to: value) } }
    earlyOptions = [:]
  }

  private mutating func applyTime(_ operation: DocumentOperation) {
    if case .resume(let start) = operation.action {
      isPaused = false
      time.start(operation.device, start, stamp: operation.stamp)
    }
    if let length = operation.elapsedMilliseconds { time.reach(operation.device, length) }
    switch operation.action {
    case .pause:
      isPaused = true
      time.stop(operation.device)
    case .suspend: time.stop(operation.device)
    default: break
    }
  }

  private mutating func applyEdit(_ operation: DocumentOperation, device: Int32, context: Int32) {
    let group = Int32(groups.count)
    if let cell = operation.action.writtenCell {
      guard clues[cell] == nil else { return ignore(operation) }
      contest(cell, device: device, context: context)
    }
    groups.append(
      Group(
        key: operation.key, stamp: operation.stamp, firstWrite: Int32(writes.count), device: device,
        context: context))
    switch operation.action {
    case .place(let placement):
      write(cell: placement.cell, placement.digit.rawValue, group)
      replaceErasures(of: placement.cell, by: placement.erased.isEmpty ? nil : group)
      for cell in placement.erased {
        let candidate = Candidate(cell, placement.digit)
        write(note: candidate, false, group)
        // Without corner notes there is nothing to remove.
        if registers.count > Self.cornerStart { write(corner: candidate, false, group) }
      }
      if solution[placement.cell] != placement.digit {
        wrongPlacements.insert(Int16(Candidate(placement.cell, placement.digit).index))
      }
    case .clear(let cell, over: _):
      write(cell: cell, 0, group)
      replaceErasures(of: cell, by: nil)
    case .note(let candidate, let isOn): write(note: candidate, isOn, group)
    case .notes(let on, let off):
      for candidate in off.candidates { write(note: candidate, false, group) }
      for candidate in on.candidates { write(note: candidate, true, group) }
    case .corners(let on, let off):
      for candidate in off.candidates { write(corner: candidate, false, group) }
      for candidate in on.candidates { write(corner: candidate, true, group) }
    default: break
    }
    groups[Int(group)].writeCount = Int16(writes.count - Int(groups[Int(group)].firstWrite))
    groupIndex[operation.key] = group
    undoStack.append(group)
    redoStack.removeAll(keepingCapacity: true)
    hintDepth = 0
  }

  private mutating func applyHistory(_ operation: DocumentOperation) {
    hintDepth = 0
    switch operation.action {
    case .undo(let keys):
      reverse(undone: keys, redone: OperationKeySet([]), by: operation.key)
    case .revert(let revert):
      reverse(undone: revert.undone, redone: revert.redone, by: operation.key)
    case .redo(let key): takeBack(key)
    default: break
    }
  }

  // MARK: Registers

  static func register(of candidate: Candidate) -> Int { 81 + candidate.index }

  /// The first register of a corner note.
  static let cornerStart = 810

  private mutating func write(cell: Cell, _ value: UInt8, _ group: Int32) {
    append(register: cell.index, value, group)
    digits[cell.index] = value
    touched.insert(cell)
  }

  private mutating func write(note: Candidate, _ isOn: Bool, _ group: Int32) {
    append(register: Self.register(of: note), isOn ? 1 : 0, group)
    show(note, isOn)
  }

  private mutating func write(corner: Candidate, _ isOn: Bool, _ group: Int32) {
    if registers.count == Self.cornerStart {
      registers += [Register](repeating: Register(), count: 729)
    }
    append(register: Self.cornerStart + corner.index, isOn ? 1 : 0, group)
    show(corner: corner, isOn)
  }

  private mutating func append(register index: Int, _ value: UInt8, _ group: Int32) {
    let write = Int32(writes.count)
    writes.append(
      Write(
        group: group, previous: registers[index].last, previousLive: registers[index].live,
        revivals: registers[index].revivals, register: Int16(index), value: value))
    registers[index].last = write
    registers[index].live = write
  }

  private mutating func show(_ note: Candidate, _ isOn: Bool) {
    guard notes.contains(note) != isOn else { return }
    if isOn { notes[note.cell].insert(note.digit) } else { notes[note.cell].remove(note.digit) }
    touch(notesOf: note.cell)
  }

  private mutating func show(corner: Candidate, _ isOn: Bool) {
    guard corners.contains(corner) != isOn else { return }
    if isOn {
      corners[corner.cell].insert(corner.digit)
    } else {
      corners[corner.cell].remove(corner.digit)
    }
    touch(notesOf: corner.cell)
  }

  private mutating func touch(notesOf cell: Cell) {
    // A digit hides the notes.
    if digits[cell.index] == 0, clues[cell] == nil { touched.insert(cell) }
  }

  /// Shows a register's last write that counts, after groups died or became live again.
  mutating func refresh(register index: Int, revived: Int32) {
    var write = max(registers[index].live, revived)
    while write >= 0, !counts(write) { write = liveWrite(before: write) }
    registers[index].live = write
    let value = write < 0 ? 0 : writes[Int(write)].value
    if index >= Self.cornerStart {
      show(corner: Candidate(index: index - Self.cornerStart), value != 0)
    } else if index >= 81 {
      show(Candidate(index: index - 81), value != 0)
    } else if digits[index] != value {
      digits[index] = value
      touched.insert(Cell(index: index))
    }
  }

  /// True if a write's group is live and, for a note that a digit removed, the cell shows the digit.
  private func counts(_ write: Int32) -> Bool {
    let entry = writes[Int(write)]
    let group = groups[Int(entry.group)]
    return group.isLive && (group.isShown || entry.register < 81)
  }

  /// The write of a register that precedes another one.
  ///
  /// Dead writes between the two are skipped where that is known to be valid.
  func liveWrite(before write: Int32) -> Int32 {
    let entry = writes[Int(write)]
    return entry.revivals == registers[Int(entry.register)].revivals
      ? entry.previousLive : entry.previous
  }
}

extension Completion {
  /// The claim with a plausible time: more than a day only if the earlier operations record it.
  fileprivate func bounded(by recorded: @autoclosure () -> Int) -> Completion {
    guard elapsedMilliseconds > TimeLedger.longestPause else { return self }
    var claim = self
    claim.elapsedMilliseconds = min(elapsedMilliseconds, max(recorded(), TimeLedger.longestPause))
    return claim
  }

  fileprivate func precedes(_ other: Completion) -> Bool {
    (elapsedMilliseconds, mistakes, hintsUsed)
      < (other.elapsedMilliseconds, other.mistakes, other.hintsUsed)
  }
}
