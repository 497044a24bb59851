/// Builds a FlatBuffers message, as Arrow's metadata are written.
///
/// It grows from the end to the start, so what a table refers to is written before the table. A place is
/// the distance from the end.
struct FlatBufferBuilder {
  /// The bytes in reverse order.
  private var reversed: [UInt8] = []

  enum Value {
    case byte(UInt8)
    case short(Int16)
    case int(Int32)
    case long(Int64)
    /// A place.
    case reference(Int)

    fileprivate var size: Int {
      switch self {
      case .byte: 1
      case .short: 2
      case .int, .reference: 4
      case .long: 8
      }
    }
  }

  /// Pads so that the length is a multiple of `size` after `count` more bytes.
  private mutating func align(_ size: Int, after count: Int = 0) {
    while (reversed.count + count) % size != 0 { reversed.append(0) }
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { reversed.append(contentsOf: $0) }
  }

  private mutating func append(_ value: Value) {
    align(value.size)
    switch value {
    case .byte(let value): append(value)
    case .short(let value): append(value)
    case .int(let value): append(value)
    case .long(let value): append(value)
    case .reference(let place): append(UInt32(reversed.count + 4 - place))
    }
  }

  mutating func string(_ text: String) -> Int {
    align(4, after: text.utf8.count + 1)
    reversed.append(0)
    reversed.append(contentsOf: text.utf8.reversed())
    append(UInt32(text.utf8.count))
    return reversed.count
  }

  /// A vector of places.
  mutating func vector(_ places: [Int]) -> Int {
    align(4)
    for place in places.reversed() { append(.reference(place)) }
    append(UInt32(places.count))
    return reversed.count
  }

  /// A vector of structures of two numbers.
  mutating func vector(pairs: [(Int, Int)]) -> Int {
    align(8)
    for pair in pairs.reversed() {
      append(Int64(pair.1))
      append(Int64(pair.0))
    }
    append(UInt32(pairs.count))
    return reversed.count
  }

  /// A table; the values have the numbers of their fields.
  mutating func table(_ values: [Int: Value]) -> Int {
    // Large values first need no padding between.
    let order = values.sorted { ($0.value.size, $0.key) > ($1.value.size, $1.key) }
    let start = reversed.count
    var places: [Int: Int] = [:]
    for (field, value) in order {
      append(value)
      places[field] = reversed.count
    }
    let fieldCount = (values.keys.max() ?? -1) + 1
    let size = 4 + 2 * fieldCount
    align(4)
    append(Int32(size))
    let table = reversed.count
    for field in (0..<fieldCount).reversed() {
      append(UInt16(places[field].map { table - $0 } ?? 0))
    }
    append(UInt16(table - start))
    append(UInt16(size))
    return table
  }

  /// The message; its length is a multiple of eight.
  consuming func finish(_ root: Int) -> [UInt8] {
    align(8, after: 4)
    append(.reference(root))
    return reversed.reversed()
  }
}

/// A table of a FlatBuffers message of unknown origin: every read is checked.
struct FlatTable {
  private let bytes: ArraySlice<UInt8>
  private let place: Int
  private let fields: Int
  private let fieldsSize: Int

  /// The root of a message.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let offset = Self.read(UInt32.self, bytes, 0) else { return nil }
    self.init(bytes, at: Int(offset))
  }

  private init?(_ bytes: ArraySlice<UInt8>, at place: Int) {
    guard let back = Self.read(Int32.self, bytes, place) else { return nil }
    let fields = place - Int(back)
    guard let size = Self.read(UInt16.self, bytes, fields), size >= 4 else { return nil }
    self.bytes = bytes
    self.place = place
    self.fields = fields
    fieldsSize = Int(size)
  }

  private static func read<Value: FixedWidthInteger>(
    _: Value.Type, _ bytes: ArraySlice<UInt8>, _ place: Int
  ) -> Value? {
    guard place >= 0, place <= bytes.count - MemoryLayout<Value>.size else { return nil }
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Value.self))
    }
  }

  private func location(_ field: Int) -> Int? {
    guard 6 + 2 * field <= fieldsSize,
      let offset = Self.read(UInt16.self, bytes, fields + 4 + 2 * field), offset > 0
    else { return nil }
    return place + Int(offset)
  }

  /// A number; `absent` where the field is not there.
  func number<Value: FixedWidthInteger>(_ field: Int, absent: Value) -> Value? {
    guard let location = location(field) else { return absent }
    return Self.read(Value.self, bytes, location)
  }

  func has(_ field: Int) -> Bool { location(field) != nil }

  private func target(_ location: Int) -> Int? {
    Self.read(UInt32.self, bytes, location).map { location + Int($0) }
  }

  func table(_ field: Int) -> FlatTable? {
    location(field).flatMap(target).flatMap { FlatTable(bytes, at: $0) }
  }

  /// The length of a vector and the place of its first element.
  private func vector(_ field: Int, elementSize: Int) -> (count: Int, start: Int)? {
    guard let start = location(field).flatMap(target),
      let count = Self.read(UInt32.self, bytes, start).map(Int.init),
      count <= (bytes.count - start - 4) / elementSize
    else { return nil }
    return (count, start + 4)
  }

  func string(_ field: Int) -> String? {
    guard let (count, start) = vector(field, elementSize: 1) else { return nil }
    return String(decoding: bytes.dropFirst(start).prefix(count), as: UTF8.self)
  }

  /// The tables of a vector; `nil` if one is damaged.
  func tables(_ field: Int) -> [FlatTable]? {
    guard has(field) else { return [] }
    guard let (count, start) = vector(field, elementSize: 4) else { return nil }
    var tables: [FlatTable] = []
    for index in 0..<count {
      guard let place = target(start + 4 * index), let table = FlatTable(bytes, at: place) else {
        return nil
      }
      tables.append(table)
    }
    return tables
  }

  /// The numbers of a vector of 64-bit numbers, or of structures of them.
  func longs(_ field: Int, each: Int = 1) -> [Int]? {
    guard has(field) else { return [] }
    guard let (count, start) = vector(field, elementSize: 8 * each) else { return nil }
    return (0..<(count * each)).map { index in
      Self.read(Int64.self, bytes, start + 8 * index).map(Int.init) ?? -1
    }
  }
}
