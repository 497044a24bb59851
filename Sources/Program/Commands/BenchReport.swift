import Foundation
import JSONCoding
import SudokuCore

/// The measurements of `bench`.
struct BenchReport: Encodable, Sendable {
  struct Figure: Encodable, Sendable {
    let task: String
    let set: String
    let puzzles: Int
    /// The processor time of the median round.
    let cpuSeconds: Double
    let puzzlesPerSecond: Int
  }

  var instructionSet: String
  var figures: [Figure] = []
  var nodes = 0
  /// `nil` where only one task was measured.
  var signature: String?

  /// Runs a task several times and keeps the median of the processor times.
  ///
  /// Work of a few milliseconds is repeated inside a round.
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
  }
}

/// A hash of behaviour: FNV-1a with 64 bits.
///
/// Two builds with the same signature gave the same results on the same puzzles.
struct Signature: Sendable, CustomStringConvertible {
  private var hash = FNV1a()

  mutating func add(_ bytes: some Sequence<UInt8>) { hash.combine(bytes) }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { add($0) } }

  /// The signature as 16 hexadecimal digits.
  var description: String {
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
