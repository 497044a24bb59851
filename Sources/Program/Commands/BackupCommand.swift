import ArgumentParser
import SudokuSession
import SudokuStores
import SudokuSync

/// `sudoku backup`: the local backups of the player's games.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "List, create and restore local backups of the player's games.",
    discussion: """
      EXAMPLES
        sudoku backup create
        sudoku backup list
        sudoku backup restore NAME
      """,
    subcommands: [List.self, Create.self, Restore.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the backups, oldest first.")

    @OptionGroup var player: PlayerOptions

    func run() throws {
      try PlayerOptions.translating {
        let names = try player.backups.names()
        // A mistyped folder is an error, not an empty list.
        if names.isEmpty { _ = try player.openExistingReplica() }
        for name in names {
          let line: String
          do throws(SyncError) {
            let backup = try player.backups.backup(name)
            line =
              "\(name)\t\(PlayerOptions.date(backup.createdMilliseconds))\t"
              + "\(backup.documents.count) documents\t\(backup.operationCount) operations"
          } catch {
            line = "\(name)\tdamaged\t\(error.message)"
          }
          try Output.standard.writeLine(line)
        }
      }
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a backup.",
      discussion: """
        A backup replaces one of the same day unless that one holds more. The last seven are kept.
        """)

    @OptionGroup var player: PlayerOptions

    func run() throws {
      try PlayerOptions.translating {
        let replica = try player.openExistingReplica()
        let name = try player.backups.backUp(
          replica, at: PlayerOptions.now, localOffsetMilliseconds: PlayerOptions.localOffset)
        try Output.standard.writeLine(name)
        for entry in try replica.quarantined() {
          note("sudoku: warning: \(entry.document): \(entry.reason); an older backup may have them")
        }
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Restore a backup.",
      discussion: """
        The backup is merged: newer moves are kept, completed games stay completed. A damaged backup \
        is refused and changes nothing. If the database of the games is damaged, --replace-damaged \
        moves it aside first.
        """)

    @OptionGroup var player: PlayerOptions

    @Argument(help: "The name of a backup, as 'sudoku backup list' prints it.")
    var name: String

    @Flag(help: "Move a damaged database aside and start a new one.")
    var replaceDamaged = false

    func run() throws {
      try PlayerOptions.translating {
        let backups = player.backups
        guard try backups.names().contains(name) else {
          throw CommandFailure(
            "unknown backup '\(name)'; 'sudoku backup list' lists them", code: .noInput)
        }
        _ = try backups.backup(name)
        let replica: any Replica
        do {
          replica = try player.openReplica()
        } catch let failure as CommandFailure where replaceDamaged && failure.code == .badData {
          note("sudoku: \(failure.message)")
          note("sudoku: kept as \(try SQLiteReplica.quarantine(player.folder.database))")
          replica = try player.openReplica()
        }
        var random = SystemRandomNumberGenerator()
        let summary = try backups.restore(
          name, into: replica, newIdentity: .random(using: &random))
        try Output.standard.writeLine("restored \(name): \(PlayerOptions.text(summary))")
      }
    }
  }
}
