import ArgumentParser
import Foundation
import SudokuPlayer
import SudokuSession
import SudokuSync
import SudokuSyncTestSupport

/// `sudoku store bench`: how fast a store takes and gives.
struct StoreMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast a store is, with games made for it.",
    discussion: """
      {} in the URL becomes a name of its own for each player. All players write at once, one \
      operation a request, to one game each; then all fetch the last operation of their games, as \
      often. What was made stays.

      EXAMPLES
        sudoku store bench 'sqlite:/tmp/bench-{}.sqlite' --players 4
      """)

  @Argument(help: "The store, with {} where the name of a player's store belongs.")
  var url: String

  @Option(help: "How many players there are.")
  var players: Int = 4

  @Option(help: "How many requests each of them makes.")
  var requests: Int = 500

  private typealias Request = @Sendable (any SyncStore, Int) async throws -> Void

  func validate() throws {
    guard 1...1_000 ~= players, 1...100_000 ~= requests else {
      throw ValidationError("--players is from 1 to 1000, --requests from 1 to 100000")
    }
    guard players == 1 || url.contains("{}") else {
      throw ValidationError("several players need {} in the URL")
    }
  }

  func run() async throws {
    do { try await measure() } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
  }

  private func measure() async throws {
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let stores = try (0..<players).map {
      try StoreRegistry.all.open(url.replacing("{}", with: "b\(run)-\($0)"))
    }
    for store in stores { _ = try await store.contents() }
    let device = Fixtures.device(1)
    let game = Fixtures.game(1)
    let whole = try OperationChunk(Fixtures.operations(device, 1...requests))
    let chunks = (1...requests).compactMap { whole.suffix(after: $0 - 1)?.prefix(through: $0) }
    try await time("appends of one operation", stores) { store, number in
      let delta = DocumentDelta(
        id: game, summary: Fixtures.summary(game, at: Int64(number)),
        heads: [device: chunks[number].head], chunks: [chunks[number]])
      let receipt = try await store.append(OperationBatch(writer: device, documents: [delta]))
      guard receipt.outcomes.first?.heads[device] == chunks[number].head else {
        throw SyncError(.storeFailed, "the store did not take an operation")
      }
    }
    try await time("fetches of one operation", stores) { store, _ in
      let known = [device: chunks.last?.previous ?? .empty]
      guard try await store.document(game, after: known)?.chunks == chunks.suffix(1) else {
        throw SyncError(.storeFailed, "the store did not give an operation")
      }
    }
    for store in stores { await store.close() }
  }

  private func time(
    _ what: String, _ stores: [any SyncStore], _ request: @escaping Request
  ) async throws {
    let (requests, clock) = (requests, ContinuousClock())
    let start = clock.now
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for store in stores {
        group.addTask {
          var times: [Duration] = []
          for number in 0..<requests {
            times.append(try await clock.measure { try await request(store, number) })
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    func milliseconds(_ share: Double) -> String {
      let place = min(times.count - 1, Int(Double(times.count) * share))
      return String(format: "%.2f", times[place] / .milliseconds(1))
    }
    let rate = Int(Double(times.count) / seconds)
    print(
      "\(what): \(rate)/s, median \(milliseconds(0.5)) ms, 99th percentile \(milliseconds(0.99)) ms"
    )
  }
}
