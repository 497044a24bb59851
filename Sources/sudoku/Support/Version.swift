import SudokuCore
import SudokuRating

/// What `--version` says: everything that results depend on has a version of its own.
enum Version {
  /// The version of the package.
  static let package = "0.1.0"

  /// The versions in one line.
  static var text: String {
    "\(package) (scale \(SudokuExplainerScale().name) \(SudokuExplainerScale().version), random \(SeededRandom.algorithm))"
  }
}
