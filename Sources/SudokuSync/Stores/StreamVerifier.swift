import SudokuSession

/// Verifies what was read of a document's streams by the summaries in its files.
///
/// Whoever writes operations ends with a summary that says how far each stream goes and what its hash
/// is there. So a file is its own checksum: operations that don't have the hash which was written are
/// damaged.
struct StreamVerifier {
  /// How far the streams are what summaries say.
  private(set) var verified: [DeviceID: Int]
  /// The first operations that don't match a summary, where no later summary matches: from the one
  /// after what is verified up to the summary's.
  private(set) var damaged: [DeviceID: ClosedRange<Int>] = [:]

  /// Begins where reading stopped.
  ///
  /// - Parameters:
  ///   - held: What is read so far.
  ///   - unverified: The streams of which not all that is read is verified, and how much is.
  init(held: StreamHeads, unverified: [DeviceID: Int]) {
    verified = held.mapValues(\.seq).merging(unverified) { $1 }
  }

  /// Verifies what is read of a document.
  ///
  /// - Parameters:
  ///   - document: What is read.
  ///   - heads: How far the streams go, as a summary says.
  mutating func verify(_ document: HeldDocument, by heads: StreamHeads) {
    for (device, head) in heads where head.seq > verified[device] ?? 0 {
      guard let hash = document.hash(of: device, at: head.seq) else { continue }
      if hash == head.hash {
        // A summary before it that said something else was itself damaged.
        verified[device] = head.seq
        damaged[device] = nil
      } else if damaged[device] == nil {
        damaged[device] = (verified[device] ?? 0) + 1...head.seq
      }
    }
  }

  /// Whether an operation is the first of those that were sent again because they were damaged.
  func isSentAgain(_ key: OperationKey) -> Bool { damaged[key.device]?.lowerBound == key.seq }

  /// Forgets the damage in a stream: it is not held any more.
  mutating func forgetDamage(of device: DeviceID) { damaged[device] = nil }

  /// The streams of which not all that is held is verified, and how much is.
  func unverified(of held: StreamHeads) -> [DeviceID: Int] {
    var result: [DeviceID: Int] = [:]
    for (device, head) in held {
      let seq = verified[device] ?? 0
      if seq < head.seq { result[device] = seq }
    }
    return result
  }
}
