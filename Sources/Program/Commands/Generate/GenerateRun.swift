import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import Synchronization

/// A run of `generate`: makes the puzzles of a source on several threads and writes them in order.
final class GenerateRun: @unchecked Sendable {
  struct Settings: Sendable {
    var shard = Shard.all
    /// The number of puzzles of the shard to skip.
    var skippedCount = 0
    var jobs = 1
    var format = OutputFormat.line
    /// The time at which the run stops; `nil` for no limit.
    var deadline: ContinuousClock.Instant?
    var showsProgress = false
    var isQuiet = false

    func indexes(of count: Int) -> Range<Int> { shard.indexes(of: count).dropFirst(skippedCount) }

    /// Notes that `--skip` leaves nothing.
    func noteNothingLeft(of count: Int, _ noun: String) {
      guard !isQuiet, indexes(of: count).isEmpty else { return }
      if skippedCount == 0 {
        return note("sudoku: note: the shard has none of \(count.counted(noun))")
      }
      let all = shard.indexes(of: count).count.counted(noun)
      note("sudoku: note: nothing is left of \(all) with --skip \(skippedCount)")
    }
  }

  /// The run gives up after this many puzzles of known classes in succession.
  private static let dropLimit = 10_000

  private enum Item: Sendable {
    case made(GeneratedPuzzle, [UInt8], key: UInt128?)
    case missing(isLate: Bool)
    case failed(String)
  }

  /// Numbers of puzzles at equal distances.
  private struct Indexes {
    var start: Int
    var count: Int
    var step = 1
  }

  private let source: any PuzzleSource
  private let settings: Settings
  /// The known classes, `nil` without `--unique-classes`.
  private let classes: KeySet?
  private let progress: Progress
  private let notes: SearchNotes?
  private let total: Int

  /// The columns of an Arrow stream.
  private let table: ArrowTable
  /// The most rows of a batch; fewer where puzzles are slow to come.
  private static let rowLimit = 1_024

  // Used by one deliverer at a time.
  private var rows: [UInt8] = []
  private var rowCount = 0
  private var lastSent = ContinuousClock.now
  private var writtenCount = 0
  /// The number of written puzzles with the nearest score to the one that the spread wanted.
  private var unevenCount = 0
  private var droppedCount = 0
  private var dropsInARow = 0
  private var lastDropped: GeneratedPuzzle?
  /// The number of puzzles whose attempts were all of known classes.
  private var givenUpCount = 0
  private var isOutputOpen = true
  private var handledCount = 0
  /// The number of puzzles that were handled before the first that the deadline ended.
  private var countBeforeLate: Int?
  private var isMadeAfterLate = false

  init(_ source: any PuzzleSource, _ settings: Settings, classes: KeySet?) {
    self.source = source
    self.settings = settings
    self.classes = classes
    table = ArrowTable(source.columns.map { .init($0, ArrowTable.kind(of: $0)) })
    total = settings.indexes(of: source.parts.last?.upperBound ?? 0).count
    let progress = Progress(unit: "puzzles", total: total, isRequested: settings.showsProgress)
    self.progress = progress
    notes =
      settings.isQuiet
      ? nil
      : SearchNotes { text in
        progress.hide()
        note(text)
      }
  }

  func run() async throws {
    isOutputOpen = try Output.standard.write(
      settings.format == .arrow ? table.schema : settings.format.header(source.columns))
    let end = source.parts.last?.upperBound ?? 0
    let mine = settings.indexes(of: end)
    // Replacements of dropped puzzles have numbers that no part and no other shard has.
    var spare = end + settings.shard.number - 1
    for (part, range) in source.parts.enumerated() {
      let first = range.clamped(to: mine)
      var indexes = Indexes(start: first.lowerBound, count: first.count)
      var roundCount = 0
      dropsInARow = 0
      // Each round replaces the puzzles dropped in the last one.
      while isOutputOpen, !isOver, indexes.count > 0, roundCount < source.attemptLimit {
        let droppedBefore = droppedCount
        try await make(indexes, ofPart: part)
        guard dropsInARow < Self.dropLimit else { break }
        indexes = Indexes(
          start: spare, count: droppedCount - droppedBefore, step: settings.shard.total)
        spare += indexes.count * indexes.step
        roundCount += 1
      }
      if roundCount == source.attemptLimit { givenUpCount += indexes.count }
    }
    if settings.format == .arrow {
      isOutputOpen = try sendRows() && isOutputOpen
      _ = try Output.standard.write(ArrowTable.end)
    }
    try Output.standard.flush()
    progress.hide()
    guard isOutputOpen else { return }
    report()
    settings.noteNothingLeft(of: end, "puzzle")
    if writtenCount < total { throw ExitCode(1) }
  }

  /// Writes the rows that have gathered as a batch.
  private func sendRows() throws -> Bool {
    defer { (rows, rowCount, lastSent) = ([], 0, .now) }
    return try Output.standard.send(table.batch(of: rows))
  }

