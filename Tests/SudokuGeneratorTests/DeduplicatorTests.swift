import Foundation
import SudokuCore
import SudokuGenerator
import TestSupport
import Testing

@Suite struct DeduplicatorTests {
  /// Records with many equal keys.
  private static func records(_ count: Int) -> [(key: UInt128, bytes: [UInt8])] {
    var random = SeededRandom(seed: 3)
    return (0..<count).map { index in
      let seed = UInt64(random.next(below: count / 2))
      var mixed = SeededRandom(seed: seed)
      let key = UInt128(mixed.next()) << 64 | UInt128(mixed.next())
      return (key, Array("record \(index)".utf8))
    }
  }

  private static func expected(_ records: [(key: UInt128, bytes: [UInt8])]) -> [[UInt8]] {
    var seen: Set<UInt128> = []
    return records.filter { seen.insert($0.key).inserted }.map(\.bytes)
  }

  private static func result(_ deduplicator: Deduplicator) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    try deduplicator.finish {
      found.append($0)
      return true
    }
    return found
  }

  @Test func firstOfEachKeyInOrder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let records = Self.records(sized(4_000, full: 20_000))
    let deduplicator = try Deduplicator(folder: folder / "work", source: "a")
    for record in records { try deduplicator.add(record.key, record.bytes) }
    #expect(try Self.result(deduplicator) == Self.expected(records))
    deduplicator.removeFiles()
    #expect(!FileManager.default.fileExists(atPath: (folder / "work").path))
  }

  @Test func aRunGoesOnFromItsCheckpoint() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let records = Self.records(5_000)
    do {
      let killed = try Deduplicator(folder: folder.url, source: "a")
      for record in records[..<2_000] { try killed.add(record.key, record.bytes) }
      try killed.save(position: 2_000)
      // What comes after the checkpoint is lost with the process, in part or in whole.
      for record in records[2_000..<4_500] { try killed.add(record.key, record.bytes) }
    }
    let next = try Deduplicator(folder: folder.url, source: "a")
    #expect(next.start.position == 2_000 && next.recordCount == 2_000)
    for record in records[next.start.position...] { try next.add(record.key, record.bytes) }
    #expect(try Self.result(next) == Self.expected(records))
  }

  @Test func anotherInputIsRefused() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Deduplicator(folder: folder.url, source: "a").save(position: 1)
    #expect(throws: DeduplicationError.foreignFolder(folder.url.path)) {
      try Deduplicator(folder: folder.url, source: "b")
    }
  }

  @Test func damageIsTold() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    do {
      let first = try Deduplicator(folder: folder.url, source: "a")
      for record in Self.records(1_000) { try first.add(record.key, record.bytes) }
      try first.save(position: 1)
    }
    let part = folder / "part-00"
    try Data(contentsOf: part).dropLast(3).write(to: part)
    #expect {
      try Deduplicator(folder: folder.url, source: "a")
    } throws: { error in
      if case .file(part.path, _)? = error as? DeduplicationError { true } else { false }
    }
  }

  @Test func oneRunAtATimeHasAFolder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try Deduplicator(folder: folder.url, source: "a")
    #expect(throws: DeduplicationError.folderInUse(folder.url.path)) {
      try Deduplicator(folder: folder.url, source: "a")
    }
    withExtendedLifetime(first) {}
  }

  @Test func temporaryWorkLeavesNothing() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let records = Self.records(sized(4_000, full: 20_000))
    let deduplicator = try Deduplicator(temporaryIn: folder.url)
    // Nothing has a name, not even while it works.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    for record in records { try deduplicator.add(record.key, record.bytes) }
    #expect(try Self.result(deduplicator) == Self.expected(records))
  }

  @Test func recordsOfAnyLength() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let lengths = [0, 1, 40_000, 5, 1 << 20, 0]
    let deduplicator = try Deduplicator(temporaryIn: folder.url)
    for (index, length) in lengths.enumerated() {
      // All in one part.
      try deduplicator.add(UInt128(index), [UInt8](repeating: UInt8(index), count: length))
    }
    #expect(try Self.result(deduplicator).map(\.count) == lengths)
  }
}
