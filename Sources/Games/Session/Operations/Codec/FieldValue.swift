import SudokuCore

/// The type of a record's field, with its form as a value and, for common types, as bytes.
protocol FieldValue {
  /// Reads a value; `nil` for one that the type can't have.
  init?(opaque: OpaqueValue)

  var opaque: OpaqueValue { get }

  /// Reads canonical JSON; `nil` leaves the decision to the general decoder.
  ///
  /// Types that occur in most lines read the bytes without making a value first.
  init?(from reader: inout OperationLineReader)

  /// Appends canonical JSON; false leaves the line to the general encoder.
  func append(to writer: inout OperationLineWriter) -> Bool
}

extension FieldValue {
  init?(from reader: inout OperationLineReader) {
    guard let value = reader.value() else { return nil }
    self.init(opaque: value)
  }

  func append(to writer: inout OperationLineWriter) -> Bool { writer.append(opaque) }
}

/// A field that is a whole number within a range.
protocol NumberValue: FieldValue {
  init?(number: Int)

  var number: Int { get }
}

extension NumberValue {
  init?(opaque: OpaqueValue) {
    guard let number = opaque.intValue else { return nil }
    self.init(number: number)
  }

  var opaque: OpaqueValue { .int(Int64(number)) }

  init?(from reader: inout OperationLineReader) {
    guard let number = reader.integer() else { return nil }
    self.init(number: number)
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.number(number)
    return true
  }
}

/// A whole number of `0...2^53 - 1`, which every JSON reader reads exactly.
struct Natural: NumberValue, Hashable {
  var value: Int

  init(_ value: Int) { self.value = value }

  /// Creates a number, clamped to the range.
  init(nearest value: Int) { self.value = min(max(value, 0), OperationKey.maximumSeq) }

  init?(number: Int) {
    guard 0...OperationKey.maximumSeq ~= number else { return nil }
    value = number
  }

  var number: Int { value }
}

/// A playing time in milliseconds, at most a hundred years.
struct PlayingTime: NumberValue, Hashable {
  var milliseconds: Int

  static let maximum = 3_155_760_000_000

  init(_ milliseconds: Int) { self.milliseconds = min(max(milliseconds, 0), Self.maximum) }

  init?(number: Int) {
    guard 0...Self.maximum ~= number else { return nil }
    milliseconds = number
  }

  var number: Int { milliseconds }
}

/// A whole number of `-(2^53 - 1)...2^53 - 1`, which every JSON reader reads exactly.
struct SafeInteger: NumberValue, Hashable {
  var value: Int64

  private static let limit = Int64(OperationKey.maximumSeq)

  /// Creates a number, clamped to the range.
  init(_ value: Int64) { self.value = min(max(value, -Self.limit), Self.limit) }

  init?(number: Int) {
    guard -Self.limit...Self.limit ~= Int64(number) else { return nil }
    value = Int64(number)
  }

  var number: Int { Int(value) }
}

/// The value of the field `on`: a flag, or the notes set where an operation sets many at once.
enum FlagOrNotes: FieldValue, Hashable {
  case flag(Bool)
  case notes(NoteSet)

  init?(opaque: OpaqueValue) {
    if let flag = opaque.boolValue {
      self = .flag(flag)
    } else if let notes = NoteSet(opaque: opaque) {
      self = .notes(notes)
    } else {
      return nil
    }
  }

  var opaque: OpaqueValue {
    switch self {
    case .flag(let flag): .bool(flag)
    case .notes(let notes): notes.opaque
    }
  }

  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  var notes: NoteSet? { if case .notes(let notes) = self { notes } else { nil } }
}

// MARK: Types of the language and of the board

extension String: FieldValue {
  init?(opaque: OpaqueValue) {
    guard case .string(let text) = opaque else { return nil }
    self = text
  }

  var opaque: OpaqueValue { .string(self) }

  init?(from reader: inout OperationLineReader) {
    guard let bytes = reader.plainString() else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }

  func append(to writer: inout OperationLineWriter) -> Bool { writer.string(self) }
}

extension OpaqueValue: FieldValue {
  init?(opaque: OpaqueValue) { self = opaque }
  var opaque: OpaqueValue { self }
}

extension Cell: FieldValue {
  init?(opaque: OpaqueValue) {
    guard let text = opaque.stringValue, let cell = Cell(parsing: text), cell.description == text
    else { return nil }
    self = cell
  }

  var opaque: OpaqueValue { .string(description) }

  init?(from reader: inout OperationLineReader) {
    guard let cell = reader.cell() else { return nil }
    self = cell
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.cell(self)
    return true
  }
}

