import ArgumentParser
import Foundation

/// `sudoku-lab chaos`: devices over a store while everything fails.
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos",
    abstract:
      "Let devices play over a store while everything fails, and compare all they say with the truth.",
    discussion: """
      Each device is a process of 'sudoku serve'; one of them reaches the store through a program that lies, fails, \
      hangs, never ends or has a wrong clock. Meanwhile devices and servers are killed, lines are cut or swallow \
      everything, disks are full, and a device and the store are put back to a copy. The report names a failure when

      - an answered operation, coin or completion is missing at the end, is there twice, or was never made;
      - sync.now is OK and something that it was asked for is missing, on the device or in the store;
      - what waits is not named by sync.status;
      - a device whose line has been dead for five seconds says that it watches;
      - sync.now, SIGTERM or the end of the input do not end.

      The referee reads the store itself. It ends with 1 after a failure and keeps all files.

      EXAMPLES
        sudoku-lab chaos --store file: --minutes 10
        sudoku-lab chaos --store http: --minutes 10
        Scripts/postgres sh -c 'sudoku-lab chaos --store "$SUDOKU_POSTGRES"'
        sudoku-lab chaos --store 's3://games?endpoint=http://127.0.0.1:9000'
        sudoku-lab chaos --store 'place:python3 Scripts/example-store/place.py {}'
      """)

  @Option(
    help:
      "The store: file: or sqlite: (a path may follow), http: for a server over SQLite, s3:, place:, or a URL."
  )
  var store: String

  @Option(help: "The time to play, in minutes.")
  var minutes: Double = 1

  @Option(help: "The number of devices.")
  var devices: Int = 4

  @Option(help: "Begins the random choices.")
  var seed: UInt64?

  @Option(help: "The program 'sudoku' (default: the one beside this).")
  var program: String?

  func validate() throws {
    guard 2...50 ~= devices, minutes > 0 else {
      throw ValidationError("--devices is from 2 to 50, --minutes above 0")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let sibling = own.deletingLastPathComponent().appendingPathComponent("sudoku").path
    let folder = NSTemporaryDirectory() + "sudoku-chaos-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let seed = seed ?? .random(in: 0..<1_000_000)
    let scene = try await ChaosScene(
      store: store, devices: devices, seed: seed, program: program ?? sibling, lab: own.path,
      folder: folder)
    await scene.run(for: .seconds(minutes * 60))
    print(scene.report(seed: seed))
    guard scene.failures.isEmpty else {
      print("All files are in \(folder).")
      throw ExitCode.failure
    }
    try FileManager.default.removeItem(atPath: folder)
  }
}
