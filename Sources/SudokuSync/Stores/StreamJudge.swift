import SudokuSession

/// Compares what was read of a document's streams with what the summaries in its files say.
///
/// Whoever writes operations ends with a summary that says how far each stream goes and with which
/// hash. So a file bears witness to itself: operations that don't have the hash which was written
/// are not those that were written.
struct StreamJudge {
  /// How far the streams are what summaries say.
  private(set) var confirmed: [DeviceID: Int]
  /// The first operations that contradict a summary which no later one corrects: from the one after
  /// what is confirmed up to the summary's.
  private(set) var contradicted: [DeviceID: ClosedRange<Int>] = [:]

  /// Begins where reading stopped.
  ///
  /// - Parameters:
  ///   - held: What is read so far.
  ///   - unconfirmed: The streams of which not all that is read is confirmed, and how much is.
  init(held: StreamHeads, unconfirmed: [DeviceID: Int]) {
    confirmed = held.mapValues(\.seq).merging(unconfirmed) { $1 }
  }

  /// Compares what a summary says with what is read.
  ///
  /// - Parameters:
  ///   - heads: How far the streams go, as the summary says.
  ///   - document: What is read.
  mutating func hear(_ heads: StreamHeads, of document: HeldDocument) {
    for (device, head) in heads where head.seq > confirmed[device] ?? 0 {
      guard let hash = document.hash(of: device, at: head.seq) else { continue }
      if hash == head.hash {
        // A summary before it that said something else was the damaged one.
        confirmed[device] = head.seq
        contradicted[device] = nil
      } else if contradicted[device] == nil {
        contradicted[device] = (confirmed[device] ?? 0) + 1...head.seq
      }
    }
  }

  /// Whether an operation is the first of those that were sent once more because they were damaged.
  func isSentAgain(_ key: OperationKey) -> Bool {
    contradicted[key.device]?.lowerBound == key.seq
  }

  /// Forgets what contradicted a summary: it is not held any more.
  mutating func dismiss(_ device: DeviceID) { contradicted[device] = nil }

  /// The streams of which not all that is held is confirmed, and how much is.
  func unconfirmed(of held: StreamHeads) -> [DeviceID: Int] {
    var result: [DeviceID: Int] = [:]
    for (device, head) in held {
      let seq = confirmed[device] ?? 0
      if seq < head.seq { result[device] = seq }
    }
    return result
  }
}
