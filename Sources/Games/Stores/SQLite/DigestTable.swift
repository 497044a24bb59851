import GRDB
import SudokuSession
import SudokuSync

/// The digest of all documents in SQLite: a row for each leaf and node, and one for the root.
///
/// A transaction's changes are summed up in memory and written at its end. So a batch of 500
/// documents writes the root once.
final class DigestTable {
  private let db: Database
  private var differences: [Int: Digest] = [:]

  /// The row of the first node; nodes are numbered downwards from here, leaves upwards from 0.
  private static let firstNode = -2
  private static let root = -1

  init(_ db: Database) { self.db = db }

  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS digest (bucket INTEGER PRIMARY KEY, value INTEGER NOT NULL);
        """)
  }

  /// Adds the difference between a document's old and new heads.
  func replace(_ old: StreamHeads, with new: StreamHeads, in id: DocumentID) {
    guard old != new else { return }
    let difference = Digest(of: new, in: id) - Digest(of: old, in: id)
    differences[DigestKey(id).leaf, default: .zero] =
      differences[DigestKey(id).leaf, default: .zero] + difference
  }

  /// Writes the changed sums.
  func flush() throws {
    var rows: [Int: Digest] = [:]
    for (leaf, difference) in differences where difference != .zero {
      for bucket in [leaf, Self.firstNode - leaf / DigestTree.width, Self.root] {
        rows[bucket] = rows[bucket, default: .zero] + difference
      }
    }
    differences = [:]
    for (bucket, difference) in rows where difference != .zero {
      let sum = try digest(bucket) + difference
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO digest (bucket, value) VALUES (?, ?)")
        .execute(arguments: [bucket, Int64(bitPattern: sum.rawValue)])
    }
  }

  private func digest(_ bucket: Int) throws -> Digest {
    let value = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM digest WHERE bucket = ?"), arguments: [bucket])
    return Digest(rawValue: UInt64(bitPattern: value ?? 0))
  }

  func root() throws -> Digest { try digest(Self.root) }

  func page(nodes: [Int]) throws -> DigestPage {
    var digests: [Int: Digest] = [:]
    func add(_ range: ClosedRange<Int>, _ number: (Int) -> Int) throws {
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT bucket, value FROM digest WHERE bucket BETWEEN ? AND ?"),
        arguments: [range.lowerBound, range.upperBound])
      while let row = try rows.next() {
        let digest = Digest(rawValue: UInt64(bitPattern: row[1]))
        if digest != .zero { digests[number(row[0])] = digest }
      }
    }
    let width = DigestTree.width
    if nodes.isEmpty {
      try add(Self.firstNode - width + 1...Self.firstNode) { Self.firstNode - $0 }
    } else {
      for node in Set(nodes) where 0..<width ~= node {
        try add(node * width...node * width + width - 1) { $0 }
      }
    }
    return DigestPage(digests: digests)
  }

  /// Computes the digest again from the streams, for a file of an older version.
  func rebuild(_ columns: String) throws {
    try db.execute(sql: "DELETE FROM digest")
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT document.id, stream.device, \(columns) FROM stream
        JOIN document ON document.number = stream.document
        """)
    while let row = try rows.next() {
      guard let id = DocumentID(row[0] as String) else { continue }
      let head = StreamHead(seq: row[2], hash: StreamHash(rawValue: UInt64(bitPattern: row[3])))
      replace([:], with: [DeviceID(rawValue: UInt64(bitPattern: row[1])): head], in: id)
    }
    try flush()
  }
}
