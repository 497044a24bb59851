#if Postgres
  import SudokuSync
  import Synchronization

  /// A sync store in PostgreSQL, for many players, many servers and many devices at once.
  ///
  /// A database holds any number of stores, each of one player, by name:
  /// `postgres://user@host/database?store=NAME` (without a name, `default`). The tables are made in
  /// the schema `sudoku` by whoever comes first. Give a password by `PGPASSWORD` or a password file,
  /// not in the URL, which is shown in messages.
  ///
  /// ```swift
  /// let store = try PostgresStore(url: "postgres://app@db.example/games?store=p-3f9k2m7q0a1bz")
  /// try await store.inProgress(limit: 10, before: nil)
  /// ```
  ///
  /// Appends to one store are put into an order by a lock on its row, held from reading to commit:
  /// the numbers of changes appear in the order of their commits, so a cursor skips nothing, which
  /// a database-wide sequence can't promise. Appends to different stores don't wait for each other.
  ///
  /// The epoch contains the database's timeline: after a failover or a restored backup, which may
  /// have lost what was acknowledged, cursors mean nothing and the engine compares digests.
  public final class PostgresStore: SyncStore {
    private let workers: [BlockingStore<PostgresStoreDriver>]
    private let load: Mutex<[Int]>
    private let news: PostgresNews

    /// Creates a store; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: The database as libpq takes it, with `store=NAME` among its parameters.
    ///   - connections: The most connections at once, each with a thread of its own, in `1...64`;
    ///     one more listens while somebody watches.
    /// - Throws: `SyncError` of kind `malformedURL`.
    public init(url: String, connections: Int = 4) throws(SyncError) {
      let address = try PostgresAddress(url)
      var workers: [BlockingStore<PostgresStoreDriver>] = []
      for number in 1...min(max(connections, 1), 64) {
        workers.append(
          BlockingStore(PostgresStoreDriver(address), name: "sudoku.postgres.\(number)"))
      }
      self.workers = workers
      load = Mutex([Int](repeating: 0, count: workers.count))
      news = PostgresNews(address)
    }

    /// See `SyncStore`.
    public func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      // The first of the least busy, so that few connections are opened where few are needed.
      let number = load.withLock { load in
        let number = load.indices.min { load[$0] < load[$1] } ?? 0
        load[number] += 1
        return number
      }
      defer { load.withLock { $0[number] -= 1 } }
      return try await workers[number].perform(request)
    }

    /// See `SyncStore`.
    public func watch() -> AsyncStream<Void> { news.stream() }

    /// See `SyncStore`.
    public func close() async {
      news.close()
      for worker in workers { await worker.close() }
    }
  }
#endif
