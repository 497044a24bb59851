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
package struct DigestTree: Hashable, Sendable {
  package private(set) var root = Digest.zero
  private var nodes: [Int: Digest] = [:]
  private var leaves: [Int: Digest] = [:]

  /// The number of nodes, and of leaves under each.
  package static let width = 256

  package init() {}

  /// Takes in that a document's streams have changed.
  package mutating func replace(_ old: StreamHeads, with new: StreamHeads, in id: DocumentID) {
    if old == new { return }
    add(Digest(of: new, in: id) - Digest(of: old, in: id), at: DigestKey(id).leaf)
  }

  /// Adds a difference to a leaf, its node and the root.
  package mutating func add(_ difference: Digest, at leaf: Int) {
    guard difference != .zero else { return }
    root = root + difference
    nodes.add(difference, at: leaf / Self.width)
    leaves.add(difference, at: leaf)
  }

  /// The numbers that a store reports.
  package func page(nodes wanted: [Int]) -> DigestPage {
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
  package func differences(from other: DigestPage) -> [Int] {
    Set(digests.keys).union(other.digests.keys).filter { digests[$0] != other.digests[$0] }
      .sorted()
  }
}

/// A sum over the heads of all documents: equal for equal contents, independent of order.
///
/// Each stream of a document adds one 64-bit number, made of the document's ID, the device, the
/// number of operations and their hash. Numbers are added without regard to overflow, so one that
/// changed is replaced by a subtraction and an addition. Two different contents have one digest in
/// 1 of 2^64 cases; like `StreamHash` it finds accidents, not attackers.
public struct Digest: Hashable, Sendable {
  /// The number; 0 for nothing.
  public let rawValue: UInt64

  /// The digest of nothing.
  public static let zero = Digest(rawValue: 0)

  /// Creates a digest from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(of head: StreamHead, device: DeviceID, in key: DigestKey) {
    guard head.seq > 0 else {
      rawValue = 0
      return
    }
    var bits = Self.mix(key.rawValue ^ device.rawValue)
    bits = Self.mix(bits ^ UInt64(truncatingIfNeeded: head.seq))
    rawValue = Self.mix(bits ^ head.hash.rawValue)
  }

  /// The digest of what one document adds.
  package init(of heads: StreamHeads, in id: DocumentID) {
    let key = DigestKey(id)
    self = heads.reduce(.zero) { $0 + Digest(of: $1.value, device: $1.key, in: key) }
  }

  package static func + (left: Digest, right: Digest) -> Digest {
    Digest(rawValue: left.rawValue &+ right.rawValue)
  }

  /// The digest without what the other one holds.
  package static func - (left: Digest, right: Digest) -> Digest {
    Digest(rawValue: left.rawValue &- right.rawValue)
  }

  // The mixing steps of splitmix64 (S. Vigna, public domain).
  private static func mix(_ bits: UInt64) -> UInt64 {
    var bits = bits &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

/// Where a document lies in a digest: a hash of its ID.
package struct DigestKey: Hashable, Sendable {
  package let rawValue: UInt64

  package init(_ id: DocumentID) {
    rawValue = StreamHash.empty.appending(id.rawValue.utf8).rawValue
  }

  /// The document's leaf, 0 to 65,535.
  package var leaf: Int { Int(rawValue >> 48) }

  /// The leaf's node, 0 to 255.
  package var node: Int { Int(rawValue >> 56) }
}
