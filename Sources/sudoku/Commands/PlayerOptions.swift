import ArgumentParser
import Foundation
import SudokuCore
import SudokuSession
import SudokuStores
import SudokuSync

/// What the commands about a player's games have in common.
struct PlayerOptions: ParsableArguments {
  @Option(help: "The folder with the player's games (default: the platform's data folder).")
  var data: String?

  /// The folder.
  var folder: DataFolder { DataFolder(data) }

  /// The folder's backups.
  var backups: BackupFolder { folder.backups }

  /// The time, in milliseconds since 1970.
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// What to add to UTC for local time, in milliseconds.
  static var localOffset: Int64 { Int64(TimeZone.current.secondsFromGMT()) * 1_000 }

  /// Opens the player's games where there are some; nothing is made.
  ///
  /// - Throws: `CommandFailure` where there are none.
  func openExistingReplica() throws -> SQLiteReplica {
    guard folder.hasGames else {
      let hasBackups = (try? !backups.names().isEmpty) ?? false
      let advice = hasBackups ? ", but backups: 'sudoku backup restore' brings them back" : ""
      throw CommandFailure("there are no games in \(folder.path)\(advice)", code: .noInput)
    }
    return try openReplica()
  }

  /// Reads the player's games where there are some; also where nothing can be written.
  ///
  /// - Parameter body: What to do with them.
  /// - Returns: What `body` returns.
  /// - Throws: `CommandFailure`, and what `body` throws.
  func readingGames<Value>(_ body: (SQLiteReplica) throws -> Value) throws -> Value {
    guard folder.hasGames, let fault = folder.writeFault else {
      return try Self.translating { try body(openExistingReplica()) }
    }
    let copy = try folder.copyOfGames()
    defer { copy.remove() }
    note("sudoku: the games can't be written (\(fault)): a copy is read")
    return try Self.translating {
      try body(copy.openReplica(durability: .normal, device: nil))
    }
  }

  /// Opens the player's games to read and write.
  func openReplica() throws -> SQLiteReplica {
    try Self.translating { try folder.openReplica(durability: .normal, device: nil) }
  }

  /// Runs something and turns its errors into messages and exit codes.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
  }

  /// A moment as text, in UTC.
  static func date(_ milliseconds: Int64) -> String {
    UTCTime(milliseconds: milliseconds).description
  }

  /// What a restore or an import brought, as text.
  static func text(_ summary: RestoreSummary) -> String {
    "\(summary.games.counted("game")) (\(summary.completed) completed), "
      + "\(summary.newOperations.counted("operation")) new here"
      + (summary.games > 0 ? ", last saved \(date(summary.lastSavedMilliseconds))" : "")
      + summary.unknown.sorted { $0.key < $1.key }.map { kind, count in
        "\n\(count.counted("operation")) '\(kind)' can't be read by this version: kept, but without effect"
      }.joined()
  }
}
