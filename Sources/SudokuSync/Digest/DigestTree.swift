import SudokuSession

/// The digest of many documents, in fixed buckets: 65,536 leaves under 256 nodes under one root.
///
/// Two sides compare their roots; where these differ, the 256 nodes, then the leaves of the nodes
/// that differ, then the documents of the leaves that differ. So one document among a million is
/// found in three requests, and a change costs three additions.
///
/// ```swift
/// var tree = DigestTree()
/// tree.replace([:], with: heads, in: game)
/// tree.root == otherTree.root       // the same documents with the same operations
/// ```
public struct DigestTree: Hashable, Sendable {
  /// The digest of all documents.
  public private(set) var root = Digest.zero
  private var nodes: [Int: Digest] = [:]
  private var leaves: [Int: Digest] = [:]

  /// The number of nodes, and of leaves under each.
  public static let width = 256

  /// Creates the digest of nothing.
  public init() {}

  /// Takes in that a document's streams have changed.
  ///
  /// - Parameters:
  ///   - old: The heads before.
  ///   - new: The heads now.
  ///   - id: The document.
  public mutating func replace(_ old: StreamHeads, with new: StreamHeads, in id: DocumentID) {
    if old == new { return }
    add(Digest(of: new, in: id) - Digest(of: old, in: id), at: DigestKey(id).leaf)
  }

  /// Adds a difference to a leaf, its node and the root.
  public mutating func add(_ difference: Digest, at leaf: Int) {
    guard difference != .zero else { return }
    root = root + difference
    nodes.add(difference, at: leaf / Self.width)
    leaves.add(difference, at: leaf)
  }

  /// The numbers that a store reports.
  ///
  /// - Parameter wanted: The nodes whose leaves are wanted; empty for the nodes themselves.
  /// - Returns: The digests that are not zero.
  public func page(nodes wanted: [Int]) -> DigestPage {
    if wanted.isEmpty { return DigestPage(digests: nodes) }
    let nodes = Set(wanted)
    return DigestPage(digests: leaves.filter { nodes.contains($0.key / Self.width) })
  }
}

extension [Int: Digest] {
  /// Adds a difference; zero is omitted.
  fileprivate mutating func add(_ difference: Digest, at index: Int) {
    let sum = self[index, default: .zero] + difference
    self[index] = sum == .zero ? nil : sum
  }
}

extension DigestPage {
  /// The numbers under which two pages differ, in order.
  ///
  /// - Parameter other: The other side's page.
  /// - Returns: The numbers of nodes or leaves.
  public func differences(from other: DigestPage) -> [Int] {
    Set(digests.keys).union(other.digests.keys).filter { digests[$0] != other.digests[$0] }
      .sorted()
  }
}
