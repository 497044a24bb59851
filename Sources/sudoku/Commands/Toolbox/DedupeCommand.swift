import ArgumentParser
import Foundation
import SudokuCore
import SudokuFormats
import SudokuIdentity
import SudokuRecords
import SudokuSolver
import SudokuToolbox
import Synchronization

/// `sudoku dedupe`: the first puzzle of each class.
struct DedupeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Keep the first puzzle of each class.",
    discussion: """
      Symmetric puzzles are one class; with --by clues only puzzles with the same clues are the \
      same. The order stays. Collections may be larger than memory: the work lies in files. With \
      --work DIR a run over files that was killed goes on where it was.

      EXAMPLES
        sudoku dedupe puzzles.txt > different.txt
        sudoku dedupe --work /var/tmp/run1 collection-*.txt > different.txt

      \(ExitCodes.help)
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
    let folder = URL(
      fileURLWithPath: work ?? NSTemporaryDirectory() + "sudoku-dedupe-\(UUID().uuidString)",
      isDirectory: true)
    do {
      let run = try DedupeRun(filter, by: by, folder: folder, isKept: work != nil)
      try await run.sortInput()
      try run.writeFirstOnes()
      if let code = run.complaints.code { throw ExitCode(code.rawValue) }
    } catch let error as DeduplicationError {
      throw CommandFailure(error.description, code: .ioError)
    }
  }
}

/// A puzzle of the input as it goes out.
private struct KeptRow: RecordRow {
  static let columns = ["puzzle"]
  static let memberNames = ["clues", "puzzle"]
  let record: PuzzleLineRecord

  var fields: [String] { [record.puzzle.line] }
  var text: String { record.puzzle.grid + "\n" }
}

/// One run of `dedupe`.
private final class DedupeRun: @unchecked Sendable {
  /// What one part of the input became.
  private struct Sorted: Sendable {
    var records: [(key: UInt128, bytes: [UInt8])] = []
    var diagnostics: [Diagnostic] = []
    var number = 0
  }

  /// How many parts of the input come between two checkpoints.
  private static let partsBetweenCheckpoints = 64

  let complaints: Complaints
  private let filter: FilterArguments
  private let criterion: DedupeCommand.Criterion
  private let isKept: Bool
  private let writer: RowWriter<KeptRow>
  private let progress: Progress
  // Used by one deliverer at a time.
  private let deduplicator: Deduplicator

  init(
    _ filter: FilterArguments, by criterion: DedupeCommand.Criterion, folder: URL, isKept: Bool
  ) throws(DeduplicationError) {
    self.filter = filter
    self.criterion = criterion
    self.isKept = isKept
    complaints = Complaints(isQuiet: filter.quiet)
    writer = RowWriter(format: filter.format)
    let length = InputReader.length(of: filter.inputs)
    progress = Progress(
      unit: "puzzles", total: length, isWanted: filter.progress && !filter.quiet)
    let source =
      "\(criterion.rawValue) \(filter.format.rawValue) \(length ?? -1) "
      + filter.inputs.joined(separator: " ").replacing("\n", with: " ")
    deduplicator = try Deduplicator(folder: folder, source: source)
    if deduplicator.start.recordCount > 0, !filter.quiet {
      note("sudoku: goes on after \(deduplicator.start.recordCount) puzzles")
    }
  }

  /// Gives every puzzle its key and hands it to the files.
  func sortInput() async throws {
    let reader = InputReader(inputs: filter.inputs, blockSize: 1 << 17)
    let counter = Mutex(0)
    let skipped = deduplicator.start.position
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
        // An earlier run has done these parts.
        let sorted = drawn.number <= skipped ? Sorted() : self.sorted(drawn.part)
        return (sorted, drawn.number, drawn.readCount)
      },
      deliver: { sorted, number, readCount in
        self.progress.advance(by: sorted.records.count, position: readCount)
        if !sorted.diagnostics.isEmpty { self.progress.hide() }
        self.complaints.add(sorted.diagnostics)
        for record in sorted.records { try self.deduplicator.add(record.key, record.bytes) }
        if self.isKept, number > skipped, number % Self.partsBetweenCheckpoints == 0 {
          try self.deduplicator.save(position: number)
        }
        return true
      })
    progress.hide()
  }

  private func sorted(_ part: InputPart) -> Sorted {
    var sorted = Sorted()
    if case .fault(let diagnostic, isRecord: false) = part { sorted.diagnostics.append(diagnostic) }
    let records = part.records
    let boards = records.compactMap(\.board)
    var keys = keys(of: boards).makeIterator()
    let columns = writer.columns
    for record in records {
      switch record.puzzle {
      case .failure(let fault): sorted.diagnostics.append(fault.diagnostic)
      case .success(let puzzle):
        guard let key = keys.next() else { continue }
        guard let key else {
          sorted.diagnostics.append(
            Diagnostic(
              source: record.source, line: puzzle.line, column: 1,
              message: "the full board breaks the rules, so it is in no class"))
          continue
        }
        var bytes: [UInt8] = []
        let row = KeptRow(record: PuzzleLineRecord(puzzle: puzzle.puzzle, solution: nil))
        writer.append(row, of: puzzle, columns: columns, to: &bytes)
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
    if let header = writer.header { _ = try Output.standard.write(Array(header.utf8)) }
    let count = try deduplicator.finish { try Output.standard.write($0) }
    try Output.standard.flush()
    complaints.finish()
    if !filter.quiet {
      let name = criterion == .class ? "classes" : "different puzzles"
      note("sudoku: \(deduplicator.recordCount) puzzles, \(count) \(name)")
    }
    if !isKept || complaints.code == nil { deduplicator.removeFiles() }
  }
}
