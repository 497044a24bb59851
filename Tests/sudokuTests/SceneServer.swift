import Foundation
import TestSupport

/// A `sudoku store serve` of one device's, between it and the store of a scenario.
///
/// Several of them serve one store, as behind a load balancer. One that is stopped can be started
/// again at the same address, which is how a device's network goes and comes back.
final class SceneServer {
  /// Where its device finds the store.
  private(set) var address = ""
  private let store: String
  private let player: String
  private var port = 0
  /// Further options of the command.
  var options: [String] = []
  private var process: Process?

  /// Creates a server that does not run yet.
  ///
  /// - Parameters:
  ///   - store: The store, with `{}` where the player's name belongs.
  ///   - player: The player's name.
  init(store: String, player: String) { (self.store, self.player) = (store, player) }

  deinit { stop() }

  /// Whether the program under test has the network's commands.
  ///
  /// `SUDOKU_SCENES=local` leaves servers out: their scenarios take minutes.
  static let isBuilt: Bool = {
    guard ProcessInfo.processInfo.environment["SUDOKU_SCENES"] != "local" else { return false }
    // It ends at once in any case: there are no such tokens.
    let run = try? Binary.run([
      "store", "serve", "--store", "sqlite:/nowhere/{}.sqlite", "--tokens", "/nowhere/tokens",
    ])
    return run.map { !$0.error.contains("--traits Network") } ?? false
  }()

  /// The database of `Scripts/postgres`.
  static let database = ProcessInfo.processInfo.environment["SUDOKU_POSTGRES"]

  func start() throws {
    guard process == nil else { return }
    let (process, output) = (Process(), Pipe())
    process.executableURL = Binary.url
    process.arguments =
      [
        "store", "serve", "--store", store, "--listen", "127.0.0.1:\(port)", "--rate", "0",
        "--log-level", "error",
      ] + options
    process.standardOutput = output
    try process.run()
    self.process = process
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    let url = String(decoding: line, as: UTF8.self)
    guard let number = url.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw POSIXError(.ECONNREFUSED)
    }
    port = number
    address = "\(url)/v1/players/\(player)"
  }

  /// Ends it as a power failure would.
  func stop() {
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }
}
