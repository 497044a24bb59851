import ArgumentParser
import SudokuCore
import SudokuPlayer
import SudokuSync

/// `sudoku sync`: brings the player's games and a store together.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring the player's games and a store together.",
    discussion: """
      What was decided is told on stderr, one line for each decision; the result on stdout. The \
      exit code is 69 when the store can't be reached; nothing is lost then.
      """)

  @OptionGroup var player: PlayerOptions

  @Option(help: "The store: file:<directory> or sqlite:<file>.")
  var store: String

  @Flag(help: "Only the current game, in one request.")
  var quick = false

  func run() async throws {
    let report: SyncReport
    do {
      let replica = try player.openReplica()
      var random = SystemRandomNumberGenerator()
      let engine = try SyncEngine(
        replica: replica, store: try StoreRegistry.all.open(store), storeName: store,
        random: SeededRandom(seed: random.next()), clock: { PlayerOptions.now })
      report = await engine.sync(quick ? .now : .everything)
    } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
    for event in report.events { note("\(event)") }
    print(
      "\(report.requests) requests, \(report.pulled) operations pulled, "
        + "\(report.pushed) pushed, \(report.completedElsewhere.count) games completed elsewhere, "
        + "current game: \(report.current?.rawValue ?? "none")")
    if let error = report.error {
      throw CommandFailure(error.message, code: .unavailable)
    }
  }
}
