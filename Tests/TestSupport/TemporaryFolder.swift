import Foundation

/// A folder for one test, made empty and removed by the test.
package struct TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes a folder with a name of its own.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("sudoku-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The place of a file in the folder.
  package static func / (folder: TemporaryFolder, name: String) -> URL {
    folder.url.appendingPathComponent(name)
  }

  /// Removes the folder with all that is in it.
  package func remove() { try? FileManager.default.removeItem(at: url) }
}
