import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuProtocol
import SudokuRating

/// The puzzles of days: for each day one of each level.
struct DailyPuzzles: PuzzleSource {
  private let days: ClosedRange<Int>
  private let levels: [DailyLevel]

  init(_ days: ClosedRange<Int>, levels: [DailyLevel]) {
    self.days = days
    self.levels = levels
  }

  var parts: [Range<Int>] { [0..<days.count * levels.count] }
  var columns: [String] { DailyRow.columns }
  var isSeeded: Bool { false }
  var attemptLimit: Int { daily(0).options.attemptLimit }

  func puzzle(
    _ index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)?,
    onAttempt: (@Sendable (GenerationProgress) -> Void)?
  ) throws -> GenerationOutcome {
    switch try daily(index).puzzle(isCancelled: isCancelled, onAttempt: onAttempt) {
    case .made(var puzzle):
      // Numbered within the run; the rule's own puzzles are all the first of their seeds.
      puzzle.index = index
      return .made(puzzle)
    case let other: return other
    }
  }

  func name(of index: Int) -> String {
    "the puzzle of \(date(index)) (\(daily(index).level.rawValue))"
  }

  func append(_ puzzle: GeneratedPuzzle, as format: OutputFormat, to bytes: inout [UInt8]) {
    if format == .line { return format.append(BarePuzzleRow(puzzle), to: &bytes) }
    let index = puzzle.index
    var first = puzzle
    first.index = 0
    let row = PuzzleRow(first, scale: SudokuExplainerScale())
    let daily = daily(index)
    format.append(
      DailyRow(
        row,
        DailyPuzzleRecord(
          row.record, date: date(index), dailyLevel: daily.level.rawValue,
          rule: DailyGame.version)),
      to: &bytes)
  }

  private func date(_ index: Int) -> String {
    CivilDate(daysSince1970: days.lowerBound + index / levels.count).description
  }

  private func daily(_ index: Int) -> DailyGame {
    let day = days.lowerBound + index / levels.count
    return DailyGame(
      UnixTime(seconds: Int64(day) * 86_400), level: levels[index % levels.count])
  }
}

/// The puzzle of a day with everything that is known about it.
struct DailyRow: RecordRow {
  static let columns = ["date", "dailyLevel", "rule"] + PuzzleRow.columns
  let record: DailyPuzzleRecord
  private let row: PuzzleRow

  init(_ row: PuzzleRow, _ record: DailyPuzzleRecord) {
    self.row = row
    self.record = record
  }

  var columnFields: [String] { [record.date, record.dailyLevel, record.rule] + row.columnFields }
  var fields: [String] { columnFields }
  var text: String {
    "\(record.date) \(record.dailyLevel)\n\(record.puzzle.generated.board.grid)\n"
  }
}
