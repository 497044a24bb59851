import GRDB
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync

/// The games in a replica's file, read while another connection may have it open.
///
/// It takes no identity and checks nothing, so that the files of many players can be read in turn.
package struct StoredGames {
  private let path: String
  private let file: DatabaseQueue

  /// The most summaries that one call reads.
  private static let scanLimit = 2_000

  /// Opens the file of a replica, which exists.
  package init(path: String) throws(SyncError) {
    self.path = path
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    do { file = try DatabaseQueue(path: path, configuration: configuration) } catch {
      throw SQLiteFile.translate(error, path)
    }
  }

  /// The results of games, the game saved last first, with the token of the rest if there may be any.
  package func results(
    _ status: DocumentStatus, _ filter: GameFilter, limit: Int, page: PageToken?
  ) throws(SyncError) -> (results: [GameResult], next: PageToken?) {
    do {
      return try file.read { db in
        try Self.results(DocumentTables(db: db), status, filter, limit, page)
      }
    } catch { throw SQLiteFile.translate(error, path) }
  }

  private static func results(
    _ tables: DocumentTables, _ status: DocumentStatus, _ filter: GameFilter, _ limit: Int,
    _ page: PageToken?
  ) throws -> (results: [GameResult], next: PageToken?) {
    // A player who is just beginning has no tables yet.
    guard try tables.db.tableExists("document") else { return ([], nil) }
    if let id = filter.game {
      guard let summary = try tables.summary(of: id), status.includes(summary),
        let game = summary.game, filter.includes(game), let result = try result(tables, id)
      else { return ([], nil) }
      return ([result], nil)
    }
    var (results, unreadable): ([GameResult], [DocumentID]) = ([], [])
    let found = try tables.summaries(
      status: status.codes, limit: scanLimit, before: page ?? filter.first,
      unreadable: &unreadable)
    for summary in found.summaries {
      if summary.lastStamp.milliseconds < filter.earliest { return (results, nil) }
      guard let game = summary.game, filter.includes(game),
        let result = try result(tables, summary.id)
      else { continue }
      results.append(result)
      if results.count == limit { return (results, PageToken(after: summary)) }
    }
    return (results, found.next)
  }

  private static func result(_ tables: DocumentTables, _ id: DocumentID) throws -> GameResult? {
    guard let stored = try tables.document(id), let clues = stored.record.summary.game?.clues,
      let game = GameID(id.rawValue), var document = try? GameDocument(id: game, clues: clues)
    else { return nil }
    let chunks = try tables.chunks(of: stored, after: [:])
    document.merge(
      IncomingValidator().read(chunks, of: id, reaching: stored.record.heads).operations)
    return document.result
  }
}
