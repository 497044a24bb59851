import SudokuSession
import SudokuSync

/// Checks of the requirements on every replica, for the authors of replicas.
///
/// ```swift
/// #expect(try ReplicaChecks.settingsOfDevice(MyReplica()).isEmpty)
/// ```
public enum ReplicaChecks {
  /// Checks that settings of a device never wait for a store, while those of the player do.
  ///
  /// - Parameter replica: An empty replica.
  /// - Returns: The faults found, one line each; empty if the replica conforms.
  /// - Throws: `SyncError` of the replica.
  public static func settingsOfDevice(_ replica: any Replica) throws -> [String] {
    var findings: [String] = []
    func expect(_ condition: Bool, _ message: String) {
      if !condition { findings.append(message) }
    }
    var clock = HybridLogicalClock()
    var settings = SettingsDocument()
    for (index, key) in ["device.volume", "theme"].enumerated() {
      let change = try settings.set(
        key, to: 3, device: replica.device, wallMilliseconds: Int64(index), clock: &clock)
      guard var own = change.operation else { return ["\(key) could not be set"] }
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

  /// Checks that lists of documents follow the order of IDs and can be limited to changed documents.
  ///
  /// - Parameter replica: An empty replica.
  /// - Returns: The faults found, one line each; empty if the replica conforms.
  /// - Throws: `SyncError` of the replica.
  public static func listOfDocuments(_ replica: any Replica) throws -> [String] {
    var findings: [String] = []
    func expect(_ condition: Bool, _ message: String) {
      if !condition { findings.append(message) }
    }
    let games = (1...5).map { Fixtures.game($0) }
    for game in games.reversed() { try Fixtures.play(1...1, in: game, on: replica) }
    let change = try replica.lastChange()
    expect(
      try replica.documents(limit: 3, after: nil, changedSince: nil) == Array(games[..<3]),
      "the first page is not in order")
    expect(
      try replica.documents(limit: 3, after: games[2], changedSince: nil) == Array(games[3...]),
      "the second page does not follow the first")
    expect(
      try replica.documents(limit: 9, after: nil, changedSince: change).isEmpty,
      "nothing has changed")
    for game in [games[3], games[1]] { try Fixtures.play(2...2, in: game, on: replica) }
    expect(
      try replica.documents(limit: 9, after: nil, changedSince: change) == [games[1], games[3]],
      "two documents have changed")
    expect(
      try replica.documents(limit: 9, after: games[1], changedSince: change) == [games[3]],
      "one changed document follows")
    return findings
  }
}
