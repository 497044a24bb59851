/// Why records could not be sorted by their keys.
public enum DeduplicationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file of the working folder could not be written or read; path and reason.
  case file(String, reason: String)
  /// The working folder belongs to another run: other inputs or another version.
  case foreignFolder(String)
  /// Another run is working in the folder.
  case folderInUse(String)

  /// What went wrong, and what to do.
  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .foreignFolder(let path):
      "\(path) holds the work of a run with other inputs; name another folder or remove it"
    case .folderInUse(let path):
      "another run is working in \(path); wait for its end or name another folder"
    }
  }
}
