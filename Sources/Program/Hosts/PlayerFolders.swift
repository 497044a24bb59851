import Foundation
import SudokuProtocol
import SudokuReading
import SudokuSession
import SudokuStores
import SudokuSync
import Synchronization

/// The folders of a process's players: listed and read on a thread of its own, moved and deleted on any.
final class PlayerFolders: Sendable {
  let path: String
  private let readers = DispatchQueue(label: "sudoku.players", qos: .utility)
  /// Held while a player's files are read, moved or deleted.
  ///
  /// SQLite names the log by its path as it opens and closes a file. Under that path another player's may lie
  /// after a move.
  private let files = Mutex(())

  /// The most players that are read for a page of results: half a second.
  private static let playersOfPage = 500
  /// The most results that are read while the files can't be moved: some milliseconds.
  private static let resultsAtOnce = 20

  init(_ path: String) { self.path = path }

  func folder(of name: String) -> String { path + "/" + name }

  func exists(_ name: String) -> Bool { FileStatus(path: folder(of: name))?.isDirectory == true }

  /// Runs work that reads folders, one after the other, beside the games.
  func inBackground(_ work: @escaping @Sendable () -> Void) { readers.async(execute: work) }

  /// The names of players in order.
  func names(from first: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0 >= first && PlayerName.isValid($0) }.sorted()
  }

  /// A page of the results of all players.
  func results(_ query: ResultQuery) throws -> ResultPageRecord {
    var page = ResultPageRecord()
    var count = 0
    for name in try names(from: query.page?.player ?? "") {
      var cursor = name == query.page?.player ? query.page : ResultCursor(player: name)
      if name == query.page?.player, cursor?.games == nil { continue }
      guard count < Self.playersOfPage else { return page }
      count += 1
      repeat {
        do throws(SyncError) {
          cursor = try read(name, query, cursor?.games, into: &page)
        } catch {
          page.unread.append(name)
          cursor = nil
        }
        page.next = cursor ?? ResultCursor(player: name)
        if page.results.count == query.limit { return page }
      } while cursor != nil
    }
    page.next = nil
    return page
  }

  /// Reads some results of a player; returns the place of the next ones, if there may be any.
  private func read(
    _ name: String, _ query: ResultQuery, _ token: PageToken?, into page: inout ResultPageRecord
  ) throws(SyncError) -> ResultCursor? {
    let database = DataFolder(folder(of: name)).database
    let limit = min(Self.resultsAtOnce, query.limit - page.results.count)
    let (results, next) = try files.withLock {
      (_: inout Void) throws(SyncError) -> (results: [GameResult], next: PageToken?) in
      guard FileStatus(path: database) != nil else { return ([], nil) }
      return try StoredGames(path: database)
        .results(query.status, query.filter, limit: limit, page: token)
    }
    page.results += results.map { PlayerResultRecord(player: name, result: $0) }
    return next.map { ResultCursor(player: name, games: $0) }
  }

  /// Gives a player's folder another name, which no folder has.
  func move(_ name: String, to other: String) throws {
    try files.withLock { _ in
      try FileManager.default.moveItem(atPath: folder(of: name), toPath: folder(of: other))
    }
  }

  func remove(_ name: String) throws {
    guard exists(name) else { return }
    // Renamed first: a player who is half deleted would come back with the rest.
    let aside = ".deleted-\(name)-\(UUID().uuidString)"
    try move(name, to: aside)
    try FileManager.default.removeItem(atPath: folder(of: aside))
  }
}
