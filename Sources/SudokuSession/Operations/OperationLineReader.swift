import SudokuCore

/// Reads the canonical line of an operation of a common kind, many times faster than a general
/// decoder.
///
/// It reads what `OperationLineWriter` writes, byte for byte, and gives up at anything else: another
/// kind, an unknown field, a space, an escape. The general decoder then decides.
///
/// The memory it reads is bounded by `bytes`; every access goes through `peek` or `next`.
struct OperationLineReader {
  /// The fields of the kinds that are read here.
  struct Fields: OptionSet {
    let rawValue: UInt32
    static let cell = Fields(rawValue: 1 << 0)
    static let depth = Fields(rawValue: 1 << 1)
    static let device = Fields(rawValue: 1 << 2)
    static let digit = Fields(rawValue: 1 << 3)
    static let elapsed = Fields(rawValue: 1 << 4)
    static let erased = Fields(rawValue: 1 << 5)
    static let groups = Fields(rawValue: 1 << 6)
    static let kind = Fields(rawValue: 1 << 7)
    static let offset = Fields(rawValue: 1 << 8)
    static let on = Fields(rawValue: 1 << 9)
    static let opID = Fields(rawValue: 1 << 10)
    static let over = Fields(rawValue: 1 << 11)
    static let seq = Fields(rawValue: 1 << 12)
    static let stamp = Fields(rawValue: 1 << 13)
    static let start = Fields(rawValue: 1 << 14)
    static let undo = Fields(rawValue: 1 << 15)

    /// What every operation has.
    static let required: Fields = [.device, .kind, .seq, .stamp]
    /// What every operation may have.
    static let common: Fields = [.device, .kind, .seq, .stamp, .elapsed, .opID]
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  private var seen: Fields = []
  private var cell = Cell(0)
  private var depth = 0
  private var device = DeviceID(rawValue: 0)
  private var digit = Digit(index: 0)
  private var elapsed = 0
  private var erased = CellSet()
  private var groups = OperationKeySet([])
  private var kind = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var offset = 0
  private var isOn = false
  private var opID = ""
  private var over = OperationKey(device: DeviceID(rawValue: 0), seq: 1)
  private var seq = 0
  private var stamp = Stamp.zero
  private var start = 0
  private var undo = OperationKey(device: DeviceID(rawValue: 0), seq: 1)

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The operation, `nil` where the line is not one of those read here.
  mutating func read() -> Operation? {
    guard take(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let name = plainString(), take(UInt8(ascii: ":")), member(name) else { return nil }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")), place == bytes.count, seen.isSuperset(of: .required),
      let action
    else { return nil }
    return Operation(
      key: OperationKey(device: device, seq: seq), stamp: stamp, action: action,
      opID: seen.contains(.opID) ? opID : nil,
      elapsedMilliseconds: seen.contains(.elapsed) ? elapsed : nil)
  }

  // MARK: Bytes

  private var peek: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte, place < bytes.count else { return false }
    place += 1
    return true
  }

