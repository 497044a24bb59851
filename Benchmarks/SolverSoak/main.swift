import SudokuCore
import SudokuSolver
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Asks all kernels random questions and compares the answers:
//
//   swift run -c release solver-soak [number of questions] [seed]
//
// It prints one line for each difference with the board that shows it, and exits with 1 then.

/// Prints a line and flushes, so that a file shows it at once.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count <= 2, arguments.allSatisfy({ $0 != nil }) else {
  print("usage: solver-soak [number of questions] [seed]")
  exit(2)
}
let total = Int(arguments.first.flatMap { $0 } ?? 100_000)
let seed = arguments.dropFirst().first.flatMap { $0 } ?? 1
let comparison = KernelComparison(limit: 3, oraclePeriod: 1000)
say(
  "\(total) random boards and pencilmarks from seed \(seed) on "
    + comparison.instructionSets.map(\.rawValue).joined(separator: ", "))

var questions = RandomCases(seed: seed)
var counts = [0, 0, 0, 0]
var guesses = 0
var differences = 0
var done = 0
while done < total {
  let block = (0..<min(50_000, total - done)).map { _ in questions.next() }
  let (found, results) = comparison.compare(block)
  for difference in found { say(difference) }
  differences += found.count
  for result in results {
    counts[result.solutionCount] += 1
    guesses += result.guesses
  }
  done += block.count
  if done % 500_000 == 0 { say("\(done) done, \(differences) differences") }
}
say("solutions 0, 1, 2, 3 or more: \(counts), guesses \(guesses), differences \(differences)")
exit(differences == 0 ? 0 : 1)
