import SudokuSession
import SudokuSync

/// Checks of identity, digest, player, malformed queries, cancellation and closing.
extension StoreConformance {
  private static let a = Fixtures.device(1)

  private static func status(_ store: any SyncStore) async throws -> StoreStatus {
    // A query that needs all documents: only then every store knows its digest.
    try await store.perform(StoreRequest(query: .changes(since: nil, limit: 1))).status
  }

  static let checkIdentity: Check = { store, test in
    let first = try await status(store)
    try await store.append(Fixtures.batch(1, 1...3))
    let second = try await status(store)
    await test.expect(!first.identity.isEmpty, "a store has an identity")
    await test.expect(
      first.identity == second.identity && first.epoch == second.epoch,
      "identity and epoch stay while nothing is lost")
    await test.expect(
      first.revision.map { $0 < second.revision ?? 0 } ?? true, "the revision grows")
  }

  static let checkDigest: Check = { store, test in
    await test.expect(try await status(store).digest == .zero, "nothing has the digest zero")
    try await store.append(Fixtures.batch(1, 1...3))
    try await store.append(Fixtures.batch(2, 1...1))
    try await store.append(Fixtures.batch(1, 4...5))
    var tree = DigestTree()
    tree.replace([:], with: [a: try Fixtures.chunk(a, 1...5).head], in: Fixtures.game(1))
    tree.replace([:], with: [a: try Fixtures.chunk(a, 1...1).head], in: Fixtures.game(2))
    await test.expect(
      try await status(store).digest == tree.root, "the digest is that of documents and heads")
    for nodes in [[], [DigestKey(Fixtures.game(1)).node, DigestKey(Fixtures.game(2)).node]] {
      let answer = try await store.perform(StoreRequest(query: .digests(nodes: nodes))).answer
      await test.expect(
        answer == .digests(tree.page(nodes: nodes)), "nodes and leaves add up to the root")
    }
    let query = StoreQuery.holdings(
      leaves: [DigestKey(Fixtures.game(1)).leaf], after: nil, limit: 10)
    if case .holdings(let page) = try await store.perform(StoreRequest(query: query)).answer {
      await test.expect(
        page.holdings.first { $0.id == Fixtures.game(1) }?.heads
          == [a: try Fixtures.chunk(a, 1...5).head], "a leaf lists the heads of its documents")
    } else {
      await test.expect(false, "a leaf lists the heads of its documents")
    }
    guard
      case .contents(let contents) = try await store.perform(StoreRequest(query: .contents))
        .answer
    else { return await test.expect(false, "the contents are counted") }
    await test.expect(contents.games == 2 && contents.completedGames == 0, "games are counted")
  }

  static let checkPlayer: Check = { store, test in
    let (mine, theirs) = (PlayerID("mine"), PlayerID("theirs"))
    _ = try await store.append(Fixtures.batch(1, 1...1), player: mine)
    await test.expect(try await status(store).player == mine, "the first writer's player is kept")
    let queries: [StoreQuery] = [
      .append(try Fixtures.batch(2, 1...1)), .inProgress(limit: 1, before: nil),
      .document(Fixtures.game(1), after: [:]), .changes(since: nil, limit: 1), .digests(nodes: []),
      .holdings(leaves: [DigestKey(Fixtures.game(1)).leaf], after: nil, limit: 1), .contents,
    ]
    for query in queries {
      do {
        _ = try await store.perform(StoreRequest(player: theirs, query: query))
        await test.expect(false, "another player's \(query.kind) is refused")
      } catch let error as SyncError {
        await test.expect(
          error.kind == .anotherPlayer,
          "another player is refused with that error, not \(error.kind)")
      }
    }
    await test.expect(
      try await store.document(Fixtures.game(2), after: [:], player: mine) == nil,
      "nothing of a refused request is stored")
  }

  static let checkStrangeQueries: Check = { store, test in
    try await store.append(Fixtures.batch(1, 1...3))
    let status = try await status(store)
    for text in ["\(status.epoch):9999", "\(status.epoch):-1", ":", "", "x:99999999999999999999"] {
      let page = try await store.changes(since: ChangeCursor(text), limit: 10)
      await test.expect(
        page.documents.map(\.id) == [Fixtures.game(1)],
        "a cursor from beyond the end, '\(text)', reads from the beginning")
    }
    for limit in [0, -1, Int.min, Int.max] {
      _ = try await store.inProgress(limit: limit, before: PageToken("nonsense"))
      _ = try await store.changes(since: nil, limit: limit == .max ? 1_000 : limit)
      _ = try await store.perform(
        StoreRequest(query: .holdings(leaves: [-1, 0, 65_536, .max], after: nil, limit: limit)))
    }
    _ = try await store.perform(StoreRequest(query: .digests(nodes: [-1, 256, .max, .min])))
  }

  static let checkForeignSummaries: Check = { store, test in
    func send(_ game: Int, named other: DocumentID) async throws {
      var batch = try Fixtures.batch(game, 1...3)
      batch.documents[0].summary = Fixtures.summary(other, at: 9)
      batch.documents[0].heads = [a: try Fixtures.chunk(a, 1...3).head]
      do {
        let receipt = try await store.append(batch)
        await test.expect(
          receipt.outcomes.first?.refusal != nil, "the summary of another document is refused")
      } catch {
        // A server refuses it before the store sees it.
      }
    }
    try await send(1, named: Fixtures.game(2))
    try await send(3, named: Fixtures.game(2))
    try await store.append(Fixtures.batch(1, 1...3))
    try await send(1, named: Fixtures.game(2))
    try await send(1, named: .profile)
    let held = try await store.document(Fixtures.game(1), after: [:])
    await test.expect(
      held?.summary == Fixtures.summary(Fixtures.game(1), at: 3), "the document stays as it was")
    for other in [2, 3] {
      await test.expect(
        try await store.document(Fixtures.game(other), after: [:]) == nil,
        "nothing of a refused document is stored")
    }
  }

  static let checkHaste: Check = { store, test in
    let task = Task { () -> Bool in
      for number in 1...10_000 {
        do { _ = try await store.perform(StoreRequest(query: .contents)) } catch { return true }
        if number == 10_000 { return false }
      }
      return true
    }
    task.cancel()
    await test.expect(await task.value, "a request of a cancelled task ends")
    // One whose time is over before it began: an answer or an error, but soon.
    _ = try? await store.perform(StoreRequest(timeLimitMilliseconds: 0, query: .contents))
  }

  static let checkClose: Check = { store, test in
    let signals = store.watch()
    let watcher = Task { for await _ in signals {} }
    await store.close()
    await watcher.value
    do {
      _ = try await store.perform(StoreRequest(query: .contents))
      await test.expect(false, "a closed store answers no request")
    } catch let error as SyncError {
      await test.expect(error.kind == .storeUnavailable, "a closed store is unavailable")
    }
  }
}
