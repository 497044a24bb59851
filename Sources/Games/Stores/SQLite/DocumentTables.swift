import GRDB
import JSONCoding
import SudokuSession
import SudokuSync

/// Documents, streams and chunks in SQLite, as the store and the replica use them.
///
/// A stream's row has its head and, in a replica, the head that the store has acknowledged. Its
/// operations lie in chunks of consecutive lines. The numbers of chunks grow with every write, so
/// they can serve as cursors.
struct DocumentTables {
  let db: Database

  struct Stored {
    let number: Int64
    var record: DocumentRecord
  }

  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS document (
          number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, summary TEXT NOT NULL,
          status INTEGER NOT NULL, lastStamp INTEGER NOT NULL, pending INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS documentByStatus ON document (status, lastStamp, id);
        CREATE INDEX IF NOT EXISTS documentByStamp ON document (lastStamp, id);
        CREATE INDEX IF NOT EXISTS documentPending ON document (id) WHERE pending;
        CREATE TABLE IF NOT EXISTS stream (
          document INTEGER NOT NULL, device INTEGER NOT NULL, seq INTEGER NOT NULL,
          hash INTEGER NOT NULL, acknowledgedSeq INTEGER NOT NULL DEFAULT 0,
          acknowledgedHash INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (document, device)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS chunk (
          number INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, device INTEGER,
          firstSeq INTEGER NOT NULL, lastSeq INTEGER NOT NULL, previousHash INTEGER NOT NULL,
          hash INTEGER NOT NULL, lines BLOB NOT NULL);
        CREATE UNIQUE INDEX IF NOT EXISTS chunkInStream ON chunk (document, device, firstSeq);
        CREATE TABLE IF NOT EXISTS value (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """)
    try addLeaves(db)
  }

  /// Adds each document's place in the digest to a file of an older version.
  private static func addLeaves(_ db: Database) throws {
    guard try !db.columns(in: "document").contains(where: { $0.name == "leaf" }) else { return }
    try db.execute(
      sql: """
        ALTER TABLE document ADD COLUMN leaf INTEGER;
        ALTER TABLE document ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX documentByLeaf ON document (leaf, id);
        CREATE INDEX documentStale ON document (id) WHERE stale;
        """)
    for row in try Row.fetchAll(db, sql: "SELECT number, id FROM document") {
      guard let id = DocumentID(row[1] as String) else { continue }
      try db.cachedStatement(sql: "UPDATE document SET leaf = ? WHERE number = ?")
        .execute(arguments: [DigestKey(id).leaf, row[0] as Int64])
    }
  }

  // MARK: Documents

  func document(_ id: DocumentID) throws -> Stored? {
    let statement = try db.cachedStatement(
      sql: "SELECT number, summary, pending, stale FROM document WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else { return nil }
    let number: Int64 = row[0]
    let (summary, isReadable) = Self.summary(row[1], of: id)
    return Stored(
      number: number,
      record: DocumentRecord(
        summary: summary, streams: try streams(of: number),
        hasNewSummary: (row[2] as Int) & Self.newSummary != 0, isStale: row[3] || !isReadable))
  }

  /// The number of a document; `nil` for an unknown document.
  func number(of id: DocumentID) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM document WHERE id = ?"), arguments: [id.rawValue])
  }

  func summary(of id: DocumentID) throws -> DocumentSummary? {
    let text = try String.fetchOne(
      db.cachedStatement(sql: "SELECT summary FROM document WHERE id = ?"), arguments: [id.rawValue]
    )
    return text.map { Self.summary($0, of: id).summary }
  }

  // Bits of the column `pending`.
  private static let newSummary = 1
  private static let newOperations = 2

  /// Marks the summaries of all documents as new, except those that never leave the device.
  func markNewSummaries() throws {
    try db.execute(
      sql: "UPDATE document SET pending = pending | \(Self.newSummary) WHERE id <> ?",
      arguments: [DocumentID.deviceSettings.rawValue])
  }

  /// Writes the changes of a document's record.
  ///
  /// - Returns: The document's number; a new document gets its number here.
  @discardableResult
  func save(_ record: DocumentRecord, replacing old: Stored?) throws -> Int64 {
    let pending =
      record.isPending
      ? (record.hasNewSummary ? Self.newSummary : 0)
        | (record.hasNewOperations ? Self.newOperations : 0) : 0
    let summary = record.summary
    let stamp = Int64(bitPattern: summary.lastStamp.rawValue)
    let number: Int64
    if let old {
      number = old.number
      // Unchanged columns are omitted, so that a move does not write their index again.
      if old.record.summary != summary {
        let text = try CanonicalJSONEncoder().encodeText(summary)
        try db.cachedStatement(
          sql: "UPDATE document SET summary = ?, status = ?, lastStamp = ? WHERE number = ?"
        ).execute(arguments: [text, summary.statusCode, stamp, number])
      }
      if old.record.isPending != record.isPending
        || old.record.hasNewSummary != record.hasNewSummary
        || old.record.hasNewOperations != record.hasNewOperations
      {
        try db.cachedStatement(sql: "UPDATE document SET pending = ? WHERE number = ?")
          .execute(arguments: [pending, number])
      }
      if old.record.isStale != record.isStale {
        try db.cachedStatement(sql: "UPDATE document SET stale = ? WHERE number = ?")
          .execute(arguments: [record.isStale, number])
      }
    } else {
      try db.cachedStatement(
        sql: """
          INSERT INTO document (id, summary, status, lastStamp, pending, leaf, stale)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        summary.id.rawValue, try CanonicalJSONEncoder().encodeText(summary), summary.statusCode,
        stamp,
        pending,
        DigestKey(summary.id).leaf, record.isStale,
      ])
      number = db.lastInsertedRowID
    }
    for (device, stream) in record.streams where old?.record.streams[device] != stream {
      if let old, old.record.streams[device] == nil {
        // A damaged file may contain chunks of a stream without a row.
        try db.cachedStatement(sql: "DELETE FROM chunk WHERE document = ? AND device = ?")
          .execute(arguments: [old.number, device.integer])
      }
      try save(stream, of: device, in: number)
    }
    for device in (old?.record.streams ?? [:]).keys where record.streams[device] == nil {
      try db.cachedStatement(sql: "DELETE FROM stream WHERE document = ? AND device = ?")
        .execute(arguments: [number, device.integer])
    }
    return number
  }

  /// Summaries by status, newest first; `nil` means any status.
  func summaries(
    status: [Int]?, limit: Int, before: PageToken?, unreadable: inout [DocumentID]
  ) throws -> SummaryPage {
    let limit = min(max(limit, 1), 1 << 40)
    let place = before?.place
    let stamp = place.map { Int64(bitPattern: $0.stamp.rawValue) } ?? .max
    let id = place?.id.rawValue ?? "~"
    let condition = status.map { " AND status IN (\($0.map(String.init).joined(separator: ", ")))" }
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, summary, lastStamp FROM document WHERE (lastStamp, id) < (?, ?)\(condition ?? "")
        ORDER BY lastStamp DESC, id DESC LIMIT ?
        """)
    var summaries: [DocumentSummary] = []
    var count = 0
    var last: DocumentSummary?
    let rows = try Row.fetchCursor(statement, arguments: [stamp, id, limit + 1])
    while let row = try rows.next() {
      count += 1
      guard count <= limit, let id = DocumentID(row[0] as String) else { continue }
      let (summary, isReadable) = Self.summary(row[1], of: id, lastStamp: row[2])
      // The token is made from the row's columns, not from the summary.
      last = DocumentSummary(id: id, lastStamp: Stamp(rawValue: UInt64(bitPattern: row[2])))
      // A game's row without a game in its summary was written for an invalid ID.
      let isListed = isReadable && (status == nil || summary.game != nil)
      if !isListed { unreadable.append(id) }
      if isListed || status == nil { summaries.append(summary) }
    }
    return SummaryPage(
      summaries: summaries, next: count > limit ? last.map { PageToken(after: $0) } : nil)
  }

  /// A summary; an unreadable one is replaced by a summary with ID and stamp only.
  ///
  /// The caller marks its document as stale, and the summary is computed again from the operations.
  static func summary(
    _ text: String, of id: DocumentID, lastStamp: Int64 = 0
  ) -> (summary: DocumentSummary, isReadable: Bool) {
    if let summary = try? StrictJSONDecoder().decode(DocumentSummary.self, from: text),
      summary.id == id
    {
      return (summary, true)
    }
    let stamp = Stamp(rawValue: UInt64(bitPattern: lastStamp))
    return (DocumentSummary(id: id, lastStamp: stamp), false)
  }

  // MARK: Streams

  private func streams(of number: Int64) throws -> [DeviceID: DocumentRecord.Stream] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, seq, hash, acknowledgedSeq, acknowledgedHash FROM stream WHERE document = ?
        """)
    var streams: [DeviceID: DocumentRecord.Stream] = [:]
    let rows = try Row.fetchCursor(statement, arguments: [number])
    while let row = try rows.next() {
      streams[DeviceID(rawValue: UInt64(bitPattern: row[0]))] = .init(
        head: StreamHead(seq: row[1], hash: StreamHash(rawValue: UInt64(bitPattern: row[2]))),
        acknowledged: StreamHead(
          seq: row[3], hash: StreamHash(rawValue: UInt64(bitPattern: row[4]))))
    }
    return streams
  }

  /// The heads held of the document with a number.
  func heads(of number: Int64) throws -> StreamHeads {
    try streams(of: number).compactMapValues { $0.head.seq > 0 ? $0.head : nil }
  }

  /// The heads that the store has acknowledged of the document with a number.
  func acknowledged(of number: Int64) throws -> StreamHeads {
    try streams(of: number).compactMapValues { $0.acknowledged.seq > 0 ? $0.acknowledged : nil }
  }

  private func save(
    _ stream: DocumentRecord.Stream, of device: DeviceID, in number: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO stream
          (document, device, seq, hash, acknowledgedSeq, acknowledgedHash) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      number, device.integer, stream.head.seq, stream.head.hash.integer, stream.acknowledged.seq,
      stream.acknowledged.hash.integer,
    ])
  }

  // MARK: Values

  func value(_ key: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM value WHERE key = ?"), arguments: [key])
  }

  func setValue(_ value: String?, _ key: String) throws {
    if let value {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO value (key, value) VALUES (?, ?)")
        .execute(arguments: [key, value])
    } else {
      try db.cachedStatement(sql: "DELETE FROM value WHERE key = ?").execute(arguments: [key])
    }
  }
}

extension DeviceID {
  var integer: Int64 { Int64(bitPattern: rawValue) }
}

extension StreamHash {
  var integer: Int64 { Int64(bitPattern: rawValue) }
}

extension DocumentStatus {
  var codes: [Int]? {
    switch self {
    case .all: nil
    case .games: [1, 2, 3, 4]
    case .inProgress: [1]
    case .completed: [2]
    case .abandoned: [3]
    case .lost: [4]
    }
  }
}
