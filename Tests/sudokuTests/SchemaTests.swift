import Foundation
import TestSupport
import Testing

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
    for name in names.enumerated().filter({ $0.offset % 17 == 0 }).map(\.element) {
      let run = try Program.run(["schema", String(name)])
      let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(run.status == 0 && schema is [String: Any], "\(name)")
    }
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
