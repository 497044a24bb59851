// The results of methods about puzzles that are no line of a command.

import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuRecords
import SudokuSession
import SudokuTechniques

/// The result of `puzzle.grade` for several puzzles.
struct GradeListRecord: Record {
  let ratings: [GradeRecord]

  static let shape = RecordShape<Self>(
    "GradeList", "Many ratings.",
    [.required("ratings", "In the order of the puzzles.") { $0.ratings }])
}

/// The result of `puzzle.generate`.
struct PuzzleListRecord: Record {
  let puzzles: [GeneratedPuzzleRecord]
  /// `nil` in the partial result of a cancelled request.
  var seed: UInt64?

  static let shape = RecordShape<Self>(
    "PuzzleList", "Generated puzzles.",
    [
      .required("puzzles") { $0.puzzles },
      .optional("seed", "The seed that reproduces them.") { $0.seed },
    ])
}

/// The puzzle of a day: the result of `puzzle.daily`, a line of `sudoku generate --daily`.
package struct DailyPuzzleRecord: Record {
  package let puzzle: GeneratedPuzzleRecord
  private let daily: DailyGame
  /// True to name the game; the lines of the command keep their bytes.
  private let namesGame: Bool

  package init(_ puzzle: GeneratedPuzzleRecord, of daily: DailyGame, namesGame: Bool = false) {
    (self.puzzle, self.daily, self.namesGame) = (puzzle, daily, namesGame)
  }

  /// The day, as in `2026-11-20`.
  package var date: String {
    CivilDate(daysSince1970: Int(daily.startDate.seconds / 86_400)).description
  }
  package var dailyLevel: String { daily.level.rawValue }
  private var game: String? {
    guard namesGame else { return nil }
    return GameID(initialBoard: puzzle.generated.board, startDate: daily.startDate).description
  }
  private var series: String? { namesGame ? daily.seriesTag : nil }
  /// Name and version of the rule that makes it.
  package var rule: String { daily.rule.rawValue }

  package static let shape = RecordShape<Self>(
    "DailyPuzzle", "The puzzle of a day, and its properties.",
    [
      .required("dailyLevel", "The level among the puzzles of its day.") { $0.dailyLevel },
      .required("date", "The day, UTC.") { $0.date },
      .optional("game", "The game of it: the same for every player.") { $0.game },
      .required("rule", "The version of the rule: the same rule gives the same puzzle.") {
        $0.rule
      },
      .optional("series", DailyRecord.seriesSummary) { $0.series },
    ] + GeneratedPuzzleRecord.shape.fields(of: \.puzzle))
}

/// The result of `puzzle.practice`.
struct PracticeListRecord: Record {
  let positions: [PracticeRecord]
  let seed: UInt64

  static let shape = RecordShape<Self>(
    "PracticeList", "Positions to practise a technique, fewer than wanted where it is rare.",
    [
      .required("positions", "The positions.") { $0.positions },
      .required("seed", "The seed.") { $0.seed },
    ])
}

/// The result of `puzzle.hint`.
struct RankedHintRecord: Record {
  let hint: Hint
  /// Other steps of the position, the easiest first.
  var alternatives: [StepRecord] = []

  static let shape = RecordShape<Self>(
    "RankedHint", "A hint, and other steps that the position has.",
    Hint.shape.fields(of: \.hint) + [
      .nonEmpty("alternatives", "Other steps on request (`count`), the easiest first.") {
        $0.alternatives
      }
    ])
}

/// A drawing of a position: the result of `puzzle.render`.
struct DrawingRecord: Record {
  enum Format: String, CaseIterable { case svg, text }

  let drawing: String
  let format: Format
  let step: Step?
  /// The explanation of the step.
  let text: String?

  static let shape = RecordShape<Self>(
    "Drawing", "A drawing of a position.",
    [
      .required("drawing", "The drawing: an SVG document, or text.") { $0.drawing },
      .required("format", "The form of the drawing: `svg` or `text`.") { $0.format.rawValue },
      .optional("step", "The step that is drawn.") { $0.step.map { StepRecord($0) } },
      .optional("text", "The explanation of the step, or the wrong digits.") { $0.text },
    ])
}

/// The result of `puzzle.convert`.
struct ConversionRecord: Record {
  let count: Int
  let format: String
  let text: String

  static let shape = RecordShape<Self>(
    "Conversion", "Puzzles in another format.",
    [
      .required("count", "The number of puzzles.", .integer(minimum: 1)) { $0.count },
      .required("format", "The format that was read.") { $0.format },
      .required("text", "The puzzles in the requested format.") { $0.text },
    ])
}

extension RatingRecord {
  /// Describes the grade that a game stores; `nil` if it has no score.
  init?(_ stamp: GradeStamp) { self.init(stamp.scale, stamp.scoreTenths) }
}
