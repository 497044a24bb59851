import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession

extension ValueType where Value == Bool {
  static let bool = ValueType(.boolean()) { (node, name) throws(RPCError) in
    guard let value = node.bool else { throw .wrongType(name, expected: "a boolean") }
    return value
  }
}

extension ValueType where Value == Int64 {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  static let milliseconds = ValueType(
    .integer(minimum: 0, maximum: (1 << 48) - 1)
  ) { (node, name) throws(RPCError) in
    guard let value = node.integer else {
      throw .wrongType(name, expected: "milliseconds since 1970, an integer below 2^48")
    }
    // 48 bits: up to the year 10889.
    guard 0..<(1 << 48) ~= value else {
      throw .wrongType(name, expected: "milliseconds since 1970, below 2^48")
    }
    return value
  }
}

extension ValueType where Value == Int {
  static func int(_ range: ClosedRange<Int> = Int.min...Int.max) -> ValueType {
    let schema = Schema.integer(
      minimum: range.lowerBound == .min ? nil : range.lowerBound,
      maximum: range.upperBound == .max ? nil : range.upperBound)
    return ValueType(schema) { (node, name) throws(RPCError) in
      guard let value = node.integer, range.contains(Int(value)) else {
        let first = range.lowerBound == .min ? "" : " from \(range.lowerBound)"
        let last = range.upperBound == .max ? "" : " to \(range.upperBound)"
        throw .wrongType(name, expected: "an integer" + first + last)
      }
      return Int(value)
    }
  }
}

extension ValueType where Value == UInt64 {
  static let seed = ValueType(.integer(minimum: 0)) { (node, name) throws(RPCError) in
    guard let value = node.integer, value >= 0 else {
      throw .wrongType(name, expected: "an integer from 0 to 2^63-1")
    }
    return UInt64(value)
  }
}

extension ValueType where Value == Double {
  static let number = ValueType(.number()) { (node, name) throws(RPCError) in
    guard let value = node.double else { throw .wrongType(name, expected: "a number") }
    return value
  }
}

extension ValueType where Value == String {
  static let string = text(atMost: 1 << 16)

  /// The place of a further page.
  static let page = ValueType(.string()) { (node, name) throws(RPCError) in
    guard let value = node.string, value.utf8.count <= 256 else { throw .notAPage(name) }
    return value
  }

  static func text(atMost maximum: Int) -> ValueType {
    ValueType(.string()) { (node, name) throws(RPCError) in
      guard let value = node.string else { throw .wrongType(name, expected: "a string") }
      guard value.utf8.count <= maximum else {
        throw .wrongType(name, expected: "a string of at most \(maximum) bytes")
      }
      return value
    }
  }
}

extension ValueType where Value == JSONValue {
  static let any = ValueType(.any()) { (node, _) throws(RPCError) in node.value }
}

extension ValueType where Value == OpaqueValue {
  /// Any value that a player may store, small enough to be part of other messages.
  static let opaque = ValueType(.any()) { (node, name) throws(RPCError) in
    let value = node.value
    guard value.depth <= 16 else {
      throw .wrongType(name, expected: "a value of at most 16 levels")
    }
    guard value.description.utf8.count <= 1 << 16 else {
      throw .wrongType(name, expected: "a value of at most 65,536 bytes as JSON")
    }
    guard let value = OpaqueValue(value) else {
      throw .wrongType(
        name, expected: "a value without two names that differ only in Unicode normalisation")
    }
    return value
  }

  /// The value of a game's option: `3.0` is the whole number 3, as in other parameters.
  static let option: ValueType = opaque.map { (value, _) throws(RPCError) -> OpaqueValue in
    guard case .double(let number) = value, let whole = Int64(exactly: number) else { return value }
    return .int(whole)
  }
}

