import ArgumentParser
import Foundation
import SudokuSimulator
import SudokuSync

/// `sudoku-lab simulate`: devices, stores, networks and disks that fail, in one process.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a player's devices and check that nothing is ever lost.",
    discussion: """
      One seed is one exact run, on every platform. A failing run is shortened to the steps that \
      matter and printed; the exit code is 1 then.

      EXAMPLES
        sudoku-lab simulate --seeds 100
        sudoku-lab simulate --seed 7
      """)

  @Option(help: "The number of runs.")
  var seeds: Int = 1_000

  @Option(help: "One run only: its seed.")
  var seed: UInt64?

  @Option(help: "The seed of the first of many runs.")
  var first: UInt64 = 0

  @Option(help: "The number of steps of a run.")
  var steps: Int = 200

  @Option(help: "The number of devices; 2 to 5, drawn from the seed, if omitted.")
  var devices: Int?

  @Option(help: "The number of runs at the same time.")
  var jobs: Int = 2

  @Option(
    help: ArgumentHelp(
      "A fault to plant, to check that it is detected.",
      discussion: PlantedBug.allCases.map(\.rawValue).joined(separator: ", ")))
  var bug: String?

  @Flag(help: "Let stores get lost and other processes work on the same data.")
  var harmStore = false

  @Flag(help: "Let hostile writers put invalid data into the store.")
  var hostile = false

  @Flag(help: "Keep the store in a place that only keeps named values, with that place's faults.")
  var place = false

  @Flag(help: "Print everything that happens in the run.")
  var trace = false

  @Flag(help: "Run one seed after the other and stop at the first failure.")
  var stop = false

  func validate() throws {
    guard seeds > 0, steps > 0, jobs > 0, devices.map({ 1...64 ~= $0 }) ?? true else {
      throw ValidationError("seeds, steps, jobs and devices are at least 1")
    }
    if let bug, PlantedBug(rawValue: bug) == nil {
      throw ValidationError("unknown fault '\(bug)'")
    }
  }

  func run() async throws {
    var options = SimulationOptions()
    options.steps = steps
    options.devices = devices
    options.harmsStore = harmStore
    options.isHostile = hostile
    options.usesPlace = place
    options.databases = .sqlite(
      in: NSTemporaryDirectory() + "sudoku-simulate-\(ProcessInfo.processInfo.processIdentifier)")
    options.bug = bug.flatMap { PlantedBug(rawValue: $0) }
    if let seed {
      options.recordsTrace = trace
      let result = Simulation.run(seed: seed, options: options)
      result.trace.forEach { print($0) }
      print(
        "seed \(seed): trace \(StreamHash(rawValue: result.traceHash).hexadecimal), "
          + "\(result.operations) operations, \(result.requests) requests, "
          + "\(result.completions) games completed, \(result.failure == nil ? "passed" : "FAILED")")
      if result.failure != nil { try report(seed, options) }
      return
    }
    if stop { try runUntilFailure(options) } else { try await runMany(options) }
  }

  private func runUntilFailure(_ options: SimulationOptions) throws {
    for seed in first..<first + UInt64(seeds) {
      guard let failure = Simulation.run(seed: seed, options: options).failure else { continue }
      print("seed \(seed): \(failure)")
      throw ExitCode(1)
    }
  }

  private func runMany(_ options: SimulationOptions) async throws {
    let last = first + UInt64(seeds)
    let start = ContinuousClock.now
    let results = await SimulationSoak.run(first..<last, jobs: jobs, options: options)
    let seconds = ContinuousClock.now - start
    print(
      "\(results.runs) runs, \(results.operations) operations, \(results.requests) requests, "
        + "\(results.completions) games completed, \(results.failures.count) failures, \(seconds)")
    for failed in results.failures.prefix(20) {
      let failure = Simulation.run(seed: failed, options: options).failure
      print("seed \(failed): \(failure?.description ?? "passed alone")")
    }
    if let failed = results.failures.first { try report(failed, options) }
  }

  private func report(_ seed: UInt64, _ options: SimulationOptions) throws {
    if let (steps, result) = Simulation.shrink(seed: seed, options: options) {
      print("\nshortest failing run of seed \(seed): \(steps.count) steps")
      result.trace.forEach { print("  \($0)") }
      print(result.failure?.description ?? "")
    }
    let flags =
      (options.harmsStore ? " --harm-store" : "") + (options.isHostile ? " --hostile" : "")
      + (options.usesPlace ? " --place" : "")
    print("repeat with: sudoku-lab simulate\(flags) --seed \(seed)")
    throw ExitCode(1)
  }
}
