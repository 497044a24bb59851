#if Postgres
  import Dispatch
  import SudokuSync
  import Synchronization

  /// Connections to one database that many stores take turns with.
  final class PostgresConnections: Sendable {
    /// A connection that one user holds.
    final class Lease: @unchecked Sendable {
      let connection: PostgresConnection
      /// The database's timeline when it connected; see `PostgresStore`.
      let timeline: String
      /// Whether it was used before, so that it may have been lost since.
      fileprivate(set) var isFresh = true

      fileprivate init(_ connection: PostgresConnection, timeline: String) {
        (self.connection, self.timeline) = (connection, timeline)
      }
    }

    /// Somebody who waits for a turn, blocking a thread of a driver, none of the cooperative ones.
    private final class Waiter: @unchecked Sendable {
      let semaphore = DispatchSemaphore(value: 0)
      /// What it was given, under the pool's lock.
      var turn: Turn?
    }

    private enum Turn {
      case use(Lease)
      case connect
      case closed
    }

    private struct State {
      var idle: [Lease] = []
      var count = 0
      var isClosed = false
      /// In the order in which they came.
      var waiters: [Waiter] = []
    }

    private let url: String
    private let limit: Int
    private let state = Mutex(State())

    /// Creates a pool; nothing is connected yet.
    init(_ url: String, limit: Int) { (self.url, self.limit) = (url, max(limit, 1)) }

    /// An idle connection; waits if all are in use.
    func take(until deadline: Deadline) throws(SyncError) -> Lease {
      try deadline.check("a connection")
      let waiter = Waiter()
      let turn = state.withLock { state -> Turn? in
        if state.isClosed { return .closed }
        if let lease = state.idle.popLast() { return .use(lease) }
        if state.count < limit {
          state.count += 1
          return .connect
        }
        state.waiters.append(waiter)
        return nil
      }
      let mine: Turn
      if let turn { mine = turn } else { mine = try wait(waiter, until: deadline) }
      switch mine {
      case .use(let lease): return lease
      case .connect: return try connect(until: deadline)
      case .closed: throw SyncError(.storeUnavailable, "the store is closed")
      }
    }

    private func wait(_ waiter: Waiter, until deadline: Deadline) throws(SyncError) -> Turn {
      while true {
        _ = waiter.semaphore.wait(timeout: .now() + .milliseconds(20))
        let hasPassed = deadline.hasPassed
        let turn = state.withLock { state in
          if waiter.turn == nil, hasPassed { state.waiters.removeAll { $0 === waiter } }
          return waiter.turn
        }
        if let turn { return turn }
        try deadline.check("a connection")
      }
    }

    /// Gives a turn to the longest waiter.
    private func passOn(_ turn: Turn, _ state: inout State) -> Bool {
      guard !state.waiters.isEmpty else { return false }
      let next = state.waiters.removeFirst()
      next.turn = turn
      next.semaphore.signal()
      return true
    }

    /// Whether it gives no connections any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func give(_ lease: Lease) {
      lease.isFresh = false
      state.withLock { state in
        if !lease.connection.isIdle || state.isClosed {
          leavePlace(&state)
        } else if !passOn(.use(lease), &state) {
          state.idle.append(lease)
        }
      }
    }

    /// There is room for one connection more.
    private func leavePlace(_ state: inout State) {
      if !passOn(.connect, &state) { state.count -= 1 }
    }

    /// An extra connection outside the pool, for listening.
    func extra(until deadline: Deadline) throws(SyncError) -> Lease {
      try open(until: deadline)
    }

    /// Closes idle connections; the others are closed when they are returned.
    func close() {
      let idle = state.withLock { state in
        defer { (state.idle, state.isClosed) = ([], true) }
        state.count -= state.idle.count
        while passOn(.closed, &state) {}
        return state.idle
      }
      withExtendedLifetime(idle) {}
    }

    private func open(until deadline: Deadline) throws(SyncError) -> Lease {
      let new = try PostgresConnection(url)
      try PostgresSchema.migrate(new, until: deadline)
      let rows = try new.run(
        [PostgresCommand(.timeline), PostgresCommand(.planOnce)], until: deadline)
      return Lease(new, timeline: rows[0].text(0, 0))
    }

    private func connect(until deadline: Deadline) throws(SyncError) -> Lease {
      do throws(SyncError) { return try open(until: deadline) } catch {
        state.withLock { leavePlace(&$0) }
        throw error
      }
    }
  }
#endif
