import CSudokuVectors
import Dispatch
import SudokuCore

/// Few boards are solved one at a time: a call of the batch kernel costs as much as some hundred of them.
///
/// The answers are those of the batch kernel. Counts are the same for every search, and so is the only
/// solution of a board. A board with several solutions goes to the batch kernel for the first of them.
extension BatchSolver {
  /// The fewest boards that go to the batch kernel, however easy they are.
  static let fewestAtOnce = 512
  /// The fewest boards of which the first solution is worth a search that does not steal.
  static let fewestForOne = 16_384

  /// The boards that show how hard the others are.
  private static let sample = 16
  /// The number of guesses of a board from which on `fewestHard` of them go to the batch kernel.
  private static let hardGuesses = 8
  private static let fewestHard = 48
  /// The number of boards for which another thread is worth its start.
  private static let fewestForThread = 32

  /// Solves boards one at a time, or the rest of hard ones in lanes.
  func solveFew(_ request: batch_request, _ output: BatchOutput) {
    let sample = min(Self.sample, request.count)
    let guesses = solveAlone(0..<sample, request, output)
    let rest = sample..<request.count
    if rest.count >= Self.fewestHard, guesses >= Self.hardGuesses * sample {
      solveMany(request.part(rest), output)
    } else if !rest.isEmpty {
      shareAlone(rest, request, output)
    }
    guard !output.isCountOnly, let counts = request.counts else { return }
    let open = (0..<request.count).filter { counts[$0] == BATCH_GIVEN_UP }
    solveTogether(open, request)
  }

  /// Solves boards one at a time, on all threads.
  private func shareAlone(
    _ rows: Range<Int>, _ request: batch_request, _ output: BatchOutput
  ) {
    let workers = min(threads, (rows.count + Self.fewestForThread - 1) / Self.fewestForThread)
    if workers == 1 {
      solveAlone(rows, request, output)
      return
    }
    nonisolated(unsafe) let work = (request, output)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      let start = rows.lowerBound + rows.count * worker / workers
      let end = rows.lowerBound + rows.count * (worker + 1) / workers
      solveAlone(start..<end, work.0, work.1)
    }
  }

  /// Solves boards one at a time; returns the number of guesses.
  ///
  /// Of boards with several solutions, those stay open whose first solution is wanted.
  @discardableResult
  private func solveAlone(
    _ rows: Range<Int>, _ request: batch_request, _ output: BatchOutput
  ) -> Int {
    let solver = Solver(instructionSet: instructionSet)
    // With a limit of 1, too, whether there is a second solution decides about the first one.
    let limit = output.isCountOnly ? Int(request.limit) : 2
    var guesses = 0
    for index in rows {
      let result = request.solve(index, with: solver, limit: limit, isCancelled)
      guesses += result.guesses
      if output.isCountOnly || result.solutionCount < 2 {
        request.write(result, index)
      } else {
        request.counts?[index] = BATCH_GIVEN_UP
      }
    }
    return guesses
  }

  /// Solves some boards of a request in lanes.
  func solveTogether(_ open: [Int], _ request: batch_request) {
    if open.isEmpty { return }
    let few = FewBoards(open, of: request)
    var solutions = [UInt8](repeating: 0, count: 81 * open.count)
    var others = solutions
    var counts = [UInt32](repeating: 0, count: open.count)
    var guesses = counts
    few.withInput { input in
      solutions.withUnsafeMutableBufferPointer { first in
        others.withUnsafeMutableBufferPointer { second in
          counts.withUnsafeMutableBufferPointer { counts in
            guesses.withUnsafeMutableBufferPointer { guesses in
              let found = BatchOutput(
                solutions: first, secondSolutions: second, counts: counts, guesses: guesses)
              guard var part = self.request(input, limit: Int(request.limit), found) else { return }
              // They have several solutions, and would be searched again.
              part.never_steals = true
              run(part)
              solveGivenUp(part)
            }
          }
        }
      }
    }
    for (place, index) in open.enumerated() {
      let cells = place * 81..<place * 81 + 81
      let count = Int(counts[place])
      request.write(
        SolveResult(
          solutionCount: count, solution: count > 0 ? Board(values: solutions[cells]) : nil,
          secondSolution: count > 1 ? Board(values: others[cells]) : nil,
          guesses: Int(guesses[place])), index)
    }
  }
}

/// Some boards of a batch, one after the other.
private struct FewBoards {
  private var boards: [UInt8]?
  private var candidates: [UInt16]?
  private var excluded: [UInt16]?
  private let count: Int

  init(_ rows: [Int], of input: batch_request) {
    count = rows.count
    boards = input.boards.map { start in
      rows.flatMap { UnsafeBufferPointer(start: start + $0 * input.stride, count: 81) }
    }
    candidates = input.candidates.map { start in
      rows.flatMap { UnsafeBufferPointer(start: start + $0 * 81, count: 81) }
    }
    excluded = input.excluded.map { start in rows.map { start[$0] } }
  }

  func withInput(_ body: (BatchInput) -> Void) {
    (boards ?? []).withUnsafeBufferPointer { values in
      (candidates ?? []).withUnsafeBufferPointer { masks in
        (excluded ?? []).withUnsafeBufferPointer { others in
          body(
            BatchInput(
              boards: boards == nil ? nil : values.baseAddress, stride: 81,
              candidates: candidates == nil ? nil : masks.baseAddress,
              excluded: excluded == nil ? nil : others.baseAddress, count: count))
        }
      }
    }
  }
}
