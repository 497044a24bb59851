import Foundation
import SudokuSyncSimulator
import SudokuSyncSimulatorSQLite

// simulate-soak <first seed> <seeds> [--harm] [--hostile] [--stop] [--trace] [--shrink]: runs the simulator and prints
// the first failures, with all that happened before them, or the shortest run that fails like them.
//
// It depends on little, so that Scripts/mutants can build it often.
let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
let numbers = words.compactMap { UInt64($0) }
guard numbers.count == 2 else {
  print(
    "usage: simulate-soak <first seed> <number of seeds> [--harm] [--hostile] [--stop] [--trace] "
      + "[--shrink]")
  exit(64)
}
var options = SimulationOptions()
options.harmsStore = CommandLine.arguments.contains("--harm")
options.isHostile = CommandLine.arguments.contains("--hostile")
options.recordsTrace = CommandLine.arguments.contains("--trace")
options.databases = .sqlite(
  in: NSTemporaryDirectory() + "simulate-soak-\(ProcessInfo.processInfo.processIdentifier)")
var failures = 0
for seed in numbers[0]..<numbers[0] + numbers[1] {
  let result = Simulation.run(seed: seed, options: options)
  guard let failure = result.failure else { continue }
  result.trace.forEach { print("  \($0)") }
  print("seed \(seed): \(failure)")
  failures += 1
  if CommandLine.arguments.contains("--shrink") {
    Simulation.shrink(seed: seed, options: options)?.result.trace.forEach { print("  \($0)") }
  }
  if CommandLine.arguments.contains("--stop") { break }
}
print("\(failures) failures")
exit(failures == 0 ? 0 : 1)
