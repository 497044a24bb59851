import Foundation
import SudokuCore
import SudokuSolver

let usage = """
  usage: rivals [--lib PATH[:SYMBOL]]... [--program "PATH ARGUMENT..."]... [options] FILE...

  Solves the boards of each file with every rival and with this package's solvers, in turn, in one
  process, and prints CPU times as medians and ratios.

    --lib PATH[:SYMBOL]   a shared library with tdoku's C interface
    --program "COMMAND"   a program that reads boards as lines from standard input
    --isa NAME            baseline, avx2 or avx512 for ours (default: the best)
    --limit N             solutions to look for in each board (default: 2)
    --rounds N            rounds to take the median of (default: 5)
    --most N              the first N boards of each file only
    --threads N           threads of our batch solver (default: 1); times are CPU times
    --save PATH           write PATH.md and PATH.json
    --title TEXT          the heading of the report
  """

do {
  var options = try Options(Array(CommandLine.arguments.dropFirst()))
  options.warnAboutLimit()
  var report = Report(options: options)
  for path in options.files {
    let set = try PuzzleSet(path: path, most: options.most)
    defer { try? FileManager.default.removeItem(at: set.lineFile) }
    report.add(try measure(set, options))
  }
  print(report.markdown)
  if let path = options.save {
    try report.markdown.write(toFile: path + ".md", atomically: true, encoding: .utf8)
    try report.json().write(to: URL(fileURLWithPath: path + ".json"))
  }
} catch {
  FileHandle.standardError.write(Data("rivals: \(error)\n\n\(usage)\n".utf8))
  exit(64)
}

/// Solves one set in turn with all solvers.
func measure(_ set: PuzzleSet, _ options: Options) throws -> Report.Row {
  let batch = BatchSolver(threads: options.threads, instructionSet: options.instructionSet)
  let single = Solver(instructionSet: options.instructionSet)
  var times: [String: [Double]] = [:]
  var wrong: [String: Int] = [:]
  for _ in 0..<options.rounds {
    let ours = set.runBatch(batch, limit: options.limit)
    times[Report.batch, default: []].append(ours.seconds)
    let one = set.runSingle(single, limit: options.limit)
    times[Report.single, default: []].append(one.seconds)
    wrong[Report.single] = zip(one.counts, ours.counts).count { $0 != $1 }
    for rival in options.rivals {
      let theirs = try rival.run(set, limit: options.limit)
      times[rival.name, default: []].append(theirs.seconds)
      if let counts = theirs.counts {
        wrong[rival.name] = zip(counts, ours.counts).count { $0 != $1 }
      }
    }
  }
  return Report.Row(
    set: set.name, boards: set.count,
    seconds: times.mapValues { $0.sorted()[$0.count / 2] }, differing: wrong)
}
