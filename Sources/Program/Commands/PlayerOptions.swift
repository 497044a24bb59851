import ArgumentParser
import Foundation
import SudokuCore
import SudokuSession
import SudokuStores
import SudokuSync

/// The options of commands about a player's games.
struct PlayerOptions: ParsableArguments {
  @Option(help: "The folder of the player's games (default: the platform's data folder).")
  var data: String?

  var folder: DataFolder { DataFolder(data) }

  var backups: BackupFolder { folder.backups }

  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// The offset from UTC to local time, in milliseconds.
  static var localOffset: Int64 { Int64(TimeZone.current.secondsFromGMT()) * 1_000 }

  /// Opens the player's games; creates nothing where there are none.
  func openExistingReplica() throws -> SQLiteReplica {
    guard folder.hasGames else {
      let hasBackups = (try? !backups.names().isEmpty) ?? false
      let advice = hasBackups ? "; 'sudoku backup restore' restores a backup" : ""
      throw CommandFailure("no games in \(folder.path)\(advice)", code: .noInput)
    }
    return try openReplica()
  }

  /// Reads the player's games, from a copy if they can't be written.
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

  func openReplica() throws -> SQLiteReplica {
    try Self.translating { try folder.openReplica(durability: .normal, device: nil) }
  }

  /// Turns sync errors into messages and exit codes.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
  }

  /// A moment as text, in UTC.
  static func date(_ milliseconds: Int64) -> String {
    UTCTime(milliseconds: milliseconds).description
  }

  static func text(_ summary: RestoreSummary) -> String {
    "\(summary.games.counted("game")) (\(summary.completed) completed), "
      + "\(summary.newOperations.counted("operation")) new here"
      + (summary.games > 0 ? ", last saved \(date(summary.lastSavedMilliseconds))" : "")
      + summary.unknown.sorted { $0.key < $1.key }.map { kind, count in
        "\n\(count.counted("operation")) '\(kind)' can't be read by this version: kept, but without effect"
      }.joined()
  }
}
