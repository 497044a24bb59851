import ArgumentParser
import Foundation
import SudokuCore
import SudokuExplainer
import SudokuGenerator
import SudokuRating
import SudokuSolver

/// `sudoku bench`: the speed of the engine, and the signature of its behaviour.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure solver, rater and generator; print the signature.",
    discussion: """
      Runs over the collections in the folder 'puzzles' (or --data). The last line is the \
      signature: nodes searched and a hash of all results. It is the same for every instruction \
      set, number of threads and build; a change of it is a change of behaviour.
      """)

  @Option(help: "The folder with the collections.")
  var puzzles = "puzzles"

  @Option(help: "Measure over these files too (any number of times).")
  var data: [String] = []

  @Option(help: "Force an instruction set: baseline, avx2 or avx512.")
  var isa: InstructionSet = .best

  @Flag(help: "One JSON object instead of a table.")
  var json = false

  @Flag(help: "One short round of each.")
  var smoke = false

  func validate() throws {
    guard isa.isAvailable else {
      throw ValidationError("this machine or build lacks the instruction set '\(isa)'")
    }
  }

  func run() throws {
    let collections = try Level.allCases.map { level in
      (level, try boards(in: "\(puzzles)/\(level.name).jsonl"))
    }
    var report = BenchReport(instructionSet: isa.rawValue)
    var signature = Signature()
    let all = collections.flatMap(\.1)
    measureSolver("puzzles", all, &report)
    for path in data { measureSolver(path, try boards(in: path), &report) }
    sign(all, &signature, &report)
    for (level, boards) in collections {
      measureRater(level, Array(boards.prefix(smoke ? 100 : 1000)), &signature, &report)
    }
    for level in Level.allCases { try measureGenerator(level, &signature, &report) }
    report.signature = "\(report.nodes)-\(signature)"
    try report.write(asJSON: json)
  }

  /// Reads all boards of a file.
  private func boards(in path: String) throws -> [Board] {
    let reader = InputReader(inputs: [path], blockSize: 1 << 18)
    var boards: [Board] = []
    while let part = reader.next() {
      if case .fault(let diagnostic, _) = part {
        throw CommandFailure("\(diagnostic.source): \(diagnostic.message)", code: diagnostic.code)
      }
      for record in part.records {
        switch record.puzzle {
        case .success(let found): boards.append(found.puzzle)
        case .failure(let fault):
          throw CommandFailure(
            "\(path), line \(fault.diagnostic.line): \(fault.diagnostic.message)", code: .badData)
        }
      }
    }
    return boards
  }

  /// Solver speed: median of several rounds, in batches and one call a puzzle.
  private func measureSolver(_ name: String, _ boards: [Board], _ report: inout BenchReport) {
    let batch = BatchSolver(threads: 1, instructionSet: isa)
    let single = Solver(instructionSet: isa)
    report.add("solve, batch", name, boards.count, rounds: smoke ? 1 : 9) {
      _ = batch.solve(boards)
    }
    report.add("solve, one call a puzzle", name, boards.count, rounds: smoke ? 1 : 9) {
      for board in boards { _ = single.solve(board) }
    }
  }

  /// Nodes and results of every puzzle, in batch and alone.
  private func sign(_ boards: [Board], _ signature: inout Signature, _ report: inout BenchReport) {
    let single = Solver(instructionSet: isa)
    let batch = BatchSolver(threads: 2, instructionSet: isa).solve(boards)
    for (board, batched) in zip(boards, batch) {
      let alone = single.solve(board)
      report.nodes += alone.guesses
      signature.add(alone.solutionCount)
      signature.add(alone.solution?.line ?? "-")
      signature.add(batched.solutionCount)
      signature.add(batched.solution?.line ?? "-")
    }
  }

  private func measureRater(
    _ level: Level, _ boards: [Board], _ signature: inout Signature, _ report: inout BenchReport
  ) {
    var options = SERater.Options()
    options.keepsSteps = false
    let rater = SERater(options: options)
    var outcomes: [SEOutcome] = []
    report.add("grade, se", level.name, boards.count, rounds: smoke ? 1 : 3) {
      outcomes = boards.map { rater.rate($0) }
    }
    // Long and short runs share a signature: it covers the first hundred of each level.
    for outcome in outcomes.prefix(100) {
      let rating = outcome.partialRating
      for tenths in [rating.erTenths, rating.epTenths, rating.edTenths] { signature.add(tenths) }
    }
  }

  private func measureGenerator(
    _ level: Level, _ signature: inout Signature, _ report: inout BenchReport
  ) throws {
    var options = GeneratorOptions()
    options.level = level
    let generator = Generator(seed: 1, options: options)
    let count = smoke ? 20 : 200
    var generated: [String] = []
    report.add("generate", level.name, count, rounds: 1) {
      generated = (0..<count).compactMap { generator.puzzle(at: $0).puzzle?.board.line }
    }
    for line in generated.prefix(20) { signature.add(line) }
  }
}
