import Foundation
import JSONCoding
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

/// Time limits hold whatever a store does.
@Suite("Time limits")
struct DeadlineTests {
  /// A driver that never returns while it is held.
  private final class StuckDriver: StoreDriver {
    let gate: DispatchSemaphore
    init(_ gate: DispatchSemaphore) { self.gate = gate }

    func perform(
      _ request: StoreRequest, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse {
      gate.wait()
      throw SyncError(.storeFailed, "at last")
    }
  }

  /// A store that blocks the thread it is called on.
  private struct RudeStore: SyncStore {
    let gate: DispatchSemaphore

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      wait()
      throw SyncError(.storeFailed, "at last")
    }

    private func wait() { gate.wait() }
  }

  private func engine(_ store: any SyncStore, limit: Int) throws -> SyncEngine {
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    return try SyncEngine(
      replica: device.replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
      timeoutMilliseconds: limit, clock: { 0 })
  }

  /// No time is measured: the store answers only after the test, so that a report at all, and a
  /// `close` that returns, show that no caller waited for it.
  @Test func aStuckStoreIsAbandoned() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { for _ in 0..<9 { gate.signal() } }
    for store in [BlockingStore(StuckDriver(gate)), RudeStore(gate: gate)] as [any SyncStore] {
      let engine = try engine(store, limit: 200)
      let report = await engine.sync(.now)
      #expect(report.error?.kind == .storeUnavailable)
      await engine.close()
    }
  }

  @Test func theLaunchWaitsUntilItsLimitOnly() async throws {
    let gate = DispatchSemaphore(value: 0)
    let engine = try engine(BlockingStore(StuckDriver(gate)), limit: 86_400_000)
    let late = AsyncStream<SyncReport>.makeStream()
    let report = await engine.sync(.now, waitingAtMost: 100) { late.continuation.yield($0) }
    #expect(report == nil)
    gate.signal()
    for await report in late.stream {
      #expect(report.error?.kind == .storeFailed)
      break
    }
  }

  @Test func closingEndsRunningRequests() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let store = BlockingStore(StuckDriver(gate))
    let request = Task { () -> SyncError? in
      do throws(SyncError) {
        _ = try await store.perform(StoreRequest(query: .contents))
        return nil
      } catch { return error }
    }
    try await Task.sleep(for: .milliseconds(50))
    await store.close()
    #expect(await request.value?.kind == .storeUnavailable)
  }

  @Test func aHeldLockIsWaitedForNoLongerThanTheLimit() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let store = DirectoryStore(path)
    let chunk = try Fixtures.chunk(Fixtures.device(1), 1...2)
    let id = Fixtures.game(1)
    func batch(_ chunk: OperationChunk) -> OperationBatch {
      OperationBatch(
        writer: Fixtures.device(1),
        documents: [
          DocumentDelta(id: id, summary: Fixtures.summary(id, at: 1), chunks: [chunk])
        ])
    }
    try await store.append(batch(chunk))
    let file = open("\(path)/\(Fixtures.device(1))/\(id).jsonl", O_RDWR)
    #expect(flock(file, LOCK_EX) == 0)
    let next = batch(try Fixtures.chunk(Fixtures.device(1), 3...4))
    await #expect(throws: SyncError.self) {
      try await store.perform(StoreRequest(timeLimitMilliseconds: 200, query: .append(next)))
    }
    // Nobody let go of the lock: it was given up.
    close(file)
    let response = try await store.perform(
      StoreRequest(timeLimitMilliseconds: 86_400_000, query: .append(next)))
    guard case .append(let receipt) = response.answer else {
      Issue.record("\(response)")
      return
    }
    #expect(receipt.outcomes.first?.heads[Fixtures.device(1)]?.seq == 4, "and then it goes on")
  }

  @Test func wireFormsRoundTrip() throws {
    let id = Fixtures.game(1)
    let chunk = try Fixtures.chunk(Fixtures.device(1), 3...5)
    let delta = DocumentDelta(
      id: id, summary: Fixtures.summary(id, at: 1), heads: [chunk.device: chunk.head],
      chunks: [chunk])
    let question = DocumentQuestion(id: id, known: [:])
    let queries: [StoreQuery] = [
      .document(id, after: [chunk.device: chunk.previous]),
      .append(OperationBatch(writer: chunk.device, documents: [delta], question: question)),
      .inProgress(limit: 5, before: PageToken("x")), .changes(since: ChangeCursor("a:1"), limit: 2),
      .digests(nodes: [1, 2]), .holdings(leaves: [7], after: id, limit: 3), .contents,
    ]
    for query in queries {
      let request = StoreRequest(
        player: PlayerID("p-1"), timeLimitMilliseconds: 2_000, query: query)
      #expect(try TestWire.roundTrip(request) == request)
    }
    let status = StoreStatus(
      identity: "i", epoch: "e", player: PlayerID("p-1"), milliseconds: 5,
      digest: Digest(rawValue: .max), revision: 9)
    let answers: [StoreAnswer] = [
      .document(delta), .document(nil),
      .append(AppendReceipt(outcomes: [AppendOutcome(id: id, heads: [:])], answer: delta)),
      .inProgress(SummaryPage(summaries: [delta.summary], next: PageToken("y"))),
      .changes(ChangePage(documents: [delta], next: ChangeCursor("a:2"), hasMore: true)),
      .digests(DigestPage(digests: [3: Digest(rawValue: 1 << 63)])),
      .holdings(HoldingsPage(holdings: [DocumentHolding(id: id, heads: [:])], hasMore: false)),
      .contents(StoreContents(games: 1, completedGames: 0, lastSavedMilliseconds: 4)),
    ]
    for answer in answers {
      let reply = StoreReply.response(StoreResponse(status: status, answer: answer))
      #expect(try TestWire.roundTrip(reply) == reply)
    }
    let failure = StoreReply.failure(SyncError(.anotherPlayer, "no"))
    #expect(try TestWire.roundTrip(failure) == failure)
  }

  /// Stores of every version read these texts.
  @Test func wireTextsArePinned() throws {
    let hash = StreamHash(rawValue: 0xAB)
    let text = try CanonicalJSONEncoder().encodeText(
      StoreRequest(
        player: PlayerID("p-1"), timeLimitMilliseconds: 5,
        query: .document(
          .profile, after: [DeviceID(rawValue: 7): StreamHead(seq: 3, hash: hash)])))
    #expect(
      text == #"{"player":"p-1","query":{"after":{"0000000000007":"3:00000000000000ab"},"#
        + #""document":"profile","kind":"document"},"timeLimitMilliseconds":5,"version":1}"#)
    for (bad, type) in [("3:ab", "StreamHead"), ("x:00000000000000ab", "StreamHead")] {
      let error = #expect(throws: (any Error).self) {
        try StrictJSONDecoder().decode([StreamHead].self, from: #"["\#(bad)"]"#)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("'\(bad)' is not a valid \(type)"))
    }
    let page = DigestPage(digests: [4: Digest(rawValue: 0xCD)])
    #expect(try TestWire.roundTrip(page) == page)
    #expect(try CanonicalJSONEncoder().encodeText(page).contains(#""00000000000000cd""#))
  }
}

/// A value on its way over the wire.
private enum TestWire {
  static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try StrictJSONDecoder().decode(Value.self, from: CanonicalJSONEncoder().encode(value))
  }
}
