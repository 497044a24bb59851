import Foundation
import JSONCoding
import SudokuSync
import TestSupport
import Testing

@testable import SudokuProtocol

@Suite struct TranscriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")
  static let all = Transcript.all(in: folder)
  /// What begins a comment that is carried out on the device that shares the store.
  private static let otherDevice = "# other device: "

  @Test(arguments: all)
  func replays(transcript: Transcript) throws {
    let replica: any Replica =
      transcript.name.hasPrefix("failing") ? try BrokenReplica.prepared() : TestServer.memory()
    let server = try TestServer(
      replica: replica, dialect: transcript.name.hasPrefix("mcp") ? .modelContext : .native)
    if transcript.name.hasPrefix("stranger") { try replica.setValue("p-me", for: .player) }
    let other =
      transcript.name.hasSuffix("store") ? try server.connectStoreOfAnotherDevice() : nil
    var answers: [[String]] = []
    for exchange in transcript.exchanges {
      for comment in exchange.comments where comment.hasPrefix(Self.otherDevice) {
        let answers = other?.send(String(comment.dropFirst(Self.otherDevice.count))) ?? []
        #expect(answers.allSatisfy { $0.contains("\"result\"") }, "\(answers)")
        _ = try other?.result("sync.now", ["goal": "everything"])
      }
      let came = exchange.sent.isEmpty ? [] : server.send(exchange.sent)
      answers.append(came)
      guard !Transcript.isRecording else { continue }
      #expect(came == exchange.expected, "\(transcript.name): \(exchange.sent)")
    }
    if Transcript.isRecording { try transcript.record(answers) }
  }

  @Test func everyMethodAndEveryErrorHasATranscript() throws {
    #expect(!Self.all.isEmpty)
    let sent = Self.all.flatMap(\.exchanges).flatMap(\.sent).joined(separator: "\n")
    let expected = Self.all.flatMap(\.exchanges).flatMap(\.expected).joined(separator: "\n")
    let methods = try #require(try TestServer().result("methods")["methods"]?.array)
    // The answer of `rpc.discover` is `sudoku schema --openrpc`; `DailyAndDiscoveryTests` compares them.
    for name in methods.compactMap({ $0["name"]?.string }) where name != "rpc.discover" {
      #expect(sent.contains("\"method\":\"\(name)\""), "no transcript asks \(name)")
    }
    // A game of so many operations is too long for a transcript; `GameLengthTests` has one.
    for kind in RPCError.Kind.allCases where kind != .tooManyOperations {
      #expect(expected.contains("\"kind\":\"\(kind.rawValue)\""), "no transcript shows \(kind)")
    }
    #expect(Set(RPCError.Kind.allCases.map(\.code)).count == RPCError.Kind.allCases.count)
  }

  /// Each error of a transcript is among those that the OpenRPC document lists for its method.
  @Test func everyErrorIsListedForItsMethod() throws {
    var (checked, unlisted): (Int, Set<String>) = (0, [])
    for transcript in Self.all where !transcript.name.hasPrefix("mcp") {
      for exchange in transcript.exchanges {
        var methods: [JSONValue: Method] = [:]
        for line in exchange.sent {
          let value = try? JSONValue(parsing: line)
          for request in value?.array ?? [value].compactMap(\.self) {
            if let id = request["id"], let name = request["method"]?.string {
              methods[id] = Method.table[name]
            }
          }
        }
        for line in exchange.expected {
          let value = try JSONValue(parsing: line)
          for answer in value.array ?? [value] {
            guard let kind = answer["error"]?["data"]?["kind"]?.string, let id = answer["id"],
              let method = methods[id]
            else { continue }
            checked += 1
            if !method.errors.contains(where: { $0.rawValue == kind }) {
              unlisted.insert("\(method.name): \(kind)")
            }
          }
        }
      }
    }
    #expect(unlisted.isEmpty, "\(unlisted.sorted())")
    #expect(checked > 100, "\(checked)")
  }

  @Test func everyResultFitsItsSchema() throws {
    let methods = try #require(try TestServer().result("methods")["methods"]?.array)
    var schemas: [String: (parameters: JSONValue, result: JSONValue)] = [:]
    for method in methods {
      let name = try #require(method["name"]?.string)
      schemas[name] = (try #require(method["params"]), try #require(method["result"]))
    }
    var checked = 0
    for transcript in Self.all where !transcript.name.hasPrefix("mcp") {
      for exchange in transcript.exchanges where exchange.sent.count == 1 {
        guard let request = try? JSONValue(parsing: exchange.sent[0]), let id = request["id"],
          let name = request["method"]?.string, let schema = schemas[name]
        else { continue }
        for line in exchange.expected {
          let answer = try JSONValue(parsing: line)
          guard answer["id"] == id, let result = answer["result"] else { continue }
          let faults = SchemaCheck.faults(of: result, in: schema.result, at: "result")
          #expect(faults.isEmpty, "\(transcript.name) \(name): \(faults)")
          // `null` and `[]` are taken for no parameters.
          let given = request["params"]?.object.map { JSONValue.object($0) } ?? [:]
          let wrong = SchemaCheck.faults(of: given, in: schema.parameters, at: "params")
          #expect(wrong.isEmpty, "\(transcript.name) \(name): \(wrong)")
          checked += 1
        }
      }
    }
    #expect(checked > 60)
  }
}

