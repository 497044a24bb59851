import CAllocations
import Foundation
import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSolver

/// The counts for a set of boards; none depends on the machine or its load.
struct Counts: Codable, Equatable {
  /// Guesses of the batch solver for all boards together.
  var batchGuesses: Int
  /// Guesses of the solver for single boards.
  var singleGuesses: Int
  /// Heap allocations of the batch solver beyond those of a batch with a tenth of the boards.
  var allocationsGrowth: Int
  /// Heap allocations of the rater for the first thousand boards that basic techniques solve.
  var ratingAllocations: Int
  /// Heap allocations of the canonical forms of all boards, once they have been found before.
  var formAllocations: Int
}

/// The boards of a file: the public sets, or the collections of this repository.
func boards(_ path: String) throws -> [Board] {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  return try text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map { line in
    // A line of a collection is an object with the board under "puzzle".
    if let start = line.range(of: "\"puzzle\":\"")?.upperBound {
      return try Board(line: line[start...].prefix(81))
    }
    return try Board(line: line.prefix(81))
  }
}

func solve(_ boards: [Board], _ set: InstructionSet) -> (guesses: Int, allocations: Int) {
  let packed = boards.flatMap { board in CellSet.all.map { board.value(at: $0) } }
  var solutions = [UInt8](repeating: 0, count: packed.count)
  var counts = [UInt32](repeating: 0, count: boards.count)
  var guesses = counts
  let solver = BatchSolver(instructionSet: set)
  var allocations = 0
  packed.withUnsafeBufferPointer { packed in
    solutions.withUnsafeMutableBufferPointer { solutions in
      counts.withUnsafeMutableBufferPointer { counts in
        guesses.withUnsafeMutableBufferPointer { guesses in
          let start = allocation_count()
          solver.solve(
            packed, into: BatchOutput(solutions: solutions, counts: counts, guesses: guesses))
          allocations = Int(allocation_count() - start)
        }
      }
    }
  }
  return (guesses.reduce(0) { $0 + Int($1) }, allocations)
}

/// Rates boards without their steps; those that need no more than basic techniques (ER 4.4).
func rate(_ boards: some Sequence<Board>) -> Int {
  var options = SERater.Options()
  options.keepsSteps = false
  let rater = SERater(options: options)
  let easy = boards.filter { rater.rate($0, stopAbove: 44).rating != nil }
  let start = allocation_count()
  for board in easy { _ = rater.rate(board) }
  return Int(allocation_count() - start)
}

/// Finds the forms that need no solution, twice: the second time nothing is allocated.
func canonicalize(_ boards: [Board]) -> Int {
  var canonicalizer = Canonicalizer()
  var allocations = 0
  for _ in 0..<2 {
    let start = allocation_count()
    for board in boards {
      for form in [CanonicalForm.rowMin, .pattern, .minlex] {
        _ = canonicalizer.form(form, of: board)
      }
    }
    allocations = Int(allocation_count() - start)
  }
  return allocations
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("thresholds: \(message)\n".utf8))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isUpdating = arguments.first == "--update"
if isUpdating { arguments.removeFirst() }
guard arguments.count >= 2 else {
  fail("usage: thresholds [--update] THRESHOLDS.json FILE...")
}
let file = URL(fileURLWithPath: arguments[0])

do {
  var expected: [String: Counts] = [:]
  if let data = try? Data(contentsOf: file) {
    expected = try JSONDecoder().decode([String: Counts].self, from: data)
  }
  var failures: [String] = []
  for path in arguments.dropFirst() {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let boards = try boards(path)
    guard boards.count >= 10 else { fail("\(path): too few boards") }
    var found = Counts(
      batchGuesses: 0, singleGuesses: 0, allocationsGrowth: 0,
      ratingAllocations: rate(boards.prefix(1000)), formAllocations: canonicalize(boards))
    for set in InstructionSet.allCases where set.isAvailable {
      let few = solve(Array(boards.prefix(boards.count / 10)), set)
      let all = solve(boards, set)
      if found.batchGuesses != 0, found.batchGuesses != all.guesses {
        failures.append("\(name): \(set.rawValue) makes \(all.guesses) guesses")
      }
      found.batchGuesses = all.guesses
      // Nodes come from the heap in blocks of 256: some dozens for any number of boards.
      found.allocationsGrowth = max(found.allocationsGrowth, all.allocations - few.allocations)
    }
    let solver = Solver()
    found.singleGuesses = boards.reduce(0) { $0 + solver.solve($1).guesses }
    let perBoard = Double(found.batchGuesses) / Double(boards.count)
    print(
      "\(name): \(boards.count) boards, guesses per board "
        + String(format: "%.4f", perBoard) + " (batch), "
        + String(format: "%.4f", Double(found.singleGuesses) / Double(boards.count))
        + " (single), allocations beyond a tenth of the boards: \(found.allocationsGrowth)")
    if isUpdating {
      // Room for some blocks more or less; one allocation for each board would be a thousand.
      found.allocationsGrowth = max(32, (found.allocationsGrowth + 31) / 32 * 32)
      expected[name] = found
    } else if let limit = expected[name] {
      if found.batchGuesses > limit.batchGuesses {
        failures.append("\(name): \(found.batchGuesses) batch guesses, limit \(limit.batchGuesses)")
      }
      if found.singleGuesses > limit.singleGuesses {
        failures.append(
          "\(name): \(found.singleGuesses) single guesses, limit \(limit.singleGuesses)")
      }
      if found.allocationsGrowth > limit.allocationsGrowth {
        failures.append(
          "\(name): \(found.allocationsGrowth) allocations, limit \(limit.allocationsGrowth)")
      }
      if found.ratingAllocations > limit.ratingAllocations {
        failures.append(
          "\(name): \(found.ratingAllocations) allocations of the rater, "
            + "limit \(limit.ratingAllocations)")
      }
      if found.formAllocations > limit.formAllocations {
        failures.append(
          "\(name): \(found.formAllocations) allocations of the canonical forms, "
            + "limit \(limit.formAllocations)")
      }
    } else {
      failures.append("\(name): no thresholds in \(file.lastPathComponent)")
    }
  }
  if isUpdating {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(expected).write(to: file)
  }
  if !failures.isEmpty { fail(failures.joined(separator: "\nthresholds: ")) }
} catch {
  fail("\(error)")
}
