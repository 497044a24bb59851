import Foundation
import SudokuCore
import SudokuFormats
import SudokuReading
import TestSupport
import Testing

/// A library user reads what the program reads.
@Suite struct PuzzleFileTests {
  private static let good =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  /// The samples of all formats, and files that are none.
  private static var samples: [String] {
    ["edges", "puzzles"].flatMap { folder in
      let place = Repository.root.appendingPathComponent("Tests/Data/" + folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      return names.sorted().map { place.appendingPathComponent($0).path }
    }
  }

  /// The lines that `convert` writes for the records of a file, and its errors with their places.
  private func converted(_ file: PuzzleFile) -> (lines: String, errors: [String]) {
    let writer = PuzzleWriter(.line)
    var (file, lines, errors): (PuzzleFile, [UInt8], [String]) = (file, [], [])
    do throws(InputError) {
      while let record = try file.next() {
        switch record {
        case .success(let found): writer.append(found, to: &lines)
        case .failure(let error):
          writer.append(fault: error.fields, text: error.puzzleText, to: &lines)
          errors.append("\(error)")
        }
      }
    } catch {
      errors.append("\(error)")
    }
    return (String(decoding: lines, as: UTF8.self), errors)
  }

  /// The same by the program, for any number of files.
  private func converted(_ paths: [String]) throws -> (lines: String, errors: [String]) {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let list = folder / "errors"
    let run = try Binary.run(
      ["convert", "--to", "line", "--quiet", "-j1", "--errors", list.path] + paths)
    let errors = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").compactMap {
      let line = try JSONDecoder().decode(ErrorLine.self, from: Data($0.utf8))
      return line.kind == "wrongSolution" ? nil : line.sentence
    }
    return (run.output, errors)
  }

  private struct ErrorLine: Decodable {
    let file, kind, message: String
    let line, column: Int

    var sentence: String {
      line > 0 ? "\(file):\(line):\(column): error: \(message)" : "\(file): error: \(message)"
    }
  }

  @Test func everySampleIsReadAsTheProgramReadsIt() throws {
    let samples = Self.samples.sized(40)
    #expect(samples.count >= sized(40, full: 120))
    let theirs = try converted(samples)
    let ours = samples.map { converted(PuzzleFile($0)) }
    #expect(ours.map(\.lines).joined() == theirs.lines)
    #expect(ours.flatMap(\.errors) == theirs.errors)
    #expect(
      theirs.lines.count > sized(2_000, full: 20_000) && theirs.errors.count > sized(0, full: 30))
  }

  @Test(arguments: ["gzip", "xz", "zstd", "bzip2"].sized(2))
  func compressedFilesAreRead(_ program: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let plain = Self.samples.filter { $0.hasSuffix("/typical.txt") }[0]
    let path = (folder / "packed").path
    let packed = try Binary.run(shell: "\(program) -c '\(plain)' > '\(path)'")
    guard packed.status == 0 else { return }
    let found = converted(PuzzleFile(path))
    #expect(found.errors.isEmpty && !found.lines.isEmpty)
    #expect(found.lines == converted(PuzzleFile(plain)).lines)

    // What a cut file still holds comes before its error.
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count * 3 / 4).write(to: URL(fileURLWithPath: path))
    let cut = converted(PuzzleFile(path))
    #expect(cut.errors.last?.hasPrefix("\(path): error: the file is compressed") == true)
    #expect(try converted([path]) == cut)
  }

  @Test func aBadRecordIsAValueWithItsPlace() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder / "bad.csv"
    try Data("id,puzzle\n1,\(Self.good)\n2,5\(Self.good.dropLast())\n3,\(Self.good)\n".utf8)
      .write(to: file)
    var (ids, errors): ([String?], [InputError]) = ([], [])
    for try await record in PuzzleFile(file.path) {
      switch record {
      case .success(let found): ids.append(found.field("id"))
      case .failure(let error): errors.append(error)
      }
    }
    #expect(ids == ["1", "3"] && errors.count == 1)
    let error = try #require(errors.first)
    #expect(error.line == 3 && error.column == 4 && error.fields.first?.value.text == "2")
    #expect("\(error)".hasPrefix("\(file.path):3:4: error: clue 5 appears twice"))
    #expect(error.board != nil && error.text?.hasPrefix("2,55") == true)
  }

  @Test func filesThatCannotBeReadThrow() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data().write(to: folder / "empty")
    try Data("%PDF-1.4\n".utf8).write(to: folder / "foreign")
    for (name, message) in [
      ("missing", "no such file"), ("", "is a folder"), ("empty", "the input is empty"),
      ("foreign", "the file is a PDF"),
    ] {
      var file = PuzzleFile((folder / name).path)
      let error = #expect(throws: InputError.self) { try file.next() }
      #expect(error?.message.contains(message) == true, "\(name)")
    }
    // A path is a path, even where the program would take it for a puzzle.
    var file = PuzzleFile(Self.good)
    let error = #expect(throws: InputError.self) { try file.next() }
    #expect(error?.message == "no such file")
  }

  /// Records come as soon as they are there: memory doesn't depend on the length of an input.
  @Test func recordsComeBeforeTheEnd() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    var file = PuzzleFile(descriptor: ends[0], name: "pipe")
    for number in 1...3 {
      let line = Array("\(Self.good)\n".utf8)
      #expect(line.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == line.count)
      let record = try #require(try file.next())
      #expect(try record.get().line == number)
    }
    close(ends[1])
    #expect(try file.next() == nil && file.next() == nil)
    close(ends[0])
  }

  @Test func encodingAndColumnsMayBeNamed() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let empty = String(repeating: ".", count: 81)
    let file = folder / "names.csv"
    try
      (Data("first,second,name\n\(empty),\(Self.good),M".utf8) + [0x81]
      + Data("ller\n".utf8)).write(to: file)
    let encoding = try #require(TextEncoding("CP437"))
    var named = PuzzleFile(file.path, encoding: encoding, columns: ["second"])
    let record = try #require(try named.next()).get()
    #expect(record.puzzle.line == Self.good && record.field("name") == "Müller")
    #expect(try named.next() == nil && named.notes.isEmpty)

    var guessed = PuzzleFile(file.path)
    while try guessed.next() != nil {}
    #expect(guessed.notes.contains { $0.contains("read as Windows-1252") })
    #expect(TextEncoding("klingon") == nil)
  }

  @Test func aFileMayBeReadTwice() throws {
    let file = PuzzleFile(Self.samples.filter { $0.hasSuffix("/easy.txt") }[0])
    let (first, second) = (converted(file), converted(file))
    #expect(!first.lines.isEmpty && first == second)
  }
}
