import SudokuCore

/// Writes the canonical line of an operation: sorted keys, no spaces.
struct OperationLineWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the operation's object without a line feed; returns false if it can't be written here.
  mutating func append(_ operation: DocumentOperation) -> Bool {
    if let line = operation.line {
      bytes += line
      return true
    }
    guard operation.extra.isEmpty else { return false }
    let start = bytes.count
    var record = OperationFields()
    guard let kind = operation.encode(into: &record) else { return false }
    for field in kind.schema.ordered {
      member = field
      guard record.access(field, &self) else {
        bytes.removeSubrange(start...)
        return false
      }
    }
    bytes[start] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  private var member = OperationField.device
  private let memberStarts = OperationField.memberStarts

  // MARK: Values

  mutating func number(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a text that needs no escape; for another one it writes nothing and returns false.
  mutating func string(_ text: String) -> Bool {
    guard text.isPlain else { return false }
    quote()
    bytes += text.utf8
    quote()
    return true
  }

  mutating func cell(_ cell: Cell) {
    quote()
    bytes.append(UInt8(ascii: "r"))
    bytes.append(UInt8(truncatingIfNeeded: cell.row) + 0x31)
    bytes.append(UInt8(ascii: "c"))
    bytes.append(UInt8(truncatingIfNeeded: cell.column) + 0x31)
    quote()
  }

  mutating func cells(_ cells: CellSet) {
    list(cells) { writer, cell in writer.cell(cell) }
  }

  mutating func stamp(_ stamp: Stamp) {
    quote()
    number(Int(stamp.milliseconds))
    if stamp.counter != 0 {
      bytes.append(UInt8(ascii: "+"))
      number(Int(stamp.counter))
    }
    quote()
  }

  mutating func quoted(_ device: DeviceID) {
    quote()
    self.device(device)
    quote()
  }

  mutating func key(_ key: OperationKey) {
    quote()
    device(key.device)
    bytes.append(UInt8(ascii: "."))
    number(key.seq)
    quote()
  }

  mutating func vector(_ vector: VersionVector) {
    object(vector.last.sorted { $0.key < $1.key }) { writer, member in
      writer.quoted(member.key)
      writer.bytes.append(UInt8(ascii: ":"))
      writer.number(member.value)
    }
  }

  /// Appends a value; returns false for a fractional number or a text that needs an escape.
  mutating func append(_ value: OpaqueValue) -> Bool {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .int(let number): self.number(Int(number))
    case .double: return false
    case .string(let text): return string(text)
    case .array(let values):
      var isWritten = true
      list(values) { writer, value in isWritten = isWritten && writer.append(value) }
      return isWritten
    case .object(let members):
      var isWritten = true
      object(members.sorted { $0.key < $1.key }) { writer, member in
        isWritten = isWritten && writer.string(member.key)
        writer.bytes.append(UInt8(ascii: ":"))
        isWritten = isWritten && writer.append(member.value)
      }
      return isWritten
    }
    return true
  }

  // MARK: Parts

  private mutating func quote() { bytes.append(UInt8(ascii: "\"")) }

  private mutating func device(_ device: DeviceID) {
    for place in 0..<DeviceID.textLength { bytes.append(device.character(at: place)) }
  }

  private mutating func object<Member>(
    _ members: some Sequence<Member>, _ write: (inout OperationLineWriter, Member) -> Void
  ) {
    bytes.append(UInt8(ascii: "{"))
    separated(members, write)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout OperationLineWriter, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    separated(elements, write)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func separated<Element>(
    _ elements: some Sequence<Element>, _ write: (inout OperationLineWriter, Element) -> Void
  ) {
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&self, element)
    }
  }
}

extension OperationLineWriter: FieldCoder {
  @inline(__always)
  mutating func code<Value: FieldValue>(_ slot: inout Value?) -> Bool {
    guard let value = slot else { return true }
    bytes += memberStarts[Int(member.rawValue)]
    return value.append(to: &self)
  }
}

extension String {
  /// True if the text is printable ASCII that needs no escape in JSON.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }
}
