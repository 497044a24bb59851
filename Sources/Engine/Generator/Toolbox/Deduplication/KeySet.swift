import Foundation

/// A set of numbers that may grow larger than memory.
///
/// The latest numbers are in memory. When they are many, they are sorted into a file, and files of
/// about the same size are merged, so there are few. The files are unlinked: nothing is left on
/// disk even if the process is killed.
///
/// Memory: some 40 MB, besides the system's cache of the files. The method is that of
/// log-structured merge trees: P. O'Neil et al., 1996.
package final class KeySet {
  package private(set) var count = 0
  private let folder: URL
  private let recentLimit: Int
  private var recent: Set<UInt128> = []
  /// The files, oldest and largest first.
  private var runs: [SortedKeyFile] = []

  /// Creates an empty set with files on the disk of a folder and at least one number in memory.
  package init(temporaryIn folder: URL, recentLimit: Int = 1 << 20) {
    self.folder = folder
    self.recentLimit = max(1, recentLimit)
  }

  /// - Complexity: O(log(`count`)²).
  package func contains(_ key: UInt128) -> Bool {
    recent.contains(key) || runs.contains { $0.contains(key) }
  }

  /// Adds a number; returns whether it was new.
  ///
  /// - Complexity: O(log(`count`)²); now and then files are merged.
  @discardableResult
  package func insert(_ key: UInt128) throws(DeduplicationError) -> Bool {
    guard !contains(key) else { return false }
    recent.insert(key)
    count += 1
    if recent.count >= recentLimit { try store() }
    return true
  }

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

/// Ascending numbers in an unlinked file, read through the system's page cache.
final class SortedKeyFile {
  private static let bufferCount = 1 << 12

  let count: Int
  private let mapping: UnsafeMutableRawPointer

  convenience init(_ keys: [UInt128], in folder: URL) throws(DeduplicationError) {
    try self.init(count: keys.count, in: folder) { write throws(DeduplicationError) in
      for key in keys { try write(key) }
    }
  }

  /// Merges two files that have no number in common.
  convenience init(
    merging one: SortedKeyFile, _ other: SortedKeyFile, in folder: URL
  ) throws(DeduplicationError) {
    try self.init(count: one.count + other.count, in: folder) { write throws(DeduplicationError) in
      var (left, right) = (0, 0)
      while left < one.count, right < other.count {
        let (first, second) = (one.key(left), other.key(right))
        try write(min(first, second))
        if first < second { left += 1 } else { right += 1 }
      }
      for index in left..<one.count { try write(one.key(index)) }
      for index in right..<other.count { try write(other.key(index)) }
    }
  }

  private init(
    count: Int, in folder: URL,
    fill: ((UInt128) throws(DeduplicationError) -> Void) throws(DeduplicationError) -> Void
  ) throws(DeduplicationError) {
    let url = folder.appendingPathComponent("sudoku-keys-\(UUID().uuidString)")
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(url, errno) }
    defer { close(descriptor) }
    unlink(url.path)
    var buffer: [UInt128] = []
    buffer.reserveCapacity(Self.bufferCount)
    try fill { key throws(DeduplicationError) in
      buffer.append(key)
      if buffer.count == Self.bufferCount {
        try Self.write(buffer, to: descriptor, url)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try Self.write(buffer, to: descriptor, url)
    self.count = count
    let size = count * MemoryLayout<UInt128>.size
    let mapped = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw Self.failure(url, errno) }
    mapping = mapped
  }

  deinit { munmap(mapping, count * MemoryLayout<UInt128>.size) }

  func contains(_ key: UInt128) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.key(middle) < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self.key(low) == key
  }

  private func key(_ index: Int) -> UInt128 {
    mapping.load(fromByteOffset: index * MemoryLayout<UInt128>.size, as: UInt128.self)
  }

  private static func write(
    _ keys: [UInt128], to descriptor: Int32, _ url: URL
  ) throws(DeduplicationError) {
    var reason: Int32 = 0
    keys.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count, let base = bytes.baseAddress {
        let count = Foundation.write(descriptor, base + written, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          reason = errno
          return
        }
        written += count
      }
    }
    guard reason == 0 else { throw failure(url, reason) }
  }

  private static func failure(_ url: URL, _ reason: Int32) -> DeduplicationError {
    .file(url.path, reason: String(cString: strerror(reason)))
  }
}
