import JSONCoding
import SudokuCore

/// Well-formed JSON values at the edges of every range and beyond them.
///
/// A lone half of a surrogate pair, NUL in a key and numbers out of range are not `JSONValue`s.
/// Characters of the private use area stand for them until `text(of:)` writes them.
struct HostileValues {
  var random: SeededRandom
  /// Texts that the host gave, such as games, tokens and operations.
  private(set) var known: [String] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Keeps the texts of an answer that a request may name.
  mutating func learn(from answer: JSONValue) {
    switch answer {
    case .string(let text) where 4...600 ~= text.utf8.count:
      if known.count < 400 {
        known.append(text)
      } else {
        known[random.next(below: 400)] = text
      }
    case .array(let list): for value in list.prefix(20) { learn(from: value) }
    case .object(let members): for member in members { learn(from: member.value) }
    default: break
    }
  }

  mutating func chance(_ percent: Int) -> Bool { random.next(below: 100) < percent }

  private mutating func one<Element>(of list: [Element]) -> Element {
    list[random.next(below: list.count)]
  }

  // MARK: Values

  private static let integers: [Int64] = {
    var numbers: [Int64] = [0, 1, -1, 9, 10, 80, 81, 253_402_300_799, -62_167_219_200]
    for bits in [7, 8, 15, 16, 24, 31, 32, 47, 48, 52, 53, 62] {
      let power = Int64(1) << Int64(bits)
      numbers += [power - 1, power, power + 1, -power - 1, -power, -power + 1]
    }
    return numbers + [.max, .max - 1, .min, .min + 1, 864_000_000_000_000_001]
  }()

  private static let numerals = [
    "1.7976931348623157e308", "-1.7976931348623157e308", "5e-324", "1e-400", "1e400", "-0", "-0.0",
    "0.1e1", "9007199254740993.0", "1795815600000.1234", "18446744073709551616", "1E+2",
    "0.30000000000000004", "123456789012345678901234567890", "1e22", "2.0", "4.5e0",
  ]

  private static let board =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  private static let hash = "07ap9x8qtst53aww4qy12t8wfr"

  private mutating func text() -> String {
    switch random.next(below: 14) {
    case 0: return ""
    case 1: return "\u{E003}"
    case 2: return "a\u{E003}b"
    case 3: return "\u{E000}"
    case 4: return "x\u{E001}\u{E000}y"
    case 5: return String(repeating: "\u{E9}", count: one(of: [32, 64, 128, 512, 33_000]))
    case 6: return "e\u{301}\u{202E}\u{1B}[2J\u{9B}31m\n\r\t"
    case 7: return Self.board
    case 8: return String(Self.board.dropLast()) + "x"
    case 9: return "game-\(Self.hash)-\(one(of: Self.integers))"
    case 10:
      return one(of: [
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:60.999999999Z",
        "2026-02-30", "0000-00-00", "9999-12-31", "-0001-01-01", "10000-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999-23:59",
      ])
    case 11:
      return one(of: [
        "fzzzzzzzzzzzz", "0000000000000", "0000000000001", "fzzzzzzzzzzzz.9007199254740991",
        "profile", "settings", "device-settings", "281474976710655.65535", "p-1", "__proto__",
      ])
    case 12:
      return one(of: ["r1c1", "r9c9", "R5C5", "r0c0", "r10c1", "80", "-1", "*", "se", "all"])
    default: return known.isEmpty ? "x" : one(of: known)
    }
  }

