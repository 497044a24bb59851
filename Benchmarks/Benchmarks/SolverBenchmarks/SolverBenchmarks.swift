import Benchmark
import Foundation
import SudokuCore
import SudokuSolver

/// The sets that are measured: the public ones where `SUDOKU_DATA` names them, and ours.
private let sets: [(name: String, path: String)] = {
  let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  var sets = ["below-2.0", "2.0-to-2.9", "3.0-to-4.4", "4.5-to-6.4", "from-6.5"].map {
    ($0, repository.appendingPathComponent("puzzles/se/\($0).jsonl").path)
  }
  if let folder = ProcessInfo.processInfo.environment["SUDOKU_DATA"] {
    let names = [
      "newspaper-33-clues", "typical-22-30-clues", "17-clue", "magictour-1465", "hardest-11plus",
      "hardest-1106", "serg-multi",
    ]
    sets += names.map { ($0, "\(folder)/puzzles/\($0).txt") }
  }
  return sets.filter { FileManager.default.isReadableFile(atPath: $0.1) }
}()

/// The boards of a file, 81 characters each, one after the other.
private func boards(_ path: String) -> [UInt8] {
  let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.flatMap { line in
    let start = line.range(of: "\"puzzle\":\"")?.upperBound ?? line.startIndex
    return Array(line[start...].utf8.prefix(81))
  }
}

/// Solves boards in one batch: every grid written, uniqueness proven.
private func solve(_ boards: [UInt8], _ solver: BatchSolver, _ grids: inout [UInt8]) {
  let count = boards.count / 81
  var counts = [UInt32](repeating: 0, count: count)
  var guesses = counts
  boards.withUnsafeBufferPointer { boards in
    grids.withUnsafeMutableBufferPointer { grids in
      counts.withUnsafeMutableBufferPointer { counts in
        guesses.withUnsafeMutableBufferPointer { guesses in
          solver.solve(
            boards, into: BatchOutput(solutions: grids, counts: counts, guesses: guesses))
        }
      }
    }
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident],
    maxDuration: .milliseconds(500), maxIterations: 200)
  for (name, path) in sets {
    for instructions in InstructionSet.allCases where instructions.isAvailable {
      Benchmark("batch:\(name):\(instructions.rawValue)") { benchmark in
        let boards = boards(path)
        var grids = boards
        let solver = BatchSolver(instructionSet: instructions)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { solve(boards, solver, &grids) }
        benchmark.stopMeasurement()
      }
      Benchmark("single:\(name):\(instructions.rawValue)") { benchmark in
        let bytes = boards(path)
        let boards = stride(from: 0, to: min(bytes.count, 81_000), by: 81).compactMap {
          try? Board(bytes: bytes[$0..<$0 + 81])
        }
        let solver = Solver(instructionSet: instructions)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          for board in boards { blackHole(solver.solve(board).solutionCount) }
        }
        benchmark.stopMeasurement()
      }
    }
  }
}
