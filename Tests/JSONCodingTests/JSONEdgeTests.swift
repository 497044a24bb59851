import JSONCoding
import Testing

/// Texts at the edges of the grammar and of the limits.
@Suite struct JSONEdgeTests {
  @Test func surrogatePairsAreOneCharacter() throws {
    let value = try JSONValue(parsing: #"["\ud83d\ude00", "\u00e9", "\uFFFF", "\/"]"#)
    #expect(value.array?.compactMap(\.string) == ["😀", "é", "\u{FFFF}", "/"])
    #expect(value.description == "[\"😀\",\"é\",\"\u{FFFF}\",\"/\"]")
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\ude00""#, #""\ude00\ud83d""#, #""\u12g4""#,
    #""\u12""#, #""\x41""#, #""\U0041""#, "\"a\tb\"", "\"a\nb\"",
  ])
  func brokenEscapesAreSyntaxErrors(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == .invalidSyntax, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("1.7976931348623157e308", "1.7976931348623157e308"), ("5e-324", "5e-324"),
    ("123456789012345678.0", "1.2345678901234568e17"), ("-0", "0"), ("-0.0", "0.0"),
    ("1E2", "100.0"),
  ])
  func numbersAtTheEdgeAreWrittenShort(text: String, written: String) throws {
    #expect(try JSONValue(parsing: text).description == written)
  }

  @Test(arguments: [
    ("9223372036854775808", JSONError.Code.numberOutOfRange),
    ("-9223372036854775809", .numberOutOfRange), ("-1e400", .numberOutOfRange),
    ("01", .invalidSyntax), ("+1", .invalidSyntax), (".5", .invalidSyntax), ("1.", .invalidSyntax),
    ("0x10", .trailingText), ("NaN", .invalidSyntax), ("-", .invalidSyntax),
  ])
  func otherNumbersAreRefused(text: String, code: JSONError.Code) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == code, "\(text): \(String(describing: error))")
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"b":{"x":1,"y":2,"x":3}}"#, #"[{"":0,"":0}]"#, #"{"a":1,"\u0061":2}"#,
  ])
  func duplicateKeysAreRefusedAtEveryDepth(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == .duplicateKey)
  }

  @Test func keysThatDifferInBytesAreNoDuplicates() throws {
    let value = try JSONValue(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2,\"E\":3}")
    #expect(value.object?.keys == ["E", "e\u{301}", "\u{e9}"])
  }

  @Test(arguments: [1, 64, 2048])
  func depthIsAllowedUpToTheLimitOnly(limit: Int) throws {
    let limits = JSONLimits(maximumDepth: limit)
    let fits = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try JSONValue(parsing: fits, limits: limits).description == fits)
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: "[" + fits + "]", limits: limits)
    }
    #expect(error?.code == .tooDeep && error?.byteOffset == limit)
  }

  @Test func controlCharactersAreEscapedAndReadBack() throws {
    let all = String(String.UnicodeScalarView((0..<0x30).compactMap { Unicode.Scalar($0) }))
    let text = JSONValue.string(all).description
    #expect(text.utf8.allSatisfy { $0 >= 0x20 })
    #expect(text.hasPrefix(#""\u0000\u0001"#) && text.contains(#"\b\t\n\u000B\f\r\u000E"#))
    #expect(try JSONValue(parsing: text) == .string(all))
  }
}

/// What the encoder and the decoder do with values that JSON can't hold, or not as asked.
@Suite struct CodingEdgeTests {
  private struct Twice: Encodable {
    private enum Keys: CodingKey { case a }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode([1, 2], forKey: .a)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try list.encode(3)
      var object = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      try object.encode("kept", forKey: .a)
      _ = container.superEncoder()
    }
  }

  @Test func theLaterMemberStaysAndAListGoesOn() throws {
    #expect(try CanonicalJSONEncoder().encodeText(Twice()) == #"{"a":{"a":"kept"}}"#)
  }

  private struct Elements: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encodeNil()
      _ = list.superEncoder()
      try list.encode(JSONValue.double(-0.0))
      try list.encode(UInt64(Int64.max))
      try list.encode(Float(0.25))
      #expect(list.count == 5)
    }
  }

  @Test func elementsThatAreNeverEncodedAreNull() throws {
    #expect(
      try CanonicalJSONEncoder().encodeText(Elements())
        == "[null,null,0.0,9223372036854775807,0.25]")
  }

  @Test(arguments: [
    ["a": JSONValue.double(.infinity)], ["a": [1, .double(.nan)]], ["a": ["k\0": 1]],
  ])
  func valuesThatJSONCannotHoldAreErrorsWithAPath(value: [String: JSONValue]) {
    let error = #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(value) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a"])
    #expect((context.underlyingError as? JSONError)?.code == .notRepresentable)
  }

  @Test func integersBeyond64BitsAreErrorsWithAPath() {
    let error = #expect(throws: EncodingError.self) {
      try CanonicalJSONEncoder().encode([[UInt64.max]])
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [0, 0])
    #expect(context.debugDescription == "18446744073709551615 does not fit into 64 bits")
  }

  @Test func aListThatEndsEarlySaysSo() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
        #expect(try !list.decodeNil())
        _ = try list.decode(UInt8.self)
        _ = try list.decode(Int.self)
      }
    }
    let error = #expect(throws: DecodingError.self) {
      try StrictJSONDecoder().decode(Pair.self, from: "[1, 255]")
    }
    #expect(error?.explanation == "$[2]: the array has only 2 elements")
  }
}
