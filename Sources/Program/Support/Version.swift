import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuRating
import SudokuSolver

/// The text of `--version`: everything that results depend on has a version.
enum Version {
  /// The version of the package.
  static let package = ProtocolServer.packageVersion.description

  /// The package alone on the first line, for programs; then what results and speed depend on.
  static var text: String {
    let kernels = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue)
    let scales = ScaleRegistry.standard.scales.map { "\($0.name) \($0.version)" }
    return """
      \(package)
      kernels: \(kernels.joined(separator: ", ")); chosen: \(InstructionSet.best.rawValue)
      scales: \(scales.joined(separator: ", "))
      generator: \(SeededRandom.algorithm), daily puzzles \(DailyRule.current.rawValue)
      """
  }
}
