import Foundation

/// A folder for the databases of one run, which is removed with it.
final class ScratchFolder {
  /// The function that opens the files.
  let databases: SimulatedDatabases
  private let path: String
  private var count = 0

  /// Makes a folder with a name of its own: runs of one seed may go on side by side.
  init(for databases: SimulatedDatabases) throws {
    self.databases = databases
    path = "\(databases.folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A name that no file has had yet.
  func newPath() -> String {
    count += 1
    return "\(path)/\(count).sqlite"
  }

  /// Copies a database while nobody writes to it.
  func copy(_ source: String) throws -> String {
    let target = newPath()
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source + suffix) {
      try FileManager.default.copyItem(atPath: source + suffix, toPath: target + suffix)
    }
    return target
  }
}
