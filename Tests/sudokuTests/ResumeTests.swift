import Foundation
import SudokuCore
import TestSupport
import Testing

@testable import sudoku

/// `--resume`: an interrupted output goes on where it ended, or says why it can't.
@Suite struct ResumeTests {
  private static let puzzles = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419............",
    "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8",
    "junk",
  ]

  /// A table with good and bad rows.
  private static func table(_ count: Int, first: Int = 0) -> String {
    "id,puzzle,note\n" + rows(first..<(first + count))
  }

  private static func rows(_ range: Range<Int>) -> String {
    range.map { "\($0),\(puzzles[$0 % 7 % puzzles.count]),\"a, \($0)\"\n" }.joined()
  }

  private struct Place {
    let folder: TemporaryFolder
    let input: URL
    let output: URL
    var record: URL { folder / (output.lastPathComponent + ".resume") }

    init(_ name: String, _ text: String) throws {
      folder = try TemporaryFolder()
      (input, output) = (folder / "in.txt", folder / name)
      try Data(text.utf8).write(to: input)
    }

    func run(_ arguments: [String], interval: Duration = .zero) throws -> Binary.Run {
      try Checkpoints.$interval.withValue(interval) {
        try Program.run(arguments + ["-o", output.path, input.path])
      }
    }

    var bytes: Data { (try? Data(contentsOf: output)) ?? Data() }
    var names: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      }
    }

    /// The record and the unfinished file, as a crash at this moment would leave them.
    var snapshot: Snapshot? {
      guard let record = try? Data(contentsOf: record),
        case .record(let read) = ResumeRecord.read(self.record.path), !read.isWhole,
        let rows = try? Data(contentsOf: folder / read.partial), rows.count >= read.outputBytes
      else { return nil }
      return Snapshot(record: record, name: read.partial, rows: rows)
    }

    /// Puts what a crash left in place of everything but the input.
    func restore(_ snapshot: Snapshot) throws {
      for name in try names where name != "in.txt" {
        try FileManager.default.removeItem(at: folder / name)
      }
      try snapshot.record.write(to: record)
      try snapshot.rows.write(to: folder / snapshot.name)
    }
  }

  private struct Snapshot {
    let record: Data
    let name: String
    let rows: Data
  }

  /// Runs a command and copies what a crash would leave at some moments.
  private func interrupted(
    _ arguments: [String], _ place: Place, most: Int
  ) throws -> (whole: Data, snapshots: [Snapshot]) {
    nonisolated(unsafe) var status: Int32?
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      status = try? place.run(arguments + ["-q"]).status
      end.signal()
    }
    var (snapshots, records): ([Snapshot], Set<Data>) = ([], [])
    while end.wait(timeout: .now() + 0.0005) == .timedOut {
      guard snapshots.count < most, let snapshot = place.snapshot,
        records.insert(snapshot.record).inserted
      else { continue }
      snapshots.append(snapshot)
    }
    #expect(status == 1)
    #expect(try place.names == [place.output.lastPathComponent, "in.txt"].sorted())
    return (place.bytes, snapshots)
  }

  @Test(
    arguments: [
      (["grade", "--path"], "g.csv", 80), (["grade"], "g.jsonl", 500),
      (["grade", "--at-least", "2.0"], "g.txt", 400), (["solve"], "s.csv", 9_000),
      (["solve", "--count"], "s.jsonl", 9_000), (["solve", "--empty", "0"], "s.txt", 9_000),
      (["grade", "--columns", "id,level", "--mark"], "c.csv", 500),
    ].sized(3))
  func whatACrashLeavesGoesOn(_ command: [String], _ name: String, _ count: Int) throws {
    let place = try Place(name, Self.table(count))
    defer { place.folder.remove() }
    let (whole, snapshots) = try interrupted(command, place, most: sized(1, full: 20))
    #expect(!snapshots.isEmpty && !whole.isEmpty)
    for snapshot in snapshots {
      try place.restore(snapshot)
      let run = try place.run(command + ["--resume", "--jobs", "3"])
      #expect(run.status == 1 && run.error.contains("of the rows are there; "), "\(run.error)")
      #expect(place.bytes == whole)
      #expect(try place.names == [name, name + ".resume", "in.txt"].sorted())
      let again = try place.run(command + ["--resume"])
      #expect(again.status == 1 && again.error.contains("is whole: all \(count.grouped) rows"))
      #expect(place.bytes == whole)
    }
  }

  @Test func aRunWithoutAnEarlierOneStartsAnew() throws {
    let place = try Place("g.csv", Self.table(20))
    defer { place.folder.remove() }
    let run = try place.run(["grade", "--resume"])
    #expect(run.error.contains("nothing to resume; starting from the beginning"))
    let plain = try Place("g.csv", Self.table(20))
    defer { plain.folder.remove() }
    #expect(try plain.run(["grade"]).status == run.status)
    #expect(plain.bytes == place.bytes)
    // Nothing proves what an output was made from.
    let other = try plain.run(["grade", "--resume"])
    #expect(other.status == 65 && other.error.contains("nothing to resume"), "\(other.error)")
    #expect(try plain.names == ["g.csv", "in.txt"])
  }

  /// Each change of what is there is an error, and changes nothing.
  @Test func whatHasChangedIsRefused() throws {
    let copy = try Place("g.csv", Self.table(60))
    defer { copy.folder.remove() }
    let (whole, snapshots) = try interrupted(["grade", "--path"], copy, most: 1)
    try copy.restore(try #require(snapshots.first))
    guard case .record(let record) = ResumeRecord.read(copy.record.path) else {
      Issue.record("no record")
      return
    }
    let partial = copy.folder / record.partial
    let (rows, input) = (try Data(contentsOf: partial), try Data(contentsOf: copy.input))
    func refused(_ words: String, _ arguments: [String] = ["--path"]) throws {
      let names = try copy.names
      let run = try copy.run(["grade", "--resume"] + arguments)
      #expect(run.status == 65 && run.error.contains(words), "\(run.error)")
      #expect(try copy.names == names)
      try record.write(to: copy.record.path)
      try rows.write(to: partial)
      try input.write(to: copy.input)
    }
    var changed = input
    changed[40] ^= 1
    try changed.write(to: copy.input)
    try refused("the input is not the one")
    try input.prefix(200).write(to: copy.input)
    try refused("the input is not the one")
    changed = rows
    changed[record.outputBytes / 2] ^= 1
    try changed.write(to: partial)
    try refused("has changed since it was written")
    try rows.prefix(record.outputBytes - 1).write(to: partial)
    try refused("has changed since it was written")
    try refused("--path was true", [])
    try refused("--scale was not set for the rows that are there", ["--path", "--scale", "level"])
    var other = record
    other.program += "x"
    try other.write(to: copy.record.path)
    try refused("another version")
    other = record
    other.command = "solve"
    try other.write(to: copy.record.path)
    try refused("those of 'sudoku solve'")
    try Data("{}".utf8).write(to: copy.record)
    try refused("is not a record of this program")
    let lock = open(partial.path, O_RDONLY)
    flock(lock, LOCK_EX)
    let run = try copy.run(["grade", "--resume", "--path"])
    #expect(run.status == 73 && run.error.contains("is being written by another command"))
    close(lock)
    // Rows behind the checkpoint, and lines behind the ones that were read, change nothing.
    try (rows + Data("0,garbage".utf8)).write(to: partial)
    #expect(try copy.run(["grade", "--resume", "--path"]).status == 1)
    #expect(copy.bytes == whole)
    // The whole output is bound to its input and to its bytes, too.
    try (input + Data("7,\(Self.puzzles[0]),\n".utf8)).write(to: copy.input)
    let grown = try copy.run(["grade", "--resume", "--path"])
    #expect(grown.status == 65 && grown.error.contains("the input is not the one"))
    try input.write(to: copy.input)
    try Data("x".utf8).write(to: copy.output)
    let overwritten = try copy.run(["grade", "--resume", "--path"])
    #expect(
      overwritten.status == 65 && overwritten.error.contains("has changed since it was whole"))
    #expect(copy.bytes == Data("x".utf8))
  }

  /// Without the option, the rows of an interrupted run are named and then replaced.
  @Test func aNewRunReplacesTheRestOfAnEarlierOne() throws {
    let copy = try Place("g.csv", Self.table(150))
    defer { copy.folder.remove() }
    let (whole, snapshots) = try interrupted(["grade", "--path"], copy, most: 1)
    try copy.restore(try #require(snapshots.first))
    let run = try copy.run(["grade", "--path"])
    #expect(run.status == 1 && run.error.contains("rows are left of an interrupted run (--resume)"))
    #expect(copy.bytes == whole)
    #expect(try copy.names == ["g.csv", "in.txt"])
  }

  @Test(arguments: [
    (["solve", "--resume"], 2, "--resume needs --output FILE"),
    (["solve", "--resume", "-o", "-"], 2, "--resume needs --output FILE"),
    (["solve", "--resume", "-o", "x.txt", "-"], 2, "standard input can't be read again"),
    (["solve", "--resume", "-o", "x.txt"], 2, "standard input can't be read again"),
    (["solve", "--resume", "-o", "x.txt", "in.gz"], 2, "in.gz is compressed"),
    (
      ["solve", "--resume", "-o", "x.txt.gz", "in.txt"], 2, "a compressed output can't be continued"
    ),
    (["solve", "--resume", "-o", "/dev/null", "in.txt"], 2, "is not a file that can be continued"),
    (["solve", "--resume", "-o", "x.txt", "--all", "in.txt"], 2, "--all needs all rows at once"),
    (
      ["grade", "--resume", "-o", "x.csv", "--sort", "level", "in.txt"], 2, "--sort needs all rows"
    ),
    (
      ["grade", "--resume", "-o", "x", "--format", "arrow", "in.txt"], 2,
      "--format arrow needs all rows"
    ),
    (["grade", "--resume", "-o", "x", "--errors", "e", "in.txt"], 2, "--errors would miss"),
    (["solve", "--resume", "-o", "x", "--stats", "in.txt"], 2, "--stats would miss"),
    (["solve", "--resume", "-o", "x", "absent.txt"], 2, "there is no file "),
  ])
  func whatCantBeResumedIsAnError(_ arguments: [String], _ status: Int32, _ words: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data("\(Self.puzzles[0])\n".utf8).write(to: folder / "in.txt")
    try Data([0x1F, 0x8B, 8, 0, 0]).write(to: folder / "in.gz")
    let names = ["in.txt", "in.gz", "x", "x.txt", "x.csv", "x.txt.gz", "e", "absent.txt"]
    let placed = arguments.map { names.contains($0) ? (folder / $0).path : $0 }
    let run = try Program.run(placed)
    #expect(run.status == status && run.error.contains(words), "\(run.error)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.sorted() == ["in.gz", "in.txt"])
  }

  @Test func severalInputsGoOn() throws {
    let place = try Place("g.csv", Self.table(60))
    defer { place.folder.remove() }
    let second = place.folder / "second.csv"
    try Data(Self.table(40, first: 60).utf8).write(to: second)
    let (copies, whole) = try Checkpoints.$interval.withValue(.zero) {
      let whole = try Program.run([
        "grade", "--path", "--format", "csv", place.input.path, second.path,
      ])
      _ = try Program.run(
        ["grade", "--path", "--resume", "-o", place.output.path, place.input.path, second.path])
      return (place.bytes, whole.output)
    }
    #expect(String(decoding: copies, as: UTF8.self) == whole)
    guard case .record(let record) = ResumeRecord.read(place.record.path) else {
      Issue.record("no record")
      return
    }
    #expect(record.isWhole && record.rows == 100)
    let sources = try ResumeSources([place.input.path, second.path])
    let exchanged = try ResumeSources([second.path, place.input.path])
    var (hash, other) = (sources.hash, exchanged.hash)
    #expect(hash.upTo(record.inputBytes) == record.inputHash)
    #expect(other.upTo(record.inputBytes) != record.inputHash)
  }

  /// The hash does not depend on the pieces in which it was computed.
  @Test func hashesGoOnAnywhere() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var random = SeededRandom(seed: 20_261_129)
    let sizes = [0, 100_000, 65_536, 1, 200_001]
    let names = try sizes.enumerated().map { index, size in
      let name = folder / "\(index)"
      try Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: name)
      return name.path
    }
    let sources = try ResumeSources(names)
    var stepwise = sources.hash
    var place = 0
    while place < sources.length {
      place = min(sources.length, place + Int.random(in: 0...90_000, using: &random))
      var whole = sources.hash
      #expect(stepwise.upTo(place) == whole.upTo(place), "\(place)")
    }
    #expect(stepwise.upTo(sources.length + 1) == nil)
  }

  /// Each option is either known to change rows, or known not to.
  @Test func everyOptionIsConsidered() throws {
    let neutral: Set<String> = [
      "--jobs", "--output", "--errors", "--sort", "--descending", "--progress", "--no-progress",
      "--quiet", "--resume", "--version", "--help", "--all", "--stats", "--isa", "--no-uniqueness",
    ]
    let commands: [any ResumableCommand] = [
      try #require(try Sudoku.parseAsRoot(["solve"]) as? SolveCommand),
      try #require(try Sudoku.parseAsRoot(["grade"]) as? GradeCommand),
    ]
    for command in commands {
      let known = neutral.union(command.rowOptions.keys).union(command.filter.rowOptions.keys)
      let usage = type(of: command).helpMessage(columns: 10_000)
      let options = usage.split(separator: "\n").filter { $0.hasPrefix("  -") }
        .flatMap { $0.split { " ,/<".contains($0) }.prefix(2) }
        .map(String.init).filter { $0.hasPrefix("--") && $0.count > 2 }
      #expect(options.count > 15)
      for option in options where !known.contains(option) {
        Issue.record("\(option): does it change rows? Add it to rowOptions, or here")
      }
    }
  }
}
