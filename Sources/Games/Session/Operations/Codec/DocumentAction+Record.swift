import SudokuCore

extension DocumentAction {
  /// The name of the action's kind on the wire.
  package var kind: String {
    if case .unknown(let kind) = self { return kind }
    var record = OperationFields()
    return encode(into: &record)?.schema.name ?? ""
  }

  /// The name of the kind for messages: one line of at most 40 characters without control characters.
  ///
  /// Another program may have written the kind.
  package var shownKind: String {
    let shown = kind.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String(String.UnicodeScalarView(shown)).filter { !$0.isNewline }.prefix(40))
  }

  func encode(into record: inout OperationFields) -> ActionKind? {
    switch self {
    case .create(let header): return header.encode(into: &record)
    case .place(let placement):
      record.cell = placement.cell
      record.digit = placement.digit
      if !placement.erased.isEmpty { record.erased = placement.erased }
      record.over = placement.over
      return .place
    case .clear(let cell, let over):
      (record.cell, record.over) = (cell, over)
      return .clear
    case .note(let candidate, let isOn):
      (record.cell, record.digit, record.on) = (candidate.cell, candidate.digit, .flag(isOn))
      return .note
    case .notes(let on, let off):
      (record.on, record.off) = (.notes(on), off)
      return .notes
    case .corners(let on, let off):
      (record.on, record.off) = (.notes(on), off)
      return .corners
    case .select(let cell):
      record.cell = cell
      return .select
    case .undo(let groups):
      record.groups = groups
      return .undo
    case .redo(let undo):
      record.undo = undo
      return .redo
    case .revert(let revert):
      record.bookmark = revert.bookmark
      (record.undone, record.redone) = (revert.undone, revert.redone)
      return .revert
    case .bookmark(let name):
      record.name = name
      return .bookmark
    case .hint(let depth):
      record.depth = Natural(depth)
      return .hint
    case .check: return .check
    case .pause: return .pause
    case .resume(let start):
      record.start = SafeInteger(start.wallMilliseconds)
      record.offset = start.offsetMilliseconds.map { SafeInteger($0) }
      return .resume
    case .suspend: return .suspend
    case .tick: return .tick
    case .complete(let claim): return claim.encode(into: &record)
    case .abandon(let isAbandoned):
      record.on = .flag(isAbandoned)
      return .abandon
    default: return writeValue(to: &record)
    }
  }

  /// Writes an action of the profile, the settings or a conflict.
  private func writeValue(to record: inout OperationFields) -> ActionKind? {
    switch self {
    case .set(let key, let value):
      (record.key, record.value) = (key, value)
      return .set
    case .resolve(let conflict, let choice):
      (record.conflict, record.choice) = (conflict, choice)
      return .resolve
    case .earn(let item, let amount):
      (record.item, record.amount) = (item, Natural(amount))
      return .earn
    case .spend(let item, let amount):
      (record.item, record.amount) = (item, Natural(amount))
      return .spend
    case .unlock(let item):
      record.item = item
      return .unlock
    case .progress(let achievement, let amount):
      (record.achievement, record.amount) = (achievement, Natural(amount))
      return .progress
    case .record(let table, let key, let value):
      (record.table, record.key, record.value) = (table, key, .int(Int64(value)))
      return .record
    default: return nil
    }
  }

  /// Reads the fields of a kind; `nil` for values that the kind can't have.
  init?(_ kind: ActionKind, from record: OperationFields) {
    let action: DocumentAction?
    switch kind {
    case .create: action = GameHeader(from: record).map { .create($0) }
    case .place, .clear, .note, .notes, .corners, .select:
      action = DocumentAction.edit(kind, from: record)
    case .undo: action = record.groups.map { .undo($0) }
    case .redo: action = record.undo.map { .redo($0) }
    case .revert:
      guard let bookmark = record.bookmark, let undone = record.undone, let redone = record.redone
      else { return nil }
      action = .revert(Revert(bookmark: bookmark, undone: undone, redone: redone))
    case .bookmark: action = .bookmark(name: record.name)
    case .hint: action = record.depth.flatMap { 1...5 ~= $0.value ? .hint(depth: $0.value) : nil }
    case .check: action = .check
    case .pause: action = .pause
    case .resume:
      action = record.start.map {
        .resume(
          SegmentStart(
            wallMilliseconds: $0.value, offsetMilliseconds: record.offset.map(\.value)))
      }
    case .suspend: action = .suspend
    case .tick: action = .tick
    case .complete: action = Completion(from: record).map { .complete($0) }
    case .abandon: action = record.on?.flag.map { .abandon($0) }
    case .set, .resolve, .earn, .spend, .unlock, .progress, .record:
      action = DocumentAction.value(kind, from: record)
    }
    guard let action else { return nil }
    self = action
  }

  private static func edit(_ kind: ActionKind, from record: OperationFields) -> DocumentAction? {
    if kind == .notes || kind == .corners {
      guard let on = record.on?.notes, let off = record.off else { return nil }
      return kind == .notes ? .notes(on: on, off: off) : .corners(on: on, off: off)
    }
    if kind == .select { return .select(record.cell) }
    guard let cell = record.cell else { return nil }
    if kind == .clear { return .clear(cell, over: record.over) }
    guard let digit = record.digit else { return nil }
    if kind == .note { return record.on?.flag.map { .note(Candidate(cell, digit), isOn: $0) } }
    return .place(
      Placement(cell: cell, digit: digit, erased: record.erased ?? [], over: record.over))
  }

  private static func value(_ kind: ActionKind, from record: OperationFields) -> DocumentAction? {
    switch kind {
    case .set:
      guard let key = record.key, let value = record.value else { return nil }
      return .set(key: key, value: value)
    case .resolve:
      return record.conflict.map { .resolve(conflict: $0, choice: record.choice) }
    case .unlock: return record.item.map { .unlock($0) }
    case .progress:
      guard let achievement = record.achievement, let amount = record.amount else { return nil }
      return .progress(achievement: achievement, amount: amount.value)
    case .record:
      guard let table = record.table, let key = record.key,
        let value = record.value.flatMap({ Natural(opaque: $0) })
      else { return nil }
      return .record(table, key: key, value: value.value)
    default:
      guard let item = record.item, let amount = record.amount?.value else { return nil }
      return kind == .earn ? .earn(item: item, amount: amount) : .spend(item: item, amount: amount)
    }
  }
}

extension GameHeader {
  fileprivate func encode(into record: inout OperationFields) -> ActionKind {
    record.clues = clues
    record.options = storedOptions
    record.grade = storedGrade
    record.level = oldGrade?.level
    record.ratingTenths = oldGrade?.scoreTenths.map { Natural($0) }
    return .create
  }

  fileprivate init?(from record: OperationFields) {
    guard let clues = record.clues, let options = record.options else { return nil }
    self.init(
      clues: clues, storedOptions: options, storedGrade: record.grade,
      oldGrade: GradeStamp.se(level: record.level, ratingTenths: record.ratingTenths?.value))
  }
}

extension Completion {
  fileprivate func encode(into record: inout OperationFields) -> ActionKind {
    record.board = board
    record.hints = Natural(hintsUsed)
    record.mistakes = Natural(mistakes)
    record.total = PlayingTime(elapsedMilliseconds)
    return .complete
  }

  fileprivate init?(from record: OperationFields) {
    guard let board = record.board, let elapsed = record.total, let hints = record.hints,
      let mistakes = record.mistakes
    else { return nil }
    self.init(
      board: board, elapsedMilliseconds: elapsed.milliseconds, mistakes: mistakes.value,
      hintsUsed: hints.value)
  }
}
