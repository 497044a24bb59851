import ArgumentParser
import Foundation
import SudokuPlayer
import SudokuStoreConformance
import SudokuStores
import SudokuSync

/// `sudoku store`: commands about sync stores.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check and serve sync stores, and manage their tokens.",
    subcommands: [
      StoreCheckCommand.self, StoreServeCommand.self, StoreTokenCommand.self,
    ])
}

extension StoreRegistry {
  /// Every store kind of this build, with the token of the environment variable `SUDOKU_TOKEN`.
  static func program(
    trust: NetworkTrust = NetworkTrust(), report: (@Sendable (String) -> Void)? = nil
  ) -> StoreRegistry {
    .all(
      token: ProcessInfo.processInfo.environment["SUDOKU_TOKEN"], trust: trust, report: report)
  }

  /// The danger of a store's URL on a command line; `nil` if there is none.
  static func exposure(in url: String?) -> String? {
    guard let url, url.hasPrefix("postgres"), let at = url.lastIndex(of: "@") else { return nil }
    let user = url[..<at].drop { $0 != ":" }.dropFirst(3)
    guard user.contains(":") else { return nil }
    return "everybody on this machine can read the password in the command line: "
      + "use PGPASSWORD or the file that PGPASSFILE names"
  }
}

/// The options of a command for stores on servers.
struct NetworkOptions: ParsableArguments {
  @Option(help: "Trust the certificate authorities of this PEM file instead of the system's.")
  var ca: String?

  @Flag(help: "Allow tokens over plain HTTP between machines, as behind a TLS proxy.")
  var plainHttp = false

  var trust: NetworkTrust { NetworkTrust(authorities: ca, allowsPlainTokens: plainHttp) }
}

/// `sudoku store check`: the conformance suite for any store.
struct StoreCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that a store conforms to the contract of all stores.",
    discussion: """
      Each check needs a separate empty store: {} in the URL becomes a new name for each check, as in \
      sqlite:/tmp/check/{}.sqlite. With {} the suite also opens stores again, to check that \
      acknowledged data lasts and is shared. Without {} every opening must give an empty store, as \
      memory: does.

      A store that is not empty is refused and not written to. Created stores are not removed.

      Prints a line for each check and for each violation. Exits with 0 if all checks pass, else 1.

      EXAMPLES
        sudoku store check 'exec:python3 store.py /tmp/check-{}.jsonl'
        sudoku store check file:/tmp/check/{} --only append --only changes
      """)

  @Argument(help: "The URL of the store, with {} for the name of an empty one.")
  var url: String

  @Option(help: "Run only this check; may be repeated.")
  var only: [String] = []

  @Flag(help: "List the checks.")
  var list = false

  @Option(help: "The time limit of a request, in milliseconds.")
  var timeLimit: Int = 10_000

  @OptionGroup var network: NetworkOptions

  func validate() throws {
    for name in only where !StoreConformance.checkNames.contains(name) {
      throw ValidationError(
        "unknown check '\(name)'; available: \(StoreConformance.checkNames.joined(separator: ", "))"
      )
    }
    // Checks write: they must not run in a store that turns out to be in use.
    guard list || url.contains("{}") || ["memory:", "exec:"].contains(where: url.hasPrefix) else {
      throw ValidationError(
        "each check needs an empty store: put {} into the URL, as in sqlite:/tmp/check-{}.sqlite")
    }
    guard 1...86_400_000 ~= timeLimit else {
      throw ValidationError("--time-limit must be 1 to 86400000 milliseconds")
    }
  }

  func run() async throws {
    if list {
      try Output.standard.writeLine(StoreConformance.checkNames.joined(separator: "\n"))
      return
    }
    var (failed, skipped, held) = (0, 0, 0)
    let suite = suite()
    for name in StoreConformance.checkNames where only.isEmpty || only.contains(name) {
      let findings: [StoreConformance.Finding]?
      do { findings = try await suite.run(name) } catch let error as SyncError {
        throw CommandFailure(error.message, code: error.exitCode)
      }
      switch findings {
      case .none:
        skipped += 1
        try report("\(name): skipped: needs a persistent store, with {} in the URL")
      case .some([]):
        held += 1
        try report("\(name): holds")
      case .some(let findings):
        failed += 1
        try report("\(name): FAILED")
        var reported: Set<String> = []
        for finding in findings where reported.insert(finding.message).inserted {
          try report("  expected: \(finding.message)")
        }
      }
    }
    try report("\(held) hold, \(failed) fail, \(skipped) skipped")
    if failed > 0 { throw ExitCode(CommandFailure.Code.badPuzzle.rawValue) }
  }

  /// Prints a line at once, so that progress is visible.
  private func report(_ line: String) throws {
    _ = try Output.standard.writeLine(line)
    _ = try Output.standard.flush()
  }

  private func suite() -> StoreConformance {
    let url = url
    let limit = timeLimit
    let trust = network.trust
    let opened = OpenedPlaces()
    // Names differ from those of earlier runs.
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let open: @Sendable (Int) async throws -> any SyncStore = { place in
      let store = try StoreRegistry.program(trust: trust).open(
        url.replacing("{}", with: "\(run)-\(place)"))
      if await opened.isNew(place) { try await Self.checkEmpty(store, limit) }
      return store
    }
    var suite =
      url.contains("{}")
      ? StoreConformance(openStore: open) : StoreConformance(makeStore: { try await open(0) })
    suite.timeLimitMilliseconds = timeLimit
    return suite
  }

  /// Refuses a store that holds data: it may be in use.
  private static func checkEmpty(_ store: any SyncStore, _ limit: Int) async throws {
    let request = StoreRequest(
      timeLimitMilliseconds: limit, query: .changes(since: nil, limit: 1))
    guard let response = try? await store.perform(request),
      case .changes(let page) = response.answer
    else { return }
    if response.status.player != nil || !page.documents.isEmpty {
      await store.close()
      throw SyncError(
        .malformedURL,
        "the store is not empty, and each check needs an empty one: "
          + "put {} into the URL, as in sqlite:/tmp/check-{}.sqlite")
    }
  }

  /// The places that were opened before.
  private actor OpenedPlaces {
    private var places: Set<Int> = []

    func isNew(_ place: Int) -> Bool { place == 0 || places.insert(place).inserted }
  }
}
