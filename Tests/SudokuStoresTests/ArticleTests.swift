import Foundation
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

/// The code of the articles `SyncDevices.md` and `WriteAStore.md` of SudokuSync: keep both the same.
@Suite("Articles")
struct ArticleTests {
  @Test("Sync a player's devices")
  func syncDevices() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let directory = scratch.fresh()
    func engine(_ path: String) throws -> (SQLiteReplica, SyncEngine) {
      var random = SystemRandomNumberGenerator()
      let replica = try SQLiteReplica(path: path, random: &random)
      let store = DirectoryStore(directory)
      let engine = try SyncEngine(
        replica: replica, store: store, storeName: "file:\(directory)",
        random: SeededRandom(seed: random.next()),
        clock: { Int64(Date().timeIntervalSince1970 * 1_000) })
      return (replica, engine)
    }
    let (replica, first) = try engine(scratch.fresh() + "/replica.sqlite")
    try Fixtures.play(1...3, in: .profile, on: replica)
    #expect(await first.sync(.news).pushed == 3)

    let (other, second) = try engine(scratch.fresh() + "/replica.sqlite")
    let launch = await second.sync(.now)
    #expect(launch.error == nil && launch.completedElsewhere.isEmpty)
    #expect(await second.sync(.news).pulled == 3)
    #expect(try other.heads(of: .profile) == replica.heads(of: .profile))
    #expect(await second.pushIfDue() == nil)
    let status = try await second.status()
    #expect(status.isOnline && status.pendingOperations == 0 && status.quarantined.isEmpty)

    let watching = Task { for await _ in second.watch() { return } }
    await second.close()
    await watching.value
    await first.close()
  }

  @Test("Write a store: a place")
  func writeAPlace() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    @Sendable func newFolder(_ number: Int) throws -> URL {
      let folder = URL(filePath: "\(scratch.path)/\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
    let findings = try await PlaceConformance {
      FolderPlace(folder: try newFolder($0))
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("Write a store")
  func writeAStore() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    @Sendable func newPath() -> String { scratch.fresh() + "/store.jsonl" }
    let findings = try await StoreConformance {
      BlockingStore(try JournalDriver(path: newPath()), name: "journal")
    }.run()
    #expect(findings.isEmpty, "\(findings)")

    let path = newPath()
    let store = BlockingStore(try JournalDriver(path: path), name: "journal")
    let receipt = try await store.append(Fixtures.batch(1, 1...3))
    await store.close()
    let again = BlockingStore(try JournalDriver(path: path), name: "journal")
    #expect(
      try await again.document(Fixtures.game(1), after: [:])?.heads == receipt.outcomes.first?.heads
    )
    await again.close()
  }
}

/// A place in a folder.
private struct FolderPlace: ValuePlace {
  let folder: URL

  func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    let draft = folder.appending(path: ".\(UUID())")
    defer { try? FileManager.default.removeItem(at: draft) }
    do {
      try Data(value).write(to: draft)
      // Nobody sees half a value; it fails if the name exists.
      try FileManager.default.linkItem(at: draft, to: folder.appending(path: name))
      // A folder has no versions.
      return ""
    } catch CocoaError.fileWriteFileExists { return nil } catch {
      throw SyncError(.fileFailed, "\(error)")
    }
  }

  func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    for name in names {
      values[name] = (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
    }
    return values
  }

  func names(since cursor: String?) async throws(SyncError) -> NamePage {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return NamePage(
        created: Dictionary(names.filter { !$0.hasPrefix(".") }.map { ($0, "") }) { $1 },
        startsOver: true)
    } catch { throw SyncError(.fileFailed, "\(error)") }
  }

  func remove(_ names: [String]) async throws(SyncError) {
    for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
  }
}

/// A store that keeps a journal of all appends in a file.
private final class JournalDriver: StoreDriver {
  private let file: FileHandle
  private var core: StoreCore

  init(path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      // A new store: an identity and an epoch that no other store has.
      let names = "\(UUID().uuidString) \(UUID().uuidString)\n"
      try names.write(toFile: path, atomically: true, encoding: .utf8)
    }
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let names = lines.removeFirst().split(separator: " ").map(String.init)
    core = StoreCore(identity: names[0], epoch: names[1])
    for line in lines {
      let request = try JSONDecoder().decode(StoreRequest.self, from: Data(line.utf8))
      _ = try core.perform(request, at: 0)
    }
    file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seekToEnd()
  }

  func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    // In the file before it is in memory: a failed write leaves no trace.
    var next = core
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    let response = try next.perform(request, at: now)
    if case .append = request.query {
      do {
        try file.write(contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
        try file.synchronize()
      } catch { throw SyncError(.fileFailed, "\(error)") }
    }
    core = next
    return response
  }

  func close() { try? file.close() }
}
