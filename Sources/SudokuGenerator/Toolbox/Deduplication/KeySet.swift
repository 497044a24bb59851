import Foundation

/// A set of numbers that may become larger than memory; it answers at once.
///
/// The numbers added last are in memory. When those are many, they go sorted to a file, and files of
/// about the same size are merged, so there are few of them. The files have no names: whatever becomes
/// of the process, nothing is left on disk.
///
/// ```swift
/// let classes = try KeySet(temporaryIn: folder)
/// try classes.insert(id.bits)      // true: it is new
/// try classes.insert(id.bits)      // false
/// ```
///
/// Memory: some 40 MB whatever the number of keys; what the system has to spare caches the files.
/// The method is that of log-structured merge trees: P. O'Neil et al., 1996.
public final class KeySet {
  /// How many numbers there are.
  public private(set) var count = 0
  private let folder: URL
  private let recentLimit: Int
  private var recent: Set<UInt128> = []
  /// Oldest and largest first.
  private var runs: [SortedKeyFile] = []

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - folder: The folder on whose disk the files are.
  ///   - recentLimit: How many numbers are kept in memory, at least 1.
  public init(temporaryIn folder: URL, recentLimit: Int = 1 << 20) {
    self.folder = folder
    self.recentLimit = max(1, recentLimit)
  }

  /// Whether a number is in the set.
  ///
  /// - Complexity: O(log(`count`)²).
  public func contains(_ key: UInt128) -> Bool {
    recent.contains(key) || runs.contains { $0.contains(key) }
  }

  /// Adds a number.
  ///
  /// - Parameter key: Any number.
  /// - Returns: Whether it was new.
  /// - Throws: `DeduplicationError` if it can't be written.
  /// - Complexity: O(log(`count`)²); now and then files are merged.
  @discardableResult
  public func insert(_ key: UInt128) throws(DeduplicationError) -> Bool {
    guard !contains(key) else { return false }
    recent.insert(key)
    count += 1
    if recent.count >= recentLimit { try store() }
    return true
  }

  /// Moves the recent numbers to a file.
  private func store() throws(DeduplicationError) {
    runs.append(try SortedKeyFile(recent.sorted(), in: folder))
    recent.removeAll(keepingCapacity: true)
    while runs.count >= 2, let last = runs.last, runs[runs.count - 2].count <= 2 * last.count {
      let merged = try SortedKeyFile(merging: runs[runs.count - 2], last, in: folder)
      runs.removeLast(2)
      runs.append(merged)
    }
  }
}
