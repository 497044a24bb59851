import Dispatch
import GRDB
import SudokuSession
import SudokuSync
import Synchronization

/// A store in an SQLite file, for one thread.
public final class SQLiteStoreDriver: StoreDriver {
  let path: String
  var file: SQLiteFile?
  private var identity: StoreIdentity
  private let clock: @Sendable () -> Int64
  /// The damaged streams that were set aside.
  private var damaged = SkippedFiles()

  package init(
    path: String, durability: Durability = .normal,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds
  ) throws(SyncError) {
    var random = random
    let fresh = StoreIdentity.random(using: &random)
    let file = try SQLiteFile(path: path, durability: durability) { db in
      try DocumentTables.create(db)
      try DigestTable.create(db)
      let tables = DocumentTables(db: db)
      // Files of older versions have an epoch but no identity.
      if try tables.value("epoch") == nil { try tables.setValue(fresh.epoch, "epoch") }
      if try tables.value("identity") == nil {
        try tables.setValue(fresh.identity, "identity")
        try DigestTable(db).rebuild("stream.seq, stream.hash")
      }
    }
    self.path = path
    self.file = file
    self.clock = clock
    identity = try file.read { try Self.identity(in: $0) }
  }

  private static func identity(in db: Database) throws -> StoreIdentity {
    let tables = DocumentTables(db: db)
    return StoreIdentity(
      identity: try tables.value("identity") ?? "", epoch: try tables.value("epoch") ?? "",
      player: try tables.value("player").flatMap { PlayerID($0) })
  }

  /// See `StoreDriver`.
  public func close() { file = nil }

  /// Watches lengths and times of the files, and asks SQLite about other writers only when they
  /// changed.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    guard let file else { return nil }
    let version = Mutex((try? file.onWriter { try DocumentTables(db: $0).dataVersion() }) ?? 0)
    let probe = FileProbe([path, path + "-wal"])
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "sudoku.watch"))
    timer.schedule(deadline: .now(), repeating: .milliseconds(200), leeway: .milliseconds(50))
    timer.setEventHandler {
      guard probe.hasChanged() else { return }
      queue.async {
        guard let new = try? file.onWriter({ try DocumentTables(db: $0).dataVersion() }) else {
          return changed()
        }
        let isNew = version.withLock { version in
          defer { version = new }
          return version != new
        }
        if isNew { changed() }
      }
    }
    timer.resume()
    nonisolated(unsafe) let running = timer
    return StoreWatch { running.cancel() }
  }

  /// See `StoreDriver`.
  public func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    guard let file else { throw SyncError(.storeUnavailable, "the store is closed") }
    return try file.waiting(until: deadline) { () throws(SyncError) in
      if case .append(let batch) = request.query {
        return try file.write { try self.append(batch, request, $0) }
      }
      let response = try self.read(request, from: file)
      let streams = DamagedStream.all(in: response.answer)
      if streams.isEmpty { return response }
      let reasons = try file.write { try DamagedStream.setAside(streams, in: $0) }
      for (name, reason) in reasons { self.damaged.note(name, reason) }
      return try self.read(request, from: file)
    }
  }

  private func read(
    _ request: StoreRequest, from file: SQLiteFile
  ) throws(SyncError) -> StoreResponse {
    try file.read { db in
      self.identity = try Self.identity(in: db)
      _ = try self.identity.admit(request)
      return try self.response(self.answer(request.query, in: db), in: db)
    }
  }

  private func response(_ answer: StoreAnswer, in db: Database) throws -> StoreResponse {
    var status = StoreStatus(
      identity: identity.identity, epoch: identity.epoch, player: identity.player,
      milliseconds: clock(), digest: try DigestTable(db).root(),
      revision: try DocumentTables(db: db).lastChunkNumber())
    status.skipped = damaged.list
    return StoreResponse(status: status, answer: answer)
  }

  private func answer(_ query: StoreQuery, in db: Database) throws -> StoreAnswer {
    let tables = DocumentTables(db: db)
    switch query {
    case .document(let id, let known): return .document(try tables.delta(id, after: known))
    case .append: throw SyncError(.storeFailed, "an append is a write")
    case .inProgress(let limit, let before):
      var unreadable: [DocumentID] = []
      return .inProgress(
        try tables.summaries(status: [1], limit: limit, before: before, unreadable: &unreadable))
    case .changes(let cursor, let limit):
      return .changes(try changes(since: cursor, limit: limit, in: db))
    case .digests(let nodes): return .digests(try DigestTable(db).page(nodes: nodes))
    case .holdings(let leaves, let previous, let limit):
      return .holdings(try tables.holdings(in: leaves, after: previous, limit: limit))
    case .contents: return .contents(try tables.contents())
    }
  }
}

