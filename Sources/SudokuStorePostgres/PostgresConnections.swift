#if Postgres
  import SudokuSync
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Connections to one database that many stores take turns with.
  final class PostgresConnections: Sendable {
    /// A connection, used by whoever has it.
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

    private struct State {
      var idle: [Lease] = []
      var count = 0
      var isClosed = false
    }

    private let url: String
    private let limit: Int
    private let state = Mutex(State())

    /// Creates a pool; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: The database as libpq takes it.
    ///   - limit: The most connections at once.
    init(_ url: String, limit: Int) { (self.url, self.limit) = (url, max(limit, 1)) }

    /// A connection that nobody uses; waits for one if all are taken.
    ///
    /// - Throws: `SyncError` of kind `storeUnavailable`.
    func take(until deadline: Deadline) throws(SyncError) -> Lease {
      while true {
        try deadline.check("a connection")
        let (lease, mayConnect, isClosed) = state.withLock { state -> (Lease?, Bool, Bool) in
          if let lease = state.idle.popLast() { return (lease, false, state.isClosed) }
          guard state.count < limit, !state.isClosed else { return (nil, false, state.isClosed) }
          state.count += 1
          return (nil, true, false)
        }
        if isClosed { throw SyncError(.storeUnavailable, "the store is closed") }
        if let lease { return lease }
        if mayConnect { return try connect(until: deadline) }
        // Whoever waits blocks a thread of a driver, none of the cooperative ones.
        usleep(500)
      }
    }

    /// Whether it gives no connections any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Gives a connection back.
    func give(_ lease: Lease) {
      lease.isFresh = false
      state.withLock { state in
        if !lease.connection.isIdle || state.isClosed {
          state.count -= 1
        } else {
          state.idle.append(lease)
        }
      }
    }

    /// A connection of its own, which is not the pool's, to listen with.
    func extra(until deadline: Deadline) throws(SyncError) -> Lease {
      state.withLock { $0.count += 1 }
      let lease = try connect(until: deadline)
      state.withLock { $0.count -= 1 }
      return lease
    }

    /// Closes those that nobody uses; the others are closed when they are given back.
    func close() {
      let idle = state.withLock { state in
        defer { (state.idle, state.isClosed) = ([], true) }
        state.count -= state.idle.count
        return state.idle
      }
      withExtendedLifetime(idle) {}
    }

    private func connect(until deadline: Deadline) throws(SyncError) -> Lease {
      do throws(SyncError) {
        let new = try PostgresConnection(url)
        try PostgresSchema.migrate(new, until: deadline)
        let timeline = try new.run([PostgresCommand(.timeline)], until: deadline)[0].text(0, 0)
        return Lease(new, timeline: timeline)
      } catch {
        state.withLock { $0.count -= 1 }
        throw error
      }
    }
  }
#endif
