import SudokuCore

/// An operation as its record has it: one property for each field, `nil` where it is missing.
///
/// Only this type declares the types of fields. Readers and writers of every form go through
/// `access`, and `ActionKind` lists the fields of each action.
struct OperationFields {
  var achievement: String?
  var amount: Natural?
  var board: Board?
  var bookmark: OperationKey?
  var cell: Cell?
  var choice: OperationKey?
  var clues: Board?
  var conflict: String?
  var depth: Natural?
  var device: DeviceID?
  var digit: Digit?
  var elapsed: PlayingTime?
  var erased: CellSet?
  var grade: StoredGrade?
  var groups: OperationKeySet?
  var hints: Natural?
  var item: String?
  var key: String?
  var kind: ActionKind?
  var level: String?
  var mistakes: Natural?
  var name: String?
  var off: NoteSet?
  var offset: SafeInteger?
  var on: FlagOrNotes?
  var opId: String?
  var options: StoredOptions?
  var over: OperationKey?
  var ratingTenths: Natural?
  var redone: OperationKeySet?
  var request: Natural?
  var seen: VersionVector?
  var seq: Natural?
  var stamp: Stamp?
  var start: SafeInteger?
  var table: RecordTable?
  var total: PlayingTime?
  var undo: OperationKey?
  var undone: OperationKeySet?
  var value: OpaqueValue?
  var wall: SafeInteger?

  @inline(__always)
  mutating func access(_ field: OperationField, _ coder: inout some FieldCoder) -> Bool {
    switch field {
    case .achievement: coder.code(&achievement)
    case .amount: coder.code(&amount)
    case .board: coder.code(&board)
    case .bookmark: coder.code(&bookmark)
    case .cell: coder.code(&cell)
    case .choice: coder.code(&choice)
    case .clues: coder.code(&clues)
    case .conflict: coder.code(&conflict)
    case .depth: coder.code(&depth)
    case .device: coder.code(&device)
    case .digit: coder.code(&digit)
    case .elapsed: coder.code(&elapsed)
    case .erased: coder.code(&erased)
    case .grade: coder.code(&grade)
    case .groups: coder.code(&groups)
    case .hints: coder.code(&hints)
    case .item: coder.code(&item)
    case .key: coder.code(&key)
    case .kind: coder.code(&kind)
    case .level: coder.code(&level)
    case .mistakes: coder.code(&mistakes)
    case .name: coder.code(&name)
    case .off: coder.code(&off)
    case .offset: coder.code(&offset)
    case .on: coder.code(&on)
    case .opId: coder.code(&opId)
    case .options: coder.code(&options)
    case .over: coder.code(&over)
    case .ratingTenths: coder.code(&ratingTenths)
    case .redone: coder.code(&redone)
    case .request: coder.code(&request)
    case .seen: coder.code(&seen)
    case .seq: coder.code(&seq)
    case .stamp: coder.code(&stamp)
    case .start: coder.code(&start)
    case .table: coder.code(&table)
    case .total: coder.code(&total)
    case .undo: coder.code(&undo)
    case .undone: coder.code(&undone)
    case .value: coder.code(&value)
    case .wall: coder.code(&wall)
    }
  }
}

/// Reads or writes one field of a record, in one of its forms.
protocol FieldCoder {
  /// Sets the slot to what was read, or writes what it holds.
  mutating func code<Value: FieldValue>(_ slot: inout Value?) -> Bool
}
