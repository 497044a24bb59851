import SudokuSession

/// Where a page of summaries ended; only the store that made it can read it.
public struct PageToken: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a token from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension PageToken {
  /// The token for the page after one that ended with a summary.
  public init(after summary: DocumentSummary) {
    self.init("\(summary.lastStamp.rawValue):\(summary.id)")
  }

  /// The stamp and document the last page ended with; `nil` for another kind of text.
  public var place: (stamp: Stamp, id: DocumentID)? {
    let parts = rawValue.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let stamp = UInt64(parts[0]), let id = DocumentID(String(parts[1]))
    else { return nil }
    return (Stamp(rawValue: stamp), id)
  }
}
