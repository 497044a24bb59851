import GRDB
import SudokuSession
import SudokuSync

/// A stream of a store whose lines are not those that were written, as a damaged disk leaves it.
///
/// No device could read it, and as its head says that it is complete, none would send it again. So
/// it is cut off where the damage begins, and a device that has the rest sends it. What was cut off
/// is kept in a separate table.
struct DamagedStream: Hashable {
  let document: DocumentID
  let device: DeviceID

  /// The damaged streams in what a store answers.
  ///
  /// - Complexity: O(bytes).
  static func all(in answer: StoreAnswer) -> Set<DamagedStream> {
    let deltas: [DocumentDelta] =
      switch answer {
      case .document(let delta?): [delta]
      case .changes(let page): page.documents
      default: []
      }
    var streams: Set<DamagedStream> = []
    for delta in deltas {
      for chunk in delta.chunks where !chunk.isIntact {
        streams.insert(DamagedStream(document: delta.id, device: chunk.device))
      }
    }
    return streams
  }

  /// Cuts streams off where their damage begins.
  static func setAside(
    _ streams: Set<DamagedStream>, in db: Database
  ) throws -> [(name: String, reason: String)] {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS damaged (
          id TEXT NOT NULL, device INTEGER NOT NULL, firstSeq INTEGER NOT NULL,
          lastSeq INTEGER NOT NULL, lines BLOB NOT NULL)
        """)
    let digest = DigestTable(db)
    var reported: [(name: String, reason: String)] = []
    for stream in streams.sorted(by: { ($0.document, $0.device) < ($1.document, $1.device) }) {
      guard let seq = try stream.cut(in: db, digest) else { continue }
      reported.append(
        (
          "\(stream.document) of device \(stream.device)",
          "operations from \(seq) on are damaged and set aside, to be sent again"
        ))
    }
    try digest.flush()
    return reported
  }

  /// Cuts the stream off; returns from where on, `nil` if it was repaired meanwhile.
  private func cut(in db: Database, _ digest: DigestTable) throws -> Int? {
    let tables = DocumentTables(db: db)
    guard let stored = try tables.document(document) else { return nil }
    let chunks = try tables.chunks(of: device, in: stored.number, after: 0)
    guard let place = chunks.firstIndex(where: { !$0.isIntact }) else { return nil }
    let damage = chunks[place]
    let arguments: StatementArguments = [stored.number, device.integer, damage.firstSeq]
    try db.execute(
      sql: """
        INSERT INTO damaged SELECT ?, device, firstSeq, lastSeq, lines FROM chunk
        WHERE document = ? AND device = ? AND firstSeq >= ?
        """, arguments: [document.rawValue] + arguments)
    try db.execute(
      sql: "DELETE FROM chunk WHERE document = ? AND device = ? AND firstSeq >= ?",
      arguments: arguments)
    var record = stored.record
    // Not what the damaged chunk says of the one before it: that may be the damage.
    record.streams[device] =
      place > 0 ? .init(head: chunks[place - 1].head, acknowledged: .empty) : nil
    try tables.save(record, replacing: stored)
    digest.replace(stored.record.heads, with: record.heads, in: document)
    return damage.firstSeq
  }
}
