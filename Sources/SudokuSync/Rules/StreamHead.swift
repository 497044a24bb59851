import SudokuSession

/// How far a replica has one device's stream in a document, and the hash up to there.
public struct StreamHead: Hashable, Sendable {
  /// The number of the last operation; 0 when there is none.
  public var seq: Int
  /// The hash of the stream up to it.
  public var hash: StreamHash

  /// A stream without operations.
  public static let empty = StreamHead(seq: 0, hash: .empty)

  /// Creates a head.
  public init(seq: Int, hash: StreamHash) {
    self.seq = seq
    self.hash = hash
  }
}