extension Digit: NumberValue {
  init?(number: Int) { self.init(number) }

  var number: Int { Int(rawValue) }
}

extension CellSet: FieldValue {
  init?(opaque: OpaqueValue) {
    guard case .array(let values) = opaque, values.count <= 81 else { return nil }
    let cells = values.compactMap { Cell(opaque: $0) }
    guard cells.count == values.count,
      zip(cells, cells.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.init(cells)
  }

  var opaque: OpaqueValue { .array(map(\.opaque)) }

  init?(from reader: inout OperationLineReader) {
    guard let cells = reader.cells() else { return nil }
    self = cells
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.cells(self)
    return true
  }
}

extension Board: FieldValue {
  init?(opaque: OpaqueValue) {
    guard let text = opaque.stringValue, let board = Board(text), board.description == text else {
      return nil
    }
    self = board
  }

  var opaque: OpaqueValue { .string(line) }
}

// MARK: Types of operations

protocol TextValue: FieldValue, LosslessStringConvertible {}

extension TextValue {
  init?(opaque: OpaqueValue) {
    guard let text = opaque.stringValue else { return nil }
    self.init(text)
  }

  var opaque: OpaqueValue { .string(description) }
}

extension DeviceID: TextValue {
  init?(from reader: inout OperationLineReader) {
    guard let device = reader.plainString().flatMap({ DeviceID(text: $0[...]) }) else { return nil }
    self = device
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.quoted(self)
    return true
  }
}

extension OperationKey: TextValue {
  init?(from reader: inout OperationLineReader) {
    guard let key = reader.key() else { return nil }
    self = key
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.key(self)
    return true
  }
}

extension Stamp: TextValue {
  init?(from reader: inout OperationLineReader) {
    guard let stamp = reader.stamp() else { return nil }
    self = stamp
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.stamp(self)
    return true
  }
}

extension OperationKeySet: FieldValue {}

extension VersionVector: FieldValue {
  init?(opaque: OpaqueValue) {
    guard case .object(let members) = opaque, !members.isEmpty else { return nil }
    var last: [DeviceID: Int] = [:]
    for (name, value) in members {
      guard let device = DeviceID(name), let seq = value.intValue,
        1...OperationKey.maximumSeq ~= seq
      else { return nil }
      last[device] = seq
    }
    self.init(last)
  }

  var opaque: OpaqueValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: last.map { ($0.key.description, .int(Int64($0.value))) }))
  }

  init?(from reader: inout OperationLineReader) {
    guard let vector = reader.vector() else { return nil }
    self = vector
  }

  func append(to writer: inout OperationLineWriter) -> Bool {
    writer.vector(self)
    return true
  }
}

extension NoteSet: FieldValue {}

extension RecordTable: FieldValue {
  init?(opaque: OpaqueValue) {
    guard let text = opaque.stringValue else { return nil }
    self.init(rawValue: text)
  }

  var opaque: OpaqueValue { .string(rawValue) }
}

/// A grade as a record holds it: members that this version doesn't know stay in it.
struct StoredGrade: FieldValue, Hashable {
  var members: [String: OpaqueValue]

  init(_ grade: GradeStamp) {
    members = ["scale": .string(grade.scale), "version": .string(grade.version)]
    if let level = grade.level { members["level"] = .string(level) }
    if let score = grade.scoreTenths { members["scoreTenths"] = .int(Int64(score)) }
    if let series = grade.series { members["series"] = .string(series) }
  }

  init?(opaque: OpaqueValue) {
    guard case .object(let members) = opaque else { return nil }
    self.members = members
    guard grade != nil else { return nil }
  }

  var opaque: OpaqueValue { .object(members) }

  var grade: GradeStamp? {
    guard let scale = members["scale"]?.stringValue,
      let version = members["version"]?.stringValue
    else { return nil }
    var grade = GradeStamp(
      scale: scale, version: version, level: members["level"]?.stringValue,
      scoreTenths: members["scoreTenths"].flatMap { Natural(opaque: $0)?.value })
    grade.series = members["series"]?.stringValue
    return grade
  }
}

/// A game's options as a record holds them: an option that is missing has its default, and one
/// that this version doesn't know stays in it.
struct StoredOptions: FieldValue, Hashable {
  var members: [String: OpaqueValue]

  init(_ options: GameOptions) { members = options.values }

  init?(opaque: OpaqueValue) {
    guard case .object(let members) = opaque else { return nil }
    self.members = members
  }

  var opaque: OpaqueValue { .object(members) }

  var options: GameOptions {
    var options = GameOptions()
    for (name, value) in members { _ = options.set(name, to: value) }
    return options
  }
}
