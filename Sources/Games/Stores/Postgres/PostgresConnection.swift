#if Postgres
  import CLibPQ
  import SudokuSync

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// One connection to a database, used by one thread at a time.
  ///
  /// It blocks in libpq only while it connects; otherwise it polls the socket and checks the
  /// deadline. A connection that fails during a statement is closed and never used again.
  final class PostgresConnection {
    private let connection: OpaquePointer
    private var prepared: Set<String> = []
    /// True once the connection can't be used any more.
    private(set) var isBroken = false

    init(_ url: String) throws(SyncError) {
      // Parameters in the URL override those before it.
      let options = [
        ("connect_timeout", "5"), ("application_name", "sudoku"), ("dbname", url),
        ("client_encoding", "UTF8"),
      ]
      let texts = options.map { (strdup($0.0), strdup($0.1)) }
      defer {
        for text in texts {
          free(text.0)
          free(text.1)
        }
      }
      let keywords = texts.map { UnsafePointer($0.0) } + [nil]
      let values = texts.map { UnsafePointer($0.1) } + [nil]
      guard let connection = PQconnectdbParams(keywords, values, 1) else {
        throw SyncError(.storeUnavailable, "no memory for a connection")
      }
      self.connection = connection
      guard PQstatus(connection) == CONNECTION_OK else {
        isBroken = true
        // libpq has no code for a refused login.
        let message = Self.message(connection)
        let isRefused =
          PQconnectionNeedsPassword(connection) == 1 || message.contains("authentication failed")
        throw SyncError(isRefused ? .unauthorized : .storeUnavailable, message)
      }
      // Notices are for people at a terminal.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      PQsetnonblocking(connection, 1)
    }

    deinit { PQfinish(connection) }

    /// True if the connection works and no transaction is open on it.
    var isIdle: Bool { !isBroken && PQtransactionStatus(connection) == PQTRANS_IDLE }

    /// True if the server answers on this connection within five seconds.
    var answers: Bool { (try? script("SELECT 1", until: Deadline(milliseconds: 5_000))) != nil }

    /// The socket, to wait for notifications.
    var socket: Int32 { PQsocket(connection) }

    private static func message(_ connection: OpaquePointer) -> String {
      let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      let lines = text.split(whereSeparator: \.isNewline)
      return "PostgreSQL: "
        + (lines.isEmpty ? "the connection was lost" : lines.joined(separator: " "))
    }

    // MARK: Statements

    /// Runs statements in one round trip; if one fails, those after it are not run.
    ///
    /// Unless they begin a transaction themselves, they form one.
    func run(
      _ commands: [PostgresCommand], until deadline: Deadline
    ) throws(SyncError) -> [PostgresRows] {
      guard !isBroken, PQenterPipelineMode(connection) == 1 else { throw lost() }
      var isNew: [Bool] = []
      var known = prepared
      for command in commands {
        let mustPrepare = known.insert(command.name).inserted
        if mustPrepare {
          guard
            PQsendPrepare(
              connection, command.name, command.statement.sql(command.partition), 0, nil) == 1
          else { throw lost() }
        }
        isNew.append(mustPrepare)
        guard send(command) else { throw lost() }
      }
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      var results: [PostgresRows] = []
      var failure: SyncError?
      for (command, mustPrepare) in zip(commands, isNew) {
        // Statements after a failure are not prepared; those before it stay prepared.
        if mustPrepare, try result(until: deadline, &failure) != nil {
          prepared.insert(command.name)
        }
        if let rows = try result(until: deadline, &failure) { results.append(rows) }
      }
      try finishPipeline(until: deadline)
      if let failure {
        try leaveTransaction(until: deadline)
        throw failure
      }
      guard results.count == commands.count else { throw lost() }
      return results
    }

    /// Runs a script of several unprepared statements, such as a migration.
    func script(_ sql: String, until deadline: Deadline) throws(SyncError) {
      guard !isBroken, PQsendQuery(connection, sql) == 1 else { throw lost() }
      var failure: SyncError?
      while let result = try nextResult(until: deadline) {
        failure = failure ?? Self.failure(in: result)
        PQclear(result)
      }
      if let failure {
        try leaveTransaction(until: deadline)
        throw failure
      }
    }

    private func send(_ command: PostgresCommand) -> Bool {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(256)
      let counts = command.parameters.map { $0.encode(into: &bytes) }
      let formats = command.parameters.map { $0.isBinary ? Int32(1) : 0 }
      return bytes.withUnsafeBytes { bytes in
        var start = 0
        let values = counts.map { count -> UnsafePointer<CChar>? in
          guard let count else { return nil }
          defer { start += count }
          // An empty value is not the same as none, which is a null pointer.
          return bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        }
        return PQsendQueryPrepared(
          connection, command.name, Int32(counts.count), values, counts.map { Int32($0 ?? 0) },
          formats, 1) == 1
      }
    }

    /// The rows of the next statement; `nil` if it has failed, or was not run after another
    /// failure.
    private func result(
      until deadline: Deadline, _ failure: inout SyncError?
    ) throws(SyncError) -> PostgresRows? {
      var rows: PostgresRows?
      while let result = try nextResult(until: deadline) {
        failure = failure ?? Self.failure(in: result)
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK:
          rows = PostgresRows(result)
          continue
        case PGRES_COMMAND_OK: rows = PostgresRows.none
        default: break
        }
        PQclear(result)
      }
      return rows
    }

    private func finishPipeline(until deadline: Deadline) throws(SyncError) {
      guard let sync = try nextResult(until: deadline) else { throw lost() }
      let status = PQresultStatus(sync)
      PQclear(sync)
      guard status == PGRES_PIPELINE_SYNC, PQexitPipelineMode(connection) == 1 else { throw lost() }
    }

    private func leaveTransaction(until deadline: Deadline) throws(SyncError) {
      guard PQtransactionStatus(connection) != PQTRANS_IDLE else { return }
      guard PQsendQuery(connection, "ROLLBACK") == 1 else { throw lost() }
      while let result = try nextResult(until: deadline) { PQclear(result) }
    }

    private static func failure(in result: OpaquePointer) -> SyncError? {
      guard PQresultStatus(result) == PGRES_FATAL_ERROR else { return nil }
      let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let message = "PostgreSQL: \(text ?? "the request failed") (\(code ?? "no code"))"
      return SyncError(kind(ofCode: code), message)
    }

    /// The kind of an error by PostgreSQL's code, whose first two characters are its class.
    ///
    /// `storeFailed` blames the document that was sent. So only errors that its data can cause have
    /// this kind: data, integrity, limits, exceptions of functions, and damage or faults in the
    /// server.
    static func kind(ofCode code: String?) -> SyncError.Kind {
      switch code {
      case PostgresStatement.isOutdated: return .outdated
      // The server is read-only, such as after a failover.
      case "25006": return .readOnly
      // A concurrent transaction won.
      case "40001", "40P01": return .conflicting
      case "42501": return .unauthorized
      case "53100": return .diskFull
      default: break
      }
      switch code?.prefix(2) {
      case "28": return .unauthorized
      case "22", "23", "54", "P0", "XX": return .storeFailed
      default: return .storeUnavailable
      }
    }

    // MARK: Waiting

    private func nextResult(until deadline: Deadline) throws(SyncError) -> OpaquePointer? {
      while true {
        let unsent = PQflush(connection)
        if unsent < 0 { throw lost() }
        if unsent == 0, PQisBusy(connection) == 0 { return PQgetResult(connection) }
        var descriptor = pollfd(
          fd: socket, events: Int16(POLLIN) | (unsent > 0 ? Int16(POLLOUT) : 0), revents: 0)
        let ready = poll(&descriptor, 1, 10)
        if ready > 0, PQconsumeInput(connection) == 0 { throw lost() }
        if deadline.hasPassed {
          giveUp()
          throw SyncError(.storeUnavailable, "PostgreSQL did not answer in time")
        }
      }
    }

    /// Cancels the statement on the server; the connection is not used again.
    private func giveUp() {
      isBroken = true
      guard let cancel = PQgetCancel(connection) else { return }
      var reason = [CChar](repeating: 0, count: 256)
      _ = PQcancel(cancel, &reason, Int32(reason.count))
      PQfreeCancel(cancel)
    }

    private func lost() -> SyncError {
      isBroken = true
      return SyncError(.storeUnavailable, Self.message(connection))
    }

    // MARK: Notifications

    /// The channels of the notifications received, except those of one origin.
    func takeNotifications(exceptOf origin: String) -> Set<String>? {
      guard !isBroken, PQconsumeInput(connection) == 1 else {
        isBroken = true
        return nil
      }
      var channels: Set<String> = []
      while let notification = PQnotifies(connection) {
        if String(cString: notification.pointee.extra) != origin {
          channels.insert(String(cString: notification.pointee.relname))
        }
        PQfreemem(notification)
      }
      return channels
    }
  }

  /// The result of a statement: rows of values in PostgreSQL's binary form, read in libpq's memory.
  struct PostgresRows {
    private final class Result {
      let pointer: OpaquePointer
      init(_ pointer: OpaquePointer) { self.pointer = pointer }
      deinit { PQclear(pointer) }
    }

    private let result: Result?
    let count: Int

    /// The result of a statement without rows.
    static var none: PostgresRows { PostgresRows() }

    private init() { (result, count) = (nil, 0) }

    /// Takes ownership of a result of libpq.
    init(_ result: OpaquePointer) {
      self.result = Result(result)
      count = Int(PQntuples(result))
    }

    private func with<Value>(
      _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
      guard let result, 0..<count ~= row else { return nil }
      let (row, column) = (Int32(row), Int32(column))
      guard PQgetisnull(result.pointer, row, column) == 0 else { return nil }
      return withExtendedLifetime(result) {
        body(
          UnsafeRawBufferPointer(
            start: PQgetvalue(result.pointer, row, column),
            count: Int(PQgetlength(result.pointer, row, column))))
      }
    }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? { with(row, column) { Array($0) } }

    func isNull(_ row: Int, _ column: Int) -> Bool { with(row, column) { _ in } == nil }

    func text(_ row: Int, _ column: Int) -> String {
      with(row, column) { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A big-endian integer of any length; 0 for null.
    func int(_ row: Int, _ column: Int) -> Int {
      with(row, column) { bytes in
        guard let first = bytes.first else { return 0 }
        var value = first & 0x80 != 0 ? UInt64.max : 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        return Int(truncatingIfNeeded: value)
      } ?? 0
    }
  }
#endif
