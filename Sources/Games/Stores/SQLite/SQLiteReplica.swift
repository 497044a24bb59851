import Foundation
import GRDB
import SudokuSession
import SudokuSync
import Synchronization

// How the SQLite replica works
//
// Tables (`DocumentTables`). `document` holds the ID, the summary as JSON, and the columns that
// lists sort by. `stream` holds two heads per device and document: what is held, what the store
// acknowledged. `chunk` holds the lines; its number counts all writes and only grows. `value` holds
// this device's own values, `digest` (`DigestTable`) the digest tree of everything acknowledged.
//
// Transactions. Every write is one transaction, made in `change`: read the records, let
// `DocumentRecord` decide, write what changed, update digest and counts, commit. A failure in
// between changes nothing. Reads use snapshots and never wait for a writer. Writers of other
// processes wait for each other for up to 10 seconds, or until the caller's deadline
// (`SQLiteFile`).
//
// Checkpoints. Commits append to the write-ahead log. SQLite would let the commit that makes the
// log long copy it into the database, and its caller would wait. `Checkpointer` copies on another
// thread and another connection instead. A writer copies itself only if the log reaches 32 MB.
// Nothing depends on a checkpoint: a commit is safe in the log.
//
// Several processes. Each process locks one of the file's device identities (`IdentityLock`), so
// two processes never extend one stream. `Cache` remembers counts and the last chunk seen together
// with SQLite's `data_version`, which changes when another connection writes; then both are read
// again.
//
// Damage. Opening checks the file (completely below 64 MB). A damaged file is refused and left
// unchanged; `quarantine` moves it aside. An unreadable summary is computed again from its
// operations.

/// A device's durable replica in one SQLite file.
///
/// ```swift
/// let replica = try SQLiteReplica(path: "/home/me/.local/share/sudoku/replica.sqlite", random:
/// &random)
/// ```
///
/// Any number of processes may open the file; each writes under a device identity of its own. A
/// damaged file is refused and left unchanged.
public final class SQLiteReplica: Replica {
  let file: SQLiteFile
  private let lock: IdentityLock
  private let identity: Mutex<DeviceID>

  /// The values known of the file without reading it.
  struct Cache {
    /// The `data_version` of SQLite for which the counts are valid.
    var version: Int64 = -1
    var counts: ReplicaCounts?
    /// The `data_version` up to which `changesByOthers` has reported.
    var seenVersion: Int64 = -1
    var seenChunk: Int64 = 0
    /// True if the file may contain kept counts.
    var mayHoldCounts = true
  }

  let cache = Mutex(Cache())

  /// Opens a replica, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its directory exists.
  ///   - durability: The durability of a write at the time of its answer.
  ///   - processLimit: The most processes that may write at once, each under its own identity.
  ///   - logPages: The length at which the log is copied into the file, in pages of 4 KiB; default 1,000.
  ///   - preferred: The identity to take if the file has none yet.
  ///   - random: The source of a new identity.
  /// - Throws: `SyncError`; kind `damaged` for a file that is not an intact replica,
  ///   `identityInUse` when there are too many processes.
  public init(
    path: String, durability: Durability = .normal, processLimit: Int = 16,
    logPages: Int? = nil, preferred: DeviceID? = nil, random: inout some RandomNumberGenerator
  ) throws(SyncError) {
    let file = try SQLiteFile(
      path: path, durability: durability, logPages: logPages ?? SQLiteFile.usualLogPages
    ) { try Self.migrate($0) }
    let lock = try IdentityLock(path: path, limit: max(processLimit, 1))
    let fresh = DeviceID.random(using: &random)
    let key = "device\(lock.slot)"
    let device = try file.write { db -> DeviceID in
      let tables = DocumentTables(db: db)
      if let text = try tables.value(key), let known = DeviceID(text) { return known }
      let device = lock.slot == 0 ? preferred ?? fresh : fresh
      try tables.setValue(device.description, key)
      return device
    }
    self.file = file
    self.lock = lock
    identity = Mutex(device)
  }

  private static func migrate(_ db: Database) throws {
    let isNew = try !db.tableExists("digest")
    try DocumentTables.create(db)
    try DigestTable.create(db)
    if isNew { try DigestTable(db).rebuild("stream.acknowledgedSeq, stream.acknowledgedHash") }
  }