extension JSONValue {
  /// The nesting of lists and objects.
  fileprivate var depth: Int {
    switch self {
    case .array(let list): 1 + (list.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

extension ValueType where Value == RequestID {
  static let requestID = ValueType(
    .anyOf("", [.string(), .number()])
  ) { (node, name) throws(RPCError) in
    guard let id = RequestID(node), id != .null else {
      throw .wrongType(name, expected: "a string or a number")
    }
    return id
  }
}

extension ValueType where Value == Cell {
  static let cell = ValueType(
    .anyOf("", [.string(pattern: "^[Rr][1-9][Cc][1-9]$"), .integer(minimum: 0, maximum: 80)])
  ) { (node, name) throws(RPCError) in
    if let number = node.integer, 0..<81 ~= number { return Cell(index: Int(number)) }
    guard let cell = node.withUTF8({ Cell(notation: $0) }) ?? nil else {
      throw .wrongType(name, expected: "a cell: r1c1 to r9c9, or 0 to 80")
    }
    return cell
  }
}

extension ValueType where Value == Digit {
  static let digit = ValueType(
    .anyOf("", [.integer(minimum: 1, maximum: 9), .string(pattern: "^[1-9]$")])
  ) { (node, name) throws(RPCError) in
    if let text = node.string, text.utf8.count == 1, let digit = Int(text).flatMap({ Digit($0) }) {
      return digit
    }
    guard let number = node.integer else { throw .wrongType(name, expected: "a digit from 1 to 9") }
    guard let digit = Digit(Int(clamping: number)) else {
      throw RPCError(
        .illegalDigit, "\(number) is not a digit from 1 to 9", ["digit": .int(number)])
    }
    return digit
  }
}

extension ValueType where Value == DocumentID {
  /// A game's ID, here or in the program that its save came from.
  static let game = ValueType(.string()) { (node, name) throws(RPCError) in
    guard let text = node.string else { throw .wrongType(name, expected: "a game's ID") }
    guard text.utf8.count <= 256 else {
      throw RPCError(.unknownGame, "unknown game '\(text.prefix(64))'", ["game": .string(text)])
    }
    return DocumentID(oldID: text)
  }
}

extension ValueType where Value == UnixTime {
  /// A moment as RFC 3339 text.
  static let date = ValueType(.string(pattern: "^[0-9]{4}-")) { (node, name) throws(RPCError) in
    guard let text = node.string, let time = UTCTime(text) else {
      throw .wrongType(name, expected: "an RFC 3339 date, as in 2026-11-20T12:00:00Z")
    }
    return UnixTime(milliseconds: time.milliseconds)
  }

  /// A day as `2026-11-20`: its start, 00:00 UTC.
  static let day = ValueType(
    .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
  ) { (node, name) throws(RPCError) in
    guard let text = node.string, text.utf8.count == 10,
      let time = UTCTime(text + "T00:00:00Z")
    else {
      throw .wrongType(name, expected: "a day, as in 2026-11-20; leave it out for today")
    }
    return UnixTime(milliseconds: time.milliseconds)
  }
}

extension ValueType {
  /// One of these names, in the order in which a reader expects them.
  static func choice(_ cases: [(name: String, value: Value)]) -> ValueType where Value: Sendable {
    let names = cases.map(\.name)
    return ValueType(.choice("", names)) { (node, name) throws(RPCError) in
      if let text = node.string {
        if let match = cases.first(where: { $0.name == text }) { return match.value }
        throw .unknownChoice(text, of: name, among: names)
      }
      throw .wrongType(name, expected: "one of " + names.joined(separator: ", "))
    }
  }

  /// One of the cases of an enumeration, by its raw value.
  static func choice() -> ValueType
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    choice(Value.allCases.map { (name: $0.rawValue, value: $0) })
  }

  static func list<Element>(
    of type: ValueType<Element>, atMost maximum: Int = 1000
  ) -> ValueType where Value == [Element] {
    ValueType(.array("", of: type.schema)) { (node, name) throws(RPCError) in
      guard node.kind == .array, node.count <= maximum else {
        throw .wrongType(name, expected: "a list of at most \(maximum) values")
      }
      var values: [Element] = []
      for index in 0..<node.count {
        guard let element = node[index] else { continue }
        let place = "\(name)[\(index)]"
        do throws(RPCError) {
          values.append(try type.read(element, place))
        } catch { throw error.located(at: place) }
      }
      return values
    }
  }

  /// An object with these members; a refusal shows an example.
  static func object<each Member>(
    _ members: repeat Parameter<each Member>, example: String? = nil,
    make: @escaping @Sendable (repeat each Member) throws(RPCError) -> Value
  ) -> ValueType {
    var list = ParameterSchemas()
    repeat list.add(each members)
    let schemas = list
    return ValueType(schemas.object()) { (node, name) throws(RPCError) in
      guard node.kind == .object else {
        throw .wrongType(name, expected: "an object" + (example.map { ", as in " + $0 } ?? ""))
      }
      try schemas.refuseOthers(node, prefix: name == "params" ? "" : name + ".")
      do throws(RPCError) {
        return try make(repeat try (each members).read(node))
      } catch { throw error.inside(name) }
    }
  }
}
