import SudokuCore
import SudokuSession
import SudokuSync

extension StoreConformance {
  private static let a = Fixtures.device(1)
  private static let b = Fixtures.device(2)

  private static func batch(
    _ id: DocumentID, at time: Int64, _ chunks: [OperationChunk], isCompleted: Bool = false
  ) -> OperationBatch {
    OperationBatch(
      writer: chunks.first?.device ?? a,
      documents: [
        DocumentDelta(
          id: id, summary: Fixtures.summary(id, at: time, isCompleted: isCompleted), chunks: chunks)
      ])
  }

  private static func lines(_ chunks: [OperationChunk]) -> [UInt8] { chunks.flatMap(\.lines) }

  static let checkEmpty: Check = { store, test in
    let game = Fixtures.game(1)
    await test.expect(
      try await store.document(game, after: [:]) == nil, "an unknown document is nil")
    let page = try await store.inProgress(limit: 5, before: nil)
    await test.expect(page.summaries.isEmpty && page.next == nil, "no game in progress")
    let changes = try await store.changes(since: nil, limit: 5)
    await test.expect(changes.documents.isEmpty && !changes.hasMore, "no changes")
  }

  static let checkAppend: Check = { store, test in
    let game = Fixtures.game(1)
    let first = try Fixtures.chunk(a, 1...3)
    let receipt = try await store.append(batch(game, at: 3, [first]))
    await test.expect(
      receipt.outcomes.first?.heads == [a: first.head], "the receipt reports the stored heads")
    let second = try Fixtures.chunk(a, 4...5)
    let other = try Fixtures.chunk(b, 1...2)
    _ = try await store.append(batch(game, at: 5, [second]))
    _ = try await store.append(batch(game, at: 5, [other]))
    let all = try await store.document(game, after: [:])
    await test.expect(
      all?.heads == [a: second.head, b: other.head], "heads cover both devices' operations")
    let mine = all?.chunks.filter { $0.device == a } ?? []
    await test.expect(
      lines(mine) == first.lines + second.lines, "a stream comes back byte for byte, in order")
    let news = try await store.document(game, after: [a: first.head])
    await test.expect(
      lines(news?.chunks.filter { $0.device == a } ?? []) == second.lines,
      "only unknown operations come")
    let inside = try Fixtures.chunk(a, 1...2)
    let rest = try await store.document(game, after: [a: inside.head, b: other.head])
    await test.expect(
      lines(rest?.chunks ?? []) == (try Fixtures.chunk(a, 3...5)).lines,
      "a chunk that is known in part comes from there on")
    let none = try await store.document(game, after: [a: second.head, b: other.head])
    await test.expect(none != nil && none?.chunks.isEmpty == true, "nothing new, no operations")
    let ahead = try await store.document(game, after: [a: try Fixtures.chunk(a, 6...9).head])
    await test.expect(
      ahead?.chunks.contains { $0.device == a } == false, "a replica that knows more gets nothing")
  }

  static let checkIdempotence: Check = { store, test in
    let game = Fixtures.game(1)
    let chunk = try Fixtures.chunk(a, 1...5)
    for _ in 0..<3 { _ = try await store.append(batch(game, at: 5, [chunk])) }
    for numbers in [1...2, 2...5, 3...3] {
      _ = try await store.append(batch(game, at: 5, [try Fixtures.chunk(a, numbers)]))
    }
    _ = try await store.append(batch(game, at: 7, [try Fixtures.chunk(a, 4...7)]))
    let all = try await store.document(game, after: [:])
    await test.expect(
      lines(all?.chunks ?? []) == (try Fixtures.chunk(a, 1...7)).lines,
      "repeated and overlapping appends store each operation once")
  }

  static let checkGaps: Check = { store, test in
    let game = Fixtures.game(1)
    _ = try await store.append(batch(game, at: 2, [try Fixtures.chunk(a, 1...2)]))
    let receipt = try await store.append(batch(game, at: 6, [try Fixtures.chunk(a, 5...6)]))
    await test.expect(
      receipt.outcomes.first?.heads[a]?.seq == 2, "operations after a gap are not acknowledged")
    let all = try await store.document(game, after: [:])
    await test.expect(
      lines(all?.chunks ?? []) == (try Fixtures.chunk(a, 1...2)).lines, "nor shown")
    _ = try await store.append(batch(game, at: 6, [try Fixtures.chunk(a, 3...6)]))
    let full = try await store.document(game, after: [:])
    await test.expect(
      lines(full?.chunks ?? []) == (try Fixtures.chunk(a, 1...6)).lines, "the gap can be filled")
  }

