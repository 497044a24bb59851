/// A type of an Arrow schema, by its number in the union `Type` of Arrow's format.
struct ArrowType: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  static let null = ArrowType(rawValue: 1)
  static let int = ArrowType(rawValue: 2)
  static let float = ArrowType(rawValue: 3)
  static let binary = ArrowType(rawValue: 4)
  static let text = ArrowType(rawValue: 5)
  static let bool = ArrowType(rawValue: 6)
  static let decimal = ArrowType(rawValue: 7)
  static let date = ArrowType(rawValue: 8)
  static let time = ArrowType(rawValue: 9)
  static let timestamp = ArrowType(rawValue: 10)
  static let list = ArrowType(rawValue: 12)
  static let structure = ArrowType(rawValue: 13)
  static let union = ArrowType(rawValue: 14)
  static let fixedBinary = ArrowType(rawValue: 15)
  static let fixedList = ArrowType(rawValue: 16)
  static let duration = ArrowType(rawValue: 18)
  static let largeBinary = ArrowType(rawValue: 19)
  static let largeText = ArrowType(rawValue: 20)
  static let largeList = ArrowType(rawValue: 21)
  static let runEnds = ArrowType(rawValue: 22)
  static let binaryView = ArrowType(rawValue: 23)
  static let textView = ArrowType(rawValue: 24)
  static let listView = ArrowType(rawValue: 25)
  static let largeListView = ArrowType(rawValue: 26)

  /// True if offsets have eight bytes.
  var isLarge: Bool { self == .largeBinary || self == .largeText || self == .largeList }
}

/// A field of an Arrow schema: name, type, and the dictionary of its values.
struct ArrowField: Sendable {
  /// The dictionary whose values the indices of a column mean.
  struct Dictionary: Sendable {
    let id: Int64
    let indexSize: Int
    let isSigned: Bool
  }

  let name: String
  let type: ArrowType
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
    guard depth < 64, let number = table.number(2, absent: UInt8(0)), let children = table.tables(5)
    else { throw damage }
    let details = table.table(3)
    func int(_ field: Int, absent: Int32 = 0) -> Int {
      Int(details?.number(field, absent: absent) ?? absent)
    }
    func short(_ field: Int, absent: Int16 = 0) -> Int {
      Int(details?.number(field, absent: absent) ?? absent)
    }
    name = table.string(0) ?? ""
    let type = ArrowType(rawValue: number)
    self.type = type
    bits =
      switch type {
      case .int: int(0)
      case .float: short(0)
      case .decimal: int(2, absent: 128)
      case .time: int(1, absent: 32)
      default: 0
      }
    isSigned = details?.number(1, absent: UInt8(0)) ?? 0 != 0
    size = type == .fixedBinary || type == .fixedList ? int(0) : 0
    unit =
      switch type {
      case .date, .time: short(0, absent: 1)
      case .timestamp: short(0)
      default: 0
      }
    zone = type == .timestamp ? details?.string(1) : nil
    (precision, scale) = type == .decimal ? (int(0), int(1)) : (0, 0)
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
    switch type {
    case .fixedList: size == 81 && children.first?.isInteger == true
    case .list, .largeList: children.first?.isInteger == true
    case .fixedBinary: size == 81
    default: isText
    }
  }

  var isInteger: Bool { type == .int && dictionary == nil }
  var isText: Bool {
    [.binary, .text, .largeBinary, .largeText, .binaryView, .textView].contains(type)
  }

  /// True if the column can become a field of a record.
  var isValue: Bool {
    switch type {
    case .int: [8, 16, 32, 64].contains(bits)
    case .float: bits == 1 || bits == 2
    case .bool: true
    case .decimal: [32, 64, 128, 256].contains(bits) && -38...76 ~= scale
    case .date: 0...1 ~= unit
    case .time, .timestamp: 0...3 ~= unit
    default: isText
    }
  }

  /// The type in a table of results; `nil` for texts.
  var outputKind: ArrowTable.Kind? {
    switch type {
    case .int: bits == 64 && !isSigned ? .unsigned : .integer
    case .float: .number
    case .bool: .flag
    case .decimal:
      bits <= 128 && 1...38 ~= precision && scale >= 0
        ? .decimal(precision: precision, scale: scale) : nil
    case .date: unit == 0 ? .date : .dateMilliseconds
    case .timestamp: .timestamp(unit: unit, zone: zone)
    default: nil
    }
  }

  /// The bytes of a value in the buffer of a type of fixed width; `nil` for other types.
  var width: Int? {
    switch type {
    case .int, .decimal, .time: bits / 8
    case .float: 2 << bits
    case .date: unit == 0 ? 4 : 8
    case .timestamp, .duration: 8
    case .fixedBinary: size
    default: nil
    }
  }
}
