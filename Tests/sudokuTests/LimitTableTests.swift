import Foundation
import TestSupport
import Testing

@testable import sudoku

/// The operator's page lists the limits that the code enforces, and each has a test at its edge.
@Suite("Limits") struct LimitTableTests {
  private static let folder = Repository.root
  private static let marks = (
    begin: "<!-- The limits, as code has them. -->\n\n", end: "\n<!-- End. -->"
  )

  /// `SUDOKU_RECORD=1` writes the tables to the page.
  @Test func thePageIsTheTable() throws {
    let url = Self.folder.appending(path: "Sources/Documentation/operating.md")
    var page = try String(contentsOf: url, encoding: .utf8)
    let begin = try #require(page.range(of: Self.marks.begin)).upperBound
    let end = try #require(page.range(of: Self.marks.end)).lowerBound
    if ProcessInfo.processInfo.environment["SUDOKU_RECORD"] != nil {
      page.replaceSubrange(begin..<end, with: LimitTable.text)
      try page.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(page[begin..<end] == LimitTable.text, "run again with SUDOKU_RECORD=1")
    }
  }

  @Test func eachLimitHasATest() throws {
    var names: Set<String> = []
    let files = FileManager.default.enumerator(
      at: Self.folder.appending(path: "Tests"), includingPropertiesForKeys: nil)
    for case let url as URL in try #require(files) where url.pathExtension == "swift" {
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: #/func (\w+)\(/#) { names.insert(String(match.1)) }
    }
    for row in LimitTable.all.flatMap(\.rows) {
      let isTested = names.contains(row.test)
      #expect(isTested, "\(row.what): no test \(row.test)")
    }
  }
}
