import SudokuSession

/// Numbers of a digest.
public struct DigestPage: Hashable, Sendable, Codable {
  /// The digests that are not those of nothing, by the number of the node or leaf.
  public var digests: [Int: Digest]

  /// Creates a page.
  ///
  /// - Parameter digests: The digests by the number of the node or leaf.
  public init(digests: [Int: Digest]) { self.digests = digests }
}