  static let checkDivergence: Check = { store, test in
    let game = Fixtures.game(1)
    _ = try await store.append(batch(game, at: 3, [try Fixtures.chunk(a, 1...3)]))
    let clone = try Fixtures.chunk(a, 1...4, variant: 5)
    let receipt = try await store.append(batch(game, at: 4, [clone]))
    await test.expect(receipt.outcomes.first?.diverged == [a], "a different stream is refused")
    await test.expect(
      try await store.document(game, after: [:])?.summary.lastStamp == Fixtures.stamp(3),
      "a summary of refused operations is not accepted")
    let later = try Fixtures.chunk(a, 4...4, variant: 5)
    let second = try await store.append(batch(game, at: 4, [later]))
    await test.expect(
      second.outcomes.first?.diverged == [a],
      "so is the continuation of one, though its number fits")
    let all = try await store.document(game, after: [a: clone.head])
    await test.expect(
      lines(all?.chunks ?? []).isEmpty, "a replica that knows a longer stream gets nothing")
    let whole = try await store.document(
      game, after: [a: try Fixtures.chunk(a, 1...2, variant: 5).head])
    await test.expect(
      lines(whole?.chunks ?? []) == (try Fixtures.chunk(a, 1...3)).lines,
      "a replica with another stream gets the whole stored one")
  }

  static let checkQuestion: Check = { store, test in
    let (game, other) = (Fixtures.game(1), Fixtures.game(2))
    let foreign = try Fixtures.chunk(b, 1...4)
    _ = try await store.append(batch(game, at: 4, [foreign]))
    var asked = batch(game, at: 5, [try Fixtures.chunk(a, 1...2)])
    asked.question = DocumentQuestion(
      id: game, known: [a: try Fixtures.chunk(a, 1...2).head])
    let receipt = try await store.append(asked)
    await test.expect(
      lines(receipt.answer?.chunks ?? []) == foreign.lines, "the answer brings the news")
    asked.question = DocumentQuestion(id: other, known: [:])
    await test.expect(
      try await store.append(asked).answer == nil, "the answer on an unknown document is nil")
  }

  static let checkSummaries: Check = { store, test in
    let game = Fixtures.game(1)
    _ = try await store.append(batch(game, at: 9, [try Fixtures.chunk(a, 1...1)]))
    _ = try await store.append(
      batch(game, at: 5, [try Fixtures.chunk(b, 1...1)], isCompleted: true))
    _ = try await store.append(batch(game, at: 7, [try Fixtures.chunk(a, 2...2)]))
    let summary = try await store.document(game, after: [:])?.summary
    await test.expect(summary?.isCompleted == true, "completed stays completed")
    await test.expect(
      summary?.game?.completed == Fixtures.stamp(5), "the completion is the earliest one")
    await test.expect(summary?.lastStamp == Fixtures.stamp(9), "lastSaved is the largest")
    let page = try await store.inProgress(limit: 5, before: nil)
    await test.expect(page.summaries.isEmpty, "a completed game is not in progress")
    let later = DocumentDelta(
      id: game, summary: Fixtures.summary(game, at: 20),
      heads: [a: try Fixtures.chunk(a, 1...5).head],
      chunks: [])
    _ = try await store.append(OperationBatch(writer: a, documents: [later]))
    await test.expect(
      try await store.document(game, after: [:])?.summary.lastStamp == Fixtures.stamp(9),
      "a summary of operations that the store lacks is not accepted")
    let lost = DocumentDelta(
      id: Fixtures.game(3), summary: Fixtures.summary(Fixtures.game(3), at: 3), heads: later.heads,
      chunks: [])
    _ = try await store.append(OperationBatch(writer: a, documents: [lost]))
    await test.expect(
      try await store.document(Fixtures.game(3), after: [:]) == nil, "nor does it make a document")
  }

  static let checkCollision: Check = { store, test in
    let game = Fixtures.game(1)
    let chunk = try Fixtures.chunk(a, 1...1)
    _ = try await store.append(batch(game, at: 1, [chunk]))
    var summary = Fixtures.summary(game, at: 2)
    summary.game?.clues = Board()
    let receipt = try await store.append(
      OperationBatch(
        writer: b,
        documents: [
          DocumentDelta(id: game, summary: summary, chunks: [try Fixtures.chunk(b, 1...1)]),
          DocumentDelta(
            id: Fixtures.game(2), summary: Fixtures.summary(Fixtures.game(2), at: 2),
            chunks: [try Fixtures.chunk(b, 1...1)]),
        ]))
    await test.expect(
      receipt.outcomes.first?.refusal != nil, "another board under the same ID is refused")
    await test.expect(
      receipt.outcomes.last?.heads[b]?.seq == 1, "the other documents of the batch are stored")
    let stored = try await store.document(game, after: [:])
    await test.expect(
      stored?.heads == [a: chunk.head], "nothing of a refused document is stored")
  }

  static let checkUnknownKinds: Check = { store, test in
    let profile = DocumentID.profile
    let operation = DocumentOperation(
      key: OperationKey(device: a, seq: 1), stamp: Fixtures.stamp(1),
      action: .unknown(kind: "teleport"),
      extra: ["to": "r1c1", "why": ["nested": [1, true, "\u{e9}\n"]], "v": 2])
    let chunk = try OperationChunk([operation])
    _ = try await store.append(batch(profile, at: 1, [chunk]))
    let back = try await store.document(profile, after: [:])
    await test.expect(
      back?.chunks.map(\.lines) == [chunk.lines], "unknown operations come back byte for byte")
  }
}
