/// Ranks all operations of a set, each after those it has seen.
///
/// Each device's operations are ranked in the order of their numbers. An operation waits until
/// everything that it has seen is ranked. Only forged operations form a cycle; then the smallest of
/// the waiting operations is ranked without regard to unranked ones.
struct OperationRanking {
  /// One device's operations, in order.
  private struct Queue {
    let device: DeviceID
    /// Indices of `operations`, by number.
    var indices: [Int] = []
    var done = 0
    var last: Rank?
    /// The unranked operations that its operations claim to have seen: the last number by queue.
    var waitsFor: [Int: Int] = [:]
    /// True once `waitsFor` contains the claims of its next operation.
    var isPrepared = false
    var waiters: Set<Int> = []
  }

  private let operations: [DocumentOperation]
  private var ranks: [Rank]
  private var queues: [Queue] = []
  private var queueOfDevice: [DeviceID: Int] = [:]

  /// The ranks of operations that come after one with a larger stamp.
  private(set) var stepped: [OperationKey: Rank] = [:]
  /// True if operations claim to have seen each other in a cycle.
  private(set) var hasCycle = false

  init(_ operations: [DocumentOperation]) {
    self.operations = operations
    ranks = operations.map { Rank($0.stamp) }
    for index in operations.indices {
      let device = operations[index].device
      if let queue = queueOfDevice[device] {
        queues[queue].indices.append(index)
      } else {
        queueOfDevice[device] = queues.count
        queues.append(Queue(device: device, indices: [index]))
      }
    }
    for queue in queues.indices {
      queues[queue].indices.sort { operations[$0].seq < operations[$1].seq }
    }
  }

  /// Ranks everything.
  ///
  /// - Complexity: O(n log n) for n operations and what they have seen.
  mutating func run() {
    var work = Array(queues.indices.reversed())
    while true {
      while let queue = work.popLast() {
        let before = queues[queue].done
        while isReady(queue) { rankNext(of: queue) }
        guard queues[queue].done > before else { continue }
        work += queues[queue].waiters
        queues[queue].waiters = []
      }
      let stuck = queues.indices.filter { queues[$0].done < queues[$0].indices.count }
      guard let smallest = stuck.min(by: { next(of: $0) < next(of: $1) }) else { return }
      hasCycle = true
      rankNext(of: smallest)
      work = stuck
    }
  }

  private func next(of queue: Int) -> DocumentOperation {
    operations[queues[queue].indices[queues[queue].done]]
  }

  /// True if a device has a next operation and everything that it has seen is ranked.
  private mutating func isReady(_ queue: Int) -> Bool {
    guard queues[queue].done < queues[queue].indices.count else { return false }
    if !queues[queue].isPrepared {
      queues[queue].isPrepared = true
      var claims: [(Int, Int)] = []
      next(of: queue).forEachClaim { device, seq in
        // A claim about an operation that is not in the set does not count.
        guard let other = queueOfDevice[device], let last = queues[other].indices.last,
          seq <= operations[last].seq
        else { return }
        claims.append((other, seq))
      }
      for (other, seq) in claims {
        queues[queue].waitsFor[other] = max(queues[queue].waitsFor[other] ?? 0, seq)
      }
    }
    for (other, seq) in queues[queue].waitsFor where !isRanked(other, upTo: seq) {
      queues[other].waiters.insert(queue)
      return false
    }
    return true
  }

  private func isRanked(_ queue: Int, upTo seq: Int) -> Bool {
    let queue = queues[queue]
    return queue.done == queue.indices.count || operations[queue.indices[queue.done]].seq > seq
  }

  private mutating func rankNext(of queue: Int) {
    let index = queues[queue].indices[queues[queue].done]
    var highest = queues[queue].last
    for (other, seq) in queues[queue].waitsFor {
      if let rank = lastRank(of: other, upTo: seq) { highest = max(highest ?? rank, rank) }
      if isRanked(other, upTo: seq) { queues[queue].waitsFor[other] = nil }
    }
    let rank = Rank(operations[index].stamp, after: highest)
    ranks[index] = rank
    if rank.step > 0 { stepped[operations[index].key] = rank }
    queues[queue].last = rank
    queues[queue].done += 1
    queues[queue].isPrepared = false
  }

  private func lastRank(of queue: Int, upTo seq: Int) -> Rank? {
    let queue = queues[queue]
    var (low, high) = (0, queue.done)
    while low < high {
      let middle = (low + high) / 2
      if operations[queue.indices[middle]].seq <= seq { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : ranks[queue.indices[low - 1]]
  }
}

/// The place of an operation in the fold's order: its stamp, or a step after a larger one it has seen.
///
/// So an operation comes after all that it has seen, whatever their stamps. Stamps decide only
/// between operations that have not seen each other. If all clocks are right, all steps are 0 and
/// the order is that of the stamps.
struct Rank: Hashable, Comparable, Sendable {
  var stamp: Stamp
  /// The number of steps after the operation with this stamp.
  var step = 0

  init(_ stamp: Stamp, after highest: Rank? = nil) {
    if let highest, highest.stamp >= stamp {
      self.stamp = highest.stamp
      step = highest.step + 1
    } else {
      self.stamp = stamp
    }
  }

  static func < (lhs: Rank, rhs: Rank) -> Bool {
    lhs.stamp != rhs.stamp ? lhs.stamp < rhs.stamp : lhs.step < rhs.step
  }
}

extension DocumentOperation {
  /// Calls `body` for each claim of the operation: another device and the last number seen of it.
  ///
  /// A write that names the write it replaces claims that one, too.
  @inline(__always)
  func forEachClaim(_ body: (DeviceID, Int) -> Void) {
    for (device, seq) in seen.last where device != key.device { body(device, seq) }
    switch action {
    case .place(let placement):
      if let over = placement.over, over.device != key.device { body(over.device, over.seq) }
    case .clear(_, let over?) where over.device != key.device: body(over.device, over.seq)
    default: break
    }
  }

  var claimsNothing: Bool {
    var isSilent = true
    forEachClaim { _, _ in isSilent = false }
    return isSilent
  }
}
