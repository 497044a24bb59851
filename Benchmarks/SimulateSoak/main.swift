import Foundation
import SudokuSyncSimulator
import SudokuSyncSimulatorSQLite

// simulate-soak <first seed> <seeds> [--harm] [--hostile] [--stop] [--shrink]: runs the simulator and prints the first failures.
//
// It depends on little, so that Scripts/mutants can build it often.
let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
let numbers = words.compactMap { UInt64($0) }
guard numbers.count == 2 else {
  print(
    "usage: simulate-soak <first seed> <number of seeds> [--harm] [--hostile] [--stop] [--shrink]")
  exit(64)
}
var options = SimulationOptions()
options.harmsStore = CommandLine.arguments.contains("--harm")
options.isHostile = CommandLine.arguments.contains("--hostile")
options.databases = .sqlite(
  in: NSTemporaryDirectory() + "simulate-soak-\(ProcessInfo.processInfo.processIdentifier)")
var failures = 0
for seed in numbers[0]..<numbers[0] + numbers[1] {
  guard let failure = Simulation.run(seed: seed, options: options).failure else { continue }
  print("seed \(seed): \(failure)")
  failures += 1
  if CommandLine.arguments.contains("--shrink") {
    Simulation.shrink(seed: seed, options: options)?.result.trace.forEach { print("  \($0)") }
  }
  if CommandLine.arguments.contains("--stop") { break }
}
print("\(failures) failures")
exit(failures == 0 ? 0 : 1)
