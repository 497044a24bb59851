import ArgumentParser
import Foundation
import SudokuPlayer
import SudokuStores
import SudokuSync

/// `sudoku-lab store-load`: how fast a store takes and gives.
struct StoreLoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-load",
    abstract: "Measure how fast a store is, with games made for it.",
    discussion: """
      {} in the URL becomes a name of its own for each player. All players write at once, one \
      operation a request, to one game each; then all fetch the last operation of their games, as \
      often. What was made stays. With --pause the players play at their own pace instead, and with \
      --watch each of them watches their store meanwhile, as devices do.

      EXAMPLES
        sudoku-lab store-load 'sqlite:/tmp/bench-{}.sqlite' --players 4
        sudoku-lab store-load 'http://localhost/v1/players/{}' --players 1000 --watch
      """)

  @Argument(help: "The store, with {} where the name of a player's store belongs.")
  var url: String

  @Option(help: "The number of players.")
  var players: Int = 4

  @Option(help: "The number of requests of each player.")
  var requests: Int = 500

  @Option(help: "The average pause of a player between two requests, in milliseconds.")
  var pause: Int = 0

  @Flag(help: "Let every player watch their store, as devices do.")
  var watch = false

  @Flag(help: "For http: send requests that were made before, to measure the server and not this.")
  var prepared = false

  func validate() throws {
    guard 1...1_000 ~= players, 1...100_000 ~= requests else {
      throw ValidationError("--players is from 1 to 1000, --requests from 1 to 100000")
    }
    guard 0...3_600_000 ~= pause else {
      throw ValidationError("--pause is a number of milliseconds from 0 to 3600000")
    }
    guard !prepared || (pause == 0 && url.hasPrefix("http://")) else {
      throw ValidationError("--prepared is for http: without --pause")
    }
    guard players == 1 || url.contains("{}") else {
      throw ValidationError("several players need {} in the URL")
    }
  }

  func run() async throws {
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let urls = (0..<players).map { url.replacing("{}", with: "b\(run)-\($0)") }
    let stores = try urls.map { try StoreRegistry.all().open($0) }
    for store in stores { _ = try await store.contents() }
    let watches = watch ? stores.map { store in Task { for await _ in store.watch() {} } } : []
    defer { for watch in watches { watch.cancel() } }
    let load = try StoreLoad(requests: requests)
    if prepared {
      try await report("appends of one operation", load.send(load.appends, to: urls))
      try await report("fetches of one operation", load.send(load.fetches, to: urls))
    } else {
      try await report(
        "appends of one operation",
        load.play(stores, pause) { store, number in try await load.append(number, to: store) })
      try await report(
        "fetches of one operation",
        load.play(stores, pause) { store, _ in try await load.fetch(from: store) })
    }
    // Whatever was measured: it must have been stored.
    for store in stores {
      try await load.fetch(from: store)
      await store.close()
    }
  }

  private func report(_ what: String, _ result: StoreLoad.Result) {
    let times = result.times
    func milliseconds(_ share: Double) -> String {
      let place = min(times.count - 1, Int(Double(times.count) * share))
      return String(format: "%.2f", times[place] / .milliseconds(1))
    }
    print(
      "\(what): \(Int(Double(times.count) / result.seconds))/s, median \(milliseconds(0.5)) ms, "
        + "99th percentile \(milliseconds(0.99)) ms")
  }
}
