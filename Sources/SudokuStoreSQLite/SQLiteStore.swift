import Foundation
import GRDB
import SudokuSession
import SudokuSync

/// A sync store in one SQLite file, for the devices of one machine or one shared disk.
///
/// Any number of processes may use the file at once. The number of the last chunk is the cursor;
/// as SQLite has one writer at a time, the numbers appear in order and no cursor can skip one.
///
/// ```swift
/// let store = try SQLiteStore(path: "/home/me/.local/share/sudoku/store.sqlite")
/// try await store.inProgress(limit: 10, before: nil)
/// ```
public actor SQLiteStore: SyncStore {
  private let file: SQLiteFile
  private let epoch: String

  /// Opens a store, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its directory exists.
  ///   - durability: How certainly an append is on disk when it is acknowledged.
  /// - Throws: `SyncError`; kind `damaged` for a file that is no intact store.
  public init(path: String, durability: Durability = .normal) throws(SyncError) {
    file = try SQLiteFile(path: path, durability: durability) { db in
      try DocumentTables.create(db)
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO value (key, value) VALUES ('epoch', lower(hex(randomblob(8))))
          """)
    }
    epoch = try file.read { try DocumentTables(db: $0).value("epoch") ?? "" }
  }

  /// See `SyncStore`.
  public func document(
    _ id: DocumentID, after known: StreamHeads
  ) throws -> DocumentDelta? {
    try file.read { try Self.delta(id, after: known, in: DocumentTables(db: $0)) }
  }

  private static func delta(
    _ id: DocumentID, after known: StreamHeads, in tables: DocumentTables
  ) throws -> DocumentDelta? {
    guard let record = try tables.record(id) else { return nil }
    let streams = try tables.streams(of: record.number)
    return DocumentDelta(
      id: id, summary: record.summary, heads: streams.mapValues(\.head),
      chunks: try tables.chunks(of: record.number, streams: streams, after: known))
  }

  /// See `SyncStore`.
  public func append(_ batch: OperationBatch) throws -> AppendReceipt {
    try file.write { db in
      let tables = DocumentTables(db: db)
      var outcomes: [AppendOutcome] = []
      for delta in batch.documents { outcomes.append(try Self.add(delta, to: tables)) }
      let answer = try batch.question.flatMap {
        try Self.delta($0.id, after: $0.known, in: tables)
      }
      return AppendReceipt(outcomes: outcomes, answer: answer)
    }
  }

  private static func add(
    _ delta: DocumentDelta, to tables: DocumentTables
  ) throws -> AppendOutcome {
    let old = try tables.record(delta.id)
    var summary = old?.summary ?? delta.summary
    do { try summary.merge(delta.summary) } catch {
      let heads = try old.map { try tables.heads(of: $0.number) } ?? [:]
      return AppendOutcome(id: delta.id, heads: heads, refusal: error.message)
    }
    let number =
      try old?.number ?? tables.save(delta.summary, isPending: false, replacing: nil)
    var heads = old == nil ? [:] : try tables.heads(of: number)
    var diverged: Set<DeviceID> = []
    var hasChanged = false
    for chunk in delta.chunks where !diverged.contains(chunk.device) {
      var head = heads[chunk.device] ?? .empty
      switch try tables.add(chunk, to: &head, in: number) {
      case .added(.some):
        heads[chunk.device] = head
        try tables.save(
          DocumentTables.Stream(head: head, acknowledged: .empty), of: chunk.device, in: number)
        hasChanged = true
      case .added(nil), .gap: break
      case .diverged: diverged.insert(chunk.device)
      }
    }
    let outcome = AppendOutcome(id: delta.id, heads: heads, diverged: diverged.sorted())
    guard outcome.covers(delta) else {
      if old == nil, !hasChanged { try tables.remove(number) }
      return outcome
    }
    if old != nil { _ = try tables.save(summary, isPending: false, replacing: old) }
    if !hasChanged, summary != old?.summary { try announce(number, in: tables) }
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

  /// See `SyncStore`.
  public func inProgress(limit: Int, before: PageToken?) throws -> SummaryPage {
    try file.read {
      try DocumentTables(db: $0).summaries(status: [1], limit: limit, before: before)
    }
  }

  /// See `SyncStore`.
  public func changes(since cursor: SudokuSync.Cursor?, limit: Int) throws -> ChangePage {
    let start = cursor.flatMap { place(of: $0) } ?? 0
    return try file.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT number, document, device, firstSeq, lastSeq, previousHash, hash, lines FROM chunk
            WHERE number > ? ORDER BY number LIMIT ?
            """), arguments: [start, max(limit, 1) + 1])
      var last = start
      var count = 0
      var order: [Int64] = []
      var chunks: [Int64: [OperationChunk]] = [:]
      while count < max(limit, 1), let row = try rows.next() {
        count += 1
        last = row[0]
        let document: Int64 = row[1]
        if chunks[document] == nil {
          order.append(document)
          chunks[document] = []
        }
        if !row.hasNull(atIndex: 2) {
          chunks[document, default: []].append(try DocumentTables.chunk(row, at: 2))
        }
      }
      let hasMore = try rows.next() != nil
      let statement = try db.cachedStatement(
        sql: "SELECT id, summary FROM document WHERE number = ?")
      var deltas: [DocumentDelta] = []
      for document in order {
        guard let row = try Row.fetchOne(statement, arguments: [document]) else { continue }
        let summary = try DocumentTables.summary(row[1], of: row[0])
        deltas.append(
          DocumentDelta(id: summary.id, summary: summary, chunks: chunks[document] ?? []))
      }
      return ChangePage(
        documents: deltas, next: SudokuSync.Cursor("\(epoch):\(last)"), hasMore: hasMore)
    }
  }

  private func place(of cursor: SudokuSync.Cursor) -> Int64? {
    let parts = cursor.rawValue.split(separator: ":")
    guard parts.count == 2, parts[0] == epoch else { return nil }
    return Int64(parts[1])
  }
}
