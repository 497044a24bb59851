import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuTechniques

/// The difficulty of a puzzle: the result of `puzzle.grade`, a line of `sudoku grade`.
package struct GradeRecord: Record {
  package var puzzle: Board
  /// The grade; with its steps, if they are listed.
  package var grade: Grade
  /// True if techniques and steps are listed.
  package var keepsPath: Bool
  /// True if every step is explained in full.
  package var explains: Bool

  package init(
    _ puzzle: Board, _ grade: Grade, keepsPath: Bool = false, explains: Bool = false
  ) {
    self.puzzle = puzzle
    self.grade = grade
    self.keepsPath = keepsPath
    self.explains = explains
  }

  package static let shape = RecordShape<Self>(
    "Grade", "The difficulty of a puzzle, with the reasons.",
    [
      .optional("atLeast", "Without a rating: the hardest step until then.") { $0.atLeast },
      .level { $0.grade },
      .optional("path", "Every step in short, on request.") { record in
        record.keepsPath ? record.grade.steps : nil
      },
      .required("puzzle") { $0.puzzle },
      .nullable("rating") { RatingRecord($0.grade) },
      .optional("steps", "Every step in full, on request.") { record in
        record.explains ? record.grade.steps.map { StepRecord($0) } : nil
      },
      .optional("techniques", "The uses of each technique, by ID, on request.") { record in
        record.keepsPath ? record.techniqueCounts : nil
      },
      .unrated { $0.grade.unrated },
    ])

  /// The hardest step found before the rating stopped.
  private var atLeast: Tenths? {
    grade.scoreTenths == nil && grade.reachedTenths > 0 ? Tenths(grade.reachedTenths) : nil
  }

  private var techniqueCounts: [String: Int] {
    Dictionary(
      grade.techniqueCounts.used().map { ($0.technique.id, $0.count) },
      uniquingKeysWith: +)
  }
}

extension RecordField {
  fileprivate static func unrated(
    _ reason: @escaping @Sendable (Root) -> UnratedReason?
  ) -> RecordField {
    .optional("unrated", "The reason for a missing rating.", nil, reason)
  }

  /// A known level, null, or the name that the user's own scale has for one.
  private static var anyLevel: Schema {
    .anyOf(
      "", [Level.schema, Schema(["type": "null"]), .string("A level of the request's own scale.")])
  }

  /// The level; omitted where the scale has no levels.
  fileprivate static func level(
    _ grade: @escaping @Sendable (Root) -> Grade?
  ) -> RecordField {
    .optional("level", Level.meaning, anyLevel) { (record) -> JSONValue? in
      guard let grade = grade(record), grade.level != nil || grade.scale != SEScale.name else {
        return nil
      }
      return grade.level?.json ?? .null
    }
  }
}

/// The difficulty of a puzzle on several scales: a line of `sudoku grade --scale level,se`.
package struct GradesRecord: Record {
  package var puzzle: Board
  package var grades: [Grade]

  package init(_ puzzle: Board, _ grades: [Grade]) {
    self.puzzle = puzzle
    self.grades = grades
  }

  /// The first reason for which a scale gives no rating; `nil` if every scale gives one.
  package var unrated: UnratedReason? { grades.lazy.compactMap(\.unrated).first }

  /// The level on each scale that has levels.
  private static var levelFields: [RecordField<Self>] {
    let registry = ScaleRegistry.standard
    return registry.scales.filter { !$0.levels.isEmpty }.map { scale in
      let (name, column) = (scale.name, registry.levelColumn(of: scale))
      return .optional(column, column == "level" ? Level.meaning : scale.levelSummary) { record in
        record.grades.first { $0.scale == name }?.level
      }
    }
  }

  package static let shape = RecordShape<Self>(
    "Grades", "The difficulty of a puzzle on several scales.",
    levelFields + [
      .required("puzzle") { $0.puzzle },
      .required("ratings", "The ratings by their scale.", .openObject("")) {
        (record) -> JSONValue in
        JSONValue.object(
          record.grades.reduce(into: [:]) { ratings, grade in
            ratings[grade.scale] = RatingRecord(grade)?.json ?? .null
          })
      },
      .unrated { $0.unrated },
    ])
}

/// The result of `puzzle.grade` for several puzzles.
struct GradeListRecord: Record {
  let ratings: [GradeRecord]

  static let shape = RecordShape<Self>(
    "GradeList", "Many ratings.",
    [.required("ratings", "In the order of the puzzles.") { $0.ratings }])
}

