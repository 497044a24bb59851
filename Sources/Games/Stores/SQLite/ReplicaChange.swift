import GRDB
import SudokuSession
import SudokuSync

/// One write transaction of a replica.
///
/// It reads records, applies the rules to them, writes the changes, and updates digest and counts.
final class ReplicaChange {
  let tables: DocumentTables
  private let digest: DigestTable
  /// The counts, `nil` if unknown.
  var counts: ReplicaCounts?
  /// True once the transaction has added operations.
  private(set) var hasNewChunks = false

  init(_ db: Database, counts: ReplicaCounts?) {
    tables = DocumentTables(db: db)
    digest = DigestTable(db)
    self.counts = counts
  }

  typealias Hash = DocumentRecord.HashLookup<any Error>

  func update(
    _ id: DocumentID, _ fresh: DocumentRecord?,
    _ body: (inout DocumentRecord, Hash) throws -> [OperationChunk]?
  ) throws {
    let tables = tables
    let old = try tables.document(id)
    guard var record = old?.record ?? fresh else { return }
    let hash: Hash = { (device, seq) throws in
      try tables.hash(of: device, at: seq, in: old?.number)
    }
    guard let added = try body(&record, hash) else { return }
    guard record != old?.record || !added.isEmpty else { return }
    let number = try tables.save(record, replacing: old)
    try tables.store(added, in: number)
    hasNewChunks = hasNewChunks || !added.isEmpty
    digest.replace(old?.record.acknowledged ?? [:], with: record.acknowledged, in: id)
    if let known = counts {
      counts =
        known - (old.map { ReplicaCounts($0.record) } ?? ReplicaCounts())
        + ReplicaCounts(record)
    }
  }

  func finish(forgetsKeptCounts: Bool) throws {
    try digest.flush()
    if forgetsKeptCounts { try tables.setValue(nil, DocumentTables.keptCounts) }
  }
}

extension DocumentTables {
  /// The largest number that a chunk ever had; it only grows.
  func lastChunkNumber() throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'chunk'")) ?? 0
  }

  /// A number that changes when another connection has written.
  func dataVersion() throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
  }

  /// Deletes a stream's operations, before others take their place.
  func deleteChunks(of device: DeviceID, in id: DocumentID) throws {
    try db.execute(
      sql: """
        DELETE FROM chunk WHERE device = ?
          AND document = (SELECT number FROM document WHERE id = ?)
        """, arguments: [device.integer, id.rawValue])
  }

  /// The key under which counts are kept for the next process.
  static let keptCounts = "counts"

  /// The counts that an earlier process kept; `nil` if documents have changed since.
  ///
  /// Every transaction that changes a document removes them. Older versions do not; their
  /// transactions are noticed if they added operations.
  func loadCounts() throws -> ReplicaCounts? {
    guard let numbers = try value(Self.keptCounts)?.split(separator: " ").compactMap({ Int($0) }),
      numbers.count == 6, try Int64(numbers[0]) == lastChunkNumber()
    else { return nil }
    var counts = ReplicaCounts()
    counts.documents = numbers[1]
    counts.games = numbers[2]
    counts.completedGames = numbers[3]
    counts.pendingDocuments = numbers[4]
    counts.pendingOperations = numbers[5]
    return counts
  }

  /// Keeps counts for the next process.
  func keep(_ counts: ReplicaCounts) throws {
    let numbers = [
      Int(try lastChunkNumber()), counts.documents, counts.games, counts.completedGames,
      counts.pendingDocuments, counts.pendingOperations,
    ]
    try setValue(numbers.map(String.init).joined(separator: " "), Self.keptCounts)
  }

  /// Counts all documents in indices, and the pending operations.
  func counts() throws -> ReplicaCounts {
    var counts = ReplicaCounts()
    let rows = try Row.fetchAll(
      db, sql: "SELECT status, COUNT(*) FROM document GROUP BY status")
    for row in rows {
      let status: Int = row[0]
      let count: Int = row[1]
      counts.documents += count
      if status > 0 { counts.games += count }
      if status == 2 { counts.completedGames += count }
    }
    // Read the indices alone, as the rows are long.
    counts.pendingDocuments =
      try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM document WHERE pending") ?? 0
    counts.pendingOperations =
      try Int.fetchOne(
        db,
        sql: """
          SELECT SUM(MAX(seq - acknowledgedSeq, 0)) FROM stream
          WHERE document IN (SELECT number FROM document WHERE pending)
          """) ?? 0
    return counts
  }
}