  /// A string of printable ASCII without escapes; its bytes.
  private mutating func plainString() -> UnsafeBufferPointer<UInt8>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let first = place
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return UnsafeBufferPointer(rebasing: bytes[first..<place - 1])
      }
      guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\\") else { return nil }
      place += 1
    }
    return nil
  }

  /// A whole number of up to 16 digits without leading zeros.
  private mutating func integer() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    let first = place
    let value = number(in: bytes, from: &place, limit: 16)
    guard let value, place > first, !(isNegative && value == 0) else { return nil }
    return isNegative ? -value : value
  }

  // MARK: Members

  private mutating func member(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if name.isText("cell") { return set(.cell, parsedCell()) { $0.cell = $1 } }
    if name.isText("device") {
      return set(.device, plainString().flatMap { DeviceID(text: $0[...]) }) { $0.device = $1 }
    }
    if name.isText("digit") {
      return set(.digit, integer().flatMap { Digit($0) }) { $0.digit = $1 }
    }
    if name.isText("elapsed") { return set(.elapsed, natural()) { $0.elapsed = $1 } }
    if name.isText("kind") { return set(.kind, plainString()) { $0.kind = $1 } }
    if name.isText("seq") {
      return set(.seq, natural().flatMap { $0 > 0 ? $0 : nil }) { $0.seq = $1 }
    }
    if name.isText("stamp") { return set(.stamp, parsedStamp()) { $0.stamp = $1 } }
    if name.isText("over") { return set(.over, parsedKey()) { $0.over = $1 } }
    if name.isText("erased") { return set(.erased, parsedCells()) { $0.erased = $1 } }
    if name.isText("opId") {
      return set(.opID, plainString()) { $0.opID = String(decoding: $1, as: UTF8.self) }
    }
    if name.isText("on") { return set(.on, boolean()) { $0.isOn = $1 } }
    if name.isText("groups") { return set(.groups, parsedGroups()) { $0.groups = $1 } }
    if name.isText("undo") { return set(.undo, parsedKey()) { $0.undo = $1 } }
    if name.isText("depth") {
      return set(.depth, integer().flatMap { 1...5 ~= $0 ? $0 : nil }) { $0.depth = $1 }
    }
    if name.isText("start") { return set(.start, integer()) { $0.start = $1 } }
    if name.isText("offset") { return set(.offset, integer()) { $0.offset = $1 } }
    return false
  }

  private mutating func set<Value>(
    _ field: Fields, _ value: Value?, _ store: (inout OperationLineReader, Value) -> Void
  ) -> Bool {
    guard let value, seen.isDisjoint(with: field) else { return false }
    seen.insert(field)
    store(&self, value)
    return true
  }

  private mutating func natural() -> Int? {
    integer().flatMap { 0...OperationKey.maximumSeq ~= $0 ? $0 : nil }
  }

  private mutating func boolean() -> Bool? {
    let value = peek == UInt8(ascii: "t")
    let text: StaticString = value ? "true" : "false"
    for index in 0..<text.utf8CodeUnitCount where !take(text.utf8Start[index]) { return nil }
    return value
  }

  private mutating func parsedCell() -> Cell? {
    guard let text = plainString(), text.count == 4, text[0] == UInt8(ascii: "r"),
      text[2] == UInt8(ascii: "c"), 0x31...0x39 ~= text[1], 0x31...0x39 ~= text[3]
    else { return nil }
    return Cell(row: Int(text[1]) - 0x31, column: Int(text[3]) - 0x31)
  }

  private mutating func parsedCells() -> CellSet? {
    guard take(UInt8(ascii: "[")) else { return nil }
    var cells = CellSet()
    var last = -1
    repeat {
      guard let cell = parsedCell(), cell.index > last else { return nil }
      last = cell.index
      cells.insert(cell)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? cells : nil
  }

  private mutating func parsedStamp() -> Stamp? {
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

  private mutating func parsedKey() -> OperationKey? {
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

  private mutating func parsedGroups() -> OperationKeySet? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var runs: [DeviceID: [ClosedRange<Int>]] = [:]
    repeat {
      guard let device = plainString().flatMap({ DeviceID(text: $0[...]) }), runs[device] == nil,
        take(UInt8(ascii: ":")), take(UInt8(ascii: "["))
      else { return nil }
      var ranges: [ClosedRange<Int>] = []
      repeat {
        guard let first = natural(), take(UInt8(ascii: ",")), let last = natural(), first > 0,
          first <= last
        else { return nil }
        ranges.append(first...last)
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { return nil }
      runs[device] = ranges
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return nil }
    return OperationKeySet(runs: runs)
  }

  // MARK: Actions

  /// The action, `nil` for kinds not read here and fields they don't have.
  private var action: Action? {
    let own = seen.subtracting(.common)
    if kind.isText("place") {
      guard own.isSuperset(of: [.cell, .digit]), own.isSubset(of: [.cell, .digit, .erased, .over])
      else { return nil }
      return .place(
        Placement(
          cell: cell, digit: digit, erased: erased, over: own.contains(.over) ? over : nil))
    }
    if kind.isText("note") {
      return own == [.cell, .digit, .on] ? .note(Candidate(cell, digit), isOn: isOn) : nil
    }
    if kind.isText("clear") {
      guard own.contains(.cell), own.isSubset(of: [.cell, .over]) else { return nil }
      return .clear(cell, over: own.contains(.over) ? over : nil)
    }
    if kind.isText("select") {
      return own == .cell ? .select(cell) : own.isEmpty ? .select(nil) : nil
    }
    if kind.isText("undo") { return own == .groups ? .undo(groups) : nil }
    if kind.isText("redo") { return own == .undo ? .redo(undo) : nil }
    if kind.isText("resume") {
      guard own.contains(.start), own.isSubset(of: [.start, .offset]) else { return nil }
      return .resume(
        SegmentStart(
          wallMilliseconds: Int64(start),
          offsetMilliseconds: own.contains(.offset) ? Int64(offset) : nil))
    }
    if kind.isText("hint") { return own == .depth ? .hint(depth: depth) : nil }
    guard own.isEmpty else { return nil }
    if kind.isText("tick") { return .tick }
    if kind.isText("pause") { return .pause }
    if kind.isText("suspend") { return .suspend }
    return kind.isText("check") ? .check : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of a text.
  fileprivate func isText(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }
}

/// The number that decimal digits from a place on stand for; the place moves behind them.
///
/// - Returns: `nil` for no digit, a leading zero or more than `limit` digits.
private func number(
  in bytes: UnsafeBufferPointer<UInt8>, from place: inout Int, limit: Int
) -> Int? {
  let first = place
  var value = 0
  while place < bytes.count, 0x30...0x39 ~= bytes[place] {
    guard place - first < limit else { return nil }
    value = value * 10 + Int(bytes[place]) - 0x30
    place += 1
  }
  guard place > first, place == first + 1 || bytes[first] != 0x30 else { return nil }
  return value
}
