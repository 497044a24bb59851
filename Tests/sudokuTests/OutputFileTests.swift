import Foundation
import TestSupport
import Testing

@testable import sudoku

/// Outputs replace their target only when they are whole, and never touch another file.
struct OutputFileTests {
  private let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  private func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try body(folder)
  }

  private func write(_ text: String, to url: URL) throws { try Data(text.utf8).write(to: url) }
  private func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  /// What an interrupted run of an earlier version has left is an input like any other.
  @Test(arguments: ["solve", "convert", "dedupe", "stats"])
  func aFileNamedPartialIsKept(command: String) throws {
    try withFolder { folder in
      let rest = folder / "rest.txt.partial"
      try write(puzzle + "\n", to: rest)
      let run = try Program.run([command, "-o", (folder / "rest.txt").path, rest.path])
      #expect(run.status == 0, "\(run.error)")
      #expect(try text(rest) == puzzle + "\n")
      #expect(try names(in: folder) == ["rest.txt", "rest.txt.partial"])
    }
  }

  @Test func anInputCanBeReplacedByItsResults() throws {
    try withFolder { folder in
      let file = folder / "in.txt"
      try write(puzzle + "\n", to: file)
      let run = try Program.run(["convert", "--to", "sdm", "-o", file.path, file.path])
      #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
      #expect(try text(file) == puzzle.replacing(".", with: "0") + "\n")
      #expect(try names(in: folder) == ["in.txt"])
    }
  }

  @Test(arguments: [
    ["stats", "--svg", "in.txt", "in.txt", "--svg names an input"],
    ["solve", "--errors", "in.txt", "in.txt", "--errors names an input"],
    ["solve", "--errors", "./hard", "in.txt", "--errors names an input"],
    [
      "stats", "--svg", "a.txt", "-o", "./a.txt", "in.txt", "--output and --svg name the same file",
    ],
    ["stats", "--svg", "e", "--errors", "e", "in.txt", "--errors and --svg name the same file"],
    ["dedupe", "--work", ".", "in.txt", "--work . holds in.txt"],
    ["book", "--errors", "in.txt", "-o", "b.html", "in.txt", "--errors names an input"],
  ])
  func aFileThatWouldBeLostIsRefused(_ row: [String]) throws {
    try withFolder { folder in
      let file = folder / "in.txt"
      try write(puzzle + "\n", to: file)
      try FileManager.default.linkItem(at: file, to: folder / "hard")
      let place = folder.url.path
      let arguments = row.dropLast().map { argument in
        argument.contains(".txt") || ["e", "b.html", "./hard", "."].contains(argument)
          ? place + "/" + argument : argument
      }
      let run = try Program.run(arguments)
      #expect(run.status == 2)
      #expect(
        run.error.replacing(place + "/", with: "").contains(row[row.count - 1]), "\(run.error)")
      #expect(try text(file) == puzzle + "\n")
      #expect(try names(in: folder) == ["hard", "in.txt"])
    }
  }

  /// A failure at the very end, that of the program that compresses, leaves nothing either.
  @Test func aFailedCompressorLeavesNothing() throws {
    try withFolder { folder in
      let file = folder / "in.txt"
      try write(String(repeating: puzzle + "\n", count: 3_000), to: file)
      for name in ["out.txt.gz", "out.txt"] {
        let run = try Binary.run(
          shell:
            "ulimit -f 1; '\(Binary.url.path)' solve -q -o '\((folder / name).path)' '\(file.path)'"
        )
        #expect(run.status == 74, "\(run.status) \(run.error)")
        #expect(try names(in: folder) == ["in.txt"])
      }
    }
  }

  @Test(arguments: ["TERM", "HUP"])
  func aSignalLeavesNothing(signal: String) throws {
    try withFolder { folder in
      let out = (folder / "out.txt").path
      let run = try Binary.run(
        // Under `nohup` HUP is ignored, by the program too.
        shell: """
          env --default-signal=HUP true 2> /dev/null && with='env --default-signal=HUP'
          $with '\(Binary.url.path)' generate -q --seed 1 -c 100000000 -o '\(out)' & process=$!
          for attempt in $(seq 100); do ls '\(out)'.* > /dev/null 2>&1 && break; sleep 0.05; done
          kill -\(signal) $process; wait $process; echo $?
          """)
      #expect((Int(run.lines.last ?? "") ?? 0) > 128, "\(run.output) \(run.error)")
      #expect(try names(in: folder).isEmpty)
    }
  }

  /// The errors' file has its name when the signal comes, and the results wait for their compressor.
  @Test(arguments: [(pause: "0.4", files: ["errors", "out.gz"]), (pause: "9", files: ["errors"])])
  func aSignalBetweenTwoOutputsWaitsForASecond(pause: String, files: [String]) throws {
    try withFolder { folder in
      let tools = (folder / "tools").path
      try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
      try write("#!/bin/sh\ncat; exec sleep \(pause)\n", to: folder / "tools/gzip")
      let run = try Binary.run(
        shell: """
          chmod +x '\(tools)/gzip'; cd '\(folder.url.path)'; date +%s
          printf 'damaged\n' | PATH='\(tools)':"$PATH" '\(Binary.url.path)' \
            solve -q --errors errors -o out.gz & process=$!
          for attempt in $(seq 100); do [ -e errors ] && break; sleep 0.02; done
          kill -TERM $process; wait $process; echo $?; date +%s
          """)
      let ended = run.lines.compactMap { Int($0) }
      #expect(ended.count == 3 && ended[2] - ended[0] < 6, "\(run.output) \(run.error)")
      #expect(ended[1] == (files.count == 2 ? 1 : 128 + 15), "\(run.output) \(run.error)")
      #expect(try names(in: folder).filter { $0 != "tools" } == files)
    }
  }

  @Test func twoRunsWithOneOutputDoNotMeet() throws {
    try withFolder { folder in
      let out = (folder / "out.txt").path
      let run = try Binary.run(
        shell: """
          seq 4 | xargs -P 4 -I SEED \
            '\(Binary.url.path)' generate -q --seed SEED -c 200 -o '\(out)' || echo failed
          """)
      #expect(run.output.isEmpty && run.error.isEmpty, "\(run.output) \(run.error)")
      #expect(try text(folder / "out.txt").split(separator: "\n").count == 200)
      #expect(try names(in: folder) == ["out.txt"])
    }
  }

  @Test func limitsOfAContainerAreRead() throws {
    try withFolder { folder in
      let root = folder.url.path
      try FileManager.default.createDirectory(
        atPath: root + "/a/b", withIntermediateDirectories: true)
      #expect(ControlGroup(root: root, membership: "0::/a/b\n").processors == nil)
      try write("max 100000\n", to: folder / "cpu.max")
      try write("150000 100000\n", to: folder / "a/cpu.max")
      try write("20\n", to: folder / "a/b/pids.max")
      try write("5\n", to: folder / "a/b/pids.current")
      let group = ControlGroup(root: root, membership: "0::/a/b\n")
      #expect(group.processors == 2 && group.threads == 15)
      try write("-1\n", to: folder / "cpu.cfs_quota_us")
      #expect(ControlGroup(root: root, membership: "").processors == nil)
    }
  }
}
