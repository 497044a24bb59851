import Foundation
import GRDB
import JSONCoding
import SudokuSession
import SudokuSync

/// Documents, streams and chunks in SQLite: what the store and the replica have in common.
///
/// A stream's row knows its head and, in a replica, what the store has acknowledged of it. Its
/// operations lie in chunks of consecutive lines; the number of a chunk counts up with every
/// write, so that it can serve as a cursor.
struct DocumentTables {
  let db: Database

  /// A document as stored.
  struct Record {
    let number: Int64
    var summary: DocumentSummary
    var isPending: Bool
  }

  /// A stream as stored.
  struct Stream {
    var head: StreamHead
    var acknowledged: StreamHead
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
  }

  // MARK: Documents

  func record(_ id: DocumentID) throws -> Record? {
    let statement = try db.cachedStatement(
      sql: "SELECT number, summary, pending FROM document WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else { return nil }
    return Record(
      number: row[0], summary: try Self.summary(row[1], of: id.rawValue), isPending: row[2])
  }

  /// Writes a document's record; a new one gets its number.
  func save(
    _ summary: DocumentSummary, isPending: Bool, replacing old: Record?
  ) throws -> Int64 {
    let stamp = Int64(bitPattern: summary.lastStamp.rawValue)
    if let old {
      // What stays is left out, so that its index is not written again with every move.
      if old.summary != summary {
        let text = try JSONEncoder().encodeText(summary)
        try db.cachedStatement(
          sql: "UPDATE document SET summary = ?, status = ?, lastStamp = ? WHERE number = ?"
        ).execute(arguments: [text, summary.status, stamp, old.number])
      }
      if old.isPending != isPending {
        try db.cachedStatement(sql: "UPDATE document SET pending = ? WHERE number = ?")
          .execute(arguments: [isPending, old.number])
      }
      return old.number
    }
    let text = try JSONEncoder().encodeText(summary)
    try db.cachedStatement(
      sql: """
        INSERT INTO document (id, summary, status, lastStamp, pending) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [summary.id.rawValue, text, summary.status, stamp, isPending])
    return db.lastInsertedRowID
  }

  /// Removes the record of a document without operations.
  func remove(_ number: Int64) throws {
    try db.execute(sql: "DELETE FROM document WHERE number = ?", arguments: [number])
  }

  /// Summaries by status, newest first; a `nil` status is any.
  func summaries(status: [Int]?, limit: Int, before: PageToken?) throws -> SummaryPage {
    let place = before?.place
    let stamp = place.map { Int64(bitPattern: $0.stamp.rawValue) } ?? .max
    let id = place?.id.rawValue ?? "~"
    let condition = status.map { " AND status IN (\($0.map(String.init).joined(separator: ", ")))" }
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, summary FROM document WHERE (lastStamp, id) < (?, ?)\(condition ?? "")
        ORDER BY lastStamp DESC, id DESC LIMIT ?
        """)
    var summaries: [DocumentSummary] = []
    let rows = try Row.fetchCursor(statement, arguments: [stamp, id, max(limit, 1) + 1])
    while let row = try rows.next() {
      summaries.append(try Self.summary(row[1], of: row[0]))
    }
    let hasMore = summaries.count > max(limit, 1)
    if hasMore { summaries.removeLast() }
    return SummaryPage(
      summaries: summaries, next: hasMore ? summaries.last.map { PageToken(after: $0) } : nil)
  }

  static func summary(_ text: String, of id: String) throws -> DocumentSummary {
    do { return try JSONDecoder().decode(DocumentSummary.self, from: text) } catch {
      throw SyncError(.damaged, "the summary of \(id) can't be read: \(error)")
    }
  }

  // MARK: Streams

  func streams(of number: Int64) throws -> [DeviceID: Stream] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, seq, hash, acknowledgedSeq, acknowledgedHash FROM stream WHERE document = ?
        """)
    var streams: [DeviceID: Stream] = [:]
    let rows = try Row.fetchCursor(statement, arguments: [number])
    while let row = try rows.next() {
      streams[DeviceID(rawValue: UInt64(bitPattern: row[0]))] = Stream(
        head: StreamHead(seq: row[1], hash: StreamHash(rawValue: UInt64(bitPattern: row[2]))),
        acknowledged: StreamHead(
          seq: row[3], hash: StreamHash(rawValue: UInt64(bitPattern: row[4]))))
    }
    return streams
  }

  func heads(of number: Int64) throws -> StreamHeads {
    try streams(of: number).compactMapValues { $0.head.seq > 0 ? $0.head : nil }
  }

  func save(_ stream: Stream, of device: DeviceID, in number: Int64) throws {
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

  // MARK: Chunks

  func insert(_ chunk: OperationChunk, in number: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO chunk (document, device, firstSeq, lastSeq, previousHash, hash, lines)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      number, chunk.device.integer, chunk.firstSeq, chunk.lastSeq, chunk.previousHash.integer,
      chunk.hash.integer, Data(chunk.lines),
    ])
  }

  /// A stream's chunks that reach beyond a number.
  func chunks(
    of device: DeviceID, in number: Int64, after seq: Int
  ) throws -> [OperationChunk] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, firstSeq, lastSeq, previousHash, hash, lines FROM chunk
        WHERE document = ? AND device = ? AND firstSeq >= IFNULL(
          (SELECT MAX(firstSeq) FROM chunk WHERE document = ? AND device = ? AND firstSeq <= ?), 0)
        ORDER BY firstSeq
        """)
    let arguments: StatementArguments = [
      number, device.integer, number, device.integer, seq + 1,
    ]
    var chunks: [OperationChunk] = []
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      if let chunk = try Self.chunk(row, at: 0).suffix(after: seq) { chunks.append(chunk) }
    }
    return chunks
  }

  static func chunk(_ row: Row, at column: Int) throws -> OperationChunk {
    let first: Int = row[column + 1]
    let last: Int = row[column + 2]
    let lines = try row.withUnsafeData(atIndex: column + 5) { data in
      data.map { [UInt8]($0) } ?? []
    }
    return OperationChunk(
      device: DeviceID(rawValue: UInt64(bitPattern: row[column])), firstSeq: first,
      count: last - first + 1,
      previousHash: StreamHash(rawValue: UInt64(bitPattern: row[column + 3])),
      hash: StreamHash(rawValue: UInt64(bitPattern: row[column + 4])), uncheckedLines: lines)
  }

  /// A stream's hash after an operation; `nil` beyond its end.
  func hash(at seq: Int, of device: DeviceID, in number: Int64, head: StreamHead) throws
    -> StreamHash?
  {
    if seq == 0 { return .empty }
    if seq == head.seq { return head.hash }
    if seq > head.seq { return nil }
    return try chunks(of: device, in: number, after: seq - 1).first?.hash(at: seq)
  }

  /// Adds what is new of a chunk to a stream, whose row the caller writes.
  func add(
    _ chunk: OperationChunk, to head: inout StreamHead, in number: Int64
  ) throws -> OperationStream.Outcome {
    if chunk.previous.seq > head.seq { return .gap }
    let device = chunk.device
    guard
      try hash(at: chunk.previous.seq, of: device, in: number, head: head) == chunk.previousHash
    else { return .diverged }
    let common = min(head.seq, chunk.lastSeq)
    guard try hash(at: common, of: device, in: number, head: head) == chunk.hash(at: common)
    else { return .diverged }
    guard let new = chunk.suffix(after: head.seq) else { return .added(nil) }
    try insert(new, in: number)
    head = new.head
    if new.lastSeq / Self.chunkLength != (new.firstSeq - 1) / Self.chunkLength {
      try compact(device, in: number)
    }
    return .added(new)
  }

  /// Operations after what is known elsewhere; whole streams where that contradicts them.
  func chunks(
    of number: Int64, streams: [DeviceID: Stream], after known: StreamHeads
  ) throws -> [OperationChunk] {
    var result: [OperationChunk] = []
    for (device, stream) in streams.sorted(by: { $0.key < $1.key }) {
      let theirs = known[device] ?? .empty
      if theirs == stream.head || theirs.seq > stream.head.seq { continue }
      let agrees =
        try hash(at: theirs.seq, of: device, in: number, head: stream.head) == theirs.hash
      result += try chunks(of: device, in: number, after: agrees ? theirs.seq : 0)
    }
    return result
  }

  /// The number of operations from which chunks are left as they are.
  static let chunkLength = 128

  /// Joins a stream's short chunks into one under the number of the last: for a cursor before it
  /// the operations come once more, never once less.
  private func compact(_ device: DeviceID, in number: Int64) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT device, firstSeq, lastSeq, previousHash, hash, lines, number FROM chunk
          WHERE document = ? AND device = ? ORDER BY firstSeq DESC LIMIT \(Self.chunkLength + 1)
          """), arguments: [number, device.integer])
    var short: [Row] = []
    for row in rows {
      let length = (row[2] as Int) - (row[1] as Int) + 1
      if length >= Self.chunkLength { break }
      short.append(row)
    }
    guard short.count > 1, let last = short.first else { return }
    var chunks = try short.reversed().map { try Self.chunk($0, at: 0) }
    let first = chunks.removeFirst()
    let joined = OperationChunk(
      device: device, firstSeq: first.firstSeq, count: (last[2] as Int) - first.firstSeq + 1,
      previousHash: first.previousHash, hash: chunks.last?.hash ?? first.hash,
      uncheckedLines: first.lines + chunks.flatMap(\.lines))
    try db.cachedStatement(
      sql: """
        DELETE FROM chunk WHERE document = ? AND device = ? AND firstSeq >= ? AND number <> ?
        """
    ).execute(arguments: [number, device.integer, joined.firstSeq, last[6] as Int64])
    try db.cachedStatement(
      sql: "UPDATE chunk SET firstSeq = ?, previousHash = ?, lines = ? WHERE number = ?"
    ).execute(arguments: [
      joined.firstSeq, joined.previousHash.integer, Data(joined.lines), last[6] as Int64,
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

extension DocumentSummary {
  /// The status by which lists are read: other documents 0, games in progress 1, completed 2,
  /// abandoned 3, lost 4.
  var status: Int {
    guard id.isGame, game != nil else { return 0 }
    if isCompleted { return 2 }
    if isAbandoned { return 3 }
    return isInProgress ? 1 : 4
  }
}

extension DocumentStatus {
  var codes: [Int]? {
    switch self {
    case .all: nil
    case .games: [1, 2, 3, 4]
    case .inProgress: [1]
    case .completed: [2]
    case .abandoned: [3]
    }
  }
}