extension SQLiteStoreDriver {
  private func append(
    _ batch: OperationBatch, _ request: StoreRequest, _ db: Database
  ) throws -> StoreResponse {
    let tables = DocumentTables(db: db)
    let digest = DigestTable(db)
    identity = try Self.identity(in: db)
    if try identity.admit(request) {
      try tables.setValue(identity.player?.description, "player")
    }
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents { outcomes.append(try Self.add(delta, to: tables, digest)) }
    try digest.flush()
    let answer = try batch.question.flatMap { try tables.delta($0.id, after: $0.known) }
    return try response(.append(AppendReceipt(outcomes: outcomes, answer: answer)), in: db)
  }

  private static func add(
    _ delta: DocumentDelta, to tables: DocumentTables, _ digest: DigestTable
  ) throws -> AppendOutcome {
    let old = try tables.document(delta.id)
    var record = old?.record ?? DocumentRecord(summary: delta.summary)
    let (added, outcome) = try record.add(delta) { (device, seq) throws in
      try tables.hash(of: device, at: seq, in: old?.number)
    }
    guard outcome.refusal == nil else { return outcome }
    if old == nil, added.isEmpty, !outcome.covers(delta) { return outcome }
    let number = try tables.save(record, replacing: old)
    try tables.store(added, in: number)
    digest.replace(old?.record.heads ?? [:], with: record.heads, in: delta.id)
    if added.isEmpty, record.summary != old?.record.summary { try announce(number, in: tables) }
    return outcome
  }

  /// Puts a summary without operations into the order of changes.
  private static func announce(_ number: Int64, in tables: DocumentTables) throws {
    try tables.db.cachedStatement(sql: "DELETE FROM chunk WHERE document = ? AND device IS NULL")
      .execute(arguments: [number])
    try tables.db.cachedStatement(
      sql: """
        INSERT INTO chunk (document, firstSeq, lastSeq, previousHash, hash, lines)
        VALUES (?, 0, 0, 0, 0, x'')
        """
    ).execute(arguments: [number])
  }

  private func changes(
    since cursor: ChangeCursor?, limit: Int, in db: Database
  ) throws -> ChangePage {
    let end = try DocumentTables(db: db).lastChunkNumber()
    let start = cursor?.number(in: identity.epoch, atMost: end) ?? 0
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT number, document, device, firstSeq, lastSeq, previousHash, hash, lines FROM chunk
          WHERE number > ? ORDER BY number LIMIT ?
          """), arguments: [start, max(limit, 1) + 1])
    var last = start
    var (count, bytes) = (0, 0)
    var order: [Int64] = []
    var chunks: [Int64: [OperationChunk]] = [:]
    while count < max(limit, 1), bytes < AnswerBounds.pageBytes, let row = try rows.next() {
      count += 1
      last = row[0]
      let document: Int64 = row[1]
      if chunks[document] == nil {
        order.append(document)
        chunks[document] = []
      }
      if !row.hasNull(atIndex: 2) {
        let chunk = try DocumentTables.chunk(row, at: 2)
        bytes += chunk.lines.count
        chunks[document, default: []].append(chunk)
      }
    }
    let hasMore = try rows.next() != nil
    let tables = DocumentTables(db: db)
    var deltas: [DocumentDelta] = []
    for document in order {
      guard let summary = try tables.summary(of: document) else { continue }
      deltas.append(
        DocumentDelta(id: summary.id, summary: summary, chunks: chunks[document] ?? []))
    }
    return ChangePage(
      documents: deltas,
      next: ChangeCursor(epoch: identity.epoch, number: hasMore ? last : max(last, end)),
      hasMore: hasMore)
  }
}
