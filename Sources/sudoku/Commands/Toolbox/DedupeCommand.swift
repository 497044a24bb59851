import ArgumentParser
import Foundation
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import SudokuProtocol
import SudokuSolver
import Synchronization

/// `sudoku dedupe`: the first puzzle of each class.
struct DedupeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Keep the first puzzle of each class.",
    discussion: """
      Symmetric puzzles are one class; with --by clues only puzzles with the same clues are the \
      same. The order stays. Collections may be larger than memory: the work lies in files. With \
      --work DIR a run over files that was killed goes on where it was; the folder goes when all is \
      written.

      EXAMPLES
        sudoku dedupe puzzles.txt > different.txt
        sudoku dedupe --work /var/tmp/run1 collection-*.txt > different.txt
      """)

  /// What makes two puzzles the same.
  enum Criterion: String, CaseIterable, ExpressibleByArgument {
    case `class`
    case clues
  }

  @OptionGroup var filter: FilterArguments

  @Option(help: "What makes two puzzles the same: class (up to symmetry) or clues.")
  var by: Criterion = .class

  @Option(help: "Keep the work in this folder and go on from it.", completion: .directory)
  var work: String?

  func run() async throws {
    do {
      let run = try DedupeRun(filter, by: by, work: work)
      try await run.sortInput()
      try run.writeFirstOnes()
      if let code = run.log.code { throw ExitCode(code.rawValue) }
    } catch let error as DeduplicationError {
      throw CommandFailure(error.description, code: .ioError)
    }
  }
}

/// One run of `dedupe`.
private final class DedupeRun: @unchecked Sendable {
  /// What one part of the input became.
  private struct Sorted: Sendable {
    var records: [(key: UInt128, bytes: [UInt8])] = []
    var diagnostics: [Diagnostic] = []
    /// The puzzles read, without those that can't be read.
    var puzzleCount = 0
  }

  /// Bytes of input per part; a run can only go on from one with the same.
  private static let blockSize = 1 << 17
  /// How many parts of the input come between two checkpoints: 64 MB.
  private static let partsBetweenCheckpoints = 512

  let log: DiagnosticLog
  private let filter: FilterArguments
  private let criterion: DedupeCommand.Criterion
  private let writer: RowWriter<BarePuzzleRow>
  private let progress: Progress
  // Used by one deliverer at a time.
  private let deduplicator: Deduplicator

  /// Prepares a run; `work` is the folder that a later run can come back to, if any.
  init(_ filter: FilterArguments, by criterion: DedupeCommand.Criterion, work: String?) throws {
    self.filter = filter
    self.criterion = criterion
    log = DiagnosticLog(isQuiet: filter.quiet)
    writer = RowWriter(format: filter.format)
    progress = Progress(
      unit: "puzzles", total: InputReader.length(of: filter.inputs),
      isWanted: filter.progress && !filter.quiet)
    guard let work else {
      let folder = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      deduplicator = try Deduplicator(temporaryIn: folder)
      return
    }
    deduplicator = try Deduplicator(
      folder: URL(fileURLWithPath: work, isDirectory: true),
      source: try Self.source(of: filter, by: criterion))
    if deduplicator.start.recordCount > 0, !filter.quiet {
      note("sudoku: goes on after \(deduplicator.start.recordCount.counted("puzzle"))")
    }
  }

  /// What tells a run over the same input: all that the records and their places depend on.
  private static func source(
    of filter: FilterArguments, by criterion: DedupeCommand.Criterion
  ) throws -> String {
    var facts = [criterion.rawValue, filter.format.rawValue, "\(blockSize)"]
    for name in filter.inputs.isEmpty ? ["-"] : filter.inputs {
      guard name != "-", let version = FileStatus(path: name)?.version else {
        throw CommandFailure(
          "--work takes files only: \(name == "-" ? "standard input" : name) can't be read again",
          code: .usage)
      }
      facts.append("\(version) \(name.replacing("\n", with: " "))")
    }
    return facts.joined(separator: "; ")
  }

