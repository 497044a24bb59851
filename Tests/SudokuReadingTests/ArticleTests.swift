import Foundation
import SudokuReading
import TestSupport
import Testing

/// The code of the module's page, run in a folder with the file that it reads.
@Suite struct ArticleTests {
  private static let lines = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "...2...7.2.5...19......8...79..34....1.5.........1.6.....69..288.9....3135.......",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let text = "id,puzzle\n7,\(Self.lines[0])\n8,\(Self.lines[1].dropLast())\n9,\(Self.lines[1])\n"
    try Data(text.utf8).write(to: folder / "puzzles.csv")
    _ = try Binary.run(shell: "gzip '\((folder / "puzzles.csv").path)'")
  }

  /// The file of the test's folder, under the name that the code uses.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func PuzzleFile(_ name: String) -> PuzzleFile { .init((folder / name).path) }

  @Test func threeLines() async {
    defer { folder.remove() }
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    await #expect(throws: InputError.self) {
      for try await record in PuzzleFile("puzzles.csv.gz") {
        print(try record.get().puzzle.line)
      }
    }
    #expect(printed == [Self.lines[0]])
  }

  @Test func badRecordsAreValues() async {
    defer { folder.remove() }
    var printed: [String] = []
    func print(_ values: Any...) { printed.append(values.map { "\($0)" }.joined(separator: " ")) }
    do {
      for try await record in PuzzleFile("puzzles.csv.gz") {
        switch record {
        case .success(let found): print(found.line, found.puzzle.line, found.field("id") ?? "-")
        case .failure(let error): print(error)  // puzzles.csv.gz:7:13: error: ...
        }
      }
    } catch {
      print(error)  // puzzles.csv.gz: error: no such file
    }
    #expect(printed.count == 3 && printed.first == "2 \(Self.lines[0]) 7")
    #expect(printed.dropFirst().first?.contains("puzzles.csv.gz:3:") == true)
    #expect(printed.last == "4 \(Self.lines[1]) 9")
  }

  @Test func withoutAsync() throws {
    defer { folder.remove() }
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    func read() throws {
      var file = PuzzleFile("puzzles.csv.gz")
      while let record = try file.next() { print(try record.get().puzzle.line) }
      for note in file.notes { print(note) }
    }
    #expect(throws: InputError.self) { try read() }
    #expect(printed == [Self.lines[0]])
  }

  @Test func everyBlockIsCompiled() throws {
    defer { folder.remove() }
    let article = try Article("Sources/Files/Reading/SudokuReading.docc/SudokuReading.md")
    #expect(article.codeBlocks.count == 3)
    let test = "Tests/SudokuReadingTests/ArticleTests.swift"
    #expect(try article.codeBlocks(missingIn: test).isEmpty)
  }
}