/// As much of JSON Schema as the protocol's schemas use.
enum SchemaCheck {
  static func faults(of value: JSONValue, in schema: JSONValue, at path: String) -> [String] {
    faults(of: value, in: schema, at: path, schema["$defs"] ?? [:])
  }

  private static func faults(
    of value: JSONValue, in schema: JSONValue, at path: String, _ definitions: JSONValue
  ) -> [String] {
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      guard let definition = definitions[String(name)] else { return ["\(path): no \(name)"] }
      return faults(of: value, in: definition, at: path, definitions)
    }
    if let choices = schema["anyOf"]?.array {
      let fits = choices.contains { faults(of: value, in: $0, at: path, definitions).isEmpty }
      return fits ? [] : ["\(path): fits none of its schemas"]
    }
    var found: [String] = []
    let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
    if !types.isEmpty {
      let kind = value.kindName
      let isIntegral = value.integer != nil
      let fits = types.contains {
        $0.string == kind || ($0.string == "number" && kind == "integer")
          || ($0.string == "integer" && isIntegral)
      }
      if !fits { return ["\(path): \(kind) is not one of \(types)"] }
    }
    if let text = schema["const"], text != value { found.append("\(path): is not \(text)") }
    if let names = schema["enum"]?.array, !names.contains(value) {
      found.append("\(path): \(value) is none of its names")
    }
    if let minimum = schema["minimum"]?.int, let number = value.int, number < minimum {
      found.append("\(path): \(number) is below \(minimum)")
    }
    if let maximum = schema["maximum"]?.int, let number = value.int, number > maximum {
      found.append("\(path): \(number) is above \(maximum)")
    }
    if let pattern = schema["pattern"]?.string, let text = value.string,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): '\(text)' does not match \(pattern)")
    }
    if let items = schema["items"], let elements = value.array {
      for (index, element) in elements.enumerated() {
        found += faults(of: element, in: items, at: "\(path)[\(index)]", definitions)
      }
    }
    guard let members = value.object else { return found }
    for name in schema["required"]?.array ?? [] {
      if let name = name.string, members[name] == nil { found.append("\(path): lacks \(name)") }
    }
    for member in members {
      if let inner = schema["properties"]?[member.key] {
        found += faults(of: member.value, in: inner, at: "\(path).\(member.key)", definitions)
      } else if let inner = schema["additionalProperties"] {
        if inner == false { found.append("\(path): \(member.key) is not declared") }
        if inner.bool != nil { continue }
        found += faults(of: member.value, in: inner, at: "\(path).\(member.key)", definitions)
      }
    }
    return found
  }
}

extension JSONValue {
  /// The name of the kind: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`,
  /// as in JSON Schema.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
