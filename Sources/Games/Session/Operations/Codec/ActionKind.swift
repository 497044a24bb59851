/// The kinds of operations that this version understands, and the fields of each.
///
/// A new kind needs a case of `DocumentAction`, a case here with its fields, and two lines in
/// `DocumentAction+Record`.
enum ActionKind: UInt8, CaseIterable {
  case create, place, clear, note, notes, select, undo, redo, revert, bookmark, hint, check, pause
  case resume, suspend, tick, complete, abandon, set, resolve, earn, spend, unlock, progress, record
  case corners

  struct Fields {
    /// Fields that must be present with the right type, or the operation is read as unknown.
    var required: OperationFieldSet = []
    /// Fields that may be missing, but must have the right type.
    var optional: OperationFieldSet = []
    /// Fields that may be missing; one of another type is kept like an unknown field.
    var lenient: OperationFieldSet = []

    var all: OperationFieldSet { required.union(optional).union(lenient) }
  }

  private var fields: Fields {
    switch self {
    case .create: Fields(required: [.clues, .options], lenient: [.level, .ratingTenths, .grade])
    case .place: Fields(required: [.cell, .digit], optional: [.erased], lenient: [.over])
    case .clear: Fields(required: [.cell], lenient: [.over])
    case .note: Fields(required: [.cell, .digit, .on])
    case .notes, .corners: Fields(required: [.off, .on])
    case .select: Fields(optional: [.cell])
    case .undo: Fields(required: [.groups])
    case .redo: Fields(required: [.undo])
    case .revert: Fields(required: [.bookmark, .redone, .undone])
    case .bookmark: Fields(lenient: [.name])
    case .hint: Fields(required: [.depth])
    case .check, .pause, .suspend, .tick: Fields()
    case .resume: Fields(required: [.start], lenient: [.offset])
    case .complete: Fields(required: [.board, .hints, .mistakes, .total])
    case .abandon: Fields(required: [.on])
    case .set: Fields(required: [.key, .value])
    case .resolve: Fields(required: [.conflict], lenient: [.choice])
    case .earn, .spend: Fields(required: [.amount, .item])
    case .unlock: Fields(required: [.item])
    case .progress: Fields(required: [.achievement, .amount])
    case .record: Fields(required: [.key, .table, .value])
    }
  }

  static let identity: OperationFieldSet = [.device, .kind, .seq, .stamp]
  /// The fields that every operation has or may have, including one of an unknown kind.
  static let common: OperationFieldSet = identity.union([.opId, .request, .seen, .wall])

  /// A kind's name and fields, computed once.
  struct Schema {
    var name: String
    var fields: Fields
    var all: OperationFieldSet
    var ordered: [OperationField]
  }

  private static let schemas: [Schema] = allCases.map { kind in
    let all = common.union([.elapsed]).union(kind.fields.all)
    return Schema(name: "\(kind)", fields: kind.fields, all: all, ordered: all.fields)
  }

  static let byName = NameTable(allCases.map { ("\($0)", $0) })

  var schema: Schema { Self.schemas[Int(rawValue)] }
}

extension ActionKind: FieldValue {
  init?(opaque: OpaqueValue) {
    guard let kind = opaque.stringValue.flatMap({ Self.byName[$0] }) else { return nil }
    self = kind
  }

  var opaque: OpaqueValue { .string(schema.name) }

  init?(from reader: inout OperationLineReader) {
    guard let kind = reader.plainString().flatMap({ Self.byName[$0] }) else { return nil }
    self = kind
  }

  func append(to writer: inout OperationLineWriter) -> Bool { writer.string(schema.name) }
}
