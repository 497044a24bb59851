import SudokuCore
import SudokuSession

/// The expected state of a game, from its operations and the table of the rules alone.
///
/// Every property is one row of the table, computed by itself from the whole set. Nothing is shared
/// with the fold that ships, nothing is updated step by step: a reader can hold this file against
/// the table line by line.
struct GameModel {
  let clues: Board
  let solution: Board
  let order: ModelOrder
  private var operations: [DocumentOperation] { order.operations }

  /// True for each operation that applies, false if it is taken back.
  private let applies: [Bool]
  private let writes: [Cell: [Write]]
  /// The claim that is shown: the smallest stamp, then the one with more content.
  let completion: (stamp: Stamp, claim: Completion, date: Int64)?

  init(clues: Board, solution: Board, _ set: [DocumentOperation]) {
    self.clues = clues
    self.solution = solution
    order = ModelOrder(set)
    applies = Self.applies(order.operations)
    writes = Self.writes(order.operations, applies, clues: clues)
    let all = order.operations
    completion = all.indices.compactMap { place in
      // Each claim is checked against the solution.
      guard case .complete(var claim) = all[place].action, claim.board == solution else {
        return nil
      }
      let day = 86_400_000
      if claim.elapsedMilliseconds > day {
        let recorded = TimeModel(Array(all[...place])).totalMilliseconds
        claim.elapsedMilliseconds = min(claim.elapsedMilliseconds, max(day, recorded))
      }
      return (all[place].stamp, claim, Self.date(of: all[place]))
    }.min { $0.0 != $1.0 ? $0.0 < $1.0 : $1.1.numbers < $0.1.numbers }
  }

  // MARK: Undo, redo

  /// An undo takes back what it names, as far as that came before it and applies; its redo gives
  /// exactly that back, once.
  ///
  /// A return to a bookmark does both at the same time.
  private static func applies(_ operations: [DocumentOperation]) -> [Bool] {
    var isTakenBack = [Bool](repeating: false, count: operations.count)
    var done: [OperationKey: (takenBack: [Int], givenBack: [Int])] = [:]
    for (place, operation) in operations.enumerated() {
      func before(_ keys: OperationKeySet, takenBack: Bool) -> [Int] {
        // A forged set may name more than can be counted: only what exists is looked at.
        (0..<place).filter {
          operations[$0].isEdit && keys.contains(operations[$0].key)
            && isTakenBack[$0] == takenBack
        }
      }
      switch operation.action {
      case .undo(let keys):
        done[operation.key] = (before(keys, takenBack: false), [])
      case .revert(let revert):
        done[operation.key] = (
          before(revert.undone, takenBack: false), before(revert.redone, takenBack: true)
        )
      case .redo(let key):
        guard let reversal = done.removeValue(forKey: key) else { continue }
        for place in reversal.takenBack { isTakenBack[place] = false }
        for place in reversal.givenBack { isTakenBack[place] = true }
        continue
      default: continue
      }
      for place in done[operation.key]?.takenBack ?? [] { isTakenBack[place] = true }
      for place in done[operation.key]?.givenBack ?? [] { isTakenBack[place] = false }
    }
    return isTakenBack.map { !$0 }
  }

  // MARK: Cells

  /// A write to a cell: a digit, or `nil` for clearing, which is a value too.
  private struct Write {
    let place: Int
    let digit: Digit?
  }

  /// All writes to each cell that apply, first to last; givens never change.
  private static func writes(
    _ operations: [DocumentOperation], _ applies: [Bool], clues: Board
  ) -> [Cell: [Write]] {
    var writes: [Cell: [Write]] = [:]
    for (place, operation) in operations.enumerated() where applies[place] {
      let cell: Cell
      let digit: Digit?
      switch operation.action {
      case .place(let placement): (cell, digit) = (placement.cell, placement.digit)
      case .clear(let cleared, over: _): (cell, digit) = (cleared, nil)
      default: continue
      }
      if clues[cell] == nil { writes[cell, default: []].append(Write(place: place, digit: digit)) }
    }
    return writes
  }

  /// The board: the last writer wins in each cell; a completed game shows the solution.
  var board: Board {
    if completion != nil { return solution }
    return Board { clues[$0] ?? writes[$0]?.last?.digit }
  }

  /// True if the notes that a placement removed are gone: every later write to its cell that applies
  /// has the same digit.
  private func erases(_ place: Int, _ placement: Placement) -> Bool {
    (writes[placement.cell] ?? []).allSatisfy { $0.place < place || $0.digit == placement.digit }
  }

