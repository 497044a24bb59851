import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuProtocol
import SudokuRating

/// Daily puzzles: for each day one of each level.
struct DailyPuzzles: PuzzleSource {
  let days: ClosedRange<Int>
  let levels: [DailyLevel]
  let rule: DailyRule
  let series: String
  let targets: GeneratorOptions?
  let showsSolutions: Bool

  /// Throws `ContradictoryTargets` if no puzzle of a level can meet the targets.
  func check() throws {
    for index in levels.indices { try daily(index).options.check() }
  }

  var parts: [Range<Int>] { [0..<days.count * levels.count] }
  var columns: [String] {
    let columns =
      rule == .daily1
      ? PuzzleRow.columns(on: SudokuExplainerScale(), hasLevel: true)
      : PuzzleRow.columns(on: LevelScale())
    return ["date", "dailyLevel", "rule"] + columns
  }
  var isSeeded: Bool { false }
  var attemptLimit: Int { daily(0).options.attemptLimit }

  func puzzle(
    _ index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)?,
    onAttempt: (@Sendable (GenerationProgress) -> Void)?
  ) throws -> GenerationOutcome {
    switch try daily(index).puzzle(isCancelled: isCancelled, onAttempt: onAttempt) {
    case .made(var puzzle):
      // The index counts within the run; the rule's puzzles are all the first of their seeds.
      puzzle.index = index
      return .made(puzzle)
    case let other: return other
    }
  }

  func name(of index: Int) -> String {
    "the puzzle of \(date(index)) (\(daily(index).level.rawValue))"
  }

  func append(_ puzzle: GeneratedPuzzle, as format: OutputFormat, to bytes: inout [UInt8]) {
    let index = puzzle.index
    let daily = daily(index)
    if format == .line {
      return format.append(BarePuzzleRow(puzzle, showsSolution: showsSolutions), to: &bytes)
    }
    var first = puzzle
    first.index = 0
    let row = PuzzleRow(first, scale: daily.options.scale, level: daily.fixedLevel)
    format.append(
      DailyRow(
        record: DailyPuzzleRecord(row.record, of: daily), row: row, showsSolution: showsSolutions),
      columns, to: &bytes)
  }

  private func date(_ index: Int) -> String {
    CivilDate(daysSince1970: days.lowerBound + index / levels.count).description
  }

  private func daily(_ index: Int) -> DailyGame {
    let day = days.lowerBound + index / levels.count
    return DailyGame(
      UnixTime(seconds: Int64(day) * 86_400), level: levels[index % levels.count], rule: rule,
      series: series, targets: targets)
  }
}

/// A daily puzzle with all facts about it.
struct DailyRow: OutputRow {
  let record: DailyPuzzleRecord
  let row: PuzzleRow
  let showsSolution: Bool

  var columnFields: [String] { [record.date, record.dailyLevel, record.rule] + row.columnFields }
  var fields: [String] { columnFields }
  var text: String {
    let puzzle = record.puzzle.generated
    let solution = showsSolution ? "\nSolution:\n\(puzzle.solution.grid)\n" : ""
    return "\(record.date) \(record.dailyLevel)\n\(puzzle.board.grid)\n\(solution)"
  }
}

/// A day or a range of days: `2026-11-20`, `2026-01-01...2026-12-31`.
struct DayRange {
  /// The days since 1970-01-01.
  let days: ClosedRange<Int>

  init(_ text: String) throws {
    guard let dots = ["...", ".."].lazy.compactMap({ text.firstRange(of: $0) }).first else {
      let day = try Self.day(text[...], in: text)
      days = day...day
      return
    }
    let first = try Self.day(text[..<dots.lowerBound], in: text)
    let last = try Self.day(text[dots.upperBound...], in: text)
    guard first <= last else {
      throw Self.error(text, dots.upperBound, "the last day is before the first")
    }
    days = first...last
  }

  private static func day(_ part: Substring, in text: String) throws -> Int {
    let shape = "dddd-dd-dd"
    var index = part.startIndex
    for sign in shape {
      let isRight =
        index < part.endIndex
        && (sign == "d" ? part[index].isASCII && part[index].isNumber : part[index] == sign)
      guard isRight else {
        throw error(text, index, "a day is written as 2026-11-20, its year from 0000 to 9999")
      }
      index = part.index(after: index)
    }
    guard index == part.endIndex else {
      throw error(text, index, "nothing is expected after a day")
    }
    let numbers = part.split(separator: "-").compactMap { Int($0) }
    let month = part.index(part.startIndex, offsetBy: 5)
    guard numbers.count == 3, 1...12 ~= numbers[1] else {
      throw error(text, month, "the months are 01 to 12")
    }
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    guard date.isValid else {
      let last = (28...31).last {
        CivilDate(year: date.year, month: date.month, day: $0).isValid
      }
      throw error(
        text, part.index(part.startIndex, offsetBy: 8),
        "\(part.prefix(7)) has the days 01 to \(last ?? 31)")
    }
    return date.daysSince1970
  }

  private static func error(
    _ text: String, _ index: String.Index, _ message: String
  ) -> ValidationError {
    let column = text.distance(from: text.startIndex, to: index) + 1
    return ValidationError("character \(column): \(message)")
  }
}
