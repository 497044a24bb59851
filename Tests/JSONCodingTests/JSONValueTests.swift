import Foundation
import JSONCoding
import SudokuCore
import Testing

@Suite struct JSONValueTests {
  @Test func textIsCanonical() throws {
    let value = try JSONValue(
      parsing: #" {"b": [1, -0, 2.50, 1e3], "a": {"é": "\u00e9\n"}, "A": null} "#)
    #expect(value.description == #"{"A":null,"a":{"é":"é\n"},"b":[1,0,2.5,1000.0]}"#)
    #expect(try JSONValue(parsing: value.description) == value)
  }

  @Test func numbersAreExactAndShort() throws {
    #expect(try JSONValue(parsing: "9223372036854775807").int == Int.max)
    #expect(try JSONValue(parsing: "-9223372036854775808").int == Int.min)
    #expect(JSONValue.double(7.2).description == "7.2")
    #expect(JSONValue.double(0.1 + 0.2).description == "0.30000000000000004")
    #expect(JSONValue.double(-0.0).description == "0.0")
    #expect(JSONValue.int(7) != JSONValue.double(7))
  }

  @Test func membersAreSortedByBytesAndTheLaterOneStays() {
    var object: JSONObject = ["z": 1, "a": 2, "Z": 3, "z": 4]
    #expect(object.keys == ["Z", "a", "z"])
    #expect(object["z"] == 4)
    object["m"] = true
    object["a"] = nil
    object["Z"] = "x"
    #expect(object.map(\.key) == ["Z", "m", "z"])
    #expect(object["a"] == nil && object["m"] == true && object["Z"] == "x" && object.count == 3)
    let pairs: [(key: String, value: JSONValue)] = [("b", 1), ("a", 2)]
    #expect(JSONObject(pairs) == ["a": 2, "b": 1])
  }

  @Test func textsAreDistinguishedByBytes() {
    let composed = JSONValue.string("\u{e9}")
    let decomposed = JSONValue.string("e\u{301}")
    #expect(composed != decomposed)
    let object: JSONObject = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test func accessorsAnswerOnlyForTheirKind() {
    let value: JSONValue = ["t": true, "i": 3, "d": 1.5, "s": "x", "a": [1, nil]]
    #expect(value["t"]?.bool == true && value["t"]?.int == nil)
    #expect(value["i"]?.int == 3 && value["i"]?.double == 3)
    #expect(value["d"]?.double == 1.5 && value["d"]?.int == nil)
    #expect(value["s"]?.string == "x" && value["s"]?.array == nil)
    #expect(value["a"]?[1]?.isNull == true && value["a"]?[2] == nil && value["a"]?["k"] == nil)
  }

  @Test func nulIsKeptInTextsAndRefusedInKeys() throws {
    let value = try JSONValue(parsing: #"["a\u0000b"]"#)
    #expect(value[0]?.string == "a\0b")
    #expect(value.description == #"["a\u0000b"]"#)
    #expect(throws: JSONError.self) { try JSONValue.object(["a\0": 1]).canonicalBytes() }
    #expect(throws: JSONError.self) { try JSONValue.double(.infinity).canonicalBytes() }
  }

  @Test(arguments: [
    ("", "incomplete", 1, 1, 0), ("{\"a\": 1", "incomplete", 1, 7, 7),
    ("{\"a\": 1} x", "trailingText", 1, 10, 10), ("[1,\n 2,]", "invalidSyntax", 2, 4, 8),
    ("{\"a\": 1, \"a\": 2}", "duplicateKey", 1, 12, 12),
    ("123456789012345678901", "numberOutOfRange", 1, 21, 21),
    ("1e400", "numberOutOfRange", 1, 5, 5), ("{\"\\u0000\": 1}", "nulInKey", 1, 9, 9),
    ("\"\\ud800\"", "invalidSyntax", 1, 8, 8),
  ])
  func errorsSayWhatAndWhere(
    text: String, code: String, line: Int, column: Int, byteOffset: Int
  ) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.code.rawValue == code)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.byteOffset == byteOffset, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 1, 2, 1), ([0x22, 0xC3, 0x22], 1, 2, 1),
      ([0x5B, 0x0A, 0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22, 0x5D], 2, 3, 5),
      ([0xEF, 0xBB, 0xBF, 0x31], 1, 1, -1),
    ] as [([UInt8], Int, Int, Int)])
  func invalidUTF8IsRefusedWithItsPlace(
    bytes: [UInt8], line: Int, column: Int, offset: Int
  ) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    // A byte order mark is valid UTF-8 but no JSON.
    #expect(error?.code == (offset < 0 ? .invalidSyntax : .invalidUTF8))
    guard offset >= 0 else { return }
    #expect(error?.line == line && error?.column == column && error?.byteOffset == offset)
  }

  @Test func depthAndSizeAreBounded() throws {
    let limits = JSONLimits(maximumDepth: 3, maximumBytes: 30)
    #expect(try JSONValue(parsing: #"[[["[[[[ \" [[["]]]"#, limits: limits)[0] != nil)
    #expect(try JSONValue(parsing: "[[],[],[],[],{}]", limits: limits).array?.count == 5)
    let deep = #expect(throws: JSONError.self) {
      try JSONValue(parsing: #"["]]]", [{"a":[1]}]]"#, limits: limits)
    }
    #expect(deep?.code == .tooDeep && deep?.byteOffset == 14)
    let long = #expect(throws: JSONError.self) {
      try JSONValue(parsing: String(repeating: " ", count: 31), limits: limits)
    }
    #expect(long?.code == .tooLong)
    let nested = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: nested, limits: JSONLimits(maximumDepth: 9999))
    }
  }

  @Test func nodesReadWithoutCopying() throws {
    let node = try JSONNode(parsing: #"{"b":[1,"x",null,2.5],"a":false,"":7}"#)
    #expect(node.kind == .object && node.count == 3)
    #expect(node["b"]?[0]?.int == 1 && node["b"]?[1]?.string == "x")
    #expect(node["b"]?[2]?.isNull == true && node["b"]?[3]?.double == 2.5)
    #expect(node["a" as String]?.bool == false && node[""]?.int == 7 && node["c"] == nil)
    #expect(node["b"]?[4] == nil && node["b"]?[-1] == nil && node[0] == nil)
    var keys: [String] = []
    node.forEachMember { key, _ in keys.append(key) }
    #expect(keys == ["b", "a", ""])
    #expect(node.description == #"{"":7,"a":false,"b":[1,"x",null,2.5]}"#)
    #expect(node["b"]?[1]?.withUTF8 { Array($0) } == [UInt8(ascii: "x")])
  }

  @Test func valuesAreReadAsTheyWereWritten() throws {
    var random = SeededRandom(seed: 20_261_121)
    for round in 0..<3000 {
      let value = Self.randomValue(&random, depth: 4)
      let text = value.description
      let (ours, read) = (try JSONValue(parsing: text), try JSONNode(parsing: text).value)
      #expect(ours == value && read.description == text, "round \(round)")
    }
    for number in [0, -1, 9, 10, -10, Int64.max, Int64.min] {
      #expect(JSONValue.int(number).description == "\(number)")
    }
  }

  /// Every real comes back; what has up to 15 digits has the form that jansson gave it.
  @Test func realsSurvive() throws {
    var random = SeededRandom(seed: 20_261_127)
    var numbers: [Double] = [
      0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e15, 1e14, 1e-4,
      1e-5, 0.1, 100, 123_456_789_012_345, 1_795_815_600_000.1234, 9_007_199_254_740_992, 0.1 + 0.2,
    ]
    for exponent in -20...20 {
      for digits in [1, 12, 123_456_789, 999_999_999_999_999] {
        numbers.append(Double("\(digits)e\(exponent)") ?? 0)
      }
    }
    for _ in 0..<20_000 { numbers.append(Double(bitPattern: random.next())) }
    for number in numbers.flatMap({ [$0, -$0] }) where number.isFinite {
      let text = JSONValue.double(number).description
      #expect(try JSONValue(parsing: text) == .double(number), "\(text)")
      let short = Self.jansson(number)
      if Double(short) == number, !number.isSubnormal { #expect(text == short) }
    }
  }

  /// The form that jansson gives a number with a precision of 15 digits.
  private static func jansson(_ number: Double) -> String {
    let text = String(format: "%.15g", number == 0 ? 0 : number)
    let parts = text.split(separator: "e")
    if parts.count == 2, let exponent = Int(parts[1]) { return "\(parts[0])e\(exponent)" }
    return text.contains(".") ? text : text + ".0"
  }

  private static func randomValue(_ random: inout SeededRandom, depth: Int) -> JSONValue {
    switch random.next(below: depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(random.next(below: 2) == 0)
    case 2: return .int(Int64(truncatingIfNeeded: random.next()) >> random.next(below: 64))
    case 3: return .double(Double(random.next(below: 2_000_001) - 1_000_000) / 1023)
    case 4, 5: return .string(randomText(&random, from: 0))
    case 6:
      return .array((0..<random.next(below: 4)).map { _ in randomValue(&random, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.next(below: 4) {
        object[randomText(&random, from: 1)] = randomValue(&random, depth: depth - 1)
      }
      return .object(object)
    }
  }

  private static func randomText(_ random: inout SeededRandom, from lowest: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.next(below: 12) {
      let bound = [0x40, 0x100, 0x3000, 0x11_0000][random.next(below: 4)]
      let number = UInt32(lowest + random.next(below: bound - lowest))
      if let scalar = Unicode.Scalar(number) { text.append(scalar) }
    }
    return String(text)
  }

  @Test func bufferCollectsLines() throws {
    var buffer = JSONBuffer(capacity: 1)
    for index in 0..<1000 {
      try buffer.append(["i": JSONValue(index)])
      buffer.appendNewline()
    }
    let mark = buffer.count
    #expect(throws: JSONError.self) { try buffer.append([.double(.nan)]) }
    let count = buffer.count
    #expect(count == mark)
    let lines = buffer.text.split(separator: "\n")
    #expect(lines.count == 1000 && lines.last == #"{"i":999}"#)
    buffer.append(text: "tail")
    buffer.truncate(to: mark)
    buffer.removeAll(keepingAtMost: 64)
    let isEmpty = buffer.isEmpty
    #expect(isEmpty)
    try buffer.append(JSONValue(parsing: #"{"b":1,"a":2}"#))
    let text = buffer.text
    #expect(text == #"{"a":2,"b":1}"#)
  }
}
