import ArgumentParser
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// `sudoku sync`: synchronises the player's games with a store.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync the player's games with a store.",
    discussion: """
      Prints decisions on stderr, one a line, and the result on stdout. Exits with 69 if the store \
      can't be reached; nothing is lost then. Exits with 65 while a document is in quarantine or \
      refused by the store; all others are synchronised then.

      A store of another player is refused unless --merge is given. Data that is damaged or \
      inconsistent is put in quarantine: --check lists it, --retry accepts it if it has become \
      valid, --repair replaces it with the store's data, --drop removes it from this device.

      EXAMPLES
        sudoku sync --store file:///mnt/shared/sudoku
        sudoku sync --store sqlite:///home/me/games.sqlite --check
      """)

  @OptionGroup var player: PlayerOptions

  @Option(help: "The store to sync with: \(StoreRegistry.program().forms).")
  var store: String?

  @OptionGroup var network: NetworkOptions

  @Flag(help: "Sync only the current game, in one request.")
  var quick = false

  @Flag(help: "Accept a store of another player: its games become this player's too.")
  var merge = false

  @Flag(
    help: "List the quarantine, one line each: document, device, reason, data.")
  var check = false

  @Flag(help: "With --check: try to accept quarantined data again; needs --store.")
  var retry = false

  @Flag(
    help: "With --check: replace unreadable data with the store's; needs --store.")
  var repair = false

  @Flag(help: "With --check: remove unreadable data from this device.")
  var drop = false

  @Option(help: "With --check: only this document.")
  var document: String?

  func validate() throws {
    let ways = [retry, repair, drop].count { $0 }
    if (ways > 0 || document != nil) && !check {
      throw ValidationError("--retry, --repair, --drop and --document need --check")
    }
    if ways > 1 { throw ValidationError("--retry, --repair and --drop are mutually exclusive") }
    if store == nil && (!check || retry || repair) { throw ValidationError("--store is missing") }
    if store == "memory:" {
      throw ValidationError(
        "--store memory: is lost when the command ends")
    }
    if let document, DocumentID(document) == nil {
      throw ValidationError("'\(document)' is not a valid document ID")
    }
  }

  func run() async throws {
    do {
      if check { try await checkQuarantine() } else { try await sync() }
    } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
  }

  private func engine(_ replica: any Replica) throws -> SyncEngine {
    let store = store ?? ""
    try player.folder.expectElsewhere(store)
    if let exposure = StoreRegistry.exposure(in: store) { note("sudoku: \(exposure)") }
    var random = SystemRandomNumberGenerator()
    return try SyncEngine(
      replica: replica,
      store: try StoreRegistry.program(
        trust: network.trust, report: { note($0.escapingControls()) }
      ).open(store),
      storeName: store,
      random: SeededRandom(seed: random.next()), clock: { PlayerOptions.now })
  }

  private func sync() async throws {
    let replica = try player.openReplica()
    let engine = try engine(replica)
    let report = await engine.sync(merge ? .merge : quick ? .now : .everything)
    await engine.close()
    try print(report)
    try checkComplete(try replica.quarantined())
  }

  /// Fails if documents are not synchronised though the store was reached.
  private func checkComplete(_ entries: [QuarantineEntry]) throws {
    let left = Set(entries.map(\.document))
    guard !left.isEmpty else { return }
    let names = left.sorted().prefix(3).map(\.rawValue) + (left.count > 3 ? ["..."] : [])
    throw CommandFailure(
      "\(left.count.counted("document")) not synchronised: \(names.joined(separator: ", ")); "
        + "'sudoku sync --check' lists what is in quarantine", code: .badData)
  }

  private func print(_ report: SyncReport) throws {
    for event in report.events { note(event.description.escapingControls()) }
    try Output.standard.writeLine(
      "\(report.requests.counted("request")), \(report.pulled.counted("operation")) pulled, "
        + "\(report.pushed) pushed, "
        + "\(report.completedElsewhere.count.counted("game")) completed elsewhere, "
        + "current game: \(report.current?.rawValue ?? "none")")
    if let error = report.error {
      let advice = error.kind == .anotherPlayer ? " (run again with --merge)" : ""
      throw CommandFailure(error.message + advice, code: error.exitCode)
    }
  }

  private func checkQuarantine() async throws {
    let replica = try player.openExistingReplica()
    let chosen = document.flatMap { DocumentID($0) }
    if retry {
      let report = try await engine(replica).retryQuarantined(chosen)
      for event in report.events { note("\(event)") }
      if let error = report.error { throw error }
    }
    if repair {
      let (cutOff, report) = try await engine(replica).repairQuarantined(chosen)
      for event in report.events { note("\(event)") }
      if let error = report.error { throw error }
      for (id, count) in cutOff.sorted(by: { $0.key < $1.key }) where count > 0 {
        note("\(id): \(count) unreadable operations removed and requested again")
      }
    }
    let entries = try replica.quarantined().filter { chosen == nil || $0.document == chosen }
    if drop {
      for id in Set(entries.map(\.document)).sorted() {
        try Output.standard.writeLine(
          "\(id)\t\(try replica.dropQuarantined(id)) operations cut off")
      }
      return
    }
    for entry in entries {
      try Output.standard.writeLine(
        [
          entry.document.rawValue, entry.device?.description ?? "-", entry.reason,
          entry.line ?? "-",
        ].map { $0.replacing("\t", with: " ") }.joined(separator: "\t"))
    }
    if entries.isEmpty { note("the quarantine is empty") }
  }
}
