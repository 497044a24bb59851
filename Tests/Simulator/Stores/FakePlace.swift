import SudokuCore
import SudokuSync
import Synchronization

/// A place in memory, as one device sees it, with the faults that real places have.
///
/// ```swift
/// let values = FakePlace.Values()
/// let store = PlaceStore(FakePlace(values))
/// ```
package final class FakePlace: ValuePlace {
  /// The values that all devices share.
  package final class Values: Sendable {
    fileprivate struct State {
      var values: [String: (bytes: [UInt8], version: String)] = [:]
      /// The names that were created or removed, in order.
      var log: [(name: String, isRemoval: Bool)] = []
      var count = 0
    }

    fileprivate let state = Mutex(State())
    /// True if lists have cursors, as those of record zones; buckets list all names each time.
    let hasCursors: Bool

    package init(hasCursors: Bool = true) { self.hasCursors = hasCursors }

    package var names: [String] { state.withLock { $0.values.keys.sorted() } }

    /// The bytes of all values.
    package var byteCount: Int {
      state.withLock { $0.values.reduce(0) { $0 + $1.value.bytes.count } }
    }

    /// Becomes what another place is; versions and cursors go on.
    package func become(_ other: Values?) {
      let values = other.map { other in other.state.withLock { $0.values } } ?? [:]
      state.withLock { state in
        for name in state.values.keys where values[name]?.version != state.values[name]?.version {
          state.log.append((name, true))
        }
        for name in values.keys.sorted()
        where values[name]?.version != state.values[name]?.version {
          state.log.append((name, false))
        }
        state.values = values
      }
    }

    /// A copy that stays as it is.
    package func copy() -> Values {
      let copy = Values(hasCursors: hasCursors)
      copy.become(self)
      return copy
    }

    /// Loses a value.
    package func lose(_ name: String) {
      state.withLock { state in
        if state.values.removeValue(forKey: name) != nil { state.log.append((name, true)) }
      }
    }

    fileprivate func insert(_ name: String, _ bytes: [UInt8]) -> String? {
      state.withLock { state in
        guard state.values[name] == nil else { return nil }
        state.count += 1
        let version = "v\(state.count)"
        state.values[name] = (bytes, version)
        state.log.append((name, false))
        return version
      }
    }
  }

  /// The numbers of calls, and the bytes read.
  package struct Calls: Hashable, Sendable {
    package var creates = 0
    package var reads = 0
    package var lists = 0
    package var removals = 0
    package var bytesRead = 0

    package init(creates: Int = 0, reads: Int = 0, lists: Int = 0, removals: Int = 0) {
      (self.creates, self.reads, self.lists, self.removals) = (creates, reads, lists, removals)
    }

    package var requests: Int { creates + reads + lists + removals }
  }

  private struct State {
    var calls = Calls()
    var random: SeededRandom?
    /// The error of all calls; `nil` for none.
    var error: SyncError?
    /// The error of creating values, such as a full quota.
    var writeError: SyncError?
    var news: [AsyncStream<Void>.Continuation] = []
  }

  private enum Fault { case refused, lostAnswer, late, repeated, expired, shortPages }

  package let values: Values
  private let state = Mutex(State())

  /// Creates a device's view; with a seed, calls fail or are answered late.
  package init(_ values: Values, seed: UInt64? = nil) {
    self.values = values
    state.withLock { $0.random = seed.map { SeededRandom(seed: $0, stream: 9) } }
  }

  /// The calls since this was asked last.
  package func takeCalls() -> Calls {
    state.withLock { state in
      defer { state.calls = Calls() }
      return state.calls
    }
  }

  package func endFaults() { state.withLock { $0.random = nil } }

  package func fail(_ error: SyncError?) { state.withLock { $0.error = error } }

  package func failWrites(_ error: SyncError?) { state.withLock { $0.writeError = error } }

  package func signal() { for news in state.withLock({ $0.news }) { news.yield() } }

  package func endNews() { for news in state.withLock({ $0.news }) { news.finish() } }

  /// Counts a call and draws its fault.
  private func begin(_ count: WritableKeyPath<Calls, Int>) throws(SyncError) -> Fault? {
    let (error, fault) = state.withLock { state -> (SyncError?, Fault?) in
      state.calls[keyPath: count] += 1
      let all: [Fault] = [.refused, .lostAnswer, .late, .repeated, .expired, .shortPages]
      let ticket = state.random?.next(below: 30) ?? all.count
      return (state.error, ticket < all.count ? all[ticket] : nil)
    }
    if let error { throw error }
    if fault == .refused { throw SyncError(.storeUnavailable, "simulated: too many requests") }
    return fault
  }

  private func end(_ fault: Fault?) throws(SyncError) {
    if fault == .lostAnswer { throw SyncError(.storeUnavailable, "simulated: the answer is lost") }
  }

  package func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    let fault = try begin(\.creates)
    if let error = state.withLock({ $0.writeError }) { throw error }
    let version = values.insert(name, value)
    try end(fault)
    return version
  }

  package func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    let fault = try begin(\.reads)
    let found = values.state.withLock { state in
      names.reduce(into: [:]) { $0[$1] = state.values[$1]?.bytes }
    }
    try end(fault)
    state.withLock { $0.calls.bytesRead += found.reduce(0) { $0 + $1.value.count } }
    return found
  }

  package func remove(_ names: [String]) async throws(SyncError) {
    let fault = try begin(\.removals)
    for name in names { values.lose(name) }
    try end(fault)
  }

  package func names(since cursor: String?) async throws(SyncError) -> NamePage {
    let fault = try begin(\.lists)
    try end(fault)
    return values.state.withLock { state in
      let end = state.log.count
      let known = cursor.flatMap { Int($0) }.flatMap { 0...end ~= $0 ? $0 : nil }
      let startsOver = known == nil || fault == .expired
      var start = startsOver ? 0 : known ?? 0
      if fault == .repeated, !startsOver { start = max(0, start - 3) }
      // Late: what came last is not shown yet.
      var stop = fault == .late ? max(start, end - 2) : end
      guard values.hasCursors else {
        let late = Set(state.log[stop...].map(\.name))
        let names = state.values.filter { !late.contains($0.key) }
        return NamePage(created: names.mapValues(\.version), startsOver: true)
      }
      if fault == .shortPages { stop = min(stop, start + 2) }
      var page = NamePage(
        created: [:], startsOver: startsOver, next: String(stop),
        hasMore: fault == .shortPages && stop < end)
      for (name, isRemoval) in state.log[start..<stop] {
        if isRemoval { page.removed.append(name) }
        page.created[name] = state.values[name]?.version
      }
      return page
    }
  }

  package func news() -> AsyncStream<Void>? {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.news.append(continuation) }
    return stream
  }
}