  /// The notes of empty cells: the last writer wins per cell and digit.
  var notes: NoteSet {
    guard completion == nil else { return NoteSet() }
    var notes = NoteSet()
    let board = board
    for (place, operation) in operations.enumerated() where applies[place] {
      switch operation.action {
      case .note(let candidate, isOn: true): notes[candidate.cell].insert(candidate.digit)
      case .note(let candidate, isOn: false): notes[candidate.cell].remove(candidate.digit)
      case .notes(let on, let off):
        for candidate in off.candidates { notes[candidate.cell].remove(candidate.digit) }
        for candidate in on.candidates { notes[candidate.cell].insert(candidate.digit) }
      case .place(let placement) where erases(place, placement):
        for cell in placement.erased { notes[cell].remove(placement.digit) }
      default: break
      }
    }
    for cell in CellSet.all where board[cell] != nil { notes[cell] = .none }
    return notes
  }

  /// The corner notes of empty cells, likewise.
  var corners: NoteSet {
    guard completion == nil else { return NoteSet() }
    var corners = NoteSet()
    let board = board
    for (place, operation) in operations.enumerated() where applies[place] {
      switch operation.action {
      case .corners(let on, let off):
        for candidate in off.candidates { corners[candidate.cell].remove(candidate.digit) }
        for candidate in on.candidates { corners[candidate.cell].insert(candidate.digit) }
      case .place(let placement) where erases(place, placement):
        for cell in placement.erased { corners[cell].remove(placement.digit) }
      default: break
      }
    }
    for cell in CellSet.all where board[cell] != nil { corners[cell] = .none }
    return corners
  }

  /// The cell whose selection was the last; completing clears it.
  var selected: Cell? {
    guard completion == nil else { return nil }
    for operation in operations.reversed() {
      if case .select(let cell) = operation.action { return cell }
    }
    return nil
  }

  // MARK: Numbers

  /// The different wrong placements: undo does not lower their number.
  var countedMistakes: Int {
    var wrong: Set<Candidate> = []
    for operation in operations {
      guard case .place(let placement) = operation.action, clues[placement.cell] == nil,
        placement.digit != solution[placement.cell]
      else { continue }
      wrong.insert(Candidate(placement.cell, placement.digit))
    }
    return wrong.count
  }

  /// The mistakes shown: those of the claim, once there is one.
  var mistakes: Int { completion?.claim.mistakes ?? countedMistakes }

  /// The hints: asking once more about a board that nobody has changed is the same hint.
  private var countedHints: Int {
    var isSameBoard = false
    var count = 0
    for operation in operations {
      switch operation.action {
      case .hint:
        if !isSameBoard { count += 1 }
        isSameBoard = true
      case .undo, .redo, .revert: isSameBoard = false
      case .place(let placement) where clues[placement.cell] != nil: break
      case .clear(let cell, over: _) where clues[cell] != nil: break
      default: if operation.isEdit { isSameBoard = false }
      }
    }
    return count
  }

  var hintsUsed: Int { completion?.claim.hintsUsed ?? countedHints }

  /// The bounds of the time played, and the time itself.
  var time: TimeModel { TimeModel(operations) }

  /// The time shown: that of the claim, once there is one.
  var elapsedMilliseconds: Int {
    completion?.claim.elapsedMilliseconds ?? time.totalMilliseconds
  }

  // MARK: Where it stands

  /// The earliest creation.
  var header: GameHeader? {
    for operation in operations {
      if case .create(let header) = operation.action, header.clues == clues { return header }
    }
    return nil
  }

  /// The grade: that of the first creation by stamp that has one; of equal stamps the newer scale's
  /// and the higher score.
  var grade: GradeStamp? {
    var best: (stamp: Stamp, grade: GradeStamp)?
    for operation in operations {
      guard case .create(let header) = operation.action, header.clues == clues,
        let grade = header.grade
      else { continue }
      if let known = best, !grade.precedes(known.grade, operation.stamp, known.stamp) { continue }
      best = (operation.stamp, grade)
    }
    return best?.grade
  }

  /// The options: those of the creation, then the last writer of each.
  var options: GameOptions {
    var options = header?.options ?? GameOptions()
    for operation in operations {
      if case .set(let key, let value) = operation.action { _ = options.set(key, to: value) }
    }
    return options
  }

  /// The last time the game was hidden or shown again; where devices said both with one rank, it is
  /// hidden.
  var abandoned: (stamp: Stamp, isAbandoned: Bool)? {
    let last = operations.indices.last { place in
      if case .abandon = operations[place].action { true } else { false }
    }
    guard let last else { return nil }
    let isHidden = order.equals(of: last).contains { operations[$0].action == .abandon(true) }
    return (operations[last].stamp, isHidden)
  }

