import SudokuSession
import SudokuSync
import Testing

@Suite("Settings of one device")
struct DeviceSettingsTests {
  @Test("keys of a device never wait for a store, those of the player do")
  func staysHere() throws {
    let replica = MemoryReplica(device: DeviceID(rawValue: 7))
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
