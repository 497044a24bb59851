import Foundation
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

/// The write-ahead log is brought into the database beside the writer, and never grows without end.
@Suite("Checkpoints")
struct CheckpointTests {
  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Appends operations one by one, each in a transaction of its own.
  private static func append(
    _ numbers: ClosedRange<Int>, to store: SQLiteStore, _ head: inout StreamHead
  ) async throws {
    let (game, device) = (Fixtures.game(1), Fixtures.device(1))
    for number in numbers {
      let chunk = try OperationChunk(Fixtures.operations(device, number...number), after: head)
      let summary = Fixtures.summary(game, at: Int64(number))
      let receipt = try await store.append(
        OperationBatch(
          writer: device,
          documents: [DocumentDelta(id: game, summary: summary, chunks: [chunk])]))
      head = chunk.head
      #expect(receipt.outcomes.first?.heads[device] == head)
    }
  }

  @Test func theLogIsCopiedAsideAndStaysBounded() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/store.sqlite"
    let store = try SQLiteStore(path: path, durability: .none)
    let empty = Self.size(path)
    var head = StreamHead.empty
    try await Self.append(1...600, to: store, &head)
    // Nobody waits for the copy: it comes a little later.
    for _ in 0..<6_000 where Self.size(path) <= empty {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(Self.size(path) > empty)
    try await Self.append(601...4_000, to: store, &head)
    #expect(Self.size(path + "-wal") < 40 << 20)
    let again = try SQLiteStore(path: path, durability: .none)
    let heads = try await again.document(Fixtures.game(1), after: [:])?.heads
    #expect(heads?[Fixtures.device(1)] == head)
  }
}
