import Foundation
import TestSupport
import Testing

/// Every recipe of the documentation runs as it stands and gives what it promises.
@Suite struct RecipeTests {
  private static func recipes() throws -> [String] {
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent("Sources/Documentation/recipes.md"),
      encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test func everyRecipeRuns() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let recipes = try Self.recipes()
    #expect(recipes.count >= 8)
    let script = "set -eu\nsudoku() { '\(Binary.url.path)' \"$@\"; }\n" + recipes.joined()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let messages = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(messages)")

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder / name, encoding: .utf8)
    }
    func lines(_ name: String) throws -> [Substring] { try text(name).split(separator: "\n") }

    #expect(try text("book.txt").components(separatedBy: "Solution:").count == 61)
    let merge = try lines("merge.csv")
    #expect(try Data(contentsOf: folder / "merge.csv").starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(merge.count == 61 && merge[0].contains("r1c1,r1c2,"))
    #expect(merge[0].contains(",r9c9,solution_r1c1,") && merge[0].hasSuffix(",puzzleId"))
    #expect(Set(merge.map { $0.count { $0 == "," } }) == [162])
    let sorted = try lines("sorted.csv")
    let ratings = sorted.dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
    #expect(sorted[0] == "puzzle,rating,level" && ratings.count == 60)
    #expect(ratings == ratings.sorted())
    #expect(try lines("different.csv").count == 61)
    let repeats = try lines("repeats.csv")
    #expect(repeats[0] == "puzzle,place,firstPuzzle,firstPlace" && repeats.count == 61)
    #expect(repeats[1].contains(",different.csv:2,") && repeats[1].hasSuffix(",book.csv:2"))
    let rated = try Program.run(["convert", (folder / "rated.csv.gz").path])
    #expect(rated.lines.count == 60)
    let checked = try lines("checked.csv")
    #expect(checked[0].hasPrefix("quizzes,status,") && checked[1].hasPrefix("53007"))
    let all = try lines("all.csv")
    #expect(all[0] == "puzzle,solution,id,source" && all.count == 3 && all[2].hasSuffix(",8,own"))
    #expect(try text("new.csv").contains("Müller"))
    #expect(try text("errors.jsonl").contains(#""kind":"badInput","line":2"#))
    #expect(try lines("solved.txt").count == 2)
    #expect(try lines("grid.csv").count == 2)
    #expect(try lines("graded.csv").count == 61)
    #expect(messages.contains("graded.csv is whole: all 60 rows are there"))
    #expect(try lines("rest.txt").count == 20)
    #expect(!FileManager.default.fileExists(atPath: (folder / "work").path))
  }
}
