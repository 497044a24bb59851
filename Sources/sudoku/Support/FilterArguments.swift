import ArgumentParser
import Foundation

/// The arguments that all filters share.
struct FilterArguments: ParsableArguments {
  @Argument(
    help: "Puzzles, files in any format, or - for standard input.", completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.short, .long],
    help: "How many processors to use (default: all).", transform: parsePositive)
  var jobs: Int?

  @Option(
    name: .customLong("format"),
    help:
      "How to write the results: line, jsonl, csv or text (default: text on a terminal, else line)."
  )
  var chosenFormat: OutputFormat?

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  @Flag(name: [.short, .long], help: "Write no messages to standard error.")
  var quiet = false

  /// How to write the results.
  var format: OutputFormat { chosenFormat ?? (Output.standard.isTerminal ? .text : .line) }
  /// The number of workers.
  ///
  /// More than some hundreds of threads only cost memory.
  var workerCount: Int { min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 512) }
}

/// Reads a number of at least 0 from the command line.
func parseNatural(_ text: String) throws -> Int {
  guard let value = Int(text), value >= 0 else {
    throw ValidationError("'\(text)' is not valid: give a whole number from 0 to \(Int.max)")
  }
  return value
}

/// Reads a number of at least 1 from the command line.
func parsePositive(_ text: String) throws -> Int {
  guard let value = Int(text), value > 0 else {
    throw ValidationError("'\(text)' is not valid: give a whole number from 1 to \(Int.max)")
  }
  return value
}
