import SudokuCore
import SudokuSession
import SudokuStoreSQLite
import SudokuSync
import SudokuSyncTestSupport
import Testing

@Suite("Settings of one device")
struct SQLiteDeviceSettingsTests {
  @Test("keys of a device never wait for a store, those of the player do")
  func staysHere() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    var random = SeededRandom(seed: 7)
    let replica = try SQLiteReplica(
      path: scratch.fresh() + "/replica.sqlite", durability: .none, random: &random)
    var clock = HybridLogicalClock()
    var settings = SettingsDocument()
    for (index, key) in ["device.volume", "theme"].enumerated() {
      let operation = try #require(
        settings.set(
          key, to: 3, device: replica.device, wallMilliseconds: Int64(index), clock: &clock))
      // Each document has a stream of its own.
      let id = SettingsDocument.document(of: key)
      var own = operation
      own.key = OperationKey(device: replica.device, seq: 1)
      try replica.append([
        ReplicaEntry(
          id: id, summary: DocumentSummary(id: id, lastStamp: own.stamp), firstSeq: 1,
          lines: try OperationChunk.lines(of: [own]))
      ])
    }
    #expect(try replica.heads(of: .deviceSettings).count == 1)
    for _ in 0..<2 {
      #expect(try replica.pendingDocuments(limit: 10, after: nil) == [.settings])
      #expect(try replica.pending(of: .deviceSettings).isEmpty)
      #expect(try replica.counts().pendingDocuments == 1)
      #expect(try replica.counts().pendingOperations == 1)
      try replica.forgetStore()
    }
  }
}
