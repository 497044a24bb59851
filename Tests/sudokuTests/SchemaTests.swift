import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import sudoku

/// What is published must not change by accident: programs in other languages are made from it.
///
/// `SUDOKU_RECORD=1 swift test --filter SchemaTests` writes the file again; look at the difference: what
/// has gone or has become required breaks somebody's program.
@Suite struct SchemaTests {
  static let golden = Repository.root.appendingPathComponent("Tests/Data/schema.txt")

  @Test func publishedSchemasAreThoseOfTheGoldenFile() throws {
    let run = try Program.run(["schema"])
    #expect(run.status == 0)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    var lines: [String] = []
    Self.list(document, at: "", into: &lines)
    let text = lines.sorted().joined(separator: "\n") + "\n"
    if Transcript.isRecording {
      try text.write(to: Self.golden, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.golden, encoding: .utf8).split(separator: "\n")
    let published = text.split(separator: "\n")
    let (old, new) = (Set(recorded), Set(published))
    #expect(recorded.filter { !new.contains($0) } == [], "gone, or required now")
    #expect(published.filter { !old.contains($0) } == [], "new: record the file again")
  }

  @Test func everyNameHasItsSchema() throws {
    let names = try Program.run(["schema", "--list"]).lines
    #expect(names.count > 100)
    for command in Sudoku.configuration.subcommands where command is any WritesLines.Type {
      #expect(names.contains("line.\(command.configuration.commandName ?? "")"))
    }
    for name in names.enumerated().filter({ $0.offset % 17 == 0 }).map(\.element) {
      let run = try Program.run(["schema", String(name)])
      let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(run.status == 0 && schema is [String: Any], "\(name)")
    }
  }

  /// The page is written by `Scripts/make-documents`; what a description says is published, too.
  @Test func descriptionsAreThoseOfTheProtocolsPage() throws {
    let file = Repository.root.appendingPathComponent("Sources/Documentation/protocol.md")
    let page = try Data(contentsOf: file)
    let run = try Program.run(["schema", "--openrpc"])
    let document = try JSONValue(parsing: run.output)
    var wanted = PageTexts()
    for method in (document["methods"]?.array ?? []) + (document["x-notifications"]?.array ?? []) {
      wanted.take(line: method["summary"])
      wanted.take(result: method["result"]?["schema"])
      wanted.take(rowsOf: method["params"])
      for parameter in method["params"]?.array ?? [] { wanted.take(row: parameter["schema"]) }
    }
    for shape in document["components"]?["schemas"]?.object ?? [:] {
      wanted.take(line: shape.value["description"])
      wanted.take(rowsOf: shape.value)
    }
    for error in document["components"]?["errors"]?.object ?? [:] {
      wanted.take(cell: error.value["message"])
      wanted.take(membersOf: error.value["data"])
    }
    #expect(wanted.texts.count > 600)
    let missing = wanted.texts.filter { page.range(of: Data($0.utf8)) == nil }
    #expect(missing.sorted() == [], "run Scripts/make-documents protocol")
  }

  @Test func aHostDescribesTheLinesOfCommands() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "schema-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = try Binary.run(
      ["serve", "--data", folder.path, "--log-level", "error"], input: request + "\n")
    let printed = try Program.run(["schema", "--openrpc"])
    let found = try JSONValue(parsing: answer.output)["result"]
    #expect(try found == JSONValue(parsing: printed.output))
    #expect(found?["components"]?["schemas"]?["Collection"] != nil)
  }

  /// Every fact of a document as a line: its path and its value, without descriptions.
  private static func list(_ value: Any, at path: String, into lines: inout [String]) {
    switch value {
    case let object as [String: Any]:
      for (name, member) in object {
        // A property may be called "description"; then its value is a schema.
        if name == "description", member is String { continue }
        list(member, at: path + "/" + name, into: &lines)
      }
      if object.isEmpty { lines.append(path + " {}") }
    case let array as [Any]:
      // The order of choices and of required members means nothing.
      for element in array where !(element is [String: Any]) {
        list(element, at: path + "[]", into: &lines)
      }
      for (index, element) in array.enumerated() where element is [String: Any] {
        list(element, at: path + "[\(index)]", into: &lines)
      }
    default: lines.append("\(path) \(value)")
    }
  }
}

/// Texts of a document as the page of the protocol has them.
private struct PageTexts {
  private(set) var texts: Set<String> = []

  /// A paragraph.
  mutating func take(line: JSONValue?) {
    if let text = line?.string, !text.isEmpty { texts.insert("\n\(text)\n") }
  }

  /// The end of a paragraph about a result that is not a shape.
  mutating func take(result schema: JSONValue?) {
    guard schema?["$ref"] == nil, let text = schema?["description"]?.string else { return }
    texts.insert(": \(text)\n")
  }

  /// The cells of the members of an object, and of the members of these.
  mutating func take(rowsOf schema: JSONValue?) {
    for member in schema?["properties"]?.object ?? [:] { take(row: member.value) }
  }

  mutating func take(row schema: JSONValue?) {
    guard let schema else { return }
    texts.insert("| \(Self.meaning(schema)) |\n")
    for part in Self.parts(schema) { take(rowsOf: part) }
  }

  mutating func take(cell text: JSONValue?) {
    if let text = text?.string { texts.insert("| \(text) |") }
  }

  /// The members of an error; their sentences have no full stop.
  mutating func take(membersOf schema: JSONValue?) {
    for member in schema?["properties"]?.object ?? [:] where member.key != "kind" {
      let meaning = Self.meaning(member.value)
      if meaning.hasSuffix(".") { texts.insert(": \(meaning.dropLast())") }
    }
  }

  /// A schema, what it is a choice of, and what it is a list of.
  private static func parts(_ schema: JSONValue) -> [JSONValue] {
    let items = schema["type"] == "array" ? schema["items"].map { [$0] } ?? [] : []
    return [schema] + ((schema["anyOf"]?.array ?? []) + items).flatMap(parts)
  }

  private static func meaning(_ schema: JSONValue) -> String {
    let texts = parts(schema).compactMap { $0["description"]?.string?.replacing("|", with: "\\|") }
    return (texts + (schema["default"].map { ["Default: `\($0)`."] } ?? [])).joined(separator: " ")
  }
}