  /// True if the mistakes reach the limit; a completed game is never lost.
  var isLost: Bool {
    let limit = options.mistakeLimit
    return completion == nil && limit > 0 && countedMistakes >= limit
  }

  /// True if the last of pause and resume is a pause.
  private var isPaused: Bool {
    operations.reduce(false) { last, operation in
      switch operation.action {
      case .pause: true
      case .resume: false
      default: last
      }
    }
  }

  /// Where the game stands: completion beats everything.
  var status: GameState.Status {
    if completion != nil { return .completed }
    if abandoned?.isAbandoned == true { return .abandoned }
    if isLost { return .gameOver }
    return isPaused ? .paused : .inProgress
  }

  /// A marked board.
  struct Bookmark: Hashable {
    let id: OperationKey
    let name: String?
  }

  /// The marked boards, oldest first.
  var bookmarks: [Bookmark] {
    operations.compactMap { operation in
      if case .bookmark(let name) = operation.action {
        Bookmark(id: operation.key, name: name)
      } else {
        nil
      }
    }
  }

  /// The operations of a person: all but those that only keep the time.
  private var lastDone: DocumentOperation? {
    operations.filter { operation in
      !["pause", "resume", "suspend", "tick"].contains(operation.action.kind)
        && operation.stamp.milliseconds < 4_102_444_800_000
    }.max { ($0.stamp, Self.date(of: $1)) < ($1.stamp, Self.date(of: $0)) }
  }

  /// The stamp of the last thing that a person did, before the year 2100.
  var lastSaved: Stamp { lastDone?.stamp ?? .zero }

  /// The date of the device's clock if it was recorded, else that of the stamp.
  private static func date(of operation: DocumentOperation) -> Int64 {
    operation.wallMilliseconds ?? operation.stamp.milliseconds
  }

  /// The date of the last thing that a person did in a game that began at a time.
  func lastSavedDate(startingAt start: Int64) -> Int64 {
    max(lastDone.map { Self.date(of: $0) } ?? 0, earliestDate(startingAt: start))
  }

  /// The date of the completion of a game that began at a time.
  func completionDate(startingAt start: Int64) -> Int64? {
    completion.map { max($0.date, earliestDate(startingAt: start)) }
  }

  /// Nothing is done in a game before it was begun.
  private func earliestDate(startingAt start: Int64) -> Int64 {
    let creations = operations.filter { operation in
      if case .create(let header) = operation.action { header.clues == clues } else { false }
    }
    return creations.map { Self.date(of: $0) }.reduce(start) { min($0, $1) }
  }

  // MARK: Conflicts

  /// A cell with two different digits, neither of whose writers had seen the other.
  struct DigitConflict: Hashable {
    let cell: Cell
    let versions: Set<OperationKey>
  }

  /// All cells in conflict: of the writes that no later write to the cell has seen, two place
  /// different digits.
  var conflicts: Set<DigitConflict> {
    guard completion == nil else { return [] }
    var conflicts: Set<DigitConflict> = []
    for (cell, writes) in writes {
      let heads = writes.filter { write in
        !writes.contains { order.hasSeen($0.place, write.place) }
      }
      let placements = heads.filter { $0.digit != nil }
      guard Set(placements.map(\.digit)).count > 1 else { continue }
      let versions = placements.map { operations[$0.place].key }
      // The player's choice settles exactly this conflict.
      let name = versions.map(\.description).joined(separator: "~")
      let isSettled = operations.contains { operation in
        if case .resolve(name, choice: _) = operation.action { true } else { false }
      }
      if !isSettled { conflicts.insert(DigitConflict(cell: cell, versions: Set(versions))) }
    }
    return conflicts
  }
}

extension DocumentOperation {
  /// True if it writes cells or notes, and so is a group that can be taken back.
  fileprivate var isEdit: Bool {
    switch action {
    case .place, .clear, .note, .notes, .corners: true
    default: false
    }
  }
}

extension Completion {
  fileprivate var numbers: (Int, Int, Int) { (elapsedMilliseconds, mistakes, hintsUsed) }
}

extension GradeStamp {
  /// True if this grade is shown rather than another one.
  fileprivate func precedes(_ other: GradeStamp, _ stamp: Stamp, _ otherStamp: Stamp) -> Bool {
    if stamp != otherStamp { return stamp < otherStamp }
    if version != other.version { return version > other.version }
    if scoreTenths != other.scoreTenths { return scoreTenths ?? -1 > other.scoreTenths ?? -1 }
    return (scale, level ?? "") < (other.scale, other.level ?? "")
  }
}
