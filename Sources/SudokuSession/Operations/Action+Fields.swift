import SudokuCore

/// The fields of a record, taken one by one; what is left is unknown to this version.
struct FieldReader {
  /// What was not taken yet.
  private(set) var rest: [String: OpaqueValue]

  init(_ fields: [String: OpaqueValue]) { rest = fields }

  /// Whether there is a field of this name.
  func has(_ name: String) -> Bool { rest[name] != nil }

  mutating func take<Value>(_ name: String, as read: (OpaqueValue) -> Value?) -> Value? {
    guard let value = rest[name].flatMap(read) else { return nil }
    rest[name] = nil
    return value
  }

  mutating func string(_ name: String) -> String? { take(name, as: \.stringValue) }
  mutating func int(_ name: String) -> Int? { take(name, as: \.intValue) }
  mutating func bool(_ name: String) -> Bool? { take(name, as: \.boolValue) }

  mutating func natural(_ name: String) -> Int? {
    take(name) { value in value.intValue.flatMap { 0...1 << 53 ~= $0 ? $0 : nil } }
  }

  mutating func text<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type
  ) -> Value? {
    take(name) { value in
      guard let text = value.stringValue, let read = Value(text), read.description == text else {
        return nil
      }
      return read
    }
  }

  mutating func cell(_ name: String) -> Cell? {
    take(name) { value in
      guard let text = value.stringValue, let cell = Cell(parsing: text), cell.description == text
      else { return nil }
      return cell
    }
  }

  mutating func digit(_ name: String) -> Digit? {
    take(name) { value in value.intValue.flatMap { Digit($0) } }
  }

  mutating func cells(_ name: String) -> CellSet? {
    take(name) { value in
      guard case .array(let values) = value else { return nil }
      let cells = values.compactMap { $0.stringValue.flatMap { Cell(parsing: $0) } }
      guard values == cells.map({ .string($0.description) }),
        zip(cells, cells.dropFirst())
          .allSatisfy({ $0 < $1 })
      else { return nil }
      return CellSet(cells)
    }
  }
}

extension Action {
  /// The name of the action's kind on the wire.
  public var kind: String {
    switch self {
    case .create: "create"
    case .place: "place"
    case .clear: "clear"
    case .note: "note"
    case .notes: "notes"
    case .select: "select"
    case .undo: "undo"
    case .redo: "redo"
    case .revert: "revert"
    case .bookmark: "bookmark"
    case .hint: "hint"
    case .check: "check"
    case .pause: "pause"
    case .resume: "resume"
    case .suspend: "suspend"
    case .tick: "tick"
    case .complete: "complete"
    case .abandon: "abandon"
    case .set: "set"
    case .resolve: "resolve"
    case .earn: "earn"
    case .spend: "spend"
    case .unlock: "unlock"
    case .progress: "progress"
    case .record: "record"
    case .unknown(let kind): kind
    }
  }