  /// Gives every puzzle its key and hands it to the files.
  func sortInput() async throws {
    let reader = InputReader(inputs: filter.inputs, blockSize: Self.blockSize)
    let counter = Mutex(0)
    let skipped = deduplicator.start.position
    let lastNumber = Mutex(0)
    try await OrderedPipeline(jobs: filter.workerCount).run(
      next: { () -> (part: InputPart, number: Int, readCount: Int)? in
        guard let drawn = reader.draw() else { return nil }
        self.writer.carried.begin(with: drawn.part)
        let number = counter.withLock { counter in
          counter += 1
          return counter
        }
        return (drawn.part, number, drawn.readCount)
      },
      work: { drawn in
        (self.sorted(drawn.part, isDone: drawn.number <= skipped), drawn.number, drawn.readCount)
      },
      deliver: { sorted, number, readCount in
        self.progress.advance(by: sorted.puzzleCount, position: readCount)
        if !sorted.diagnostics.isEmpty { self.progress.hide() }
        self.log.add(sorted.diagnostics)
        for record in sorted.records { try self.deduplicator.add(record.key, record.bytes) }
        lastNumber.withLock { $0 = number }
        if number > skipped, number % Self.partsBetweenCheckpoints == 0 {
          try self.deduplicator.save(position: number)
        }
        return true
      })
    progress.hide()
    // All is sorted: a run that is killed while it writes need not sort again.
    try deduplicator.save(position: lastNumber.withLock { $0 })
  }

  /// Gives the puzzles of a part their keys; of those that an earlier run has only the faults count.
  private func sorted(_ part: InputPart, isDone: Bool) -> Sorted {
    var sorted = Sorted()
    if case .fault(let diagnostic, isRecord: false) = part { sorted.diagnostics.append(diagnostic) }
    let records = part.records
    // Only a full board may have no key.
    let boards = records.compactMap(\.board).filter { !isDone || $0.isFull }
    var keys = keys(of: boards).makeIterator()
    let columns = writer.columns
    for record in records {
      switch record.puzzle {
      case .failure(let fault): sorted.diagnostics.append(fault.diagnostic)
      case .success(let puzzle):
        sorted.puzzleCount += 1
        if isDone, !puzzle.puzzle.isFull { continue }
        guard let key = keys.next() else { continue }
        guard let key else {
          sorted.diagnostics.append(
            Diagnostic(
              source: record.source, line: puzzle.line, column: 1,
              message: "the full board breaks the rules, so it is in no class"))
          continue
        }
        if isDone { continue }
        var bytes: [UInt8] = []
        let row = BarePuzzleRow(puzzle.puzzle)
        writer.append(row, of: puzzle, from: record.source, columns: columns, to: &bytes)
        sorted.records.append((key, bytes))
      }
    }
    return sorted
  }

  private func keys(of boards: [Board]) -> [UInt128?] {
    switch criterion {
    case .clues: return boards.map { PuzzleID($0).bits }
    case .class:
      var maker = ClassKeyMaker()
      return zip(boards, BatchSolver().solve(boards)).map { board, result in
        maker.key(of: board, solution: result.isUnique ? result.solution : nil)
      }
    }
  }

  /// Writes the first puzzle of each key, and says how many there are.
  func writeFirstOnes() throws {
    var isWanted = try Output.standard.write(writer.header)
    let count = try deduplicator.finish { bytes in
      isWanted = try Output.standard.write(bytes)
      return isWanted
    }
    isWanted = try Output.standard.flush() && isWanted
    log.finish()
    if !filter.quiet {
      if let message = writer.carried.message { note(message) }
      let different =
        criterion == .class
        ? count.counted("class", "classes") : count.counted("different puzzle")
      note("sudoku: \(deduplicator.recordCount.counted("puzzle")), \(different)")
    }
    // A reader that went away has not got all: the next run only writes.
    if isWanted { deduplicator.removeFiles() }
  }
}
