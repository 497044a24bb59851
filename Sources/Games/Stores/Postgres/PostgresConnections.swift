#if Postgres
  import Dispatch
  import SudokuSync
  import Synchronization

  /// A pool of connections to one database, shared by many stores.
  final class PostgresConnections: Sendable {
    /// A connection in use by one driver.
    final class Lease: @unchecked Sendable {
      let connection: PostgresConnection
      /// The database's timeline at the time of the connection; see `PostgresStore`.
      let timeline: String
      /// True until the connection is returned once; a connection used before may have been lost since.
      fileprivate(set) var isFresh = true

      fileprivate init(_ connection: PostgresConnection, timeline: String) {
        (self.connection, self.timeline) = (connection, timeline)
      }
    }

    /// A driver that waits for a connection, on its own thread, not a cooperative one.
    private final class Waiter: @unchecked Sendable {
      let semaphore = DispatchSemaphore(value: 0)
      /// The turn that it was given; protected by the pool's lock.
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
      /// The waiters in the order of their arrival.
      var waiters: [Waiter] = []
    }

    private let url: String
    private let limit: Int
    private let state = Mutex(State())

    /// Creates a pool; nothing is connected yet.
    init(_ url: String, limit: Int) { (self.url, self.limit) = (url, max(limit, 1)) }

    /// Takes an idle connection or opens one; waits if all are in use.
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

    /// Gives a turn to the longest waiter; returns false if none waits.
    private func passOn(_ turn: Turn, _ state: inout State) -> Bool {
      guard !state.waiters.isEmpty else { return false }
      let next = state.waiters.removeFirst()
      next.turn = turn
      next.semaphore.signal()
      return true
    }

    /// True once the pool gives no more connections.
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

    /// Frees the place of a connection, for a waiter or for later.
    private func leavePlace(_ state: inout State) {
      if !passOn(.connect, &state) { state.count -= 1 }
    }

    /// Opens an extra connection outside the pool, for listening.
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
