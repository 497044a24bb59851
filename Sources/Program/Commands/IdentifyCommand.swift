import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuProtocol
import SudokuSession
import SudokuSolver

/// `sudoku identify`: identifiers and canonical forms.
struct IdentifyCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Print identifiers and canonical forms of puzzles.",
    discussion: """
      Prints one line for each puzzle: puzzle, PuzzleID (of these clues), ClassID (invariant under \
      symmetry; needs one solution), number of automorphisms. With --form: puzzle, name of the form, \
      canonical form (in JSON with a symmetry that leads there). With --generators: puzzle, number of \
      automorphisms, generators: source rows, source columns, new digits, T if transposed first. With \
      --start-date: the four columns, then the ID of the game that begins then. With \
      --rank: puzzle, rank of its only solution among the 5,472,730,538 classes of full grids; 'generate \
      --grid-rank' prints the smallest grid of that class.

      EXAMPLES
        sudoku identify --format jsonl puzzles.txt
        sudoku identify puzzles.txt | awk '!seen[$3]++'      # one of each class
        sudoku identify --form minlex puzzles.txt
        sudoku identify --generators symmetric.txt
        sudoku identify --rank puzzles.txt
        sudoku identify --start-date 2025-12-22T13:00:00Z puzzles.txt
      """)

  static let lines: [Schema] = [.line(IdentityRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "Print this canonical form instead: solution, minlex, row-min or pattern.")
  var form: CanonicalForm?

  @Option(
    help: "Print the ID of the game that begins at this moment, too: as in 2025-12-22T13:00:00Z.",
    transform: parseMoment)
  var startDate: UnixTime?

  @Flag(help: "Print generators of the automorphism group.")
  var generators = false

  @Flag(help: "Print the rank of the solution among the classes of full grids.")
  var rank = false

  func validate() throws {
    let given = [
      ("--form", form != nil), ("--generators", generators), ("--rank", rank),
      ("--start-date", startDate != nil),
    ].filter(\.1)
    if given.count > 1 {
      throw ValidationError("\(given[0].0) and \(given[1].0) are mutually exclusive")
    }
  }

  func run() async throws {
    if generators {
      try await runRowFilter(filter, GeneratorsRow.layout) { board in
        let group = AutomorphismGroup(of: board)
        var record = IdentityRecord(
          board, classID: ClassID(board), automorphisms: group?.order)
        record.generators = group?.generators.map { TransformationRecord($0) }
        return (GeneratorsRow(record: record), group != nil)
      }
    } else if rank {
      let catalogue = try GridCatalogue.standard()
      try await runBatchFilter(filter, RankRow.layout, blockSize: 1 << 10) { boards in
        var ranker = GridRanker(catalogue)
        let results = BatchSolver(threads: 1).solve(boards)
        return zip(boards, results).map { board, result in
          let solution = result.isUnique ? result.solution : nil
          let rank = solution.flatMap { ranker.rank(of: $0) }
          return (RankRow(puzzle: board, rank: rank.map { $0 + 1 }), rank != nil)
        }
      }
    } else if let form {
      try await runBatchFilter(filter, FormRow.layout, blockSize: 1 << 14) { boards in
        var canonicalizer = Canonicalizer()
        return boards.map { board in
          let canonical = canonicalizer.form(form, of: board)
          return (FormRow(puzzle: board, form: form, canonical: canonical), canonical != nil)
        }
      }
    } else {
      let start = startDate
      try await runBatchFilter(
        filter, IdentityRow.layout(hasGame: start != nil), blockSize: 1 << 15,
        largestBlock: 1 << 18
      ) { boards in
        var canonicalizer = Canonicalizer()
        let results = BatchSolver(threads: 1).solve(boards)
        return zip(boards, results).map { board, result in
          let row = IdentityRow(board, result, gameFrom: start, &canonicalizer)
          return (row, row.record.classID != nil)
        }
      }
    }
  }
}

