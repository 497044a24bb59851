#if Postgres
  import SudokuSync
  import Synchronization

  /// A sync store in PostgreSQL, for many players, many servers and many devices at once.
  ///
  /// A database holds any number of stores, each of one player, by name:
  /// `postgres://user@host/database?store=NAME` (without a name, `default`). The tables are made in
  /// the schema `sudoku` by the first connection. Give a password by `PGPASSWORD` or a password
  /// file, not in the URL, which is shown in messages.
  ///
  /// ```swift
  /// let store = try PostgresStore(url: "postgres://app@db.example/games?store=p-3f9k2m7q0a1bz")
  /// ```
  ///
  /// A lock on a store's row, held from reading to commit, puts appends to the store in order. So
  /// the numbers of changes appear in the order of their commits, and a cursor skips none. A
  /// database-wide sequence can't guarantee that. Appends to different stores don't wait for each
  /// other.
  ///
  /// The epoch contains the database's timeline. A failover or a restored backup may lose
  /// acknowledged operations; then old cursors are invalid, and the engine compares digests.
  package final class PostgresStore: SyncStore {
    private let address: PostgresAddress
    private let workers: [BlockingStore<PostgresStoreDriver>]
    private let load: Mutex<[Int]>
    private let news: PostgresNews
    /// The store's number as a member of `news`.
    private let member: Int
    /// The connections that only this store uses, to be closed with it.
    private let own: PostgresConnections?
    private let watches = Mutex<[Int: AsyncStream<Void>.Continuation]?>([:])

    /// Creates a store; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: The database as libpq takes it, with `store=NAME` among its parameters.
    ///   - connections: The most connections at once, each with its own thread, in `1...64`;
    ///     one more listens while the store is watched.
    /// - Throws: `SyncError` of kind `malformedURL`.
    package convenience init(url: String, connections: Int = 4) throws(SyncError) {
      let address = try PostgresAddress(url)
      let count = min(max(connections, 1), 64)
      let pool = PostgresConnections(address.database, limit: count)
      self.init(
        address: address, connections: pool, news: PostgresNews(pool), workers: count, isOwner: true
      )
    }

    init(
      address: PostgresAddress, connections: PostgresConnections, news: PostgresNews, workers: Int,
      isOwner: Bool = false
    ) {
      self.address = address
      let member = news.join()
      self.member = member
      self.workers = (1...workers).map { number in
        BlockingStore(
          PostgresStoreDriver(address, connections) { news.announce($0, by: member) },
          name: "sudoku.postgres.\(number)")
      }
      load = Mutex([Int](repeating: 0, count: workers))
      self.news = news
      own = isOwner ? connections : nil
    }

    /// See `SyncStore`.
    package func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      // Take the first of the least busy workers, so that no more connections are opened than needed.
      let number = load.withLock { load in
        let number = load.indices.min { load[$0] < load[$1] } ?? 0
        load[number] += 1
        return number
      }
      defer { load.withLock { $0[number] -= 1 } }
      return try await workers[number].perform(request)
    }

    /// See `SyncStore`.
    package func watch() -> AsyncStream<Void> {
      let (stream, continuation) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      let number = news.add(address, continuation, member)
      let isOpen = watches.withLock { watches in
        watches?[number] = continuation
        return watches != nil
      }
      guard isOpen else {
        news.remove(number)
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self, news] _ in
        news.remove(number)
        self?.watches.withLock { _ = $0?.removeValue(forKey: number) }
      }
      return stream
    }

    /// See `SyncStore`.
    package func close() async {
      let open = watches.withLock { watches in
        defer { watches = nil }
        return Array((watches ?? [:]).values)
      }
      for watch in open { watch.finish() }
      for worker in workers { await worker.close() }
      await news.announcer.flush()
      if own != nil { news.close() }
      own?.close()
    }
  }

  /// The stores of many players in one database, which share its connections.
  ///
  /// ```swift
  /// let pool = try PostgresPool(url: "postgres://app@db.example/games", connections: 16)
  /// let store = try pool.store("p-3f9k2m7q0a1bz")
  /// ```
  ///
  /// One further connection listens for all stores that are watched.
  package final class PostgresPool: Sendable {
    private let database: String
    private let connections: PostgresConnections
    private let news: PostgresNews

    /// Creates a pool; nothing is connected yet.
    package init(url: String, connections: Int = 16) throws(SyncError) {
      database = try PostgresAddress(url).database
      self.connections = PostgresConnections(database, limit: connections)
      news = PostgresNews(self.connections)
    }

    /// The store with a name; its first request creates it if it does not exist.
    package func store(_ name: String) throws(SyncError) -> PostgresStore {
      PostgresStore(
        address: try PostgresAddress(database: database, store: name), connections: connections,
        news: news, workers: 1)
    }

    /// Closes all connections; the stores fail from now on.
    package func close() {
      news.close()
      connections.close()
    }
  }

  /// The address of a database and of a store in it: `postgres://user@host/database?store=NAME`.
  struct PostgresAddress: Sendable {
    /// The URL as libpq takes it.
    let database: String
    let store: String

    /// Reads a URL; `store` is removed from it, the rest is for libpq.
    init(_ url: String) throws(SyncError) {
      let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      var options = parts.count == 2 ? parts[1].split(separator: "&") : []
      let names = options.filter { $0.hasPrefix("store=") }
      options.removeAll { $0.hasPrefix("store=") }
      guard names.count <= 1, !url.utf8.contains(0) else { throw Self.badName }
      let database =
        String(parts.first ?? "") + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
      try self.init(
        database: database, store: String(names.last?.dropFirst(6) ?? "default"))
    }

    init(database: String, store: String) throws(SyncError) {
      (self.database, self.store) = (database, store)
      let isNameable = store.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-")
      }
      guard 1...64 ~= store.utf8.count, isNameable else { throw Self.badName }
    }

    private static var badName: SyncError {
      SyncError(
        .malformedURL, "store= takes one name of 1 to 64 characters from a-z, 0-9 and -")
    }
  }
#endif
