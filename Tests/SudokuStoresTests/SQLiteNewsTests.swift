import Foundation
import GRDB
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

/// What other processes write to the same file, and what happens to a file behind our back.
@Suite("Changes by other processes")
struct SQLiteNewsTests {
  /// Another connection may hold a lock for a moment.
  private static var patient: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return configuration
  }

  private func open(_ path: String) throws -> SQLiteReplica {
    var random = SystemRandomNumberGenerator()
    return try SQLiteReplica(path: path, durability: .none, random: &random)
  }

  private func append(_ game: Int, _ numbers: ClosedRange<Int>, to replica: SQLiteReplica) throws {
    let id = Fixtures.game(game)
    try replica.append([
      ReplicaEntry(
        Fixtures.operations(replica.device, numbers), in: id,
        summary: Fixtures.summary(id, at: Int64(numbers.upperBound)))
    ])
  }

  @Test func changesByOthersAreReportedOnceAndOwnOnesNot() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    let (one, two) = (try open(path), try open(path))
    try append(1, 1...2, to: one)
    #expect(try one.changesByOthers().isEmpty, "nothing is known at first")
    try append(1, 3...4, to: one)
    #expect(try one.changesByOthers().isEmpty, "its own writes are no news")
    try append(2, 1...1, to: two)
    #expect(try one.changesByOthers() == [Fixtures.game(2)])
    #expect(try one.changesByOthers().isEmpty)
    #expect(try one.counts().documents == 2 && one.counts().pendingOperations == 5)
    try append(3, 1...3, to: two)
    #expect(try one.counts().documents == 3 && one.counts().pendingOperations == 8)
  }

  @Test func anUnreadableSummaryCostsNothingElse() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    do {
      let replica = try open(path)
      for game in 1...3 { try append(game, 1...2, to: replica) }
    }
    try DatabaseQueue(path: path, configuration: Self.patient).write { db in
      try db.execute(
        sql: "UPDATE document SET summary = '{' WHERE id = ?",
        arguments: [Fixtures.game(2).rawValue])
    }
    let replica = try open(path)
    #expect(try replica.summaries(.games, limit: 9, before: nil).summaries.count == 2)
    #expect(try replica.summaries(.all, limit: 9, before: nil).summaries.count == 3)
    #expect(try replica.readOperations(of: Fixtures.game(2)).count == 2)
    #expect(
      try replica.quarantined().map(\.document) == [Fixtures.game(2)], "its clues are unknown")
  }

  /// The list is whole again at once where the operations say what the summary said.
  @Test func anUnreadableSummaryIsComputedAgain() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    var replica = try open(path)
    let document = try GameDocument(clues: Fixtures.clues, startDate: .init(seconds: 1))
    var session = GameSession(document, device: replica.device)
    var clock = HybridLogicalClock()
    let header = GameHeader(clues: Fixtures.clues)
    let operations = session.begin(
      header, at: ClockReading(wallMilliseconds: 1_000), clock: &clock)
    try replica.append([
      ReplicaEntry(
        operations, in: DocumentID(document.id), summary: DocumentSummary(session.document.summary))
    ])
    let listed = try replica.summaries(.games, limit: 9, before: nil).summaries
    try DatabaseQueue(path: path, configuration: Self.patient).write { db in
      try db.execute(sql: "UPDATE document SET summary = '['")
    }
    replica = try open(path)
    #expect(try replica.summaries(.games, limit: 9, before: nil).summaries == listed)
    #expect(try replica.quarantined().isEmpty)
  }

  /// Lost operations are reported, dropped only on request, and then fetched again.
  @Test func missingOperationsAreReported() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    do {
      let replica = try open(path)
      for numbers in [1...2, 3...4, 5...6] { try append(1, numbers, to: replica) }
      try append(2, 1...2, to: replica)
    }
    try DatabaseQueue(path: path, configuration: Self.patient).write { db in
      try db.execute(sql: "DELETE FROM chunk WHERE firstSeq = 3 OR document = 2")
    }
    let replica = try open(path)
    for (game, readable, reason) in [
      (1, 2, "operations 3 to 4 are missing on this device"),
      (2, 0, "operations 1 to 2 are missing on this device"),
    ] {
      let id = Fixtures.game(game)
      #expect(try replica.readOperations(of: id).count == readable)
      #expect(try replica.quarantined().filter { $0.document == id }.map(\.reason) == [reason])
      #expect(try replica.dropQuarantined(id) == (game == 1 ? 4 : 2))
      #expect(try replica.heads(of: id)[replica.device]?.seq ?? 0 == readable)
      #expect(try replica.readOperations(of: id).count == readable)
    }
    #expect(try replica.quarantined().isEmpty)
  }

  @Test func aStoreReplacedByItsOlderCopyIsRefilled() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.fresh()
    let path = folder + "/store.sqlite"
    let replica = MemoryReplica(device: Fixtures.device(1))
    func sync(_ goal: SyncGoal) async throws -> SyncReport {
      let store = try SQLiteStore(path: path, durability: .none)
      let engine = try SyncEngine(
        replica: replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
        clock: { 0 })
      let report = await engine.sync(goal)
      await engine.close()
      return report
    }
    func add(_ game: Int) throws {
      let id = Fixtures.game(game)
      try replica.append([
        ReplicaEntry(
          Fixtures.operations(replica.device, 1...2), in: id,
          summary: Fixtures.summary(id, at: 1))
      ])
    }
    try add(1)
    #expect(try await sync(.everything).error == nil)
    try await DatabaseQueue(path: path, configuration: Self.patient).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/old")
    for game in 2...5 { try add(game) }
    #expect(try await sync(.everything).pushed == 8)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.moveItem(atPath: folder + "/old", toPath: path)
    let report = try await sync(.everything)
    #expect(report.error == nil && report.events.contains(.storeReplaced(.rolledBack)))
    let store = try SQLiteStore(path: path, durability: .none)
    for game in 1...5 {
      #expect(try await store.document(Fixtures.game(game), after: [:])?.heads?.count == 1)
    }
  }

  /// A damaged disk under the store: who has the operations sends them again, others get them.
  @Test(arguments: [1, 3])
  func whatIsDamagedInAStoreIsSentAgain(from seq: Int) async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/store.sqlite"
    func sync(_ replica: MemoryReplica) async throws -> SyncReport {
      try await Fixtures.sync(replica, with: try SQLiteStore(path: path, durability: .none))
    }
    let id = Fixtures.game(1)
    let author = MemoryReplica(device: Fixtures.device(1))
    for numbers in [1...2, 3...4, 5...6] {
      try Fixtures.play(numbers, in: id, on: author)
      #expect(try await sync(author).error == nil)
    }
    try await DatabaseQueue(path: path, configuration: Self.patient).write { db in
      try db.execute(
        sql:
          "UPDATE chunk SET lines = CAST(replace(CAST(lines AS TEXT), 'device', 'devicf') AS BLOB) "
          + "WHERE firstSeq = ?", arguments: [seq])
      #expect(db.changesCount == 1)
    }
    let reader = MemoryReplica(device: Fixtures.device(2))
    let first = try await sync(reader)
    #expect(
      first.events.contains { if case .skipped = $0 { true } else { false } }, "\(first.events)")
    #expect(try reader.heads(of: id)[author.device]?.seq ?? 0 == seq - 1)
    let again = try await sync(author)
    #expect(again.events.contains(.resent(id)), "\(again.events)")
    _ = try await sync(reader)
    #expect(try reader.heads(of: id) == author.heads(of: id))
    #expect(try reader.quarantined().isEmpty)
  }

  @Test func aWatchReportsWritesOfAnotherProcess() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/store.sqlite"
    let mine = try SQLiteStore(path: path, durability: .none)
    let other = try SQLiteStore(path: path, durability: .none)
    let signals = mine.watch()
    _ = try await mine.perform(StoreRequest(query: .contents))
    let id = Fixtures.game(1)
    try await other.append(
      OperationBatch(
        writer: Fixtures.device(2),
        documents: [
          DocumentDelta(
            id: id, summary: Fixtures.summary(id, at: 1),
            chunks: [try Fixtures.chunk(Fixtures.device(2), 1...2)])
        ]))
    for await _ in signals { break }
    #expect(try await mine.document(id, after: [:]) != nil)
    await mine.close()
  }
}
