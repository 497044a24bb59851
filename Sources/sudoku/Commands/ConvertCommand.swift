import ArgumentParser
import SudokuCore
import SudokuFormats
import Synchronization

/// `sudoku convert`: puzzles from one format to another.
struct ConvertCommand: AsyncParsableCommand {
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
        sudoku convert --to grid 53..7....6..195...  # 81 characters
        sudoku convert --to sudokupad game.sdk
      """)

  @OptionGroup var filter: FilterArguments

  @Option(
    help: "The format to write: \(PuzzleFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var to: PuzzleFormat = .line

  func validate() throws {
    if filter.chosenFormat != nil {
      throw ValidationError("convert has no --format: use --to")
    }
  }

  func run() async throws {
    let format = to
    let carried = CarriedFields(besides: [])
    let writer = LazyWriter(format: format, carried: carried)
    let losses = Mutex(Losses())
    let code = try await runFilter(
      filter,
      FilterPlan(
        blockSize: 1 << 17, carried: carried, header: { Array(writer.value.header.utf8) },
        separator: writer.separator),
      work: { part in
        var outcome = FilterOutcome(tally: Losses())
        let writer = writer.value
        for record in part.records {
          outcome.recordCount += 1
          if !outcome.output.isEmpty { outcome.output.append(contentsOf: writer.separator.utf8) }
          switch record.puzzle {
          case .success(let puzzle):
            writer.append(puzzle, to: &outcome.output)
            let lost = writer.losses(of: puzzle)
            if !lost.isEmpty {
              let place = "\(record.source):\(puzzle.line)"
              let isSolution = lost.contains(.fields) && puzzle.field("solution") != nil
              outcome.tally.add(
                Losses(parts: lost, count: 1, firstPlace: place, hasWrongSolutions: isSolution))
            }
          case .failure(let fault):
            if format == .jsonl {
              OutputFormat.jsonl.append(fault: fault.diagnostic, columns: 1, to: &outcome.output)
              carried.appendMembers(fault.fields, to: &outcome.output)
            } else {
              outcome.output.append(contentsOf: writer.placeholder.utf8)
            }
            outcome.diagnostics.append(fault.diagnostic)
          }
        }
        return outcome
      },
      collect: { tally in
        losses.withLock { $0.add(tally) }
      })
    _ = try Output.standard.write(Array(writer.value.footer.utf8))
    try Output.standard.flush()
    let lost = losses.withLock { $0 }
    if let place = lost.firstPlace, !filter.quiet {
      note(
        "sudoku: note: '\(format.rawValue)' can't hold all of \(lost.count.counted("record")), the first "
          + "at \(place): \(lost.names.joined(separator: ", ")) are omitted")
    }
    if let code { throw ExitCode(code.rawValue) }
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
  /// Whether some had a solution of another puzzle.
  var hasWrongSolutions = false

  var names: [String] {
    parts.names + (hasWrongSolutions ? ["solutions that don't fit their puzzles"] : [])
  }

  mutating func add(_ other: Losses) {
    parts.formUnion(other.parts)
    count += other.count
    firstPlace = firstPlace ?? other.firstPlace
    hasWrongSolutions = hasWrongSolutions || other.hasWrongSolutions
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

  var value: PuzzleWriter {
    writer.withLock { writer in
      let made = writer ?? PuzzleWriter(format, columns: carried.columns)
      writer = made
      return made
    }
  }
}
