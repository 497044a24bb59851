import Foundation
import JSONCoding
import TestSupport
import Testing

/// Files as people have them: each case of `Tests/Data/edges/cases.jsonl` gives what it must.
///
/// `Tests/Scripts/make-edges` writes files and cases.
@Suite struct EdgeTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/Data/edges")

  private struct Case {
    let name: String
    let arguments: [String]
    let status: Int
    let output: String?
    let messages: [String]
    let isPiped: Bool

    init?(_ line: Substring) {
      guard let value = try? JSONValue(parsing: String(line)), let name = value["name"]?.string,
        let status = value["status"]?.int
      else { return nil }
      self.name = name
      self.status = Int(status)
      arguments = value["arguments"]?.array?.compactMap(\.string) ?? []
      output = value["output"]?.string
      messages = value["messages"]?.array?.compactMap(\.string) ?? []
      isPiped = value["isPiped"] != nil
    }

    /// A text with the paths of the files: `{}` is the case's own, `{name}` that of another.
    func filled(_ text: String) -> String {
      let own = text.replacing("{}", with: EdgeTests.folder.appendingPathComponent(name).path)
      return own.replacing(/\{([a-z0-9.-]+)\}/) {
        EdgeTests.folder.appendingPathComponent(String($0.1)).path
      }
    }

    /// What is wrong with a run; `nil` if nothing is.
    func fault() throws -> String? {
      let input =
        isPiped ? try Data(contentsOf: EdgeTests.folder.appendingPathComponent(name)) : Data()
      let run = try Program.run(arguments.map(filled), inputBytes: input)
      let shown = "\(name): \(arguments.joined(separator: " "))"
      if run.status != status { return "\(shown): status \(run.status)\n\(run.error)" }
      if let output, run.output != filled(output) {
        return "\(shown): the output is\n\(run.output)\nnot\n\(filled(output))\n\(run.error)"
      }
      for message in messages where !run.error.contains(filled(message)) {
        return "\(shown): no '\(message)' in\n\(run.error)"
      }
      let isQuiet = messages.isEmpty && !run.error.isEmpty
      return isQuiet ? "\(shown): a message came\n\(run.error)" : nil
    }
  }

  @Test func everyCaseGivesWhatItMust() throws {
    let text = try String(
      contentsOf: Self.folder.appendingPathComponent("cases.jsonl"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    let cases = lines.compactMap(Case.init)
    #expect(cases.count == lines.count && cases.count > 100)
    for one in cases.sized(40) {
      if let fault = try one.fault() { Issue.record("\(fault)") }
    }
  }
}
