import ArgumentParser
import Foundation
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import SudokuProtocol
import SudokuReading
import SudokuSolver
import Synchronization

/// `sudoku dedupe`: the first puzzle of each class.
struct DedupeCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Remove duplicate puzzles: keep the first of each class.",
    discussion: """
      A class holds all symmetric puzzles; with --by clues only puzzles with equal clues are \
      duplicates. Keeps the order of the input. Works in files, so collections may exceed memory. \
      With --work DIR an interrupted run over files can be continued; DIR is removed at the end.

      EXAMPLES
        sudoku dedupe puzzles.txt > different.txt
        sudoku dedupe --work /var/tmp/run1 collection-*.txt > different.txt
      """)

  static let lines: [Schema] = [.line(PuzzleLineRecord.self)]

  enum Criterion: String, CaseIterable, ExpressibleByArgument {
    case `class`
    case clues
  }

  @OptionGroup var filter: FilterArguments

  @Option(help: "The criterion for duplicates: class (up to symmetry) or clues.")
  var by: Criterion = .class

  @Option(
    help: "Keep the work in this folder, to continue an interrupted run.", completion: .directory)
  var work: String?

  @Flag(
    help: """
      Print the repeats instead, in line or csv: puzzle, its place, the first puzzle of its class, the \
      place of that.
      """)
  var showRepeats = false

  var usedFiles: CommandFiles {
    var files = filter.usedFiles
    files.work = work
    return files
  }

  func validate() throws {
    if showRepeats, ![.line, .csv].contains(filter.chosenFormat ?? .line) {
      throw ValidationError("--show-repeats needs --format line or csv")
    }
  }

  func run() async throws {
    do {
      let run = try DedupeRun(filter, by: by, work: work, showsRepeats: showRepeats)
      try await run.sortInput()
      try run.writeFirstOnes()
      if let code = run.log.code { throw ExitCode(code.rawValue) }
    } catch let error as DeduplicationError {
      throw CommandFailure(error.description, code: .ioError)
    }
  }
}

private final class DedupeRun: @unchecked Sendable {
  private struct Sorted: Sendable {
    var records: [(key: UInt128, bytes: [UInt8])] = []
    var diagnostics: [InputError] = []
    var puzzleCount = 0
  }

  /// Bytes of input per part; a run continues only one of the same block size.
  private static let blockSize = 1 << 17
  /// The number of parts between checkpoints: 64 MiB of input.
  private static let partsBetweenCheckpoints = 512

  let log: DiagnosticLog
  private let filter: FilterArguments
  private let criterion: DedupeCommand.Criterion
  private let writer: RowWriter
  private let layout: TableLayout
  /// True if the repeats are wanted, not the first ones.
  private let showsRepeats: Bool
  private var separator: UInt8 { filter.format == .csv ? UInt8(ascii: ",") : 0x09 }
  private let progress: Progress
  // Used by one deliverer at a time.
  private let deduplicator: Deduplicator

  /// `work` is the folder of a run that can be continued.
  init(
    _ filter: FilterArguments, by criterion: DedupeCommand.Criterion, work: String?,
    showsRepeats: Bool
  ) throws {
    self.filter = filter
    self.showsRepeats = showsRepeats
    try filter.format.refuseArrow()
    try filter.table.check(isCSV: filter.format == .csv)
    layout = TableLayout(filter.table, isCSV: filter.format == .csv)
    self.criterion = criterion
    log = try DiagnosticLog(isQuiet: filter.quiet, errorsTo: filter.errors)
    writer = RowWriter(BarePuzzleRow.layout, format: filter.format)
    progress = Progress(
      unit: "puzzles", total: filter.inputLength,
      isRequested: filter.progress && !filter.quiet)
    guard let work else {
      let folder = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      deduplicator = try TemporaryFiles.withoutSignals { () throws(DeduplicationError) in
        try Deduplicator(temporaryIn: folder)
      }
      return
    }
    deduplicator = try Deduplicator(
      folder: URL(fileURLWithPath: work, isDirectory: true),
      source: try Self.source(of: filter, by: criterion) + (showsRepeats ? "; repeats" : ""))
    if deduplicator.start.recordCount > 0, !filter.quiet {
      note("sudoku: continuing after \(deduplicator.start.recordCount.counted("puzzle"))")
    }
  }

  /// Identifies the input of a run by everything that determines records and their places.
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

  /// Computes the key of every puzzle and adds it to the files.
  func sortInput() async throws {
    let reader = filter.reader(blockSize: Self.blockSize)
    if filter.format == .csv { writer.carried.survey(filter) }
    let counter = Mutex(0)
    let skipped = deduplicator.start.position
    let lastNumber = Mutex(0)
    try await OrderedPipeline(jobs: filter.workerCount).run(
      next: { () -> (part: InputPart, number: Int, readCount: Int)? in
        guard let drawn = reader.draw() else { return nil }
        self.writer.carried.begin(with: drawn.part)
        try self.layout.take(drawn.part)
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
    for text in (filter.quiet ? [] : reader.notes) + reader.losses { note("sudoku: note: \(text)") }
    // A run that is killed while it writes need not sort again.
    try deduplicator.save(position: lastNumber.withLock { $0 })
  }

  /// Computes the keys of a part; of parts that an earlier run has done only the faults.
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
      case .failure(let fault): sorted.diagnostics.append(fault)
      case .success(let puzzle):
        sorted.puzzleCount += 1
        if isDone, !puzzle.puzzle.isFull { continue }
        guard let key = keys.next() else { continue }
        guard let key else {
          sorted.diagnostics.append(
            InputError(
              source: record.source, line: puzzle.line, column: 1,
              message: "the full board breaks the rules, so it is in no class"))
          continue
        }
        if isDone { continue }
        var bytes: [UInt8] = []
        if showsRepeats {
          let place = "\(record.source):\(puzzle.line)"
          bytes = Array(puzzle.puzzle.line.utf8) + [separator]
          TableText.append(place, separator: separator, to: &bytes)
          sorted.records.append((key, bytes))
          continue
        }
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

  /// Writes the first puzzle of each key, and their number.
  func writeFirstOnes() throws {
    let isPlain = filter.table.isPlain
    let head =
      showsRepeats
      ? filter.format.header(["puzzle", "place", "firstPuzzle", "firstPlace"]) : writer.header
    var isOutputOpen = try Output.standard.write(isPlain ? head : layout.header(head))
    let count = try deduplicator.finish(repeatsJoinedBy: showsRepeats ? separator : nil) { bytes in
      let bytes = showsRepeats ? bytes + [UInt8(ascii: "\n")] : bytes
      isOutputOpen = try Output.standard.write(isPlain ? bytes : layout.rows(bytes))
      return isOutputOpen
    }
    if !isPlain { isOutputOpen = try Output.standard.write(layout.sortedRows()) && isOutputOpen }
    isOutputOpen = try Output.standard.flush() && isOutputOpen
    if writer.carried.hasLostFields { log.addRejected() }
    try log.finish()
    if !filter.quiet {
      if let message = writer.carried.message { note(message) }
      let different =
        criterion == .class
        ? count.counted("class", "classes") : count.counted("different puzzle")
      let errors = log.count > 0 ? ", \(log.count.counted("error"))" : ""
      note("sudoku: \(deduplicator.recordCount.counted("puzzle")), \(different)\(errors)")
    }
    // If the reader went away, the next run only writes.
    if isOutputOpen { deduplicator.removeFiles() }
  }
}
