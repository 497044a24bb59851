import ArgumentParser
import Foundation
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// `sudoku export`: the player's games as one file.
struct ExportCommand: ParsableCommand, NamesFiles {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the player's games and profile to one file.",
    discussion: """
      EXAMPLES
        sudoku export games.json
        sudoku export | gzip > games.json.gz
      """)

  @OptionGroup var player: PlayerOptions

  @Option(help: "Export only the game with this ID.")
  var game: String?

  @Argument(help: "The file to write (default: -, standard output).")
  var file: String = "-"

  var usedFiles: CommandFiles {
    CommandFiles(inputs: [player.folder.database], others: [("the file", file)])
  }

  func run() throws {
    var id: DocumentID?
    if let game {
      guard let known = DocumentID(game) else {
        throw CommandFailure("'\(game)' is not a valid game ID", code: .usage)
      }
      id = known
    }
    try PlayerOptions.translating {
      let (save, unreadable) = try player.readingGames { try Self.save(id, of: $0) }
      guard id == nil || !save.documents.isEmpty || !unreadable.isEmpty else {
        throw CommandFailure("unknown game '\(game ?? "")'", code: .noInput)
      }
      for entry in unreadable { note("sudoku: \(entry.document) is omitted: \(entry.reason)") }
      let bytes: [UInt8] = try JSONCoding.CanonicalJSONEncoder().encode(save) + [UInt8(ascii: "\n")]
      if file == "-" {
        _ = try Output.standard.send(bytes)
      } else {
        try OutputFile.write(bytes, to: file, isCompressed: false)
      }
      if !unreadable.isEmpty {
        let count = Set(unreadable.map(\.document)).count
        throw CommandFailure(
          "\(count.counted("document")) could not be read; the rest is exported", code: .badData)
      }
    }
  }

  /// Everything or one document, and the entries that could not be read.
  private static func save(
    _ id: DocumentID?, of replica: any Replica
  ) throws(SyncError) -> (SaveFile, [QuarantineEntry]) {
    let export = SaveExport(replica)
    if let id {
      let page = try export.page(of: id, bytes: 1 << 40)
      return (page?.save ?? SaveFile([]), page?.unreadable ?? [])
    }
    var documents: [SaveFile.Document] = []
    var unreadable: [QuarantineEntry] = []
    var player: String?
    var token: String?
    repeat {
      let page = try export.page(after: token, bytes: 1 << 40)
      documents += page.save.documents
      player = page.save.player
      unreadable += page.unreadable
      token = page.next
    } while token != nil
    return (SaveFile(documents, player: player), unreadable)
  }
}

/// `sudoku import`: merges an exported file, or the records of another program.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import games from an exported file, or from the records of another program.",
    discussion: """
      Importing merges: it never overwrites anything, and importing a file twice changes nothing. A \
      save of another player is refused unless --merge is given. Records of other programs may be those of \
      CloudKit as JSON: the page "From CloudKit" lists their members.

      EXAMPLES
        sudoku import games.json
        gunzip -c games.json.gz | sudoku import -
      """)

  @OptionGroup var player: PlayerOptions

  @Flag(help: "Accept a save of another player: its games become this player's too.")
  var merge = false

  @Argument(help: "The file to read; - for standard input.")
  var file: String

  func run() throws {
    let name = file == "-" ? "<stdin>" : file
    let source = try SaveSource(file, name: name)
    let decoder = JSONCoding.StrictJSONDecoder(
      limits: JSONLimits(maximumBytes: SaveScanner.mostBytes))
    try PlayerOptions.translating {
      var count = 0
      do {
        // First all is read, so that nothing of a damaged file is imported. A newer version, which
        // stands at the end, explains documents that can't be read.
        var fault: (any Error)?
        let rest = try source.read { bytes in
          guard fault == nil else { return }
          count += 1
          do { _ = try decoder.decode(SaveFile.Document.self, from: bytes) } catch { fault = error }
        }
        do {
          let save = try decoder.decode(SaveFile.self, from: rest)
          if let fault { throw fault }
          let replica = try player.openReplica()
          var summary = try replica.restore(save, merging: merge)
          _ = try source.read { bytes in
            let document = try decoder.decode(SaveFile.Document.self, from: bytes)
            summary.add(try replica.restore(SaveFile([document]), merging: true))
          }
          try Output.standard.writeLine("imported \(PlayerOptions.text(summary))")
        } catch SaveFile.Fault.notASaveFile {
          let old = try decoder.decode(OldSave.self, from: rest)
          let summary = try player.openReplica().restore(old, now: PlayerOptions.now)
          for game in old.games {
            try Output.standard.writeLine(
              "imported \(game.id)" + (game.oldID.map { ", formerly \($0)" } ?? ""))
          }
          try Output.standard.writeLine("imported \(PlayerOptions.text(summary))")
          for path in old.ignored { note("sudoku: not understood: \(path)") }
          for fault in old.refused { note("sudoku: refused: \(fault)") }
          if !old.refused.isEmpty {
            throw CommandFailure(
              "\(old.refused.count.counted("record")) refused; the rest is imported", code: .badData
            )
          }
        }
      } catch let error as SyncError where error.kind == .anotherPlayer {
        throw CommandFailure("\(error.message) (run again with --merge)", code: error.exitCode)
      } catch SaveFile.Fault.fromNewerVersion(let version) {
        throw CommandFailure("\(name): made by a newer version (\(version))", code: .badData)
      } catch let error as JSONError {
        let place = count == 0 ? ":\(error)" : ": document \(count): \(error.message)"
        throw CommandFailure(name + place, code: .badData)
      } catch let error as DecodingError {
        throw CommandFailure("\(name): \(error.explanation)", code: .badData)
      }
    }
  }
}
