import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuReading
import Synchronization

/// `sudoku convert`: puzzles from one format to another.
struct ConvertCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert puzzles between file formats.",
    discussion: """
      Detects the format of the input from its content. Reports at the end what the output format \
      can't hold.

      FORMATS
      \(PuzzleFormat.allCases.map { format in
        "  " + format.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0) + format.summary
      }.joined(separator: "\n"))

      EXAMPLES
        sudoku convert --to sdm puzzles.csv
        sudoku generate -q | sudoku convert --to grid
        sudoku convert --to sudokupad game.sdk
      """)

  static let lines: [Schema] = [.line(PuzzleLineRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(
    help: "The format to write: \(PuzzleFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var to: PuzzleFormat?

  /// The formats that ends of names choose; `.txt` and names without an end are lines.
  private var named: PuzzleFormat? {
    let end = OutputFormat.end(of: outputPath)
    if end == "ndjson" { return .jsonl }
    return PuzzleFormat.allCases.first { $0.fileExtension == end && end != "txt" }
      ?? end.flatMap { PuzzleFormat(rawValue: $0) }
  }

  func checkOutput() throws {
    guard to == nil, filter.chosenFormat == nil, named == nil else { return }
    try OutputFormat.check(outputPath, besides: [])
  }

  func validate() throws {
    if let format = filter.chosenFormat, format == .text || format == .arrow {
      throw ValidationError(
        format == .text
          ? "--format text is not a file format: --to grid draws boards"
          : "arrow is written by solve, grade, identify, check, candidates and generate")
    }
    if filter.table.empty != nil, let to, ![.line, .csv, .tsv, .ssv, .jsonl, .json].contains(to) {
      throw ValidationError("--empty cannot be combined with --to \(to.rawValue)")
    }
  }

  func run() async throws {
    // `--format` is the name that other commands have for it.
    let format =
      filter.chosenFormat.flatMap { PuzzleFormat(rawValue: $0.rawValue) } ?? to ?? named ?? .line
    let isTable = [.csv, .tsv, .ssv].contains(format)
    let carried = CarriedFields(besides: [])
    let writer = LazyWriter(format: format, carried: carried)
    let losses = Mutex(Losses())
    let code = try await runFilter(
      filter,
      FilterPlan(
        blockSize: 1 << 17, carried: carried, header: { Array(writer.value(nil).header.utf8) },
        separator: writer.separator, hasColumns: isTable,
        isCSV: isTable,
        comma: format == .tsv ? 0x09 : UInt8(ascii: format == .ssv ? ";" : ",")),
      work: { part in
        var outcome = FilterOutcome(tally: Losses())
        let writer = writer.value(part)
        let columns = carried.columns
        var texts = part.lineTexts
        for record in part.records {
          outcome.recordCount += 1
          if !outcome.output.isEmpty { outcome.output.append(contentsOf: writer.separator.utf8) }
          switch record.puzzle {
          case .success(var puzzle):
            // A grid of candidates is wanted: a puzzle without any gets those that the clues allow.
            if format == .pencilmarks, puzzle.candidates == nil {
              puzzle.candidates = PencilMarks(legalFor: puzzle.puzzle)
            }
            writer.append(puzzle, to: &outcome.output)
            if let message = puzzle.unfitSolution {
              outcome.diagnostics.append(
                InputError(wrongSolutionOf: puzzle, message, from: record.source, &texts))
            }
            let lost = writer.losses(of: puzzle)
            if lost.isEmpty { continue }
            if isTable {
              let fields = carried.fields(of: puzzle).filter { $0.name != "solution" }
              _ = carried.cells(
                of: fields, columns: columns, source: record.source, line: puzzle.line)
            } else {
              let place = "\(record.source):\(puzzle.line)"
              outcome.tally.add(Losses(parts: lost, count: 1, firstPlace: place))
            }
          case .failure(let fault):
            if format == .jsonl {
              OutputFormat.jsonl.append(fault: fault, columns: 1, to: &outcome.output)
              carried.appendMembers(fault.fields, to: &outcome.output)
            } else {
              writer.append(
                fault: fault.fields, text: fault.puzzleText, to: &outcome.output)
            }
            outcome.diagnostics.append(fault)
          }
        }
        return outcome
      },
      collect: { tally in
        losses.withLock { $0.add(tally) }
      })
    _ = try Output.standard.write(Array(writer.value(nil).footer.utf8))
    try Output.standard.flush()
    if !filter.quiet {
      report(losses.withLock { $0 }, of: format)
      if isTable, let message = carried.message { note(message) }
    }
    if let code { throw ExitCode(code.rawValue) }
  }

  private func report(_ lost: Losses, of format: PuzzleFormat) {
    guard let place = lost.firstPlace else { return }
    note(
      "sudoku: note: '\(format.rawValue)' can't hold all of \(lost.count.counted("record")), the first "
        + "at \(place): \(lost.names.joined(separator: ", ")) are omitted")
  }
}

extension PuzzleFormat: ExpressibleByArgument {
  /// Reads the name of a format in any case.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
  /// The values that help lists.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// The parts of records that the output format can't hold.
private struct Losses: Sendable {
  var parts = RecordParts()
  var count = 0
  var firstPlace: String?

  var names: [String] { parts.names }

  mutating func add(_ other: Losses) {
    parts.formUnion(other.parts)
    count += other.count
    firstPlace = firstPlace ?? other.firstPlace
  }
}

/// A writer that is created when the columns are known.
private final class LazyWriter: Sendable {
  private let format: PuzzleFormat
  private let carried: CarriedFields
  private let writer = Mutex<PuzzleWriter?>(nil)

  init(format: PuzzleFormat, carried: CarriedFields) {
    self.format = format
    self.carried = carried
  }

  var separator: String { PuzzleWriter(format).separator }

  /// The writer; the first part that asks decides what the head of the file says.
  func value(_ part: InputPart?) -> PuzzleWriter {
    writer.withLock { writer in
      let first =
        format == .opensudoku ? part?.firstRecords.lazy.compactMap(\.ruledPuzzle).first : nil
      let made = writer ?? PuzzleWriter(format, columns: carried.columns, first: first)
      writer = made
      return made
    }
  }
}
