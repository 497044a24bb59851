import SudokuCore

/// What a game begins with.
public struct GameHeader: Hashable, Sendable {
  /// The clues.
  public let clues: Board
  /// The options the player began with.
  public let options: GameOptions
  /// The puzzle's grade, `nil` where it was not graded.
  public let grade: GradeStamp?

  /// The options as they were stored, with what this version doesn't know.
  let storedOptions: OptionRecord
  /// The grade as it was stored, `nil` for one in the old form.
  let storedGrade: GradeRecord?
  /// The grade of the old form: a level and a rating by Sudoku Explainer's scale.
  let oldGrade: GradeStamp?

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - clues: The clues.
  ///   - options: The options the player began with.
  ///   - grade: The puzzle's grade, where it was graded.
  public init(clues: Board, options: GameOptions = GameOptions(), grade: GradeStamp? = nil) {
    self.clues = clues
    self.options = options
    self.grade = grade
    storedOptions = OptionRecord(options)
    let isOld = grade?.hasOldForm ?? true
    storedGrade = isOld ? nil : grade.map { GradeRecord($0) }
    oldGrade = isOld ? grade : nil
  }

  /// The name of the puzzle's level, `nil` where it has none.
  public var level: String? { grade?.level }
  /// The puzzle's score on its scale in tenths, `nil` where it has none.
  public var ratingTenths: Int? { grade?.scoreTenths }

  /// Creates a header as it was stored.
  init(
    clues: Board, storedOptions: OptionRecord, storedGrade: GradeRecord?, oldGrade: GradeStamp?
  ) {
    self.clues = clues
    options = storedOptions.options
    grade = storedGrade?.grade ?? oldGrade
    self.storedOptions = storedOptions
    self.storedGrade = storedGrade
    self.oldGrade = oldGrade
  }
}
