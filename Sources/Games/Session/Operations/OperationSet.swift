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
  /// The result of an insertion.
  package enum Insertion: Hashable, Sendable {
    /// The operation is new; `ordered` has changed from this index on.
    case inserted(index: Int)
    /// The set already contains the operation.
    case known
    /// The set contains a different operation with the same key, and is unchanged.
    ///
    /// Two devices work under one identity (a cloned device). The caller keeps one stream under a derived identity.
    case conflicting
  }

  /// The operations in the order of the fold: by rank, device and number.
  ///
  /// An operation comes after everything it has seen; between others the stamp decides.
  public private(set) var ordered: [DocumentOperation] = []
  private var streams: [DeviceID: OperationStreamIndex] = [:]
  /// The ranks of operations that come after one with a larger stamp; empty if all clocks are right.
  private var stepped: [OperationKey: Rank] = [:]
  /// True if operations claim to have seen each other in a cycle, which only forged ones do.
  private var hasCycle = false

  package init() {}

  package init(_ operations: some Sequence<DocumentOperation>) { formUnion(operations) }

  /// The number of operations.
  public var count: Int { ordered.count }

  /// The largest stamp before the year 2100, `Stamp.zero` for none.
  ///
  /// It never goes back as the set grows. A later stamp comes from no real clock and is ignored here.
  package private(set) var lastStamp = Stamp.zero

  /// The moment of the last operation that is more than timekeeping, 1970 for none.
  ///
  /// Stamps from the year 2100 on are ignored.
  package private(set) var lastPlay = Moment(.zero)

  /// 2100-01-01 00:00 UTC.
  private static let endOfPlausibleTime = Stamp(milliseconds: 4_102_444_800_000)

  package func contains(_ key: OperationKey) -> Bool {
    streams[key.device]?.contains(key.seq) ?? false
  }

  /// True if one of the operations differs from the one in the set with the same key.
  ///
  /// A copy of the device made one of the two.
  ///
  /// - Complexity: O(m log n).
  package func isContradicted(by operations: some Sequence<DocumentOperation>) -> Bool {
    operations.contains { contains($0.key) && !holds($0) }
  }

  /// The number of a device's last operation before its first gap, 0 for none.
  package func lastSeq(of device: DeviceID) -> Int { streams[device]?.complete ?? 0 }

  /// For each device, the number of its last operation before its first gap.
  package var version: VersionVector { VersionVector(streams.mapValues(\.complete)) }

  /// The most devices that one operation names in `seen`; later operations name the rest.
  static let maximumSeen = 64

  /// The operations of other devices that a device has seen and not yet reported in `seen`.
  ///
  /// - Complexity: O(devices).
  func unreported(by device: DeviceID) -> VersionVector {
    if streams.isEmpty || (streams.count == 1 && streams[device] != nil) { return VersionVector() }
    let claimed = streams[device]?.claimed ?? [:]
    var news = streams.filter { $0.key != device && $0.value.complete > claimed[$0.key] ?? 0 }
      .map { (device: $0.key, seq: $0.value.complete, stamp: $0.value.lastStamp) }
    if news.count > Self.maximumSeen {
      news.sort { ($1.stamp, $1.device) < ($0.stamp, $0.device) }
      news.removeSubrange(Self.maximumSeen...)
    }
    return VersionVector(Dictionary(uniqueKeysWithValues: news.map { ($0.device, $0.seq) }))
  }

  /// The first operation that a device made for a client's request, `nil` for none.
  ///
  /// The ID of a request has no meaning on other devices.
  ///
  /// - Complexity: O(n).
  func operation(ofRequest opID: String, by device: DeviceID) -> DocumentOperation? {
    ordered.first { $0.opID == opID && $0.device == device }
  }

  /// Makes a device's next operation without adding it to the set.
  func next(
    _ action: DocumentAction, by device: DeviceID, wallMilliseconds: Int64,
    clock: inout HybridLogicalClock, opID: String?, request: Int? = nil
  ) -> DocumentOperation {
    let reading = ClockReading(wallMilliseconds: wallMilliseconds)
    clock.observe(lastStamp, at: reading)
    return DocumentOperation(
      key: OperationKey(device: device, seq: lastSeq(of: device) + 1),
      stamp: clock.next(at: reading), action: action, opID: opID, request: request,
      seen: unreported(by: device))
  }

  func rank(of operation: DocumentOperation) -> Rank {
    stepped.isEmpty ? Rank(operation.stamp) : stepped[operation.key] ?? Rank(operation.stamp)
  }

  /// Adds an operation.
  ///
  /// - Complexity: O(1) for one newer than all others, else O(n).
  @discardableResult
  package mutating func insert(_ operation: DocumentOperation) -> Insertion {
    guard !contains(operation.key) else { return holds(operation) ? .known : .conflicting }
    guard register(operation) else {
      return .inserted(index: rerank(adding: [operation]))
    }
    guard let last = ordered.last, precedes(operation, last) else {
      ordered.append(operation)
      return .inserted(index: ordered.count - 1)
    }
    let index = insertionIndex(of: operation)
    ordered.insert(operation, at: index)
    return .inserted(index: index)
  }

  /// Adds many operations at once.
  ///
  /// - Complexity: O(n + m log m).
  @discardableResult
  package mutating func formUnion(_ operations: some Sequence<DocumentOperation>) -> (
    firstChange: Int?, inserted: [DocumentOperation], conflicting: [DocumentOperation]
  ) {
    var new: [DocumentOperation] = []
    var repeated: [DocumentOperation] = []
    var isRanked = true
    let batch = Array(operations)
    for index in Self.order(of: batch) {
      let operation = batch[index]
      if contains(operation.key) {
        // Most duplicates are neighbours in the batch.
        if new.last != operation { repeated.append(operation) }
      } else {
        isRanked = register(operation) && isRanked
        new.append(operation)
      }
    }
    guard !new.isEmpty else { return (nil, [], repeated.filter { !holds($0) }) }
    let first: Int
    if isRanked {
      if !stepped.isEmpty { new.sort { precedes($0, $1) } }
      first = merge(new)
    } else {
      first = rerank(adding: new)
      new.sort { precedes($0, $1) }
    }
    return (first, new, repeated.filter { !holds($0) })
  }

  // MARK: Order

  /// Adds a new operation to its stream and ranks it.
  ///
  /// - Returns: False if the ranks of other operations may change.
  private mutating func register(_ operation: DocumentOperation) -> Bool {
    if operation.stamp < Self.endOfPlausibleTime {
      lastStamp = max(lastStamp, operation.stamp)
      if !operation.action.isTimekeeping { lastPlay = max(lastPlay, operation.moment) }
    }
    let device = operation.device
    // The common case: a move in a game that only one device plays.
    if stepped.isEmpty, !hasCycle, operation.claimsNothing,
      streams[device, default: OperationStreamIndex()].appendNext(operation.seq, operation.stamp)
    {
      return true
    }
    var stream = streams.removeValue(forKey: device) ?? OperationStreamIndex()
    let isLast = !stream.concernsOthers(operation.seq) && !hasCycle
    var highest = stream.known(upTo: operation.seq).map { rank(device, $0, in: stream) }
    _ = stream.insert(operation.seq, operation.stamp)
    operation.forEachClaim { other, seq in
      stream.claim(other, seq)
      var theirs = streams[other] ?? OperationStreamIndex()
      theirs.name(seq)
      streams[other] = theirs
      guard seq <= theirs.last, let known = theirs.known(upTo: seq) else { return }
      let theirRank = rank(other, known, in: theirs)
      highest = max(highest ?? theirRank, theirRank)
    }
    streams[device] = stream
    let newRank = Rank(operation.stamp, after: highest)
    if newRank.step > 0 { stepped[operation.key] = newRank }
    return isLast
  }

  private func rank(_ device: DeviceID, _ seq: Int, in stream: OperationStreamIndex) -> Rank {
    let known = stepped.isEmpty ? nil : stepped[OperationKey(device: device, seq: seq)]
    return known ?? Rank(stream.stamp(of: seq) ?? .zero)
  }

  private mutating func rerank(adding new: [DocumentOperation]) -> Int {
    let old = ordered
    var ranking = OperationRanking(old + new)
    ranking.run()
    stepped = ranking.stepped
    hasCycle = ranking.hasCycle
    let all = old + new
    ordered = stepped.isEmpty ? all.sorted() : all.sorted { precedes($0, $1) }
    return zip(old, ordered).enumerated().first { $1.0.key != $1.1.key }?.offset ?? old.count
  }

  private func precedes(_ one: DocumentOperation, _ other: DocumentOperation) -> Bool {
    if stepped.isEmpty { return one < other }
    let (left, right) = (rank(of: one), rank(of: other))
    return left != right ? left < right : one.key < other.key
  }

  /// Merges ranked operations, given in order, into the others.
  private mutating func merge(_ new: [DocumentOperation]) -> Int {
    let start = insertionIndex(of: new[0])
    guard start < ordered.count else {
      ordered += new
      return start
    }
    let tail = Array(ordered[start...])
    ordered.removeSubrange(start...)
    ordered.reserveCapacity(start + tail.count + new.count)
    var (left, right) = (0, 0)
    while left < tail.count || right < new.count {
      if right == new.count || (left < tail.count && precedes(tail[left], new[right])) {
        ordered.append(tail[left])
        left += 1
      } else {
        ordered.append(new[right])
        right += 1
      }
    }
    return start
  }

  /// The indices of a batch in the order of its operations; the operations themselves are not moved.
  private static func order(of batch: [DocumentOperation]) -> [Int] {
    let indices = Array(batch.indices)
    let isOrdered = zip(indices, indices.dropFirst()).allSatisfy { batch[$0] < batch[$1] }
    return isOrdered ? indices : indices.sorted { batch[$0] < batch[$1] }
  }

  private func holds(_ operation: DocumentOperation) -> Bool {
    guard streams[operation.device]?.stamp(of: operation.seq) == operation.stamp else {
      return false
    }
    let index = insertionIndex(of: operation)
    return index < ordered.count && ordered[index] == operation
  }

  private func insertionIndex(of operation: DocumentOperation) -> Int {
    var (low, high) = (0, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(ordered[middle], operation) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