/// Reads a moment.
private func parseMoment(_ text: String) throws -> UnixTime {
  guard let time = UTCTime(text) else {
    throw ValidationError("'\(text)' is not an RFC 3339 date, as in 2025-12-22T13:00:00Z")
  }
  return UnixTime(seconds: time.seconds)
}

extension CanonicalForm: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

private struct IdentityRow: OutputRow {
  static func layout(hasGame: Bool) -> RowLayout {
    RowLayout(
      ["puzzle", "puzzleId", "classId", "automorphisms"] + (hasGame ? ["gameId"] : []),
      IdentityRecord.shape.fieldNames)
  }
  let record: IdentityRecord

  /// `start` is the moment when the game begins whose ID is wanted, too.
  init(
    _ board: Board, _ result: SolveResult, gameFrom start: UnixTime?,
    _ canonicalizer: inout Canonicalizer
  ) {
    let solution = result.isUnique ? result.solution : nil
    let form = solution.flatMap { canonicalizer.solutionForm(of: board, solution: $0) }
    var record = IdentityRecord(
      board, classID: form.map { ClassID(solutionForm: $0) },
      automorphisms: form?.automorphismCount)
    record.gameID = start.map { GameID(initialBoard: board, startDate: $0) }
    self.record = record
  }

  var fields: [String] {
    [
      record.puzzle.line, record.puzzleID.description, record.classID?.description ?? "-",
      record.automorphisms.map { String($0) } ?? "-",
    ] + (record.gameID.map { [$0.description] } ?? [])
  }

  func appendLine(to bytes: inout [UInt8]) {
    record.puzzle.appendLine(to: &bytes)
    bytes.append(
      fields: record.puzzleID.description, record.classID?.description ?? "-",
      record.automorphisms.map { String($0) } ?? "-")
    if let game = record.gameID { bytes.append(fields: game.description) }
  }

  func appendArrow(_: [String], to bytes: inout [UInt8]) {
    bytes.append(arrow: record.puzzle)
    bytes.append(arrow: record.puzzleID.description)
    bytes.append(arrow: record.classID?.description)
    bytes.append(arrow: record.automorphisms)
    if let game = record.gameID { bytes.append(arrow: game.description) }
  }
}

private struct FormRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "form", "canonicalForm"], IdentityRecord.shape.fieldNames)
  let puzzle: Board
  let form: CanonicalForm
  let canonical: CanonicalBoard?

  /// Only JSON shows what costs more than the form: identifiers and a symmetry.
  var record: IdentityRecord {
    IdentityRecord(
      puzzle, classID: ClassID(puzzle), automorphisms: canonical?.automorphismCount,
      form: form, canonicalForm: canonical?.board, transformation: canonical?.transformation)
  }

  var fields: [String] { [puzzle.line, form.rawValue, canonical?.board.line ?? "-"] }

  func appendLine(to bytes: inout [UInt8]) {
    puzzle.appendLine(to: &bytes)
    bytes.append(fields: form.rawValue)
    bytes.append(UInt8(ascii: "\t"))
    if let canonical {
      canonical.board.appendLine(to: &bytes)
    } else {
      bytes.append(UInt8(ascii: "-"))
    }
  }
}

private struct RankRow: OutputRow {
  static let layout = RowLayout(["puzzle", "gridRank"], IdentityRecord.shape.fieldNames)
  let puzzle: Board
  let rank: Int?

  var record: IdentityRecord {
    var record = IdentityRecord(puzzle, classID: ClassID(puzzle), automorphisms: nil)
    record.gridRank = .some(rank)
    return record
  }

  var fields: [String] { [puzzle.line, rank.map { String($0) } ?? "-"] }
}

private struct GeneratorsRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "automorphisms", "generators"], IdentityRecord.shape.fieldNames)
  let record: IdentityRecord

  var fields: [String] {
    [
      record.puzzle.line, record.automorphisms.map { String($0) } ?? "-",
      record.generators?.map(\.text).joined(separator: "; ") ?? "-",
    ]
  }
}