/// A rating and the scale that made it: `{"scale": "se", "version": ..., "er": 7.2, ...}`.
package struct RatingRecord: Record {
  let scale: String
  /// `nil` for a grade that does not record it.
  var version: String?
  var er: Tenths?
  /// The score on another scale than `se`.
  var score: Tenths?
  private var figures: [Grade.Figure] = []

  /// Describes a grade; `nil` if it has no score.
  init?(_ grade: Grade) {
    self.init(grade.scale, grade.scoreTenths)
    version = grade.version
    figures = grade.figures
  }

  /// Describes the grade that a game stores; `nil` if it has no score.
  init?(_ stamp: GradeStamp) { self.init(stamp.scale, stamp.scoreTenths) }

  private init?(_ scale: String, _ tenths: Int?) {
    guard let tenths else { return nil }
    self.scale = scale
    if scale == SEScale.name { er = Tenths(tenths) } else { score = Tenths(tenths) }
  }

  package static let shape = RecordShape<Self>(
    "Rating",
    """
    The difficulty of a puzzle on a scale. `se` is the scale of Sudoku Explainer: 1.0 is an \
    obvious single, 2.6 an intersection, 4.5 a unique rectangle, 6.6 and more are chains, 11.9 is \
    the hardest known.
    """,
    [
      .optional("er", "The rating of the hardest step, and so of the puzzle.") { $0.er },
      .required("scale", "The name of the scale.") { $0.scale },
      .optional("score", "The difficulty of the puzzle on another scale.") { $0.score },
      .optional("version", "The version of the scale.") { $0.version },
    ] + ScaleRegistry.standard.figures.map { .figure($0) })

  fileprivate func tenths(of figure: ScaleFigure) -> Int? {
    figures.first { $0.name == figure.name }?.tenths
  }
}

extension RecordField<RatingRecord> {
  /// A figure beside the score; omitted on scales that lack it.
  fileprivate static func figure(_ figure: ScaleFigure) -> Self {
    if figure.isWhole {
      .optional(figure.name, figure.summary) { $0.tenths(of: figure).map { $0 / 10 } }
    } else {
      .optional(figure.name, figure.summary) { $0.tenths(of: figure).map { Tenths($0) } }
    }
  }
}

/// The comparison of a rating with a limit: a line of `sudoku grade --at-least` and `--at-most`.
package struct DecisionRecord: Record {
  package var puzzle: Board
  /// `nil` if it is unknown.
  package var answer: Bool?
  package var unrated: UnratedReason?

  package init(_ puzzle: Board, answer: Bool?, unrated: UnratedReason?) {
    self.puzzle = puzzle
    self.answer = answer
    self.unrated = unrated
  }

  package static let shape = RecordShape<Self>(
    "Decision", "The comparison of a puzzle's rating with the limit asked for.",
    [
      .nullable("answer", "True if the rating is within the limit; `null` if that is unknown.") {
        $0.answer
      },
      .required("puzzle") { $0.puzzle },
      .optional("unrated", "The reason for an unknown answer.") { $0.unrated },
    ])
}

/// A level of a scale: a line of `sudoku levels`.
package struct LevelRecord: Record {
  package let level: String
  package let from: Double
  /// `nil` for a level that is open above.
  package let to: Double?
  package let scores: String
  package let scale: String
  package let version: String

  package init(
    level: String, from: Double, to: Double?, scores: String, scale: String, version: String
  ) {
    (self.level, self.from, self.to, self.scores) = (level, from, to, scores)
    (self.scale, self.version) = (scale, version)
  }

  /// Describes a level of a scale.
  package init(_ level: Level, of scale: any Scale) {
    let end = level.scoreTenths.upperBound
    self.init(
      level: level.name, from: Double(level.scoreTenths.lowerBound) / 10,
      to: end == .max ? nil : Double(end - level.unitTenths) / 10, scores: level.scoresInWords,
      scale: scale.name, version: scale.version)
  }

  package static let shape = RecordShape<Self>(
    "Level", "A level of a scale.",
    [
      .required("from", "The lowest score.") { $0.from },
      .required("level", "The level's name.") { $0.level },
      .required("scale", "The scale's name.") { $0.scale },
      .required("scores", "The scores in words: `2.0 to 2.9`.") { $0.scores },
      .optional("to", "The highest score; missing if the level is open above.") { $0.to },
      .required("version", "The scale's version.") { $0.version },
    ])
}

// MARK: Generated puzzles

/// A generated puzzle: a puzzle of `puzzle.generate`, a line of `sudoku generate`.
package struct GeneratedPuzzleRecord: Record {
  package let generated: GeneratedPuzzle
  /// The grade; `nil` if it was not requested.
  package let grade: Grade?
  package private(set) var puzzleID: PuzzleID?
  package private(set) var classID: ClassID?

  package init(_ generated: GeneratedPuzzle, grade: Grade? = nil, ids: Bool = true) {
    self.generated = generated
    self.grade = grade ?? generated.grade
    guard ids else { return }
    puzzleID = PuzzleID(generated.board)
    classID = ClassID(generated.board, solution: generated.solution)
  }

  package static let shape = RecordShape<Self>(
    "GeneratedPuzzle", "A puzzle with one solution, and its properties.",
    [
      .optional("classId", "The same for all symmetric puzzles.") { $0.classID?.description },
      .required("clues", "The number of clues.", .integer(minimum: 17, maximum: 81)) {
        $0.generated.board.clueCount
      },
      .required("index", "Its number among the puzzles of its seed.", .integer(minimum: 0)) {
        $0.generated.index
      },
      .level { $0.grade },
      .required("puzzle") { $0.generated.board },
      .optional("puzzleId", "These clues.") { $0.puzzleID?.description },
      .optional("rating", "", RatingRecord.schema.nullable) { record in
        record.grade.map { RatingRecord($0)?.json ?? .null }
      },
      .required("seed", "The seed that reproduces it.") { $0.generated.seed },
      .required("solution") { $0.generated.solution },
      .unrated { $0.grade?.unrated },
    ])
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
