import SudokuSession
import SudokuSync

/// What every replica must do, as checks that an author of a replica can run on it.
///
/// ```swift
/// #expect(try ReplicaChecks.settingsOfDevice(MyReplica()).isEmpty)
/// ```
public enum ReplicaChecks {
  /// Keys of a device never wait for a store, those of the player do.
  ///
  /// - Parameter replica: An empty replica.
  /// - Returns: What was found wrong, a line each; empty where nothing was.
  /// - Throws: `SyncError` of the replica.
  public static func settingsOfDevice(_ replica: any Replica) throws -> [String] {
    var findings: [String] = []
    func expect(_ condition: Bool, _ message: String) {
      if !condition { findings.append(message) }
    }
    var clock = HybridLogicalClock()
    var settings = SettingsDocument()
    for (index, key) in ["device.volume", "theme"].enumerated() {
      let operation = try settings.set(
        key, to: 3, device: replica.device, wallMilliseconds: Int64(index), clock: &clock)
      guard var own = operation else { return ["\(key) could not be set"] }
      // Each document has a stream of its own.
      own.key = OperationKey(device: replica.device, seq: 1)
      let id = SettingsDocument.document(of: key)
      try replica.append([
        ReplicaEntry(
          id: id, summary: DocumentSummary(id: id, lastStamp: own.stamp), firstSeq: 1,
          lines: try OperationChunk.lines(of: [own]), device: own.device)
      ])
    }
    expect(try replica.heads(of: .deviceSettings).count == 1, "the device's setting is not held")
    for attempt in ["at first", "after another store"] {
      let counts = try replica.counts()
      expect(
        try replica.pendingDocuments(limit: 10, after: nil) == [.settings],
        "\(attempt): only the player's settings wait")
      expect(
        try replica.pending(of: .deviceSettings).isEmpty,
        "\(attempt): the device's settings never wait")
      expect(
        counts.pendingDocuments == 1 && counts.pendingOperations == 1,
        "\(attempt): one operation of one document waits")
      try replica.forgetStore()
    }
    return findings
  }
}
