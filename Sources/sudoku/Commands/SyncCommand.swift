import ArgumentParser
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// `sudoku sync`: brings the player's games and a store together.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync the player's games with a store.",
    discussion: """
      Decisions are reported on stderr, one line for each decision; the result on stdout. The \
      exit code is 69 when the store can't be reached; nothing is lost then. It is 65 while a document \
      can't be let in or is refused by the store; all others are in step then.

      A store of another player is refused; --merge says that its games belong to this player too. \
      What could not be let in, because it is damaged or can't be what it says, is in quarantine: \
      --check lists it, --retry tries again to let it in, --repair replaces what can't be read on \
      this device by what the store has, --drop cuts it off on this device.

      EXAMPLES
        sudoku sync --store file:///mnt/shared/sudoku
        sudoku sync --store sqlite:///home/me/games.sqlite --check
      """)

  @OptionGroup var player: PlayerOptions

  @Option(help: "The store: \(StoreRegistry.program().forms).")
  var store: String?

  @Flag(help: "Only the current game, in one request.")
  var quick = false

  @Flag(help: "Treat the store's games as this player's, whoever the store belongs to.")
  var merge = false

  @Flag(
    help: "List what is in quarantine, one line each: document, device, reason, what was left out.")
  var check = false

  @Flag(help: "With --check: try again to let it in; needs --store.")
  var retry = false

  @Flag(
    help: "With --check: replace what can't be read here by what the store has; needs --store.")
  var repair = false

  @Flag(help: "With --check: cut off what can't be read on this device.")
  var drop = false

  @Option(help: "With --check: one document only.")
  var document: String?

  func validate() throws {
    let ways = [retry, repair, drop].count { $0 }
    if (ways > 0 || document != nil) && !check {
      throw ValidationError("--retry, --repair, --drop and --document go with --check")
    }
    if ways > 1 { throw ValidationError("give one of --retry, --repair and --drop") }
    if store == nil && (!check || retry || repair) { throw ValidationError("--store is missing") }
    if store == "memory:" {
      throw ValidationError(
        "--store memory: is gone when the command ends; it is for trying things")
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
    var random = SystemRandomNumberGenerator()
    return try SyncEngine(
      replica: replica, store: try StoreRegistry.program(report: { note($0) }).open(store),
      storeName: store,
      random: SeededRandom(seed: random.next()), clock: { PlayerOptions.now })
  }

  private func sync() async throws {
    let replica = try player.openReplica()
    let engine = try engine(replica)
    let report = await engine.sync(merge ? .merge : quick ? .now : .everything)
    await engine.close()
    try tell(report)
    try tellLeftOut(report, try replica.quarantined())
  }

  /// Fails where documents are not in step though the store was reached.
  private func tellLeftOut(_ report: SyncReport, _ entries: [QuarantineEntry]) throws {
    var left = Set(entries.map(\.document))
    for case .refused(let id, _) in report.events { left.insert(id) }
    guard !left.isEmpty else { return }
    let names = left.sorted().prefix(3).map(\.rawValue) + (left.count > 3 ? ["..."] : [])
    throw CommandFailure(
      "\(left.count.counted("document")) not in step: \(names.joined(separator: ", ")); "
        + "'sudoku sync --check' lists what is in quarantine", code: .badData)
  }

  private func tell(_ report: SyncReport) throws {
    for event in report.events { note("\(event)") }
    print(
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
        note("\(id): \(count) operations that could not be read were cut off and asked for again")
      }
    }
    let entries = try replica.quarantined().filter { chosen == nil || $0.document == chosen }
    if drop {
      for id in Set(entries.map(\.document)).sorted() {
        print("\(id)\t\(try replica.dropQuarantined(id)) operations cut off")
      }
      return
    }
    for entry in entries {
      print(
        [
          entry.document.rawValue, entry.device?.description ?? "-", entry.reason,
          entry.line ?? "-",
        ].map { $0.replacing("\t", with: " ") }.joined(separator: "\t"))
    }
    if entries.isEmpty { note("nothing is in quarantine") }
  }
}
