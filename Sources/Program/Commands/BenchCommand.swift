import ArgumentParser
import Foundation
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuReading
import SudokuSolver
import SudokuTechniques
import Synchronization

/// `sudoku bench`: the speed of the engine, and the signature of its behaviour.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure solver, rater and generator; print the signature.",
    discussion: """
      Runs over the collections in the folder 'puzzles'. If there is no such folder, they are \
      generated first: the same puzzles, after some seconds. The last line is the signature: nodes \
      searched and a hash of all results. It is the same for every instruction set, number of threads \
      and build; it changes only if behaviour changes.

      EXAMPLES
        sudoku bench
        sudoku bench --json --data puzzles.txt
        sudoku bench --task check --data puzzles.txt
      """)

  @Option(
    help: "The folder with the collections (default: 'puzzles', else generated).",
    completion: .directory)
  var puzzles: String?

  @Option(help: "Also measure over this file; may be repeated.", completion: .file())
  var data: [String] = []

  @Option(
    help: """
      Measure only this task over --data, without a signature: solve, check, minimality, identify, \
      row-min, pattern, minlex or grids.
      """)
  var task: Task?

  enum Task: String, CaseIterable, ExpressibleByArgument {
    case solve, check, identify
    /// The test for a redundant clue; `check` finds all redundant ones.
    case minimality
    /// The canonical forms of the puzzles.
    case rowMin = "row-min"
    case pattern, minlex
    case grids

    /// The tasks that are measured by default.
    static let usual: [Task] = [.solve, .check, .identify]
  }

  @Option(help: "Use this instruction set: baseline, avx2 or avx512 (default: the fastest).")
  var isa: InstructionSet = .best

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  @Flag(help: "Run one short round of each task.")
  var smoke = false

  func validate() throws {
    guard isa.isAvailable else {
      throw ValidationError("this machine or build lacks the instruction set '\(isa)'")
    }
    if task != nil, data.isEmpty { throw ValidationError("--task needs --data") }
  }

  func run() throws {
    if let task {
      var report = BenchReport(instructionSet: isa.rawValue)
      for path in data { measure(task, path, try boards(in: path), &report) }
      return try report.write(asJSON: json)
    }
    let bands = SudokuExplainerScale.formerLevels
    let collections = try bands.enumerated().map { number, band in
      (band, try collection(band, number: number))
    }
    var report = BenchReport(instructionSet: isa.rawValue)
    var signature = Signature()
    let all = collections.flatMap(\.1)
    for task in Task.usual { measure(task, "puzzles", all, &report) }
    for path in data {
      let boards = try boards(in: path)
      for task in Task.usual { measure(task, path, boards, &report) }
    }
    sign(all, &signature, &report)
    for (band, boards) in collections {
      measureRater(band, Array(boards.prefix(smoke ? 100 : 1000)), &signature, &report)
    }
    for band in bands { try measureGenerator(band, &signature, &report) }
    report.signature = "\(report.nodes)-\(signature)"
    try report.write(asJSON: json)
  }

  /// The puzzles of a range of ER, from the folder or generated as `Scripts/make-puzzles` does.
  private func collection(_ band: Level, number: Int) throws -> [Board] {
    let file = "se/\(band.fileName).jsonl"
    if let puzzles { return try boards(in: "\(puzzles)/\(file)") }
    if FileManager.default.fileExists(atPath: "puzzles/\(file)") {
      return try boards(in: "puzzles/\(file)")
    }
    var options = options(band)
    options.isMinimal = true
    let generator = try Generator(seed: UInt64(number + 1), options: options)
    let made = Mutex([Int: Board]())
    DispatchQueue.concurrentPerform(iterations: 1_000) { index in
      let board = generator.puzzle(at: index).puzzle?.board
      made.withLock { $0[index] = board }
    }
    let boards = made.withLock { $0 }
    return (0..<1_000).compactMap { boards[$0] }
  }

  private func measure(
    _ task: Task, _ name: String, _ boards: [Board], _ report: inout BenchReport
  ) {
    switch task {
    case .solve: measureSolver(name, boards, &report)
    case .check:
      report.add("check, minimality", name, boards.count, rounds: smoke ? 1 : 3) {
        _ = BatchSolver(instructionSet: isa).check(boards)
      }
    case .minimality:
      report.add("minimality", name, boards.count, rounds: smoke ? 1 : 9) {
        _ = BatchSolver(instructionSet: isa).minimality(of: boards)
      }
    case .identify:
      report.add("identify", name, boards.count, rounds: smoke ? 1 : 3) {
        var canonicalizer = Canonicalizer()
        for (board, result) in zip(boards, BatchSolver().solve(boards)) {
          _ = PuzzleID(board)
          guard result.isUnique, let solution = result.solution else { continue }
          _ = canonicalizer.solutionForm(of: board, solution: solution)
            .map { ClassID(solutionForm: $0) }
        }
      }
    case .rowMin: measureForm(.rowMin, "row-min form", name, boards, &report)
    case .pattern: measureForm(.pattern, "pattern form", name, boards, &report)
    case .minlex: measureForm(.minlex, "minlex form", name, boards, &report)
    case .grids:
      let grids = BatchSolver().solve(boards).compactMap(\.solution)
      measureForm(.minlex, "minlex form of grids", name, grids, &report)
    }
  }

  private func measureForm(
    _ form: CanonicalForm, _ title: String, _ name: String, _ boards: [Board],
    _ report: inout BenchReport
  ) {
    var canonicalizer = Canonicalizer()
    report.add(title, name, boards.count, rounds: smoke ? 1 : 9) {
      for board in boards { _ = canonicalizer.form(form, of: board) }
    }
  }

  private func boards(in path: String) throws -> [Board] {
    let reader = InputReader(
      inputs: [path], standardInput: .standardInput, blockSize: 1 << 18)
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
            "\(path), line \(fault.line): \(fault.message)", code: .badData)
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

  private func options(_ band: Level) -> GeneratorOptions {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = band.scoreTenths.lowerBound...band.scoreTenths.upperBound - 1
    return options
  }

  private func measureRater(
    _ band: Level, _ boards: [Board], _ signature: inout Signature, _ report: inout BenchReport
  ) {
    var options = SERater.Options()
    options.keepsSteps = false
    let rater = SERater(options: options)
    var outcomes: [SEOutcome] = []
    report.add("grade, se", band.erText, boards.count, rounds: smoke ? 1 : 3) {
      outcomes = boards.map { rater.rate($0) }
    }
    // Long and short runs share a signature: it covers the first hundred of each range.
    for outcome in outcomes.prefix(100) {
      let rating = outcome.partialRating
      for tenths in [rating.erTenths, rating.epTenths, rating.edTenths] { signature.add(tenths) }
    }
  }

  private func measureGenerator(
    _ band: Level, _ signature: inout Signature, _ report: inout BenchReport
  ) throws {
    let generator = try Generator(seed: 1, options: options(band))
    let count = smoke ? 20 : 200
    var generated: [String] = []
    report.add("generate", band.erText, count, rounds: 1) {
      generated = (0..<count).compactMap { generator.puzzle(at: $0).puzzle?.board.line }
    }
    for line in generated.prefix(20) { signature.add(line) }
  }
}

extension Level {
  /// The range of ER in words: `ER 2.0 to 2.9`.
  fileprivate var erText: String { "ER \(scoresInWords)" }
  /// The name of the file with puzzles of this range: `2.0-to-2.9`.
  fileprivate var fileName: String {
    scoresInWords.split(separator: " ").joined(separator: "-")
  }
}
