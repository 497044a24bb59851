import SudokuStoreSQLite
import SudokuSync

/// Which sync store: chosen by a URL.
///
/// ```swift
/// let store = try StoreURL("sqlite:/home/me/store.sqlite").open()
/// ```
struct StoreURL {
  /// The URL as it was given: the store's name.
  let text: String

  init(_ text: String) { self.text = text }

  /// Opens the store.
  ///
  /// - Returns: The store.
  /// - Throws: `SyncError`; kind `malformedURL` for a kind of store that there is not.
  func open() throws(SyncError) -> any SyncStore {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = parts.first.map(String.init) ?? ""
    var place = parts.count == 2 ? String(parts[1]) : ""
    if place.hasPrefix("//") { place = String(place.dropFirst(2)) }
    switch kind {
    case "memory" where parts.count == 2: return MemoryStore()
    case "file" where !place.isEmpty:
      do throws(DiskError) { try PosixDisk().createDirectory(place) } catch {
        throw SyncError(error)
      }
      return DirectoryStore(place)
    case "sqlite" where !place.isEmpty:
      if let slash = place.lastIndex(of: "/"), slash > place.startIndex {
        do throws(DiskError) { try PosixDisk().createDirectory(String(place[..<slash])) } catch {
          throw SyncError(error)
        }
      }
      return try SQLiteStore(path: place)
    default:
      throw SyncError(
        .malformedURL, "'\(text)' is no store: give memory:, file:<directory> or sqlite:<file>")
    }
  }
}
