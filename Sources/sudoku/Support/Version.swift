import SudokuCore
import SudokuExplainer
import SudokuRating

/// What `--version` says: everything that results depend on has a version of its own.
enum Version {
  /// The version of the package.
  static let package = "0.1.0"

  /// The versions in one line.
  static var text: String {
    "\(package) (scale \(SEScale.name) \(SEScale.version), random \(SeededRandom.algorithm))"
  }
}
