import Foundation
import SudokuCore
import SudokuPlayer
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

@Suite("SQLite store")
struct SQLiteStoreTests {
  @Test func conforms() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await StoreConformance {
      try SQLiteStore(path: scratch.fresh() + "/store.sqlite", durability: .none)
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("keys of a device never wait for a store, those of the player do")
  func staysHere() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    var random = SeededRandom(seed: 7)
    let replica = try SQLiteReplica(
      path: scratch.fresh() + "/replica.sqlite", durability: .none, random: &random)
    #expect(try ReplicaChecks.settingsOfDevice(replica) == [])
  }

  @Test func listsOfDocumentsAreStable() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    var random = SeededRandom(seed: 7)
    let replica = try SQLiteReplica(
      path: scratch.fresh() + "/replica.sqlite", durability: .none, random: &random)
    #expect(try ReplicaChecks.listOfDocuments(replica) == [])
  }

  /// A process that is killed between two steps leaves no file with another one's log.
  @Test func aDatabaseIsMovedAsAWhole() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.fresh()
    let path = folder + "/store.sqlite"
    let store = try SQLiteStore(path: path, durability: .none)
    _ = try await store.append(Fixtures.batch(1, 1...3))
    // As another process sees it while this one has it open: most of it is in the log.
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(log.count > 4_096)
    #expect(DamagedDatabase.move(path, to: path + ".damaged-1") == nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged-1-wal")) == log)
    for suffix in ["", "-wal"] { #expect(!FileManager.default.fileExists(atPath: path + suffix)) }
    await store.close()
    // Killed after the file was moved: its log is left behind, and SQLite takes nothing from it.
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
    let next = try SQLiteStore(path: path, durability: .none)
    #expect(try await next.contents().contents.games == 0)
    _ = try await next.append(Fixtures.batch(2, 1...2))
    await next.close()
    let again = try SQLiteStore(path: path, durability: .none)
    #expect(try await again.contents().contents.games == 1)
    await again.close()
    #expect(DamagedDatabase.move(folder + "/none", to: folder + "/x") != nil)
  }

  /// However many requests meet a store that was replaced, it is opened once, and the old one is closed.
  @Test func aReplacedStoreIsOpenedOnce() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.fresh()
    let path = folder + "/store.sqlite"
    let store = try StoreRegistry.all().store("sqlite:" + path)
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        .count { $0.hasPrefix(folder) }
    }
    var counts: [Int] = []
    for _ in 0..<12 {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { _ = try await store.contents() } }
        try await group.waitForAll()
      }
      // The old one is closed in the background.
      for _ in 0..<200 where try openFiles() > 8 { try await Task.sleep(for: .milliseconds(10)) }
      counts.append(try openFiles())
    }
    #expect(counts.allSatisfy { $0 <= 8 }, "\(counts)")
    await store.close()
    for _ in 0..<1000 where try openFiles() > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try openFiles() == 0)
    await #expect(throws: SyncError.self) { try await store.contents() }
  }
}
