import ArgumentParser
import Foundation
import SudokuPlayer
import SudokuStoreConformance
import SudokuSync

/// `sudoku store check`: runs the conformance suite against any store.
struct StoreCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that a store does what every store must.",
    discussion: """
      Each check needs an empty store of its own: {} in the URL becomes a name that is new with each \
      check, as in sqlite:/tmp/check/{}.sqlite. With {} the suite also opens a store a second time: \
      what was acknowledged must be there, and two that share it must see each other. Without {} \
      every opening must give an empty store, as memory: does and a program that keeps nothing.

      A store that is not empty is refused, and nothing is written to it. What was made stays.

      Prints a line for each check and one for all that was not as expected. The exit code is 0 if \
      everything holds, 1 if something does not.

      EXAMPLES
        sudoku store check 'exec:python3 store.py /tmp/check-{}.jsonl'
        sudoku store check file:/tmp/check/{} --only append --only changes
      """)

  @Argument(help: "The store, with {} where the name of an empty one belongs.")
  var url: String

  @Option(help: "Run only this check; may be repeated.")
  var only: [String] = []

  @Flag(help: "List the checks.")
  var list = false

  @Option(help: "How long one request may take, in milliseconds.")
  var timeLimit: Int = 10_000

  func validate() throws {
    for name in only where !StoreConformance.checkNames.contains(name) {
      throw ValidationError(
        "'\(name)' is not a check; there are \(StoreConformance.checkNames.joined(separator: ", "))"
      )
    }
    guard 1...86_400_000 ~= timeLimit else {
      throw ValidationError("--time-limit is a number of milliseconds from 1 to 86400000")
    }
  }

  func run() async throws {
    if list { return print(StoreConformance.checkNames.joined(separator: "\n")) }
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
        try tell("\(name): skipped, it needs a store that lasts: put {} into the URL")
      case .some([]):
        held += 1
        try tell("\(name): holds")
      case .some(let findings):
        failed += 1
        try tell("\(name): FAILED")
        var told: Set<String> = []
        for finding in findings where told.insert(finding.message).inserted {
          try tell("  expected: \(finding.message)")
        }
      }
    }
    try tell("\(held) hold, \(failed) fail, \(skipped) skipped")
    if failed > 0 { throw ExitCode(CommandFailure.Code.badPuzzle.rawValue) }
  }

  /// A line at once, so that whoever waits sees how far it is.
  private func tell(_ line: String) throws {
    _ = try Output.standard.writeLine(line)
    _ = try Output.standard.flush()
  }

  private func suite() -> StoreConformance {
    let url = url
    let limit = timeLimit
    let opened = OpenedPlaces()
    // Names of an earlier run are not met again.
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let open: @Sendable (Int) async throws -> any SyncStore = { place in
      let store = try StoreRegistry.program().open(url.replacing("{}", with: "\(run)-\(place)"))
      if await opened.isNew(place) { try await Self.checkEmpty(store, limit) }
      return store
    }
    var suite =
      url.contains("{}")
      ? StoreConformance(openStore: open) : StoreConformance(makeStore: { try await open(0) })
    suite.timeLimitMilliseconds = timeLimit
    return suite
  }

  /// Refuses a store that holds something: it is somebody's.
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
          + "put {} where a name belongs, as in sqlite:/tmp/check-{}.sqlite")
    }
  }

  /// The places that were opened before; only `{}` makes one.
  private actor OpenedPlaces {
    private var places: Set<Int> = []

    func isNew(_ place: Int) -> Bool { place == 0 || places.insert(place).inserted }
  }
}
