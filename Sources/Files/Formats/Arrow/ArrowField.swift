/// A field of an Arrow schema: name, type, and the dictionary of its values.
struct ArrowField: Sendable {
  /// The dictionary whose values the indices of a column mean.
  struct Dictionary: Sendable {
    let id: Int64
    let indexSize: Int
    let isSigned: Bool
  }

  let name: String
  /// The number of the type in the schema's union.
  let kind: UInt8
  let bits: Int
  let isSigned: Bool
  /// The length of the elements of a list or of texts of a fixed length.
  let size: Int
  /// The unit of dates and times: for times 0 for seconds to 3 for nanoseconds, for dates 0 for days.
  let unit: Int
  let zone: String?
  let precision: Int
  let scale: Int
  let children: [ArrowField]
  let dictionary: Dictionary?

  init(_ table: FlatTable, depth: Int = 0) throws(ArrowReader.Failure) {
    let damage = ArrowReader.Failure("the Arrow schema is damaged")
    guard depth < 64, let kind = table.number(2, absent: UInt8(0)), let children = table.tables(5)
    else { throw damage }
    let type = table.table(3)
    func int(_ field: Int, absent: Int32 = 0) -> Int {
      Int(type?.number(field, absent: absent) ?? absent)
    }
    func short(_ field: Int, absent: Int16 = 0) -> Int {
      Int(type?.number(field, absent: absent) ?? absent)
    }
    name = table.string(0) ?? ""
    self.kind = kind
    bits =
      switch kind {
      case 2: int(0)
      case 3: short(0)
      case 7: int(2, absent: 128)
      case 9: int(1, absent: 32)
      default: 0
      }
    isSigned = type?.number(1, absent: UInt8(0)) ?? 0 != 0
    size = kind == 15 || kind == 16 ? int(0) : 0
    unit =
      switch kind {
      case 8, 9: short(0, absent: 1)
      case 10: short(0)
      default: 0
      }
    zone = kind == 10 ? type?.string(1) : nil
    (precision, scale) = kind == 7 ? (int(0), int(1)) : (0, 0)
    var inner: [ArrowField] = []
    for child in children { inner.append(try ArrowField(child, depth: depth + 1)) }
    self.children = inner
    guard table.has(4) else {
      dictionary = nil
      return
    }
    guard let encoding = table.table(4), let id = encoding.number(0, absent: Int64(0)) else {
      throw damage
    }
    let index = encoding.table(1)
    let indexBits = index?.number(0, absent: Int32(0)) ?? 32
    let isIndexSigned = index.map { $0.number(1, absent: UInt8(0)) ?? 0 != 0 } ?? true
    dictionary = Dictionary(id: id, indexSize: Int(indexBits) / 8, isSigned: isIndexSigned)
  }

  /// True if the column can hold boards.
  var isBoard: Bool {
    switch kind {
    case 16: size == 81 && children.first?.isInteger == true
    case 12, 21: children.first?.isInteger == true
    case 15: size == 81
    default: isText
    }
  }

  var isInteger: Bool { kind == 2 && dictionary == nil }
  var isText: Bool { [4, 5, 19, 20, 23, 24].contains(kind) }

  /// True if the column can become a field of a record.
  var isValue: Bool {
    switch kind {
    case 2: [8, 16, 32, 64].contains(bits)
    case 3: bits == 1 || bits == 2
    case 6: true
    case 7: [32, 64, 128, 256].contains(bits) && -38...76 ~= scale
    case 8: 0...1 ~= unit
    case 9, 10: 0...3 ~= unit
    default: isText
    }
  }

  /// The type in a table of results; `nil` for texts.
  var outputKind: ArrowTable.Kind? {
    switch kind {
    case 2: bits == 64 && !isSigned ? .unsigned : .integer
    case 3: .number
    case 6: .flag
    case 7:
      bits <= 128 && 1...38 ~= precision && scale >= 0
        ? .decimal(precision: precision, scale: scale) : nil
    case 8: unit == 0 ? .date : .dateMilliseconds
    case 10: .timestamp(unit: unit, zone: zone)
    default: nil
    }
  }

  /// The bytes of a value in the buffer of a type of fixed width; `nil` for other types.
  var width: Int? {
    switch kind {
    case 2: bits / 8
    case 3: 2 << bits
    case 7: bits / 8
    case 8: unit == 0 ? 4 : 8
    case 9: bits / 8
    case 10, 18: 8
    case 15: size
    default: nil
    }
  }
}
