import SudokuSession

/// Verifies the streams of a document by the summary lines in its files.
///
/// Each append ends with a summary line that has the head of each stream. Operations that do not
/// match its hash are damaged.
struct StreamVerifier {
  /// The last verified number of each stream.
  private(set) var verified: [DeviceID: Int]
  /// The operations that don't match a summary, if no later summary matches.
  ///
  /// A range begins after the verified operations and ends with the summary's last one.
  private(set) var damaged: [DeviceID: ClosedRange<Int>] = [:]

  /// Continues with the state of an earlier reading.
  init(held: StreamHeads, unverified: [DeviceID: Int]) {
    verified = held.mapValues(\.seq).merging(unverified) { $1 }
  }

  mutating func verify(_ document: HeldDocument, by heads: StreamHeads) {
    for (device, head) in heads where head.seq > verified[device] ?? 0 {
      guard let hash = document.hash(of: device, at: head.seq) else { continue }
      if hash == head.hash {
        // An earlier summary with another hash was itself damaged.
        verified[device] = head.seq
        damaged[device] = nil
      } else if damaged[device] == nil {
        damaged[device] = (verified[device] ?? 0) + 1...head.seq
      }
    }
  }

  /// True if an operation is the first of a damaged range, sent again.
  func isSentAgain(_ key: OperationKey) -> Bool { damaged[key.device]?.lowerBound == key.seq }

  /// Clears the damage in a stream whose damaged operations were removed.
  mutating func forgetDamage(of device: DeviceID) { damaged[device] = nil }

  /// The streams that are verified only in part, each with its last verified number.
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
  /// The first line of another document, in words, unless a line of this document follows it.
  private(set) var foreign: String?
  /// The damaged operations, as a later summary shows.
  private(set) var damaged: [DeviceID: ClosedRange<Int>] = [:]
  /// The heads in summaries that are beyond those held.
  ///
  /// They are of the file's own device, and of all others after an unreadable line.
  private(set) var claimed: StreamHeads = [:]

  /// True if the file has no faults.
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
    // The writer of a summary had read the lines before it.
    foreign = nil
    let heads = unreadable == nil ? heads.filter { $0.key == writer } : heads
    claimed.merge(heads) { $0.seq > $1.seq ? $0 : $1 }
  }

  mutating func settle(held: StreamHeads) {
    claimed = claimed.filter { $0.value.seq > held[$0.key]?.seq ?? 0 }
  }

  /// The fault to report, `nil` for none.
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
