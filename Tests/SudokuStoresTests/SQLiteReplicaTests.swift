import Foundation
import GRDB
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

@Suite("SQLite replica")
struct SQLiteReplicaTests {
  private func open(_ path: String, limit: Int = 16) throws -> SQLiteReplica {
    var random = SystemRandomNumberGenerator()
    return try SQLiteReplica(path: path, processLimit: limit, random: &random)
  }

  /// What a page of a store's changes brings is summarized at once; as one by one in memory.
  @Test func summariesAreTakenTogether() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let replicas: [any Replica] = [
      try open(scratch.fresh() + "/replica.sqlite"), MemoryReplica(device: Fixtures.device(1)),
    ]
    let ids = (1...3).map { Fixtures.game($0) }
    for replica in replicas {
      for id in ids.prefix(2) {
        try replica.append([
          try ReplicaEntry(
            Fixtures.operations(replica.device, 1...2), in: id, summary: Fixtures.summary(id, at: 2)
          )
        ])
      }
      let known = try replica.known(ids)
      #expect(Set(known.keys) == Set(ids.prefix(2)), "the third one is unknown")
      for id in ids.prefix(2) {
        #expect(known[id]?.summary == Fixtures.summary(id, at: 2))
        #expect(try known[id]?.heads == replica.heads(of: id))
      }
      // The second one has grown meanwhile, the third one is not there.
      let heads = try ids.map { try replica.heads(of: $0) }
      try replica.append([
        try ReplicaEntry(
          Fixtures.operations(replica.device, 3...3), in: ids[1],
          summary: Fixtures.summary(ids[1], at: 3))
      ])
      let isTaken = try replica.summarize(
        zip(ids, heads).map { id, heads in
          FoldedSummary(summary: Fixtures.summary(id, at: 9), heads: heads, stored: nil)
        })
      #expect(isTaken == [true, false, false])
      #expect(try replica.summary(of: ids[0]) == Fixtures.summary(ids[0], at: 9))
      #expect(try replica.summary(of: ids[1]) == Fixtures.summary(ids[1], at: 3))
      #expect(try replica.summary(of: ids[2]) == nil)
    }
  }

  /// What an earlier version stored under an ID that is not valid any more costs no other game.
  @Test(arguments: ["-9300000000000000", "864000000000000000", "x"])
  func aGameOfAnInvalidIDIsSetAside(start: String) throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let id = try #require(DocumentID("game-07ap9x8qtst53aww4qy12t8wfr-" + start))
    let path = scratch.fresh() + "/replica.sqlite"
    for isFirst in [true, false] {
      let replica = try open(path)
      if isFirst {
        for id in [id, Fixtures.game(1)] {
          try Fixtures.play(1...3, in: id, on: replica)
        }
      }
      for status in DocumentStatus.allCases where status != .all {
        let listed = try replica.summaries(status, limit: 10, before: nil).summaries.map(\.id)
        #expect(listed == ([.games, .inProgress].contains(status) ? [Fixtures.game(1)] : []))
      }
      #expect(try replica.quarantined().map(\.document) == [id])
      #expect(try replica.heads(of: id).count == 1, "its operations are kept")
    }
  }

  /// Counts of one process are reused by the next, unless another one has written meanwhile.
  @Test func countsAreKept() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    func write(_ replica: SQLiteReplica, _ game: Int, _ numbers: ClosedRange<Int>) throws {
      let id = Fixtures.game(game)
      try replica.append([
        try ReplicaEntry(
          Fixtures.operations(replica.device, numbers), in: id,
          summary: Fixtures.summary(id, at: Int64(numbers.upperBound)))
      ])
    }
    func kept() throws -> String? {
      try DatabaseQueue(path: path).read { db in
        try String.fetchOne(db, sql: "SELECT value FROM value WHERE key = 'counts'")
      }
    }
    var counts = ReplicaCounts()
    do {
      let replica = try open(path)
      try write(replica, 1, 1...3)
      try write(replica, 2, 1...2)
      counts = try replica.counts()
      #expect(counts.pendingOperations == 5 && counts.games == 2)
      try replica.keepCounts()
      #expect(try kept() != nil)
    }
    do {
      let (replica, other) = (try open(path), try open(path))
      #expect(try replica.counts() == counts)
      #expect(try other.counts() == counts)
      // Whatever is written takes them away; each process counts what the other did.
      try write(other, 3, 1...4)
      #expect(try kept() == nil)
      counts = try replica.counts()
      #expect(counts.pendingOperations == 9 && counts.games == 3)
      try replica.keepCounts()
      try other.acknowledge([
        StoreHolding(
          id: Fixtures.game(3), heads: try other.heads(of: Fixtures.game(3)), summary: nil)
      ])
      #expect(try kept() == nil, "a store's word changes what waits")
      try replica.keepCounts()
      #expect(try kept() == nil, "what is out of date is not kept")
      counts = try replica.counts()
      #expect(counts.pendingOperations == 5)
    }
    #expect(try open(path).counts() == counts)
  }

  /// The durable replica and the one in memory do the same, whatever happens to them.
  @Test func sameAsTheTwin() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    for seed in (UInt64(0)..<12).sized(3) {
      var random = SeededRandom(seed: seed)
      let durable = try open(scratch.fresh() + "/replica.sqlite")
      let fake = MemoryReplica(device: durable.device)
      var store = StoreCore(identity: "test")
      for step in 0..<60 {
        let id = Fixtures.game(random.next(below: 4))
        let ticket = random.next(below: 10)
        if ticket < 5 {
          let first = (try fake.heads(of: id)[fake.device]?.seq ?? 0) + 1
          let new = Fixtures.operations(fake.device, first...(first + random.next(below: 90)))
          let entry = try ReplicaEntry(
            new, in: id,
            summary: Fixtures.summary(id, at: Int64(step), isCompleted: ticket == 0))
          try durable.append([entry])
          try fake.append([entry])
        } else if ticket < 7 {
          let other = Fixtures.device(random.next(below: 2) + 1)
          let last = (store.heads(of: id)?[other]?.seq ?? 0) + random.next(below: 5) + 1
          let delta = DocumentDelta(
            id: id, summary: Fixtures.summary(id, at: Int64(step)),
            chunks: [try Fixtures.chunk(other, 1...last)])
          _ = store.append(OperationBatch(writer: other, documents: [delta]))
          let changes = store.changes(since: nil, limit: random.next(below: 30) + 1)
          let one = try durable.merge(changes.documents, cursor: changes.next)
          let two = try fake.merge(changes.documents, cursor: changes.next)
          #expect(one == two, "seed \(seed)")
        } else if ticket < 9, let summary = try fake.summary(of: id) {
          let receipt = store.append(
            OperationBatch(
              writer: fake.device,
              documents: [DocumentDelta(id: id, summary: summary, chunks: try fake.pending(of: id))]
            ))
          let holdings = receipt.outcomes.map {
            StoreHolding(id: $0.id, heads: $0.heads, summary: summary)
          }
          try durable.acknowledge(holdings)
          try fake.acknowledge(holdings)
        } else if random.next(below: 10) == 0 {
          try durable.forgetStore()
          try fake.forgetStore()
        }
        try expectSame(durable, fake, seed)
      }
    }
  }

  private func expectSame(_ one: any Replica, _ two: any Replica, _ seed: UInt64) throws {
    #expect(try one.counts() == two.counts(), "seed \(seed)")
    #expect(
      try one.pendingDocuments(limit: 9, after: nil) == two.pendingDocuments(limit: 9, after: nil),
      "seed \(seed)")
    for status in DocumentStatus.allCases {
      let (left, right) = (
        try one.summaries(status, limit: 2, before: nil),
        try two.summaries(status, limit: 2, before: nil)
      )
      #expect(left == right, "seed \(seed), \(status)")
    }
    for number in 0..<4 {
      let id = Fixtures.game(number)
      #expect(try one.heads(of: id) == two.heads(of: id), "seed \(seed)")
      #expect(
        try one.pending(of: id).flatMap(\.lines) == two.pending(of: id).flatMap(\.lines),
        "seed \(seed)")
      #expect(
        try one.chunks(of: id, after: [:]).flatMap(\.lines)
          == two.chunks(of: id, after: [:]).flatMap(\.lines), "seed \(seed)")
    }
  }

  @Test func twoProcessesNeverShareAnIdentity() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    let first: DeviceID
    do {
      let (one, two) = (try open(path), try open(path))
      first = one.device
      #expect(one.device != two.device)
      do {
        _ = try open(path, limit: 2)
        Issue.record("a third one was accepted")
      } catch let error as SyncError {
        #expect(error.kind == .identityInUse)
      }
    }
    #expect(try open(path).device == first, "the identity is kept")
  }

  @Test func damagedFileIsRefusedAndKept() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    do {
      let replica = try open(path)
      for game in 0..<50 {
        let new = Fixtures.operations(replica.device, 1...100)
        let id = Fixtures.game(game)
        try replica.append([ReplicaEntry(new, in: id, summary: Fixtures.summary(id, at: 1))])
      }
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 4_096..<min(bytes.count, 90_000) { bytes[index] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: path))
    do {
      _ = try open(path)
      Issue.record("a damaged file was opened")
    } catch let error as SyncError {
      #expect(error.kind == .damaged)
      #expect(error.message.contains(path))
    }
    let kept = try SQLiteReplica.quarantine(path)
    let left = try Data(contentsOf: URL(fileURLWithPath: kept))
    #expect(left.count >= bytes.count, "nothing is deleted")
    #expect(left.count { $0 == 0xA5 } > 40_000, "nothing is overwritten")
    #expect(try open(path).counts().documents == 0)
  }

  @Test func wrongSequenceIsRefused() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let replica = try open(scratch.fresh() + "/replica.sqlite")
    let id = Fixtures.game(1)
    let summary = Fixtures.summary(id, at: 1)
    let late = try ReplicaEntry(
      Fixtures.operations(replica.device, 2...3), in: id, summary: summary)
    #expect(throws: SyncError.self) { try replica.append([late]) }
    let foreign = try ReplicaEntry(
      Fixtures.operations(Fixtures.device(5), 1...1), in: id, summary: summary)
    #expect(throws: SyncError.self) { try replica.append([foreign]) }
    #expect(try replica.counts().documents == 0, "nothing of a refused append stays")
  }

  /// What the player did while a copied device's stream was compared is not deleted with it.
  @Test func aStreamThatHasGrownIsNotReplaced() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let durable = try open(scratch.fresh() + "/replica.sqlite")
    for replica in [durable, MemoryReplica(device: durable.device)] as [any Replica] {
      let id = Fixtures.game(1)
      let summary = Fixtures.summary(id, at: 1)
      func play(_ numbers: ClosedRange<Int>) throws {
        try replica.append([
          ReplicaEntry(Fixtures.operations(replica.device, numbers), in: id, summary: summary)
        ])
      }
      try play(1...3)
      let head = try #require(try replica.heads(of: id)[replica.device])
      try play(4...4)
      #expect(throws: SyncError.self) {
        try replica.replaceStream(
          of: replica.device, in: id, reaching: head, with: [], keeping: [], summary: summary)
      }
      #expect(try replica.chunks(of: id, after: [:]).reduce(0) { $0 + $1.count } == 4)
    }
  }

  @Test func movedStreamNeverReplacesAnother() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let durable = try open(scratch.fresh() + "/replica.sqlite")
    for replica in [durable, MemoryReplica(device: durable.device)] as [any Replica] {
      let (id, other) = (Fixtures.game(1), Fixtures.device(5))
      let summary = Fixtures.summary(id, at: 1)
      try replica.append([
        ReplicaEntry(Fixtures.operations(replica.device, 1...3), in: id, summary: summary)
      ])
      let held = try OperationChunk(Fixtures.operations(other, 1...2))
      _ = try replica.merge([DocumentDelta(id: id, summary: summary, chunks: [held])], cursor: nil)
      let before = try replica.heads(of: id)
      let moved = try OperationChunk(Fixtures.operations(other, 1...2, variant: 1))
      let head = try #require(before[replica.device])
      #expect(throws: SyncError.self) {
        try replica.replaceStream(
          of: replica.device, in: id, reaching: head, with: [], keeping: [moved], summary: summary)
      }
      #expect(try replica.heads(of: id) == before)
      #expect(try replica.chunks(of: id, after: [:]).reduce(0) { $0 + $1.count } == 5)
    }
  }
}
