import SudokuCore

/// Reads the canonical line of an operation, many times faster than a general decoder.
///
/// It reads what `OperationLineWriter` writes, byte for byte, and gives up at anything else: a rare
/// kind, an unknown field, a space, an escape. The general decoder then decides.
///
/// The memory it reads is bounded by `bytes`; every access goes through `peek` or `take`.
struct OperationLineReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The operation, `nil` where the line is not one of those read here.
  mutating func read() -> DocumentOperation? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var record = OperationFields()
    var present = OperationFieldSet()
    var last = -1
    repeat {
      guard let field = plainString().flatMap({ OperationField.byName[$0] }),
        take(UInt8(ascii: ":")), Int(field.rawValue) > last, record.access(field, &self)
      else { return nil }
      last = Int(field.rawValue)
      present.insert(field)
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")), offset == bytes.count, let kind = record.kind,
      present.isSubset(of: kind.schema.all), let action = DocumentAction(kind, from: record)
    else { return nil }
    return DocumentOperation(record, action)
  }

  // MARK: Bytes

  private var peek: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// A string of printable ASCII without escapes; its bytes.
  mutating func plainString() -> UnsafeBufferPointer<UInt8>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let first = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return UnsafeBufferPointer(rebasing: bytes[first..<offset - 1])
      }
      guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\\") else { return nil }
      offset += 1
    }
    return nil
  }

  /// A whole number of up to 16 digits without leading zeros.
  mutating func integer() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    guard let value = number(in: bytes, from: &offset, limit: 16), !(isNegative && value == 0)
    else { return nil }
    return isNegative ? -value : value
  }

  mutating func boolean() -> Bool? {
    let value = peek == UInt8(ascii: "t")
    let text: StaticString = value ? "true" : "false"
    for index in 0..<text.utf8CodeUnitCount where !take(text.utf8Start[index]) { return nil }
    return value
  }

  // MARK: Values

  mutating func cell() -> Cell? {
    // Lines are canonical: lower case only.
    guard let text = plainString(), let cell = Cell(notation: text),
      text[0] == UInt8(ascii: "r"), text[2] == UInt8(ascii: "c")
    else { return nil }
    return cell
  }

  /// Cells in order, at least one.
  mutating func cells() -> CellSet? {
    guard take(UInt8(ascii: "[")) else { return nil }
    var cells = CellSet()
    var last = -1
    repeat {
      guard let cell = cell(), cell.index > last else { return nil }
      last = cell.index
      cells.insert(cell)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? cells : nil
  }

  mutating func stamp() -> Stamp? {
    guard let text = plainString() else { return nil }
    var index = 0
    guard let milliseconds = number(in: text, from: &index, limit: 15), milliseconds < 1 << 48
    else { return nil }
    if index == text.count { return Stamp(milliseconds: Int64(milliseconds)) }
    guard text[index] == UInt8(ascii: "+") else { return nil }
    index += 1
    guard let counter = number(in: text, from: &index, limit: 5), index == text.count,
      1...65_535 ~= counter
    else { return nil }
    return Stamp(milliseconds: Int64(milliseconds), counter: UInt16(counter))
  }

  mutating func key() -> OperationKey? {
    guard let text = plainString(), text.count > DeviceID.textLength + 1,
      text[DeviceID.textLength] == UInt8(ascii: "."),
      let device = DeviceID(text: text[..<DeviceID.textLength])
    else { return nil }
    var index = DeviceID.textLength + 1
    guard let seq = number(in: text, from: &index, limit: 16), index == text.count,
      1...OperationKey.maximumSeq ~= seq
    else { return nil }
    return OperationKey(device: device, seq: seq)
  }

  /// Numbers by device, at least one, in order.
  mutating func vector() -> VersionVector? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var last: [DeviceID: Int] = [:]
    var previous: DeviceID?
    repeat {
      guard let device = plainString().flatMap({ DeviceID(text: $0[...]) }),
        previous.map({ $0 < device }) ?? true, take(UInt8(ascii: ":")), let seq = integer(),
        1...OperationKey.maximumSeq ~= seq
      else { return nil }
      last[device] = seq
      previous = device
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? VersionVector(last) : nil
  }

  /// Any value but numbers that are not whole, texts with escapes, and what is nested too deeply.
  mutating func value(depth: Int = 0) -> OpaqueValue? {
    guard depth < 32 else { return nil }
    switch peek {
    case UInt8(ascii: "\""):
      return plainString().map { .string(String(decoding: $0, as: UTF8.self)) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return boolean().map { .bool($0) }
    case UInt8(ascii: "n"): return "null".utf8.allSatisfy { take($0) } ? .null : nil
    case UInt8(ascii: "["): return list(depth)
    case UInt8(ascii: "{"): return object(depth)
    default: return integer().map { .int(Int64($0)) }
    }
  }

  private mutating func list(_ depth: Int) -> OpaqueValue? {
    guard take(UInt8(ascii: "[")) else { return nil }
    var values: [OpaqueValue] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(values) : nil
  }

  private mutating func object(_ depth: Int) -> OpaqueValue? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var members: [String: OpaqueValue] = [:]
    if take(UInt8(ascii: "}")) { return .object(members) }
    var last: String?
    repeat {
      guard let name = plainString().map({ String(decoding: $0, as: UTF8.self) }),
        last.map({ $0 < name }) ?? true, take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members[name] = value
      last = name
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }
}

extension OperationLineReader: FieldCoder {
  @inline(__always)
  mutating func code<Value: FieldValue>(_ slot: inout Value?) -> Bool {
    slot = Value(from: &self)
    return slot != nil
  }
}

/// The number that decimal digits from an offset on stand for; the offset moves behind them.
private func number(
  in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int, limit: Int
) -> Int? {
  let first = offset
  var value = 0
  while offset < bytes.count, 0x30...0x39 ~= bytes[offset] {
    guard offset - first < limit else { return nil }
    value = value * 10 + Int(bytes[offset]) - 0x30
    offset += 1
  }
  guard offset > first, offset == first + 1 || bytes[first] != 0x30 else { return nil }
  return value
}
