import SudokuSession

/// Verifies the streams of a document by the summary lines in its files.
///
/// Each append ends with a summary line that has the head of each stream. Operations that do not
/// have its hash are damaged.
struct StreamVerifier {
  /// How far the streams are verified.
  private(set) var verified: [DeviceID: Int]
  /// The first operations that don't match a summary, where no later summary matches: from the one
  /// after what is verified up to the summary's.
  private(set) var damaged: [DeviceID: ClosedRange<Int>] = [:]

  /// Begins where reading stopped.
  init(held: StreamHeads, unverified: [DeviceID: Int]) {
    verified = held.mapValues(\.seq).merging(unverified) { $1 }
  }

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

/// The faults in the lines of one file of a `DirectoryStore`.
///
/// An unreadable line alone is harmless: an interrupted write leaves one, and is repeated. It is
/// reported only if operations are missing afterwards.
struct LineFaults {
  /// The first line that is neither an operation nor a summary, in words.
  private(set) var unreadable: String?
  /// The first line that speaks of another document, in words, where none of this one follows it.
  private(set) var foreign: String?
  /// The operations that are not those which were written, as a summary after them shows.
  private(set) var damaged: [DeviceID: ClosedRange<Int>] = [:]
  /// How far streams go that are not held that far, as summaries say: the stream of the file's own
  /// device, and all others after an unreadable line.
  private(set) var claimed: StreamHeads = [:]

  /// Whether nothing is wrong.
  var isEmpty: Bool {
    unreadable == nil && foreign == nil && damaged.isEmpty && claimed.isEmpty
  }

  mutating func noteUnreadable(at offset: Int) {
    unreadable = unreadable ?? "the line at byte \(offset) can't be read"
  }

  mutating func note(foreign id: DocumentID, at offset: Int) {
    foreign = foreign ?? "the line at byte \(offset) and those before it are of \(id)"
  }

  mutating func note(damaged range: ClosedRange<Int>, of device: DeviceID) {
    damaged[device] = range
  }

  mutating func note(claims heads: StreamHeads, by writer: DeviceID) {
    // The writer of a summary knew the lines before it.
    foreign = nil
    let heads = unreadable == nil ? heads.filter { $0.key == writer } : heads
    claimed.merge(heads) { $0.seq > $1.seq ? $0 : $1 }
  }

  mutating func settle(held: StreamHeads) {
    claimed = claimed.filter { $0.value.seq > held[$0.key]?.seq ?? 0 }
  }

  /// What to report.
  func reason(held: StreamHeads, hasGap: Bool) -> String? {
    let missing = damaged.filter { $0.value.upperBound > held[$0.key]?.seq ?? 0 }
    if let (device, range) = missing.min(by: { $0.key < $1.key }) {
      return
        "operations from \(range.lowerBound) on of device \(device) are not those that were written"
    }
    if let foreign { return foreign }
    let lost = claimed.filter { $0.value.seq > held[$0.key]?.seq ?? 0 }.keys.min()
    if let unreadable { return hasGap || lost != nil ? unreadable : nil }
    return lost.map { "operations from \((held[$0]?.seq ?? 0) + 1) on of device \($0) are missing" }
  }
}
