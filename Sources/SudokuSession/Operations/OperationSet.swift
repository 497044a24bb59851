/// The operations of a document: a set that only grows, kept in the order they are folded.
///
/// ```swift
/// var set = OperationSet()
/// set.insert(operation)            // .inserted(index: 0)
/// set.insert(operation)            // .known
/// set.formUnion(other)             // every operation of both, in any order the same set
/// ```
///
/// Inserting an operation newer than all others costs O(1).
public struct OperationSet: Sendable {
  /// What became of an operation that was inserted.
  public enum Insertion: Hashable, Sendable {
    /// It is new and stands at this place of `ordered`.
    case inserted(index: Int)
    /// It was there already.
    case known
    /// Another operation with the same key is there; nothing was changed. Two devices work under
    /// one identity (a cloned device): the caller keeps one stream under a derived identity.
    case conflicting
  }

  /// The numbers known of one device.
  private struct Stream: Sendable {
    /// All numbers from 1 to this one are known.
    var complete = 0
    /// Known numbers beyond a gap.
    var beyond: Set<Int> = []

    func contains(_ seq: Int) -> Bool { seq <= complete || beyond.contains(seq) }

    /// Says whether the number is new.
    mutating func insert(_ seq: Int) -> Bool {
      guard seq == complete + 1 else {
        return seq <= complete ? false : beyond.insert(seq).inserted
      }
      complete = seq
      while !beyond.isEmpty, beyond.remove(complete + 1) != nil { complete += 1 }
      return true
    }
  }

  /// The operations by stamp, device and number.
  public private(set) var ordered: [Operation] = []
  private var streams: [DeviceID: Stream] = [:]

  /// Creates an empty set.
  public init() {}

  /// Creates a set of operations; of two with the same key the first is kept.
  public init(_ operations: some Sequence<Operation>) {
    for operation in operations.sorted() { insert(operation) }
  }

  /// The number of operations.
  public var count: Int { ordered.count }

  /// Whether there is no operation.
  public var isEmpty: Bool { ordered.isEmpty }

  /// The largest stamp, `Stamp.zero` for an empty set.
  public var lastStamp: Stamp { ordered.last?.stamp ?? .zero }

  /// Whether an operation with this key is in the set.
  public func contains(_ key: OperationKey) -> Bool {
    streams[key.device]?.contains(key.seq) ?? false
  }

  /// The number of a device's last operation before its first gap, 0 for none.
  public func lastSeq(of device: DeviceID) -> Int { streams[device]?.complete ?? 0 }

  /// What is known without a gap.
  public var version: VersionVector { VersionVector(streams.mapValues(\.complete)) }

  /// Adds an operation.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: What became of it.
  /// - Complexity: O(1) for one newer than all others, else O(n).
  @discardableResult
  public mutating func insert(_ operation: Operation) -> Insertion {
    guard streams[operation.device, default: Stream()].insert(operation.seq) else {
      return holds(operation) ? .known : .conflicting
    }
    guard let last = ordered.last, operation < last else {
      ordered.append(operation)
      return .inserted(index: ordered.count - 1)
    }
    let index = insertionIndex(of: operation)
    ordered.insert(operation, at: index)
    return .inserted(index: index)
  }

  /// Adds many operations at once.
  ///
  /// - Parameter operations: The operations, in any order.
  /// - Returns: The smallest place of `ordered` that changed (`nil` for none), the operations that
  ///   were new, and those in conflict with one known under the same key.
  /// - Complexity: O(n + m log m).
  @discardableResult
  public mutating func formUnion(_ operations: some Sequence<Operation>) -> (
    firstChange: Int?, inserted: [Operation], conflicting: [Operation]
  ) {
    var new: [Operation] = []
    var conflicting: [Operation] = []
    let batch = Array(operations)
    for place in Self.order(of: batch) {
      let operation = batch[place]
      if streams[operation.device, default: Stream()].insert(operation.seq) {
        new.append(operation)
      } else if new.last != operation, !holds(operation) {
        // Neither in the set nor, next to its equal, earlier in this very batch.
        conflicting.append(operation)
      }
    }
    guard let first = new.first else { return (nil, [], conflicting) }
    let start = insertionIndex(of: first)
    if start == ordered.count {
      ordered += new
    } else {
      let tail = Array(ordered[start...])
      ordered.removeSubrange(start...)
      ordered.reserveCapacity(start + tail.count + new.count)
      var (left, right) = (0, 0)
      while left < tail.count || right < new.count {
        if right == new.count || (left < tail.count && tail[left] < new[right]) {
          ordered.append(tail[left])
          left += 1
        } else {
          ordered.append(new[right])
          right += 1
        }
      }
    }
    return (start, new, conflicting)
  }

  /// The operations that a vector doesn't cover, in the order of folding.
  ///
  /// - Complexity: O(n).
  public func operations(after known: VersionVector) -> [Operation] {
    known.covers(version) && streams.values.allSatisfy(\.beyond.isEmpty)
      ? [] : ordered.filter { !known.covers($0.key) }
  }

  /// The places of a batch in the order of its operations: they are not moved about themselves.
  private static func order(of batch: [Operation]) -> [Int] {
    let places = Array(batch.indices)
    let isOrdered = zip(places, places.dropFirst()).allSatisfy { batch[$0] < batch[$1] }
    return isOrdered ? places : places.sorted { batch[$0] < batch[$1] }
  }

  /// Whether this very operation is in the set.
  private func holds(_ operation: Operation) -> Bool {
    let index = insertionIndex(of: operation)
    return index < ordered.count && ordered[index] == operation
  }

  /// The place of the first operation that is not smaller.
  private func insertionIndex(of operation: Operation) -> Int {
    var (low, high) = (0, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle] < operation { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OperationSet: Hashable, Codable {
  /// Whether both hold the same operations.
  public static func == (lhs: OperationSet, rhs: OperationSet) -> Bool {
    lhs.ordered == rhs.ordered
  }

  /// Feeds the operations.
  public func hash(into hasher: inout Hasher) { hasher.combine(ordered) }

  /// Reads a list of operations, in any order.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Operation].self))
  }

  /// Writes the list of operations in the order of folding.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ordered)
  }
}