  /// The action's own fields of the record.
  var fields: [(String, OpaqueValue)] {
    switch self {
    case .create(let header): return header.fields
    case .place(let placement):
      var fields: [(String, OpaqueValue)] = [
        ("cell", .string(placement.cell.description)),
        ("digit", .int(Int64(placement.digit.rawValue))),
      ]
      if !placement.erased.isEmpty {
        fields.append(("erased", .array(placement.erased.map { .string($0.description) })))
      }
      if let over = placement.over { fields.append(("over", .string(over.description))) }
      return fields
    case .clear(let cell, let over):
      return [("cell", .string(cell.description))]
        + (over.map { [("over", .string($0.description))] } ?? [])
    case .note(let candidate, let isOn):
      return [
        ("cell", .string(candidate.cell.description)),
        ("digit", .int(Int64(candidate.digit.rawValue))), ("on", .bool(isOn)),
      ]
    case .notes(let on, let off): return [("off", off.opaque), ("on", on.opaque)]
    case .select(let cell): return cell.map { [("cell", .string($0.description))] } ?? []
    case .undo(let groups): return [("groups", groups.opaque)]
    case .redo(let undo): return [("undo", .string(undo.description))]
    case .revert(let revert):
      return [
        ("bookmark", .string(revert.bookmark.description)), ("redone", revert.redone.opaque),
        ("undone", revert.undone.opaque),
      ]
    case .bookmark(let name): return name.map { [("name", .string($0))] } ?? []
    case .hint(let depth): return [("depth", .int(Int64(depth)))]
    case .check, .pause, .suspend, .tick, .unknown: return []
    case .resume(let start):
      return [("start", .int(start.wallMilliseconds))]
        + (start.offsetMilliseconds.map { [("offset", .int($0))] } ?? [])
    case .complete(let claim): return claim.fields
    case .abandon(let isAbandoned): return [("on", .bool(isAbandoned))]
    case .set(let key, let value): return [("key", .string(key)), ("value", value)]
    case .resolve(let conflict, let choice):
      return [("conflict", .string(conflict))]
        + (choice.map { [("choice", .string($0.description))] } ?? [])
    case .earn(let item, let amount), .spend(let item, let amount):
      return [("amount", .int(Int64(amount))), ("item", .string(item))]
    case .unlock(let item): return [("item", .string(item))]
    case .progress(let achievement, let amount):
      return [("achievement", .string(achievement)), ("amount", .int(Int64(amount)))]
    case .record(let table, let key, let value):
      return [
        ("key", .string(key)), ("table", .string(table.rawValue)), ("value", .int(Int64(value))),
      ]
    }
  }

  /// Reads the action of a kind, `nil` for an unknown kind or fields it can't have.
  init?(kind: String, from reader: inout FieldReader) {
    let action =
      switch kind {
      case "create": GameHeader(from: &reader).map { Action.create($0) }
      case "complete": Completion(from: &reader).map { Action.complete($0) }
      case "place", "clear", "note", "notes", "select": Action(edit: kind, from: &reader)
      case "undo", "redo", "revert", "bookmark": Action(history: kind, from: &reader)
      case "pause", "resume", "suspend", "tick": Action(time: kind, from: &reader)
      case "earn", "spend", "unlock", "progress", "record": Action(profile: kind, from: &reader)
      case "hint":
        reader.int("depth").flatMap { 1...5 ~= $0 ? Action.hint(depth: $0) : nil }
      case "check": Action.check
      case "abandon": reader.bool("on").map { Action.abandon($0) }
      case "set": Action(setting: (), from: &reader)
      case "resolve": Action(resolution: (), from: &reader)
      default: Action?.none
      }
    guard let action else { return nil }
    self = action
  }

  private init?(edit kind: String, from reader: inout FieldReader) {
    if kind == "notes" {
      guard let on = reader.take("on", as: { NoteSet(opaque: $0) }),
        let off = reader.take("off", as: { NoteSet(opaque: $0) })
      else { return nil }
      self = .notes(on: on, off: off)
      return
    }
    if kind == "select", !reader.has("cell") {
      self = .select(nil)
      return
    }
    guard let cell = reader.cell("cell") else { return nil }
    let over = reader.text("over", as: OperationKey.self)
    switch kind {
    case "select": self = .select(cell)
    case "clear": self = .clear(cell, over: over)
    case "note":
      guard let digit = reader.digit("digit"), let isOn = reader.bool("on") else { return nil }
      self = .note(Candidate(cell, digit), isOn: isOn)
    default:
      guard let digit = reader.digit("digit") else { return nil }
      let erased = reader.has("erased") ? reader.cells("erased") : []
      guard let erased else { return nil }
      self = .place(Placement(cell: cell, digit: digit, erased: erased, over: over))
    }
  }

