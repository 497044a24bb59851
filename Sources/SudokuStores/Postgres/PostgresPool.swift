#if Postgres
  import SudokuSync

  /// The stores of many players in one database, which share its connections.
  ///
  /// ```swift
  /// let pool = try PostgresPool(url: "postgres://app@db.example/games", connections: 16)
  /// let store = try pool.store("p-3f9k2m7q0a1bz")
  /// ```
  ///
  /// One further connection listens for all stores that are watched.
  public final class PostgresPool: Sendable {
    private let database: String
    private let connections: PostgresConnections
    private let news: PostgresNews

    /// Creates a pool; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: The database as libpq takes it; `store=NAME` in it is not looked at.
    ///   - connections: The most connections at once, besides the one that listens.
    /// - Throws: `SyncError` of kind `malformedURL`.
    public init(url: String, connections: Int = 16) throws(SyncError) {
      database = try PostgresAddress(url).database
      self.connections = PostgresConnections(database, limit: connections)
      news = PostgresNews(self.connections)
    }

    /// The store with a name, which is made with the first request where there is none.
    ///
    /// - Parameter name: 1 to 64 characters of `a-z`, `0-9` and `-`.
    /// - Returns: The store; closing it leaves the pool to the others.
    /// - Throws: `SyncError` of kind `malformedURL` for any other name.
    public func store(_ name: String) throws(SyncError) -> PostgresStore {
      PostgresStore(
        address: try PostgresAddress(database: database, store: name), connections: connections,
        news: news, workers: 1)
    }

    /// Lets go of all connections; the stores answer no more.
    public func close() {
      news.close()
      connections.close()
    }
  }
#endif
