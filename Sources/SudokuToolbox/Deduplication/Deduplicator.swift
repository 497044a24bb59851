import Foundation

/// Keeps the first of all records with the same key, in constant memory whatever their number.
///
/// Records are spread over files by their keys; then file after file is brought to memory, and the first
/// record of each key goes to files by its place in the input; those give the result in the order of
/// the input. All files lie in a working folder. A run that was killed goes on from its last checkpoint.
///
/// ```swift
/// let deduplicator = try Deduplicator(folder: folder, source: "collection.txt 8200000")
/// for (key, line) in puzzles { try deduplicator.add(key, line) }
/// try deduplicator.finish { line in print(line); return true }
/// ```
///
/// Memory: some 16 MB for buffers and, at the end, a 256th of all records. Disk: the records and 28 bytes
/// for each, twice. The method is a hash join's ("Grace hash"): M. Kitsuregawa et al., 1983.
public final class Deduplicator {
  /// Where a run stood when its work was last safe on disk.
  public struct Checkpoint: Hashable, Sendable {
    /// The number of records added.
    public var recordCount = 0
    /// What the caller noted about its input, to go on from there.
    public var position = 0
    var lengths: [Int] = Array(repeating: 0, count: Deduplicator.partCount)
  }

  /// The number of files that the records are spread over.
  static let partCount = 256

  /// Where the run began: at the start, or where an earlier run left off.
  public let start: Checkpoint
  /// The number of records added, those of earlier runs included.
  public private(set) var recordCount: Int

  private let folder: URL
  private let source: String
  private let parts: [RecordFile]

  /// Opens a working folder, which is made if need be.
  ///
  /// - Parameters:
  ///   - folder: Where the files lie; another run's folder is refused.
  ///   - source: Text of one line that tells whether an earlier run had the same input.
  /// - Throws: `DeduplicationError`.
  public init(folder: URL, source: String) throws(DeduplicationError) {
    self.folder = folder
    self.source = source
    try attempt(folder) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    start = try Self.checkpoint(in: folder, source: source)
    recordCount = start.recordCount
    var parts: [RecordFile] = []
    for (index, length) in start.lengths.enumerated() {
      parts.append(try RecordFile(url: Self.url(of: index, "part", in: folder), length: length))
    }
    self.parts = parts
  }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - key: What equal records have in common.
  ///   - record: Anything, up to 2^32 bytes.
  /// - Throws: `DeduplicationError`.
  public func add(_ key: UInt128, _ record: some Collection<UInt8>) throws(DeduplicationError) {
    let part = Int(truncatingIfNeeded: key >> 120)
    try parts[part].append(KeyedRecord(key: key, number: UInt64(recordCount), bytes: Array(record)))
    recordCount += 1
  }

  /// Makes what was added so far safe, so that another run can go on from here.
  ///
  /// - Parameter position: What the next run is told as `start.position`.
  /// - Throws: `DeduplicationError`.
  public func save(position: Int) throws(DeduplicationError) {
    var checkpoint = Checkpoint(recordCount: recordCount, position: position)
    for (index, part) in parts.enumerated() {
      try part.flush(isDurable: true)
      checkpoint.lengths[index] = part.length
    }
    try Self.write(checkpoint, in: folder, source: source)
  }

  /// Gives the first record of each key in the order in which they were added.
  ///
  /// - Parameter body: Gets each record; returns whether to go on.
  /// - Returns: The number of different keys.
  /// - Throws: `DeduplicationError`, and what `body` throws.
  @discardableResult
  public func finish(
    _ body: ([UInt8]) throws -> Bool
  ) throws -> Int {
    let (buckets, count) = try firstRecords()
    defer { for bucket in buckets { bucket.remove() } }
    for bucket in buckets {
      for record in try bucket.records().sorted(by: { $0.number < $1.number }) {
        if try !body(record.bytes) { return count }
      }
    }
    return count
  }

  /// Removes all files of the run, and the folder if nothing else is in it.
  public func removeFiles() {
    for part in parts { part.remove() }
    try? FileManager.default.removeItem(at: Self.manifest(in: folder))
    if (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.isEmpty == true {
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// The first record of each key, spread over files by their places in the input.
  private func firstRecords() throws(DeduplicationError) -> ([RecordFile], count: Int) {
    let perBucket = max(1, (recordCount + Self.partCount - 1) / Self.partCount)
    var buckets: [RecordFile] = []
    for index in 0..<Self.partCount {
      buckets.append(try RecordFile(url: Self.url(of: index, "kept", in: folder), length: 0))
    }
    var count = 0
    for part in parts {
      try part.flush(isDurable: false)
      var first: [UInt128: KeyedRecord] = [:]
      // The records of a file lie in the order in which they came.
      for record in try part.records() where first[record.key] == nil { first[record.key] = record }
      count += first.count
      for record in first.values { try buckets[Int(record.number) / perBucket].append(record) }
    }
    for bucket in buckets { try bucket.flush(isDurable: false) }
    return (buckets, count)
  }
}

extension Deduplicator {
  private static func url(of index: Int, _ name: String, in folder: URL) -> URL {
    let number = String(index, radix: 16)
    return folder.appendingPathComponent("\(name)-\(number.count < 2 ? "0" : "")\(number)")
  }

  private static func manifest(in folder: URL) -> URL { folder.appendingPathComponent("run") }
  private static let format = "sudoku-dedupe 1"

  /// Reads where an earlier run stood.
  private static func checkpoint(
    in folder: URL, source: String
  ) throws(DeduplicationError) -> Checkpoint {
    let url = manifest(in: folder)
    guard FileManager.default.fileExists(atPath: url.path) else { return Checkpoint() }
    let text = try attempt(url) { try String(contentsOf: url, encoding: .utf8) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let numbers = lines.dropFirst(2).first?.split(separator: " ").compactMap { Int($0) } ?? []
    guard lines.first == format[...], lines.dropFirst().first == source[...],
      numbers.count == 2 + partCount
    else { throw .foreignFolder(folder.path) }
    return Checkpoint(
      recordCount: numbers[0], position: numbers[1], lengths: Array(numbers.dropFirst(2)))
  }

  private static func write(
    _ checkpoint: Checkpoint, in folder: URL, source: String
  ) throws(DeduplicationError) {
    let numbers = [checkpoint.recordCount, checkpoint.position] + checkpoint.lengths
    let text =
      format + "\n" + source + "\n" + numbers.map { String($0) }.joined(separator: " ") + "\n"
    let url = manifest(in: folder)
    // Written beside, then renamed: a run that is killed here finds the old one.
    let fresh = url.appendingPathExtension("new")
    try attempt(url) {
      try Data(text.utf8).write(to: fresh)
      let handle = try FileHandle(forWritingTo: fresh)
      try handle.synchronize()
      try handle.close()
      guard rename(fresh.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}

/// Runs file operations; their errors become ours with the path.
func attempt<Value>(
  _ url: URL, _ body: () throws -> Value
) throws(DeduplicationError) -> Value {
  do { return try body() } catch {
    throw .file(url.path, reason: error.localizedDescription)
  }
}
