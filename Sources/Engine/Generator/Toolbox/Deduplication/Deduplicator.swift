import Foundation

/// Keeps the first of all records with the same key, in bounded memory.
///
/// Records are spread over files by their keys. Then file after file is read, and the first record
/// of each key is moved to files by its position in the input. These are read in the order of the
/// input. In a working folder a killed run can be resumed from its last checkpoint.
///
/// Memory: some 16 MB for buffers and, at the end, a 256th of the records or of their keys, whichever is
/// more. Disk: the records and 28 bytes for each, twice. The method is that of the Grace hash join:
/// M. Kitsuregawa et al., 1983.
package final class Deduplicator {
  /// The state of a run when its work was last durable on disk.
  package struct Checkpoint: Hashable, Sendable {
    package internal(set) var recordCount = 0
    /// The caller's position in its input.
    package internal(set) var position = 0
    var lengths: [Int] = Array(repeating: 0, count: Deduplicator.partCount)
  }

  /// The number of files over which records are spread.
  static let partCount = 256

  /// The start of the run: the beginning, or the checkpoint of an earlier run.
  package let start: Checkpoint
  /// The number of records added, those of earlier runs included.
  package private(set) var recordCount: Int

  private let folder: WorkFolder
  private let source: String
  private let parts: [RecordFile]
  /// The files of the first record of each key, by their positions in the input.
  private let buckets: [RecordFile]

  /// Opens or creates a working folder, and resumes the run in it.
  ///
  /// `source` is one line that identifies the input. The folder of another input or of a running process
  /// is refused.
  package convenience init(folder: URL, source: String) throws(DeduplicationError) {
    let folder = try WorkFolder.kept(at: folder)
    try self.init(folder, Self.checkpoint(in: folder.url, source: source), source: source)
  }

  /// Works in unlinked files on the disk of a folder: nothing is left even if the process is killed.
  package convenience init(temporaryIn parent: URL) throws(DeduplicationError) {
    let folder = try WorkFolder.temporary(in: parent)
    defer { folder.removeIfEmpty() }
    try self.init(folder, Checkpoint(), source: "")
  }

  private init(
    _ folder: WorkFolder, _ start: Checkpoint, source: String
  ) throws(DeduplicationError) {
    self.folder = folder
    self.source = source
    self.start = start
    recordCount = start.recordCount
    parts = try folder.files("part", lengths: start.lengths)
    buckets = try folder.files("kept", lengths: Array(repeating: 0, count: Self.partCount))
  }

  /// Adds a record of up to 2^32 bytes.
  package func add(_ key: UInt128, _ record: some Collection<UInt8>) throws(DeduplicationError) {
    let part = Int(truncatingIfNeeded: key >> 120)
    try parts[part].append(KeyedRecord(key: key, number: UInt64(recordCount), bytes: Array(record)))
    recordCount += 1
  }

  /// Makes the records added so far durable, so that another run can resume from `position`.
  package func save(position: Int) throws(DeduplicationError) {
    guard !folder.isTemporary else { return }
    var checkpoint = Checkpoint()
    (checkpoint.recordCount, checkpoint.position) = (recordCount, position)
    for (index, part) in parts.enumerated() {
      try part.flush(isDurable: true)
      checkpoint.lengths[index] = part.length
    }
    try write(checkpoint)
  }

  /// Passes the first record of each key to `body` in the order of the input, until it returns `false`;
  /// returns the number of keys.
  ///
  /// With a separator it passes the repeats instead, each followed by the separator and the first record of
  /// its key.
  @discardableResult
  package func finish(
    repeatsJoinedBy separator: UInt8? = nil, _ body: ([UInt8]) throws -> Bool
  ) throws -> Int {
    let count = try sortOutFirstRecords(repeatsJoinedBy: separator)
    for bucket in buckets {
      var records: [KeyedRecord] = []
      try bucket.forEach { records.append($0) }
      for record in records.sorted(by: { $0.number < $1.number }) {
        if try !body(record.bytes) { return count }
      }
    }
    return count
  }

  /// Removes all files of the run, and the folder if it is empty then.
  package func removeFiles() {
    if folder.isTemporary { return }
    for file in parts + buckets { file.remove() }
    unlink(Self.manifest(in: folder.url).path)
    folder.removeIfEmpty()
  }

  /// Spreads the first record of each key over the buckets; returns their number.
  private func sortOutFirstRecords(
    repeatsJoinedBy separator: UInt8?
  ) throws(DeduplicationError) -> Int {
    let perBucket = max(1, (recordCount + Self.partCount - 1) / Self.partCount)
    var count = 0
    for part in parts {
      var seen: [UInt128: [UInt8]] = [:]
      // The records of a file are in the order of the input.
      try part.forEach { record throws(DeduplicationError) in
        guard record.number < recordCount else {
          throw .file(folder.url.path, reason: "a file of the run is damaged")
        }
        let bucket = buckets[Int(record.number) / perBucket]
        if let first = seen[record.key] {
          guard let separator else { return }
          try bucket.append(
            KeyedRecord(
              key: record.key, number: record.number, bytes: record.bytes + [separator] + first))
        } else {
          seen[record.key] = separator == nil ? [] : record.bytes
          if separator == nil { try bucket.append(record) }
        }
      }
      count += seen.count
    }
    return count
  }
}

extension Deduplicator {
  private static func manifest(in folder: URL) -> URL { folder.appendingPathComponent("run") }
  private static let format = "sudoku-dedupe 1"

  private static func checkpoint(
    in folder: URL, source: String
  ) throws(DeduplicationError) -> Checkpoint {
    let url = manifest(in: folder)
    guard FileManager.default.fileExists(atPath: url.path) else { return Checkpoint() }
    let text = try attempt(url) { try String(contentsOf: url, encoding: .utf8) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let numbers = lines.dropFirst(2).first?.split(separator: " ").compactMap { Int($0) } ?? []
    guard lines.first == format[...], lines.dropFirst().first == source[...],
      numbers.count == 2 + partCount, numbers.allSatisfy({ $0 >= 0 })
    else { throw .foreignFolder(folder.path) }
    var checkpoint = Checkpoint()
    (checkpoint.recordCount, checkpoint.position) = (numbers[0], numbers[1])
    checkpoint.lengths = Array(numbers.dropFirst(2))
    return checkpoint
  }

  private func write(_ checkpoint: Checkpoint) throws(DeduplicationError) {
    let numbers = [checkpoint.recordCount, checkpoint.position] + checkpoint.lengths
    let text =
      Self.format + "\n" + source + "\n" + numbers.map { String($0) }.joined(separator: " ") + "\n"
    let url = Self.manifest(in: folder.url)
    // Written to a new file, then renamed: a run killed here leaves the old one.
    let fresh = url.appendingPathExtension("new")
    try attempt(url) {
      try Data(text.utf8).write(to: fresh)
      let handle = try FileHandle(forWritingTo: fresh)
      try handle.synchronize()
      try handle.close()
      guard rename(fresh.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
    try folder.synchronize()
  }
}

package enum DeduplicationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file could not be written or read; path and reason.
  case file(String, reason: String)
  /// The working folder belongs to a run with other inputs or of another version.
  case foreignFolder(String)
  case folderInUse(String)

  package var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .foreignFolder(let path):
      "\(path) holds the work of a run with other inputs; name another folder or remove it"
    case .folderInUse(let path):
      "another run is working in \(path); wait for its end or name another folder"
    }
  }
}
