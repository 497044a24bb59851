import Foundation
import SudokuSync

/// A directory for one test, removed at its end.
///
/// ```swift
/// let scratch = ScratchDirectory()
/// defer { scratch.remove() }
/// let path = scratch.fresh()    // a new empty directory in it
/// ```
public final class ScratchDirectory: Sendable {
  /// The directory.
  public let path: String

  /// Creates an empty directory among the machine's temporary files.
  public init() {
    path = NSTemporaryDirectory() + "sudoku-test-" + UUID().uuidString
    try? PosixDisk().createDirectory(path)
  }

  /// Creates another empty directory in this one.
  public func fresh() -> String {
    let name = path + "/" + UUID().uuidString
    try? PosixDisk().createDirectory(name)
    return name
  }

  /// Removes the directory with all that is in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