  private var isOver: Bool { settings.deadline.map { ContinuousClock.now >= $0 } ?? false }

  private func make(_ indexes: Indexes, ofPart part: Int) async throws {
    let drawnCount = Mutex(0)
    let draw: @Sendable () throws -> Int? = {
      let number = drawnCount.withLock { count -> Int in
        defer { count += 1 }
        return count
      }
      // At least one puzzle is begun, to report on it.
      guard number < indexes.count, number == 0 || !self.isOver else { return nil }
      return indexes.start + number * indexes.step
    }
    let pipeline = OrderedPipeline(jobs: settings.jobs)
    try await pipeline.run(
      next: draw,
      work: { (index: Int) -> Item in self.item(index, ofPart: part) },
      deliver: { (item: Item) -> Bool in try self.deliver(item) })
  }

  private func item(_ index: Int, ofPart part: Int) -> Item {
    let isCancelled: (@Sendable () -> Bool)? = settings.deadline.map { end in
      { @Sendable in ContinuousClock.now >= end }
    }
    let outcome: GenerationOutcome
    do {
      outcome = try source.puzzle(
        index, ofPart: part, isCancelled: isCancelled, onAttempt: notes.map { $0.noteAttempt })
    } catch {
      return .failed("\(error)")
    }
    switch outcome {
    case .exhausted(let best):
      if !settings.isQuiet { note(report(index, best, isLate: isOver)) }
      return .missing(isLate: isOver)
    case .made(let puzzle):
      notes?.noteFound()
      var bytes: [UInt8] = []
      source.append(puzzle, as: settings.format, to: &bytes)
      let key = classes == nil ? nil : ClassID(puzzle.board, solution: puzzle.solution)?.bits
      return .made(puzzle, bytes, key: key)
    }
  }

  private func deliver(_ item: Item) throws -> Bool {
    defer { handledCount += 1 }
    switch item {
    case .failed(let message): throw CommandFailure(message, code: .software)
    case .missing(let isLate):
      progress.advance(by: 1)
      if isLate, countBeforeLate == nil { countBeforeLate = handledCount }
    case .made(let puzzle, let bytes, let key):
      if let key, let classes, try !classes.insert(key) {
        droppedCount += 1
        dropsInARow += 1
        lastDropped = puzzle
        return dropsInARow < Self.dropLimit
      }
      dropsInARow = 0
      isMadeAfterLate = countBeforeLate != nil
      progress.advance(by: 1)
      writtenCount += 1
      if puzzle.missesSpread { unevenCount += 1 }
      if settings.format == .arrow {
        rows += bytes
        rowCount += 1
        let isDue = rowCount == Self.rowLimit || ContinuousClock.now - lastSent > .seconds(1)
        if isDue { isOutputOpen = try sendRows() }
      } else {
        isOutputOpen = try Output.standard.send(bytes)
      }
    }
    return isOutputOpen
  }

  /// Notes missing and dropped puzzles.
  private func report() {
    if droppedCount > 0, !settings.isQuiet {
      note("sudoku: \(droppedCount.counted("puzzle")) of known classes dropped")
    }
    if givenUpCount > 0, !settings.isQuiet {
      note(
        "sudoku: note: \(givenUpCount.counted("puzzle")) given up: "
          + "\(source.attemptLimit.counted("attempt")) for each gave known classes only (see --attempts)"
          + (lastDropped.map { "; the last: \($0.summary)" } ?? ""))
    }
    if dropsInARow >= Self.dropLimit {
      note("sudoku: note: the last \(Self.dropLimit) puzzles were all of known classes")
    }
    if unevenCount > 0, !settings.isQuiet {
      note(
        "sudoku: note: the spread is not even: for \(unevenCount) of "
          + "\(writtenCount.counted("puzzle")) the wanted rating was too rare; they have the nearest found"
      )
    }
    if writtenCount < total {
      note("sudoku: note: \(total - writtenCount) of \(total.counted("puzzle")) not found")
    }
    let doneCount = countBeforeLate ?? handledCount
    let isResumable = isOver && !isMadeAfterLate && droppedCount == 0
    if isResumable, doneCount > 0, doneCount < total, !settings.isQuiet {
      let skipped = settings.skippedCount + doneCount
      let seed = source.isSeeded ? "the same --seed and " : ""
      note("sudoku: note: the same command with \(seed)--skip \(skipped) continues")
    }
  }

  /// The note on a puzzle that was not found, with the closest one.
  private func report(_ index: Int, _ best: GeneratedPuzzle?, isLate: Bool) -> String {
    let limit =
      isLate
      ? "within the budget of time"
      : source.attemptLimit == 1
        ? "in its only grid" : "among \(source.attemptLimit) grids (see --attempts)"
    let isReplacement = index >= source.parts.last?.upperBound ?? 0
    let name = isReplacement ? "a puzzle in place of one of a known class" : source.name(of: index)
    return "sudoku: note: \(name) not found \(limit)"
      + (best.map { "; closest: \($0.summary)" } ?? "")
  }
}
