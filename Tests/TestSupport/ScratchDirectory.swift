import Foundation

/// A directory for one test, removed at its end.
///
/// ```swift
/// let scratch = ScratchDirectory()
/// defer { scratch.remove() }
/// let path = scratch.fresh()    // a new empty directory in it
/// ```
package final class ScratchDirectory: Sendable {
  package let path: String

  package init() {
    path = NSTemporaryDirectory() + "sudoku-test-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  package func fresh() -> String {
    let name = path + "/" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    return name
  }

  /// Removes the directory with all that is in it.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
