import Foundation
import GRDB
import SudokuSession
import SudokuSync

/// The operations of streams, in chunks of consecutive lines.
extension DocumentTables {
  private func insert(_ chunk: OperationChunk, in number: Int64) throws {
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

  /// A stream's chunks that reach beyond a number; no further ones from a number of bytes on.
  func chunks(
    of device: DeviceID, in number: Int64, after seq: Int, upTo bytes: Int = .max
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
    var rest = bytes
    while rest > 0, let row = try rows.next() {
      guard let chunk = try Self.chunk(row, at: 0).suffix(after: seq) else { continue }
      chunks.append(chunk)
      rest -= chunk.lines.count
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

  func hash(of device: DeviceID, at seq: Int, in number: Int64?) throws -> StreamHash? {
    guard let number else { return nil }
    return try chunks(of: device, in: number, after: seq - 1).first?.hash(at: seq)
  }

  /// Stores chunks that a record has taken in.
  func store(_ chunks: [OperationChunk], in number: Int64) throws {
    for chunk in chunks {
      try insert(chunk, in: number)
      if chunk.lastSeq / Self.chunkLength != (chunk.firstSeq - 1) / Self.chunkLength {
        try compact(chunk.device, in: number)
      }
    }
  }

  /// The operations after the other side's heads; a whole stream where the other side's differs from it.
  func chunks(
    of stored: Stored, after known: StreamHeads, upTo bytes: Int = .max
  ) throws -> [OperationChunk] {
    var result: [OperationChunk] = []
    var rest = bytes
    for (device, stream) in stored.record.streams.sorted(by: { $0.key < $1.key }) {
      let theirs = known[device] ?? .empty
      if theirs == stream.head || theirs.seq > stream.head.seq { continue }
      let agrees =
        try theirs.seq == 0
        || hash(of: device, at: theirs.seq, in: stored.number) == theirs.hash
      let found = try chunks(
        of: device, in: stored.number, after: agrees ? theirs.seq : 0, upTo: rest)
      rest -= found.reduce(0) { $0 + $1.lines.count }
      result += found
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
}