  private init?(history kind: String, from reader: inout FieldReader) {
    switch kind {
    case "undo":
      guard let groups = reader.take("groups", as: { OperationKeySet(opaque: $0) }) else {
        return nil
      }
      self = .undo(groups)
    case "redo":
      guard let undo = reader.text("undo", as: OperationKey.self) else { return nil }
      self = .redo(undo)
    case "revert":
      guard let bookmark = reader.text("bookmark", as: OperationKey.self),
        let undone = reader.take("undone", as: { OperationKeySet(opaque: $0) }),
        let redone = reader.take("redone", as: { OperationKeySet(opaque: $0) })
      else { return nil }
      self = .revert(Revert(bookmark: bookmark, undone: undone, redone: redone))
    default: self = .bookmark(name: reader.string("name"))
    }
  }

  private init?(time kind: String, from reader: inout FieldReader) {
    switch kind {
    case "pause": self = .pause
    case "suspend": self = .suspend
    case "tick": self = .tick
    default:
      guard let start = reader.int("start") else { return nil }
      self = .resume(
        SegmentStart(
          wallMilliseconds: Int64(start),
          offsetMilliseconds: reader.int("offset").map { Int64($0) }))
    }
  }

  private init?(profile kind: String, from reader: inout FieldReader) {
    switch kind {
    case "unlock":
      guard let item = reader.string("item") else { return nil }
      self = .unlock(item)
    case "progress":
      guard let achievement = reader.string("achievement"), let amount = reader.natural("amount")
      else { return nil }
      self = .progress(achievement: achievement, amount: amount)
    case "record":
      guard let table = reader.take("table", as: { $0.stringValue.flatMap(RecordTable.init) }),
        let key = reader.string("key"), let value = reader.natural("value")
      else { return nil }
      self = .record(table, key: key, value: value)
    default:
      guard let item = reader.string("item"), let amount = reader.natural("amount") else {
        return nil
      }
      self = kind == "earn" ? .earn(item: item, amount: amount) : .spend(item: item, amount: amount)
    }
  }

  private init?(setting: Void, from reader: inout FieldReader) {
    guard let key = reader.string("key"), let value = reader.take("value", as: { $0 }) else {
      return nil
    }
    self = .set(key: key, value: value)
  }

  private init?(resolution: Void, from reader: inout FieldReader) {
    guard let conflict = reader.string("conflict") else { return nil }
    self = .resolve(
      conflict: conflict, choice: reader.text("choice", as: OperationKey.self))
  }
}

extension GameHeader {
  fileprivate var fields: [(String, OpaqueValue)] {
    var fields: [(String, OpaqueValue)] = [
      ("clues", .string(clues.line)), ("options", .object(options.values)),
    ]
    if let level { fields.append(("level", .string(level))) }
    if let ratingTenths { fields.append(("ratingTenths", .int(Int64(ratingTenths)))) }
    return fields
  }

  fileprivate init?(from reader: inout FieldReader) {
    guard let clues = reader.text("clues", as: Board.self) else { return nil }
    let options = reader.take("options") { value -> GameOptions? in
      guard case .object(let values) = value, values.count == GameOptions.names.count else {
        return nil
      }
      var options = GameOptions()
      for (name, value) in values {
        guard options.set(name, to: value) else { return nil }
      }
      return options
    }
    guard let options else { return nil }
    self.init(
      clues: clues, options: options, level: reader.string("level"),
      ratingTenths: reader.natural("ratingTenths"))
  }
}

extension Completion {
  fileprivate var fields: [(String, OpaqueValue)] {
    [
      ("board", .string(board.line)), ("hints", .int(Int64(hintsUsed))),
      ("mistakes", .int(Int64(mistakes))), ("total", .int(Int64(elapsedMilliseconds))),
    ]
  }

  fileprivate init?(from reader: inout FieldReader) {
    guard let board = reader.text("board", as: Board.self),
      let elapsed = reader.natural("total"), let hints = reader.natural("hints"),
      let mistakes = reader.natural("mistakes")
    else { return nil }
    self.init(
      board: board, elapsedMilliseconds: elapsed, mistakes: mistakes, hintsUsed: hints)
  }
}
