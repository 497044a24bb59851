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

/// A page of summaries.
public struct SummaryPage: Hashable, Sendable, Codable {
  /// The summaries, newest first.
  public var summaries: [DocumentSummary]
  /// Where the page ended; `nil` on the last page.
  public var next: PageToken?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - summaries: The summaries, newest first.
  ///   - next: Where the page ended; `nil` on the last page.
  public init(summaries: [DocumentSummary], next: PageToken? = nil) {
    self.summaries = summaries
    self.next = next
  }
}

/// How far a replica has read a store's changes; only the store that made it can read it.
public struct ChangeCursor: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a cursor from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The cursor `<epoch>:<number>`.
  ///
  /// - Parameters:
  ///   - epoch: The store's epoch.
  ///   - number: The number of the last change read.
  public init(epoch: String, number: Int64) { rawValue = "\(epoch):\(number)" }

  /// The number of the last change read.
  ///
  /// - Parameters:
  ///   - epoch: The store's epoch.
  ///   - last: The number of the store's last change.
  /// - Returns: The number; `nil` for a cursor of another epoch or from beyond the end.
  public func number(in epoch: String, atMost last: Int64) -> Int64? {
    guard let colon = rawValue.lastIndex(of: ":"), rawValue[..<colon] == epoch,
      let number = Int64(rawValue[rawValue.index(after: colon)...]), 0...max(0, last) ~= number
    else { return nil }
    return number
  }
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable, Codable {
  /// The documents that changed.
  public var documents: [DocumentDelta]
  /// Where to go on; also on the last page.
  public var next: ChangeCursor
  /// Whether more changes wait.
  public var hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - documents: The documents that changed.
  ///   - next: Where to go on.
  ///   - hasMore: Whether more changes wait.
  public init(documents: [DocumentDelta], next: ChangeCursor, hasMore: Bool) {
    self.documents = documents
    self.next = next
    self.hasMore = hasMore
  }
}

/// Numbers of a digest.
public struct DigestPage: Hashable, Sendable, Codable {
  /// The digests that are not those of nothing, by the number of the node or leaf.
  public var digests: [Int: Digest]

  /// Creates a page.
  ///
  /// - Parameter digests: The digests by the number of the node or leaf.
  public init(digests: [Int: Digest]) { self.digests = digests }
}

/// What a store holds of some documents.
public struct HoldingsPage: Hashable, Sendable, Codable {
  /// The documents, in order.
  public var holdings: [DocumentHolding]
  /// Whether more follow.
  public var hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - holdings: The documents, in order.
  ///   - hasMore: Whether more follow.
  public init(holdings: [DocumentHolding], hasMore: Bool) {
    self.holdings = holdings
    self.hasMore = hasMore
  }
}
