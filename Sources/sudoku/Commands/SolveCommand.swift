import ArgumentParser
import JSONCoding
import SudokuCore
import SudokuSolver
import Synchronization

/// `sudoku solve`: solutions, and the proof that there is no other.
struct SolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Solve puzzles and prove that each has one solution.",
    discussion: """
      One puzzle in, one line out: puzzle, number of solutions found up to the limit, solution \
      (the only one, or the first found).
      """)

  @OptionGroup var filter: FilterArguments

  @Option(
    help: "Stop after this many solutions (default: 2; with --all: none).",
    transform: parsePositive)
  var limit: Int?

  @Flag(help: "Print only the number of solutions; several are no failure.")
  var count = false

  @Flag(help: "Print every solution, one line each: puzzle, number of the solution, solution.")
  var all = false

  @Flag(help: "Write one JSON object with counts and times to standard error at the end.")
  var stats = false

  @Option(help: "Force an instruction set: baseline, avx2 or avx512.")
  var isa: InstructionSet = .best

  func validate() throws {
    if count && all { throw ValidationError("--count and --all exclude each other") }
    guard isa.isAvailable else {
      throw ValidationError("this machine or build lacks the instruction set '\(isa)'")
    }
  }

  func run() async throws {
    let start = Stopwatch()
    let (code, tally) = try await all ? runAll() : runCounted()
    if stats { writeStats(SolveStatistics(tally: tally, time: start.elapsed)) }
    if let code { throw ExitCode(code.rawValue) }
  }

  /// Solves block by block, each block as one batch.
  private func runCounted() async throws -> (CommandFailure.Code?, SolveTally) {
    let total = Mutex(SolveTally())
    let limit = limit ?? 2
    let (format, count, isa) = (filter.format, count, isa)
    let header =
      count ? format.header(for: CountRow.self) : format.header(for: SolutionRow.self)
    let general = { @Sendable (part: InputPart) in
      solveRecords(part, limit: limit, isa: isa, format: format, countsOnly: count)
    }
    let plain = LineSolver(
      solver: BatchSolver(threads: 1, instructionSet: isa), limit: limit, general: general)
    let isPlain = format == .line && !count && limit <= 9
    let code = try await runFilter(
      filter, header: header, blockSize: 1 << 18, largestBlock: 1 << 20,
      work: { part in
        guard isPlain, case .block(let block) = part, block.format == .line else {
          return general(part)
        }
        return plain.solve(block)
      },
      collect: { part in total.withLock { $0.add(part) } })
    return (code, total.withLock { $0 })
  }

  /// Lists solutions as they are found, so that a board with billions of them needs no memory.
  private func runAll() async throws -> (CommandFailure.Code?, SolveTally) {
    var tally = SolveTally()
    var worst: CommandFailure.Code?
    let reader = InputReader(inputs: filter.inputs, blockSize: 1 << 16)
    if let header = filter.format.header(for: NumberedSolutionRow.self) {
      _ = try Output.standard.write(Array(header.utf8))
    }
    while let part = reader.next() {
      if case .fault(let diagnostic, isRecord: false) = part {
        note(diagnostic.text)
        worst = diagnostic.code
      }
      for record in part.records {
        tally.puzzles += 1
        switch record.puzzle {
        case .success(let found):
          guard try list(solutionsOf: found.puzzle, &tally) else { return (worst, tally) }
        case .failure(let fault):
          tally.invalid += 1
          worst = worst ?? .badPuzzle
          note(fault.diagnostic.text)
        }
      }
    }
    try Output.standard.flush()
    return (worst, tally)
  }

  /// Writes the solutions of one board; returns `false` if nobody reads any more.
  private func list(solutionsOf board: Board, _ tally: inout SolveTally) throws -> Bool {
    var number = 0
    for solution in Solver(instructionSet: isa).solutions(of: board) {
      number += 1
      var line: [UInt8] = []
      filter.format.append(
        NumberedSolutionRow(puzzle: board.line, number: number, solution: solution.line),
        to: &line)
      guard try Output.standard.write(line) else { return false }
      if number == limit { break }
    }
    tally.count(solutions: number)
    return true
  }
}

/// Solves the records of a part as one batch, in any format.
private func solveRecords(
  _ part: InputPart, limit: Int, isa: InstructionSet, format: OutputFormat, countsOnly: Bool
) -> FilterOutcome<SolveTally> {
  let records = part.records
  let boards = records.compactMap(\.board)
  let results = BatchSolver(threads: 1, instructionSet: isa).solve(boards, limit: limit)
  var rest = zip(boards, results).makeIterator()
  var outcome = FilterOutcome(tally: SolveTally())
  for record in records {
    outcome.recordCount += 1
    outcome.tally.puzzles += 1
    guard record.board != nil, let (board, result) = rest.next() else {
      outcome.tally.invalid += 1
      outcome.addFault(of: record, columns: countsOnly ? 2 : 3, format: format)
      continue
    }
    outcome.tally.add(result)
    if countsOnly {
      format.append(CountRow(board, result), to: &outcome.output)
    } else {
      format.append(SolutionRow(board, result), to: &outcome.output)
      if result.solutionCount != 1 { outcome.hasUnwanted = true }
    }
  }
  return outcome
}

extension InstructionSet: ExpressibleByArgument {
  /// Reads `baseline`, `avx2` or `avx512`.
  public init?(argument: String) { self.init(rawValue: argument) }
}

/// A row of `solve`.
private struct SolutionRow: OutputRow {
  static let columns = ["puzzle", "solutionCount", "solution"]
  let puzzle: String
  let solutionCount: Int
  let solution: String?

  init(_ board: Board, _ result: SolveResult) {
    puzzle = board.line
    solutionCount = result.solutionCount
    solution = result.solution?.line
  }

  var fields: [String] { [puzzle, String(solutionCount), solution ?? "-"] }
  var text: String {
    guard let solution, let grid = try? Board(line: solution).grid else { return "no solution\n" }
    return solutionCount == 1 ? grid + "\n" : "one of several solutions:\n" + grid + "\n"
  }
}

/// A row of `solve --count`.
private struct CountRow: OutputRow {
  static let columns = ["puzzle", "solutionCount"]
  let puzzle: String
  let solutionCount: Int

  init(_ board: Board, _ result: SolveResult) {
    puzzle = board.line
    solutionCount = result.solutionCount
  }

  var fields: [String] { [puzzle, String(solutionCount)] }
}

/// A row of `solve --all`.
private struct NumberedSolutionRow: OutputRow {
  static let columns = ["puzzle", "number", "solution"]
  let puzzle: String
  let number: Int
  let solution: String
  var fields: [String] { [puzzle, String(number), solution] }
}
