import Foundation
import JSONCoding

/// What `bench` measured.
struct BenchReport: Encodable, Sendable {
  /// One measurement.
  struct Figure: Encodable, Sendable {
    let task: String
    let set: String
    let puzzles: Int
    /// Processor time of the median round.
    let cpuSeconds: Double
    let puzzlesPerSecond: Int
  }

  var instructionSet: String
  var figures: [Figure] = []
  var nodes = 0
  /// `nil` where only a task was measured.
  var signature: String?

  init(instructionSet: String) { self.instructionSet = instructionSet }

  /// Measures a task: runs it several times, keeps the median of the processor times.
  ///
  /// Work that is over within a few milliseconds is repeated inside a round.
  mutating func add(
    _ task: String, _ set: String, _ puzzles: Int, rounds: Int, _ body: () -> Void
  ) {
    guard puzzles > 0 else { return }
    var times: [Double] = []
    for _ in 0..<rounds {
      var repeats = 0
      let watch = Stopwatch()
      repeat {
        body()
        repeats += 1
      } while rounds > 1 && watch.elapsed.cpuSeconds < 0.05
      times.append(watch.elapsed.cpuSeconds / Double(repeats))
    }
    times.sort()
    let median = max(times[times.count / 2], 1e-9)
    figures.append(
      Figure(
        task: task, set: set, puzzles: puzzles, cpuSeconds: (median * 1e6).rounded() / 1e6,
        puzzlesPerSecond: Int(Double(puzzles) / median)))
  }

  /// Writes the table, or one JSON object.
  func write(asJSON: Bool) throws {
    if asJSON {
      _ = try Output.standard.writeLine(try CanonicalJSONEncoder().encodeText(self))
    } else {
      _ = try Output.standard.writeLine("instruction set: \(instructionSet); one thread, CPU time")
      for figure in figures {
        let task = figure.task.padding(toLength: 26, withPad: " ", startingAt: 0)
        let set =
          figure.set.count < 28
          ? figure.set.padding(toLength: 28, withPad: " ", startingAt: 0) : figure.set + "  "
        _ = try Output.standard.writeLine("\(task)\(set)\(figure.puzzlesPerSecond) puzzles/s")
      }
      if let signature { _ = try Output.standard.writeLine("signature: \(signature)") }
    }
    try Output.standard.flush()
  }
}
