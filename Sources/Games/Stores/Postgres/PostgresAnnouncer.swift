#if Postgres
  import Dispatch
  import SudokuSync
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Notifies other processes of changed stores, after the commits and in batches.
  ///
  /// PostgreSQL serialises the commits of all transactions that notify, each with its wait for the
  /// disk. An append that notified itself would wait for the appends of all other players. So
  /// appends commit in parallel, and one transaction that writes nothing notifies for all of them.
  /// If a process is killed in between, its client's repeated request sends the notification.
  final class PostgresAnnouncer: Sendable {
    private struct State {
      var stores: Set<Int> = []
      var isScheduled = false
    }

    /// The payload of this process's notifications, to recognise them.
    let origin: String
    private let connections: PostgresConnections
    private let queue = DispatchQueue(label: "sudoku.postgres.announcer")
    private let state = Mutex(State())

    /// The longest time to try a notification, in milliseconds.
    private static let patience = 10_000

    init(_ connections: PostgresConnections) {
      self.connections = connections
      var random = SystemRandomNumberGenerator()
      origin = String(random.next() as UInt64, radix: 16)
    }

    /// Notifies of a change soon.
    func announce(_ store: Int) {
      let isFirst = state.withLock { state in
        state.stores.insert(store)
        defer { state.isScheduled = true }
        return !state.isScheduled
      }
      if isFirst { queue.async { [weak self] in self?.send() } }
    }

    /// Returns once all notifications were sent, or have failed.
    func flush() async {
      guard state.withLock({ $0.isScheduled }) else { return }
      await withCheckedContinuation { continuation in
        queue.async {
          self.send()
          continuation.resume()
        }
      }
    }

    private func send() {
      let stores = state.withLock { state in
        defer { (state.stores, state.isScheduled) = ([], false) }
        return state.stores.sorted()
      }
      guard !stores.isEmpty else { return }
      let deadline = Deadline(milliseconds: Self.patience)
      while true {
        do throws(SyncError) {
          let lease = try connections.take(until: deadline)
          defer { connections.give(lease) }
          // Nothing is written that would have to reach the disk.
          _ = try lease.connection.run(
            [
              PostgresCommand(.commitSoon),
              PostgresCommand(.announce, .ints(stores), .text(origin)),
            ], until: deadline)
          return
        } catch {
          // The lost connection has left the pool; the next one may work.
          guard error.kind == .storeUnavailable, !connections.isClosed, !deadline.hasPassed else {
            return
          }
          usleep(50_000)
        }
      }
    }
  }
#endif
