import SudokuSession
import SudokuSync

extension StoreConformance {
  private static func add(
    _ game: Int, _ device: DeviceID, _ numbers: ClosedRange<Int>, at time: Int64,
    isCompleted: Bool = false, to store: any SyncStore
  ) async throws {
    let id = Fixtures.game(game)
    let delta = DocumentDelta(
      id: id, summary: Fixtures.summary(id, at: time, isCompleted: isCompleted),
      chunks: [try Fixtures.chunk(device, numbers)])
    _ = try await store.append(OperationBatch(writer: device, documents: [delta]))
  }

  static let checkInProgress: Check = { store, test in
    let device = Fixtures.device(1)
    for game in 1...25 {
      try await add(game, device, 1...1, at: Int64(game / 2), to: store)
    }
    try await add(7, device, 1...2, at: 90, isCompleted: true, to: store)
    try await add(9, device, 1...2, at: 80, to: store)
    var seen: [DocumentID] = []
    var stamps: [Stamp] = []
    var token: PageToken?
    var pages = 0
    repeat {
      let page = try await store.inProgress(limit: 4, before: token)
      await test.expect(page.summaries.count <= 4, "a page is not longer than asked for")
      seen += page.summaries.map(\.id)
      stamps += page.summaries.map(\.lastStamp)
      token = page.next
      pages += 1
    } while token != nil && pages < 50
    await test.expect(Set(seen).count == 24 && seen.count == 24, "each game once, over all pages")
    await test.expect(seen.first == Fixtures.game(9), "the newest comes first")
    await test.expect(stamps == stamps.sorted(by: >), "and so on, newest first, over all pages")
    await test.expect(!seen.contains(Fixtures.game(7)), "a completed game is omitted")
    await test.expect(
      try await store.inProgress(limit: 1, before: nil).summaries.map(\.id) == [Fixtures.game(9)],
      "one is enough when one is asked for")
    let profile = DocumentDelta(
      id: .profile, summary: Fixtures.summary(.profile, at: 500),
      chunks: [try Fixtures.chunk(device, 1...1)])
    _ = try await store.append(OperationBatch(writer: device, documents: [profile]))
    await test.expect(
      try await store.inProgress(limit: 1, before: nil).summaries.map(\.id) == [Fixtures.game(9)],
      "a document that is not a game is not in progress")
  }

  private static func read(
    _ store: any SyncStore, from cursor: ChangeCursor?, limit: Int
  ) async throws -> (heads: [DocumentID: StreamHeads], cursor: ChangeCursor?, pages: Int) {
    var replica: [DocumentID: [DeviceID: OperationStream]] = [:]
    var cursor = cursor
    var pages = 0
    while pages < 1_000 {
      let page = try await store.changes(since: cursor, limit: limit)
      for delta in page.documents {
        replica[delta.id, default: [:]].merge([:]) { old, _ in old }
        for chunk in delta.chunks {
          _ = replica[delta.id, default: [:]][chunk.device, default: OperationStream()].add(chunk)
        }
      }
      cursor = page.next
      pages += 1
      if !page.hasMore { break }
    }
    return (replica.mapValues { $0.mapValues(\.head) }, cursor, pages)
  }

  static let checkChanges: Check = { store, test in
    let (a, b) = (Fixtures.device(1), Fixtures.device(2))
    for game in 1...10 { try await add(game, a, 1...5, at: 5, to: store) }
    let first = try await read(store, from: nil, limit: 3)
    await test.expect(
      first.heads.count == 10 && first.heads.values.allSatisfy { $0[a]?.seq == 5 },
      "all documents come, in pages, without gaps")
    await test.expect(first.pages > 1, "a small limit gives several pages")
    let none = try await store.changes(since: first.cursor, limit: 3)
    await test.expect(
      none.documents.isEmpty && !none.hasMore, "nothing comes after the last page")
    try await add(3, a, 6...7, at: 7, to: store)
    let page = try await store.changes(since: none.next, limit: 10)
    await test.expect(page.documents.map(\.id) == [Fixtures.game(3)], "only changed documents come")
    await test.expect(
      page.documents.first?.chunks.last?.lastSeq == 7, "with the operations that are new")
    try await add(4, b, 1...1, at: 9, isCompleted: true, to: store)
    try await add(5, b, 1...200, at: 9, to: store)
    for seq in 201...280 { try await add(5, b, seq...seq, at: 9, to: store) }
    let second = try await read(store, from: page.next, limit: 7)
    await test.expect(
      second.heads[Fixtures.game(4)]?[b]?.seq == 1 && second.heads[Fixtures.game(5)] != nil,
      "later changes come after the cursor")
    let all = try await read(store, from: nil, limit: 50)
    await test.expect(
      all.heads[Fixtures.game(5)]?[b]?.seq == 280, "from the beginning everything comes")
  }

  static let checkForeignCursor: Check = { store, test in
    try await add(1, Fixtures.device(1), 1...5, at: 5, to: store)
    let page = try await store.changes(since: ChangeCursor("of another store:17"), limit: 10)
    await test.expect(
      page.documents.map(\.id) == [Fixtures.game(1)],
      "a cursor that the store does not know reads from the beginning")
  }

  static let checkConcurrency: Check = { store, test in
    let cursor = try await store.changes(since: nil, limit: 1).next
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          let device = Fixtures.device(number)
          for seq in 1...12 {
            try await add(seq % 3, device, seq...seq, at: Int64(seq), to: store)
          }
        }
      }
      try await group.waitForAll()
    }
    for game in 0..<3 {
      let heads = try await store.document(Fixtures.game(game), after: [:])?.heads ?? [:]
      // Operations 1...12 went to three games in turn, so only those without a gap are kept.
      let expected = game == 1 ? 8 : 0
      await test.expect(
        heads.count { $0.value.seq > 0 } == expected, "game \(game) has the streams without gaps")
    }
    let read = try await read(store, from: cursor, limit: 2)
    await test.expect(
      read.heads[Fixtures.game(1)]?.count == 8, "a cursor skips nothing of eight writers")
  }
}