  /// Moves a damaged database aside, so that a new one can begin; nothing is deleted.
  package static func quarantine(_ path: String) throws(SyncError) -> String {
    let files = FileManager.default
    var number = 1
    while files.fileExists(atPath: "\(path).damaged-\(number)") { number += 1 }
    let target = "\(path).damaged-\(number)"
    if let reason = DamagedDatabase.move(path, to: target) {
      throw SyncError(.fileFailed, "\(path): can't be moved aside: \(reason)")
    }
    return target
  }

  /// Frees caches, prepared statements and reading connections; later reads create them again.
  package func releaseMemory() { file.pool.releaseMemory() }

  /// The identity under which this process writes.
  public var device: DeviceID { identity.withLock { $0 } }

  /// See `Replica`.
  public func renewDevice(_ device: DeviceID) throws(SyncError) {
    try file.write { try DocumentTables(db: $0).setValue(device.description, "device\(lock.slot)") }
    identity.withLock { $0 = device }
  }
}

extension SQLiteReplica {
  /// See `Replica`.
  public func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    try file.read { try DocumentTables(db: $0).summary(of: id) }
  }

  /// See `Replica`.
  public func known(_ ids: [DocumentID]) throws(SyncError) -> [DocumentID: KnownDocument] {
    try file.read { db in
      let tables = DocumentTables(db: db)
      var known: [DocumentID: KnownDocument] = [:]
      for id in ids {
        guard let record = try tables.document(id)?.record else { continue }
        known[id] = KnownDocument(summary: record.summary, heads: record.heads)
      }
      return known
    }
  }

  /// See `Replica`.
  public func heads(of id: DocumentID) throws(SyncError) -> StreamHeads {
    try file.read { db in
      let tables = DocumentTables(db: db)
      return try tables.number(of: id).map { try tables.heads(of: $0) } ?? [:]
    }
  }

  /// See `Replica`.
  public func chunks(
    of id: DocumentID, after known: StreamHeads
  ) throws(SyncError) -> [OperationChunk] {
    try file.read { db in
      let tables = DocumentTables(db: db)
      return try tables.document(id).map { try tables.chunks(of: $0, after: known) } ?? []
    }
  }

  /// See `Replica`.
  public func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage {
    let (page, unreadable) = try readSummaries(status, limit, before)
    guard !unreadable.isEmpty else { return page }
    // Compute these summaries again from the operations.
    for id in unreadable {
      try file.write { db in
        try db.execute(
          sql: "UPDATE document SET stale = 1 WHERE id = ?", arguments: [id.rawValue])
      }
      try makeSummary(of: id)
    }
    return try readSummaries(status, limit, before).page
  }

  private func readSummaries(
    _ status: DocumentStatus, _ limit: Int, _ before: PageToken?
  ) throws(SyncError) -> (page: SummaryPage, unreadable: [DocumentID]) {
    try file.read { db in
      var unreadable: [DocumentID] = []
      let page = try DocumentTables(db: db).summaries(
        status: status.codes, limit: limit, before: before, unreadable: &unreadable)
      return (page, unreadable)
    }
  }

  /// See `Replica`.
  public func counts() throws(SyncError) -> ReplicaCounts {
    try cache.withLock { (cache: inout Cache) throws(SyncError) -> ReplicaCounts in
      let old = cache
      let (version, counts) = try file.onWriter { db in
        let tables = DocumentTables(db: db)
        let version = try tables.dataVersion()
        if version == old.version, let counts = old.counts { return (version, counts) }
        return (version, try tables.loadCounts() ?? tables.counts())
      }
      if cache.version != version { cache.mayHoldCounts = true }
      cache.version = version
      cache.counts = counts
      return counts
    }
  }

  /// See `Replica`.
  public func keepCounts() throws(SyncError) {
    try cache.withLock { (cache: inout Cache) throws(SyncError) in
      let old = cache
      guard let counts = old.counts else { return }
      let isKept = try file.write { db in
        let tables = DocumentTables(db: db)
        guard try tables.dataVersion() == old.version else { return false }
        try tables.keep(counts)
        return true
      }
      if isKept { cache.mayHoldCounts = true }
    }
  }

  /// See `Replica`.
  public func changesByOthers() throws(SyncError) -> [DocumentID] {
    try cache.withLock { (cache: inout Cache) throws(SyncError) -> [DocumentID] in
      let old = cache
      let (version, last, ids) = try file.onWriter { db -> (Int64, Int64, [String]) in
        let tables = DocumentTables(db: db)
        let version = try tables.dataVersion()
        if version == old.seenVersion { return (version, old.seenChunk, []) }
        let last = try tables.lastChunkNumber()
        if old.seenVersion < 0 { return (version, last, []) }
        let ids = try String.fetchAll(
          db,
          sql: """
            SELECT DISTINCT document.id FROM chunk JOIN document ON document.number = chunk.document
            WHERE chunk.number > ?
            """, arguments: [old.seenChunk])
        return (version, last, ids)
      }
      cache.seenVersion = version
      cache.seenChunk = last
      return ids.compactMap { DocumentID($0) }
    }
  }

  /// See `Replica`: the number of the last chunk, as summaries follow from the operations.
  public func changeMark() throws(SyncError) -> Int64? {
    try file.read { db in
      let isStale = try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM document WHERE stale)"))
      return isStale == true ? nil : try DocumentTables(db: db).lastChunkNumber()
    }
  }

  /// See `Replica`: chunks are numbered in the order of their writes.
  public func lastChange() throws(SyncError) -> Int64 {
    try file.read { try DocumentTables(db: $0).lastChunkNumber() }
  }

  /// See `Replica`.
  public func documents(
    limit: Int, after previous: DocumentID?, changedSince change: Int64?
  ) throws(SyncError) -> [DocumentID] {
    guard let change else { return try documents("1", limit, after: previous) }
    return try documents(
      "EXISTS (SELECT 1 FROM chunk WHERE chunk.document = document.number AND chunk.number > \(change))",
      limit, after: previous)
  }

  /// See `Replica`.
  public func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID] {
    try documents("pending", limit, after: previous)
  }

  /// Documents in the order of their IDs; one whose ID can't be read is skipped.
  private func documents(
    _ condition: String, _ limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID] {
    try file.read { db in
      let ids = try String.fetchCursor(
        db, sql: "SELECT id FROM document WHERE id > ? AND \(condition) ORDER BY id",
        arguments: [previous?.rawValue ?? ""])
      var found: [DocumentID] = []
      while found.count < limit, let text = try ids.next() {
        if let id = DocumentID(text) { found.append(id) }
      }
      return found
    }
  }

  /// See `Replica`.
  public func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk] {
    try file.read { db in
      let tables = DocumentTables(db: db)
      guard let stored = try tables.document(id), stored.record.isPending else { return [] }
      var chunks: [OperationChunk] = []
      for (device, stream) in stored.record.streams.sorted(by: { $0.key < $1.key })
      where stream.head.seq > stream.acknowledged.seq {
        chunks += try tables.chunks(of: device, in: stored.number, after: stream.acknowledged.seq)
      }
      return chunks
    }
  }

  /// See `Replica`.
  public func digest() throws(SyncError) -> Digest { try file.read { try DigestTable($0).root() } }

  /// See `Replica`.
  public func digests(nodes: [Int]) throws(SyncError) -> DigestPage {
    try file.read { try DigestTable($0).page(nodes: nodes) }
  }

  /// See `Replica`.
  public func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding] {
    try file.read { db in
      try DocumentTables(db: db).holdings(in: leaves, after: nil, limit: .max) { tables, number in
        try tables.acknowledged(of: number)
      }.holdings
    }
  }

  /// See `Replica`.
  public func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID] {
    try file.read { db in
      try String.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM document WHERE stale ORDER BY id LIMIT ?"),
        arguments: [limit]
      ).compactMap { DocumentID($0) }
    }
  }

  /// See `Replica`.
  public func value(for key: ReplicaKey) throws(SyncError) -> String? {
    try file.read { try DocumentTables(db: $0).value(key.name) }
  }

  /// See `Replica`.
  public func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError) {
    try file.write { try DocumentTables(db: $0).setValue(value, key.name) }
  }

  /// See `Replica`.
  public func updateValue(
    for key: ReplicaKey, _ change: @Sendable (String?) -> String?
  ) throws(SyncError) {
    try file.write { db in
      let tables = DocumentTables(db: db)
      try tables.setValue(change(try tables.value(key.name)), key.name)
    }
  }
}
