import JSONCoding
import Testing

private struct Everything: Codable, Equatable {
  var flag = true
  var text = "a\"b\\c\n\u{1}é😀\0"
  var integer = Int.min
  var unsigned: UInt64 = 1 << 62
  var small: Int8 = -128
  var real = 7.2
  var single: Float = 0.5
  var missing: Int?
  var present: Int? = 4
  var list = [[1, 2], [], [3]]
  var optionals: [Int?] = [1, nil]
  var byName: [String: [String: Int]] = ["x": ["y": 1], "a": [:]]
  var byNumber: [Int: String] = [2: "two", 1: "one"]
  var nested = Inner()
  var kind = Kind.medium
  var value: JSONValue = ["k": [1, 2.5, nil, "s", false]]

  struct Inner: Codable, Equatable { var deep = [Leaf(), Leaf(name: "b")] }
  struct Leaf: Codable, Equatable { var name = "leaf" }
  enum Kind: String, Codable { case easy, medium }
}

private enum Shape: Codable, Equatable {
  case circle(radius: Int)
  case square
}

private class Animal: Codable {
  var legs = 4
}

private final class Dog: Animal {
  var name = ""
  private enum Keys: CodingKey { case name }
  init(name: String) {
    super.init()
    self.name = name
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try super.encode(to: container.superEncoder())
  }
}

/// A type that uses every kind of nested container by hand.
private struct ByHand: Codable, Equatable {
  var a = 1
  var b = "two"
  var c = [3, 4]
  private enum Keys: CodingKey { case head, list }
  private enum HeadKeys: CodingKey { case a, b }

  init() {}

  init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: Keys.self)
    let head = try root.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    a = try head.decode(Int.self, forKey: .a)
    b = try head.decode(String.self, forKey: .b)
    var list = try root.nestedUnkeyedContainer(forKey: .list)
    var inner = try list.nestedUnkeyedContainer()
    c = []
    while !inner.isAtEnd { c.append(try inner.decode(Int.self)) }
    let object = try list.nestedContainer(keyedBy: HeadKeys.self)
    #expect(try object.decode(Bool.self, forKey: .a))
    let last = try list.superDecoder()
    #expect(try last.singleValueContainer().decode(Int.self) == 9)
    #expect(list.isAtEnd && list.currentIndex == 3)
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Keys.self)
    var head = root.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    try head.encode(a, forKey: .a)
    // Asked for again, the same container goes on.
    var again = root.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    try again.encode(b, forKey: .b)
    var list = root.nestedUnkeyedContainer(forKey: .list)
    var inner = list.nestedUnkeyedContainer()
    for number in c { try inner.encode(number) }
    var object = list.nestedContainer(keyedBy: HeadKeys.self)
    try object.encode(true, forKey: .a)
    try 9.encode(to: list.superEncoder())
  }
}

@Suite struct CodableTests {
  @Test func everyKindSurvivesTheRoundTrip() throws {
    let value = Everything()
    let text = try CanonicalJSONEncoder().encodeText(value)
    #expect(try StrictJSONDecoder().decode(Everything.self, from: text) == value)
    #expect(try CanonicalJSONEncoder().encodeValue(value).description == text)
    #expect(
      try StrictJSONDecoder().decode(Everything.self, from: JSONValue(parsing: text)) == value)
    #expect(text.hasPrefix(#"{"byName":{"a":{},"x":{"y":1}},"byNumber":{"1":"one","2":"two"}"#))
    #expect(text.contains(#""real":7.2"#) && !text.contains("missing"))
  }

  @Test func enumsWithPayloadsAndScalarsAtTheTop() throws {
    #expect(
      try CanonicalJSONEncoder().encodeText(Shape.circle(radius: 2)) == #"{"circle":{"radius":2}}"#)
    #expect(try StrictJSONDecoder().decode(Shape.self, from: #"{"square":{}}"#) == .square)
    #expect(try CanonicalJSONEncoder().encodeText(5) == "5")
    #expect(try CanonicalJSONEncoder().encodeText(String?.none) == "null")
    #expect(try StrictJSONDecoder().decode([Double].self, from: "[1, 2.5]") == [1, 2.5])
  }

  @Test func superEncoderKeepsTheParentApart() throws {
    let text = try CanonicalJSONEncoder().encodeText(Dog(name: "Rex"))
    #expect(text == #"{"name":"Rex","super":{"legs":4}}"#)
    let dog = try StrictJSONDecoder().decode(Dog.self, from: #"{"name":"Bo","super":{"legs":3}}"#)
    #expect(dog.name == "Bo" && dog.legs == 3)
  }

  @Test func containersByHand() throws {
    let text = try CanonicalJSONEncoder().encodeText(ByHand())
    #expect(text == #"{"head":{"a":1,"b":"two"},"list":[[3,4],{"a":true},9]}"#)
    #expect(try StrictJSONDecoder().decode(ByHand.self, from: text) == ByHand())
  }

  @Test func whatEncodesNothingIsAnEmptyObjectInside() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
    #expect(try CanonicalJSONEncoder().encodeText([Nothing()]) == "[{}]")
    #expect(try CanonicalJSONEncoder().encodeText(["a": Nothing()]) == #"{"a":{}}"#)
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(Nothing()) }
  }

  @Test func numbersThatDoNotFitAreErrorsWithAPath() {
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(["a": UInt64.max]) }
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode([Double.nan]) }
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(["a\0": 1]) }
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(["a\0": [1]]) }
    let error = #expect(throws: DecodingError.self) {
      try StrictJSONDecoder().decode([String: [Int8]].self, from: #"{"a":[1,300]}"#)
    }
    #expect(error?.explanation == "$.a[1]: 300 does not fit into Int8")
  }

  @Test(arguments: [
    (#"{"deep":[{"name":"x"},{"name":5}]}"#, "$.deep[1].name: expected a string, found an integer"),
    (#"{"deep":[{}]}"#, "$.deep[0]: the member 'name' is missing"),
    (#"{"deep":[null]}"#, "$.deep[0]: expected an object, found null"),
    (#"{"deep":{}}"#, "$.deep: expected an array, found an object"),
    ("[]", "$: expected an object, found an array"),
  ])
  func decodingErrorsCarryAPath(text: String, explanation: String) {
    let error = #expect(throws: DecodingError.self) {
      try StrictJSONDecoder().decode(Everything.Inner.self, from: text)
    }
    #expect(error?.explanation == explanation)
  }

  @Test(arguments: ["1.0", "1e3", "\"1\"", "true", "null", "9223372036854775808"])
  func integersAreReadOnlyFromIntegers(text: String) {
    #expect(throws: (any Error).self) { try StrictJSONDecoder().decode(Int.self, from: text) }
  }

  @Test func userInfoReachesBothSides() throws {
    struct Probe: Codable {
      static let key = CodingUserInfoKey(rawValue: "probe")
      var seen = 0
      init() {}
      init(from decoder: any Decoder) throws {
        seen = Probe.key.flatMap { decoder.userInfo[$0] as? Int } ?? -1
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Probe.key.flatMap { encoder.userInfo[$0] as? Int } ?? -1)
      }
    }
    let key = try #require(Probe.key)
    #expect(try CanonicalJSONEncoder(userInfo: [key: 7]).encodeText(Probe()) == "7")
    #expect(try StrictJSONDecoder(userInfo: [key: 8]).decode(Probe.self, from: "0").seen == 8)
  }
}
