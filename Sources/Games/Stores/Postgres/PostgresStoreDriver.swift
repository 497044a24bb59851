#if Postgres
  import SudokuSession
  import SudokuSync

  /// A store in PostgreSQL for one thread; it borrows a connection of a pool for each request.
  package final class PostgresStoreDriver: StoreDriver {
    let address: PostgresAddress
    private let connections: PostgresConnections
    private var lease: PostgresConnections.Lease?
    /// The store's row as last read; `nil` until it is found or created.
    private(set) var known: KnownStore?
    /// The store whose partition was looked up, and its partition.
    private var partition: (store: Int, number: Int?)?
    /// The documents written last.
    var recent: RecentDocuments?

    /// The store's row as it was last read.
    struct KnownStore {
      let number: Int
      var identity: StoreIdentity
      var revision: Int
      var digest: Digest
      var milliseconds: Int64

      var status: StoreStatus {
        StoreStatus(
          identity: identity.identity, epoch: identity.epoch, player: identity.player,
          milliseconds: milliseconds, digest: digest, revision: Int64(revision))
      }
    }

    private var timeline = ""
    /// Called with the number of a changed store, once the change is durable.
    let announce: @Sendable (Int) -> Void

    init(
      _ address: PostgresAddress, _ connections: PostgresConnections,
      announce: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
      (self.address, self.connections, self.announce) = (address, connections, announce)
    }

    /// See `StoreDriver`; a connection that was lost while idle is replaced and the request repeated.
    package func perform(
      _ request: StoreRequest, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse {
      while true {
        do throws(SyncError) {
          return try borrowing(until: deadline) { () throws(SyncError) in
            try attempt(request, until: deadline)
          }
        } catch {
          guard error.kind == .conflicting else { throw error }
          guard !deadline.hasPassed else { throw SyncError(.storeUnavailable, error.message) }
          // One of the conflicting transactions succeeds. Read what it wrote.
          known = nil
        }
      }
    }

    /// Runs `body` with a connection of the pool.
    private func borrowing<Result>(
      until deadline: Deadline, _ body: () throws(SyncError) -> Result
    ) throws(SyncError) -> Result {
      // Each turn removes a lost connection from the pool, so the loop ends.
      while true {
        defer { giveBack() }
        do throws(SyncError) { return try body() } catch {
          let isLost = lease?.connection.isBroken == true && lease?.isFresh == false
          guard isLost, !deadline.hasPassed else { throw error }
        }
      }
    }

    /// Returns the connection to the pool.
    private func giveBack() {
      guard let lease else { return }
      self.lease = nil
      connections.give(lease)
    }

    package func close() { giveBack() }

    private func attempt(
      _ request: StoreRequest, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse {
      if case .append(let batch) = request.query {
        return try append(batch, request, until: deadline)
      }
      let (answer, store) = try read(request.query, until: deadline)
      var identity = store.identity
      _ = try identity.admit(request)
      return StoreResponse(status: store.status, answer: answer)
    }

    /// The channel of a store's notifications.
    static func channel(_ store: Int) -> String { "sudoku_\(store)" }

    /// The store's number, which names its channel for listeners.
    func channelNumber(until deadline: Deadline) throws(SyncError) -> Int {
      try borrowing(until: deadline) { () throws(SyncError) in try store(until: deadline) }
    }

    // MARK: Connection and store

    /// Runs statements in one round trip.
    func run(
      _ commands: [PostgresCommand], until deadline: Deadline
    ) throws(SyncError) -> [PostgresRows] {
      var commands = commands
      if let known, let partition, partition.store == known.number {
        for index in commands.indices { commands[index].partition = partition.number }
      }
      return try connected(until: deadline).run(commands, until: deadline)
    }

    /// Rolls a transaction back.
    func rollback(until deadline: Deadline) throws(SyncError) {
      _ = try run([PostgresCommand(.rollback)], until: deadline)
    }

    private func connected(until deadline: Deadline) throws(SyncError) -> PostgresConnection {
      if let lease { return lease.connection }
      let new = try connections.take(until: deadline)
      lease = new
      if new.timeline != timeline { known = nil }
      timeline = new.timeline
      return new.connection
    }

    /// The store's number; a missing store is created.
    func store(until deadline: Deadline) throws(SyncError) -> Int {
      let connection = try connected(until: deadline)
      if let known { return known.number }
      var random = SystemRandomNumberGenerator()
      let fresh = StoreIdentity.random(using: &random)
      let name = PostgresValue.text(address.store)
      var rows = try connection.run([PostgresCommand(.status, name)], until: deadline)[0]
      if rows.count == 0 {
        let create = PostgresCommand(.createStore, name, .text(fresh.identity), .text(fresh.epoch))
        rows = try connection.run([create, PostgresCommand(.status, name)], until: deadline)[1]
      }
      guard let store = take(rows) else {
        throw SyncError(.storeFailed, "the store can't be created")
      }
      if partition?.store != store.number {
        let found = try connection.run([PostgresCommand(.partition, name)], until: deadline)[0]
        partition = (store.number, found.count == 1 ? found.int(0, 0) : nil)
      }
      return store.number
    }

    /// Reads the store's row; `nil` if it does not exist.
    func take(_ rows: PostgresRows) -> KnownStore? {
      guard rows.count > 0 else {
        known = nil
        return nil
      }
      let store = KnownStore(
        number: rows.int(0, 0),
        identity: StoreIdentity(
          identity: rows.text(0, 1), epoch: rows.text(0, 2) + timeline,
          player: rows.isNull(0, 3) ? nil : PlayerID(rows.text(0, 3))),
        revision: rows.int(0, 4),
        digest: Digest(rawValue: UInt64(bitPattern: Int64(rows.int(0, 5)))),
        milliseconds: Int64(rows.int(0, 6)))
      known = store
      return store
    }

    /// Remembers the store's row as committed.
    func remember(_ store: KnownStore) { known = store }
  }

  extension DeviceID {
    var value: PostgresValue { .int(Int(integer)) }

    init(integer: Int) { self.init(rawValue: UInt64(bitPattern: Int64(integer))) }
  }

  extension StreamHash {
    var value: PostgresValue { .int(Int(truncatingIfNeeded: rawValue)) }

    init(integer: Int) { self.init(rawValue: UInt64(bitPattern: Int64(integer))) }
  }

  extension Digest {
    var value: PostgresValue { .int(Int(truncatingIfNeeded: rawValue)) }

    init(integer: Int) { self.init(rawValue: UInt64(bitPattern: Int64(integer))) }
  }
#endif
