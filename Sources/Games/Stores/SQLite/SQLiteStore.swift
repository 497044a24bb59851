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
/// ```
public typealias SQLiteStore = BlockingStore<SQLiteStoreDriver>

extension SQLiteStore {
  /// Opens a store, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its directory exists.
  ///   - durability: The guarantee that an acknowledged append is on disk.
  /// - Throws: `SyncError`; kind `damaged` for a file that is not an intact store.
  public convenience init(path: String, durability: Durability = .normal) throws(SyncError) {
    self.init(try SQLiteStoreDriver(path: path, durability: durability), name: "sudoku.sqlite")
  }
}

extension DocumentTables {
  /// A document's summary and operations after what is known elsewhere.
  func delta(_ id: DocumentID, after known: StreamHeads) throws -> DocumentDelta? {
    guard let stored = try document(id) else { return nil }
    return DocumentDelta(
      id: id, summary: stored.record.summary, heads: stored.record.heads,
      chunks: try chunks(of: stored, after: known, upTo: AnswerBounds.documentBytes))
  }

  func summary(of number: Int64) throws -> DocumentSummary? {
    let statement = try db.cachedStatement(
      sql: "SELECT id, summary FROM document WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [number]) else { return nil }
    return DocumentID(row[0] as String).map { Self.summary(row[1], of: $0).summary }
  }

  func contents() throws -> StoreContents {
    var contents = StoreContents()
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT status, COUNT(*), MAX(lastStamp) FROM document WHERE status > 0 GROUP BY status")
    for row in rows {
      let status: Int = row[0]
      let last = Stamp(rawValue: UInt64(bitPattern: row[2])).milliseconds
      contents.games += row[1] as Int
      if status == 2 { contents.completedGames += row[1] as Int }
      contents.lastSavedMilliseconds = max(contents.lastSavedMilliseconds ?? 0, last)
    }
    return contents
  }

  func holdings(
    in leaves: [Int], after previous: DocumentID?, limit: Int,
    _ heads: (DocumentTables, Int64) throws -> StreamHeads = { try $0.heads(of: $1) }
  ) throws -> HoldingsPage {
    let limit = min(max(limit, 1), 1 << 40)
    let wanted = Set(leaves.filter { 0..<65_536 ~= $0 }).map(String.init).sorted().joined(
      separator: ", ")
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT number, id FROM document WHERE leaf IN (\(wanted)) AND id > ? ORDER BY id LIMIT ?
        """, arguments: [previous?.rawValue ?? "", limit + 1])
    var holdings: [DocumentHolding] = []
    for row in rows.prefix(limit) {
      guard let id = DocumentID(row[1] as String) else { continue }
      holdings.append(DocumentHolding(id: id, heads: try heads(self, row[0])))
    }
    return HoldingsPage(holdings: holdings, hasMore: rows.count > limit)
  }
}
