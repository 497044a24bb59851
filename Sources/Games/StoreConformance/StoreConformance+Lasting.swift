import SudokuSession
import SudokuSync

/// Checks of durability, and of two processes that share a store.
extension StoreConformance {
  private static let a = Fixtures.device(1)

  private static func allChanges(_ store: any SyncStore) async throws -> StoreResponse {
    try await store.perform(StoreRequest(query: .changes(since: nil, limit: 1_000)))
  }

  /// All that a store holds, however it is cut into pages and chunks.
  private static func held(_ store: any SyncStore) async throws -> [DocumentID: HeldStreams] {
    var held: [DocumentID: HeldStreams] = [:]
    let page = try await store.changes(since: nil, limit: 1_000)
    for id in Set(page.documents.map(\.id)) {
      guard let delta = try await store.document(id, after: [:]) else { continue }
      let streams = Dictionary(grouping: delta.chunks, by: \.device)
      held[id] = HeldStreams(
        summary: delta.summary, heads: delta.heads ?? [:],
        lines: streams.mapValues { $0.flatMap(\.lines) })
    }
    return held
  }

  private struct HeldStreams: Equatable {
    let summary: DocumentSummary
    let heads: StreamHeads
    let lines: [DeviceID: [UInt8]]
  }

  static let checkAnew: Check = { store, test in
    let other = try await test.another()
    _ = try await store.append(Fixtures.batch(1, by: a, 1...3))
    _ = try await other.append(Fixtures.batch(2, by: a, 1...3))
    let (first, second) = (try await allChanges(store), try await allChanges(other))
    await test.expect(
      first.status.identity != second.status.identity, "each new store has a new identity")
    await test.expect(
      first.status.epoch != second.status.epoch, "each new store has a new epoch")
    guard case .changes(let page) = first.answer else { return }
    let read = try await other.changes(since: page.next, limit: 10)
    await test.expect(
      read.documents.map(\.id) == [Fixtures.game(2)],
      "a cursor of the store that was here before reads from the beginning")
  }

  static let checkDurability: Check = { store, test in
    let player = PlayerID("mine")
    try await store.append(Fixtures.batch(1, by: a, 1...3), player: player)
    try await store.append(Fixtures.batch(2, by: a, 1...2), player: player)
    let before = try await allChanges(store)
    guard case .changes(let page) = before.answer else { return }
    let content = try await held(store)
    await store.close()
    let again = try await test.open()
    let after = try await allChanges(again)
    await test.expect(try await held(again) == content, "acknowledged operations are still there")
    await test.expect(
      after.status.identity == before.status.identity && after.status.epoch == before.status.epoch,
      "so are identity and epoch")
    await test.expect(after.status.player == player, "so is the player")
    await test.expect(after.status.digest == before.status.digest, "so is the digest")
    await test.expect(
      before.status.revision ?? 0 <= after.status.revision ?? 0, "the revision doesn't fall")
    try await again.append(Fixtures.batch(1, by: a, 4...5), player: player)
    let news = try await again.perform(
      StoreRequest(query: .changes(since: page.next, limit: 10)))
    guard case .changes(let page) = news.answer else { return }
    var tree = DigestTree()
    tree.replace([:], with: [a: try Fixtures.chunk(a, 1...5).head], in: Fixtures.game(1))
    tree.replace([:], with: [a: try Fixtures.chunk(a, 1...2).head], in: Fixtures.game(2))
    // A directory has no order that all readers share; there the digest shows that changes are due.
    let isSignalled = page.documents.isEmpty && news.status.digest == tree.root
    await test.expect(
      isSignalled
        || page.documents.contains {
          $0.id == Fixtures.game(1) && $0.chunks.last?.lastSeq == 5
        }, "an earlier cursor sees later changes")
  }

  /// Appends 20 operations of a device one by one.
  private static func write(as device: DeviceID, to store: any SyncStore) async throws {
    let batches = try (1...20).map { try Fixtures.batch(1, by: device, $0...$0) }
    for batch in batches { try await store.append(batch) }
  }

  static let checkSharing: Check = { store, test in
    let other = try await test.open()
    try await store.append(Fixtures.batch(1, by: a, 1...3))
    await test.expect(
      try await held(store) == (try await held(other)), "both see the writes of either")
    let cursors = [
      try await store.changes(since: nil, limit: 1_000).next,
      try await other.changes(since: nil, limit: 1_000).next,
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in [store, other, store, other].enumerated() {
        group.addTask { try await write(as: Fixtures.device(number + 2), to: store) }
      }
      try await group.waitForAll()
    }
    for (store, start) in zip([store, other], cursors) {
      let heads = try await store.document(Fixtures.game(1), after: [:])?.heads ?? [:]
      await test.expect(
        heads.count == 5 && heads.allSatisfy { $0.key == a || $0.value.seq == 20 },
        "nothing of two writers at once is lost")
      var found: [DeviceID: OperationStream] = [:]
      var cursor = start
      for _ in 0..<1_000 {
        let page = try await store.changes(since: cursor, limit: 3)
        for chunk in page.documents.flatMap(\.chunks) {
          _ = found[chunk.device, default: OperationStream()].add(chunk)
        }
        cursor = page.next
        if !page.hasMore { break }
      }
      await test.expect(
        found.count { $0.key != a && $0.value.head.seq == 20 } == 4,
        "a cursor skips nothing of two writers at once")
    }
    await test.expect(
      try await allChanges(store).status.digest == (try await allChanges(other)).status.digest,
      "both report one digest")
  }

  static let checkHoldings: Check = { store, test in
    for game in 1...9 { try await store.append(Fixtures.batch(game, by: a, 1...1)) }
    let leaves = (1...9).map { DigestKey(Fixtures.game($0)).leaf }
    var (found, previous) = ([DocumentID](), DocumentID?.none)
    for _ in 0..<20 {
      let query = StoreQuery.holdings(leaves: leaves, after: previous, limit: 2)
      guard case .holdings(let page) = try await store.perform(StoreRequest(query: query)).answer
      else { break }
      await test.expect(page.holdings.count <= 2, "a page is not longer than asked for")
      found += page.holdings.map(\.id)
      previous = found.last
      if !page.hasMore { break }
    }
    await test.expect(
      found == (1...9).map { Fixtures.game($0) }.sorted(), "each document once, in order")
    let query = StoreQuery.holdings(leaves: [leaves[0] ^ 1], after: nil, limit: 20)
    let answer = try await store.perform(StoreRequest(query: query)).answer
    let expected = Set((1...9).map { Fixtures.game($0) }).filter {
      DigestKey($0).leaf == leaves[0] ^ 1
    }
    guard case .holdings(let page) = answer else { return }
    await test.expect(
      Set(page.holdings.map(\.id)) == expected, "a leaf lists only its own documents")
  }
}
