import SudokuRating
import SudokuSession

extension GradeStamp {
  /// A grade as a game keeps it; `nil` where it has neither level nor score.
  ///
  /// - Parameter grade: The grade.
  public init?(_ grade: Grade) {
    guard grade.level != nil || grade.scoreTenths != nil else { return nil }
    self.init(
      scale: grade.scale, version: grade.version, level: grade.level?.name,
      scoreTenths: grade.scoreTenths)
  }
}
