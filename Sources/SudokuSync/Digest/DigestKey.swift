import SudokuSession

/// Where a document lies in a digest: a hash of its ID.
public struct DigestKey: Hashable, Sendable {
  /// The hash.
  public let rawValue: UInt64

  /// The key of a document.
  public init(_ id: DocumentID) {
    rawValue = StreamHash.empty.appending(id.rawValue.utf8).rawValue
  }

  /// The document's leaf, 0 to 65,535.
  public var leaf: Int { Int(rawValue >> 48) }

  /// The leaf's node, 0 to 255.
  public var node: Int { Int(rawValue >> 56) }
}
