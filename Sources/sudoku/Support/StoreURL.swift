import Foundation
import SudokuStoreSQLite
import SudokuSync

/// Which sync store: chosen by a URL.
///
/// ```swift
/// let store = try StoreURL("sqlite:/home/me/store.sqlite").open()
/// ```
struct StoreURL {
  /// Where a store lies.
  enum Place {
    /// In this process only.
    case memory
    /// In a directory.
    case directory(String)
    /// In an SQLite file.
    case database(String)
  }

  /// The URL as it was given: the store's name.
  let text: String
  /// Where the store lies.
  let place: Place

  /// Reads a URL.
  ///
  /// - Throws: `SyncError` of kind `malformedURL` for a kind of store that there is not.
  init(_ text: String) throws(SyncError) {
    self.text = text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = parts.first.map(String.init) ?? ""
    var path = parts.count == 2 ? String(parts[1]) : ""
    if path.hasPrefix("//") { path = String(path.dropFirst(2)) }
    switch kind {
    case "memory" where parts.count == 2: place = .memory
    case "file" where !path.isEmpty: place = .directory(path)
    case "sqlite" where !path.isEmpty: place = .database(path)
    default:
      throw SyncError(
        .malformedURL, "'\(text)' is no store: give memory:, file:<directory> or sqlite:<file>")
    }
  }

  /// Opens the store, which is made where there is none.
  ///
  /// - Returns: The store.
  /// - Throws: `SyncError`.
  func open() throws(SyncError) -> any SyncStore {
    switch place {
    case .memory: return MemoryStore()
    case .directory(let path):
      try Self.makeDirectory(path)
      return DirectoryStore(path)
    case .database(let path):
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try Self.makeDirectory(String(path[..<slash]))
      }
      return try SQLiteStore(path: path)
    }
  }

  private static func makeDirectory(_ path: String) throws(SyncError) {
    do throws(DiskError) { try PosixDisk().createDirectory(path) } catch { throw SyncError(error) }
  }

  /// Which file or directory lies where the store belongs; `nil` where there is none.
  var file: FileIdentity? {
    switch place {
    case .memory: nil
    case .directory(let path), .database(let path): FileIdentity(path)
    }
  }
}

/// One file, whatever it is called.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; `nil` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
