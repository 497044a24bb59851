import SudokuSession

/// What is wrong with the lines of one file of a `DirectoryStore`.
///
/// A line that can't be read is no harm by itself: a write that was cut off leaves one, and is made
/// again. It matters where something is missing afterwards.
struct LineFaults {
  /// The first line that is neither an operation nor a summary, in words.
  private(set) var unreadable: String?
  /// How the operations contradict what a summary says of them, the first time.
  private(set) var contradiction: String?
  /// How far streams go, as summaries after the unreadable line say.
  private(set) var claimed: StreamHeads = [:]

  /// Whether nothing is wrong.
  var isEmpty: Bool { unreadable == nil && contradiction == nil }

  mutating func noteUnreadable(at offset: Int) {
    unreadable = unreadable ?? "the line at byte \(offset) can't be read"
  }

  mutating func note(contradiction reason: String) {
    contradiction = contradiction ?? reason
  }

  mutating func note(claims heads: StreamHeads) {
    guard unreadable != nil else { return }
    claimed.merge(heads) { $0.seq > $1.seq ? $0 : $1 }
  }

  /// What is to be told.
  ///
  /// - Parameters:
  ///   - held: How far the document's streams were read.
  ///   - hasGap: Whether operations wait for others before them.
  /// - Returns: In words; `nil` for nothing.
  func reason(held: StreamHeads, hasGap: Bool) -> String? {
    if let contradiction { return contradiction }
    guard let unreadable else { return nil }
    let isMissing = hasGap || claimed.contains { $0.value.seq > held[$0.key]?.seq ?? 0 }
    return isMissing ? unreadable : nil
  }
}