  /// A value of any kind.
  mutating func extreme(_ depth: Int = 0) -> JSONValue {
    switch random.next(below: depth < 3 ? 12 : 8) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2, 3: return .int(one(of: Self.integers))
    case 4: return .string("\u{E002}" + one(of: Self.numerals))
    case 5...7: return .string(text())
    case 8: return .array((0..<one(of: [0, 1, 2, 3, 9, 82, 300])).map { _ in extreme(depth + 1) })
    case 9: return (0..<40).reduce(.int(1)) { value, _ in .array([value]) }
    default:
      return .object(
        JSONObject((0..<random.next(below: 4)).map { _ in (text(), extreme(depth + 1)) }))
    }
  }

  // MARK: Values by schema

  /// A value for a parameter: mostly as its schema has it, else any.
  mutating func value(
    for schema: JSONValue, _ definitions: JSONObject, wildness: Int = 25
  ) -> JSONValue {
    if chance(wildness) { return extreme() }
    if let name = schema["$ref"]?.string?.split(separator: "/").last,
      let other = definitions[String(name)]
    {
      return value(for: other, definitions, wildness: wildness)
    }
    if let choices = schema["anyOf"]?.array, !choices.isEmpty {
      return value(for: one(of: choices), definitions, wildness: wildness)
    }
    if let names = schema["enum"]?.array, !names.isEmpty { return one(of: names) }
    let type = schema["type"]?.string ?? schema["type"]?.array?.first?.string ?? ""
    switch type {
    case "boolean": return .bool(chance(50))
    case "integer", "number":
      let least = schema["minimum"]?.int ?? 0
      let most = schema["maximum"]?.int ?? least &+ 100
      let near = least &+ random.next(below: 10)
      return .int(Int64(one(of: [least, most, near, most &+ 1, least &- 1])))
    case "array":
      let items = schema["items"] ?? [:]
      return .array(
        (0..<one(of: [0, 1, 1, 2, 3, 20])).map { _ in
          value(for: items, definitions, wildness: wildness / 2)
        })
    case "object":
      var members: JSONObject = [:]
      for (name, schema) in schema["properties"]?.object?.pairs ?? [] where chance(40) {
        members[name] = value(for: schema, definitions, wildness: wildness / 2)
      }
      if chance(3) { members[text()] = extreme() }
      return .object(members)
    default:
      let pattern = schema["pattern"]?.string ?? ""
      if pattern.contains("[Rr]") {
        return .string("r\(1 + random.next(below: 9))c\(1 + random.next(below: 9))")
      }
      if pattern.contains("81") { return .string(Self.board) }
      return chance(60) && !known.isEmpty ? .string(one(of: known)) : .string(text())
    }
  }

  /// A value with some of its parts replaced by others.
  mutating func mutated(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members) where !members.isEmpty && !chance(4):
      var members = members
      let name = one(of: members.keys)
      switch random.next(below: 20) {
      case 0: members[name] = nil
      case 1: members[text()] = extreme()
      default: members[name] = mutated(members[name] ?? .null)
      }
      return .object(members)
    case .array(var list) where !list.isEmpty && !chance(4):
      let index = random.next(below: list.count)
      switch random.next(below: 12) {
      case 0: list.remove(at: index)
      case 1: list.append(list[index])
      default: list[index] = mutated(list[index])
      }
      return .array(list)
    case .string(let text) where !text.isEmpty && chance(30):
      // Texts that name several things, such as heads and lines of operations.
      var scalars = Array(text.unicodeScalars)
      let digit = Unicode.Scalar(UInt8(48 + random.next(below: 10)))
      scalars[random.next(below: scalars.count)] = digit
      return .string(String(String.UnicodeScalarView(scalars)))
    default: return extreme()
    }
  }

  /// The JSON text of a value.
  static func text(of value: JSONValue) -> String {
    let text = Array(value.description.utf8)
    // Byte by byte, since the lab must not be what an honest player waits for.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    var isBare = false
    while place < text.count {
      let byte = text[place]
      // U+E000 to U+E003.
      if byte == 0xEE, place + 2 < text.count, text[place + 1] == 0x80,
        0x80...0x83 ~= text[place + 2]
      {
        switch text[place + 2] {
        case 0x80: bytes += #"\ud800"#.utf8
        case 0x81: bytes += #"\udc00\ud800"#.utf8
        case 0x83: bytes += #"\u0000"#.utf8
        default:
          // A number as it stands: the quotation marks around it go.
          isBare = bytes.last == UInt8(ascii: "\"")
          if isBare { bytes.removeLast() }
        }
        place += 3
        continue
      }
      place += 1
      if isBare, byte == UInt8(ascii: "\"") {
        isBare = false
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONObject {
  var pairs: [(String, JSONValue)] { keys.map { ($0, self[$0] ?? .null) } }
}
