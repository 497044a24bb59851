import Foundation
import SudokuSync
import SudokuSyncSimulator
import Testing

@Suite("Simulation")
struct SimulationTests {
  private static var options: SimulationOptions {
    var options = SimulationOptions()
    options.scratch = NSTemporaryDirectory() + "sudoku-simulation-tests"
    return options
  }

  /// Seeds that fail today.
  ///
  /// Profiles count a game as it was before a merge, or a document differs from the store's at
  /// rest. What comes after them in a part is not run.
  private static let knownFailures: Set<UInt64> = [53, 266, 404, 620, 845, 920]

  /// A thousand runs of 200 steps on 2 to 5 devices; a failure names the command that repeats it.
  @Test(arguments: 0..<10)
  func invariantsHold(part: Int) {
    for seed in UInt64(part * 100)..<UInt64(part * 100 + 100) {
      let result = Simulation.run(seed: seed, options: Self.options)
      guard let failure = result.failure else { continue }
      let text = "\(failure); repeat with: sudoku simulate --seed \(seed)"
      if Self.knownFailures.contains(seed) {
        withKnownIssue { Issue.record("\(text)") }
      } else {
        Issue.record("\(text)")
      }
      return
    }
  }

  /// Seeds of longer runs that failed once.
  @Test(arguments: [UInt64(76_866), 410_201, 704_718])
  func seedsThatFailedOnce(seed: UInt64) {
    #expect(Simulation.run(seed: seed, options: Self.options).failure == nil)
  }

  @Test(arguments: PlantedBug.allCases)
  func plantedBugIsFound(bug: PlantedBug) {
    var options = SimulationOptions()
    options.bug = bug
    let found = (0..<60).contains { Simulation.run(seed: $0, options: options).failure != nil }
    #expect(found, "\(bug) was not found in 60 runs")
  }

  /// The same in debug and release, on every platform.
  @Test func sameSeedSameRun() {
    for seed in UInt64(0)..<20 {
      let first = Simulation.run(seed: seed, options: Self.options)
      #expect(first.traceHash == Simulation.run(seed: seed, options: Self.options).traceHash)
      #expect(first.operations > 0)
    }
  }

  /// A failing run is cut down to a few steps that fail in the same way.
  @Test func failuresAreShrunk() throws {
    var options = SimulationOptions()
    options.bug = .completionAsDeletion
    let seed = try #require(
      (0..<60).first { Simulation.run(seed: $0, options: options).failure != nil })
    let whole = Simulation.run(seed: seed, options: options)
    let short = try #require(Simulation.shrink(seed: seed, options: options, limit: 300))
    #expect(short.steps.count < 40)
    #expect(short.result.failure?.invariant == whole.failure?.invariant)
    #expect(!short.result.trace.isEmpty)
  }
}
