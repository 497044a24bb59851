import CSudokuVectors
import Dispatch
import SudokuKernel
import Synchronization

#if SUDOKU_ALL_KERNELS
  import SudokuKernelAVX2
  import SudokuKernelAVX512
#endif

struct BatchInput {
  var boards: UnsafePointer<UInt8>?
  var stride: Int
  var candidates: UnsafePointer<UInt16>?
  /// For each board a candidate that it may not have: 81 * (digit - 1) + cell.
  var excluded: UnsafePointer<UInt16>?
  var count: Int
}

/// Hands out runs of boards to the threads of a batch.
private final class BatchCursor: Sendable {
  let next = Atomic<Int>(0)
}

extension BatchSolver {
  /// Looks for solutions of boards that lie in a buffer, without an allocation for each board.
  ///
  /// This is the fast way for streams: boards as they are in a file go in, grids come out.
  ///
  /// ```swift
  /// // `lines` holds lines of 81 characters and a newline, `output` describes our buffers.
  /// BatchSolver(threads: 2).solve(lines, stride: 82, into: output)
  /// ```
  ///
  /// - Parameters:
  ///   - boards: 81 bytes for each board: digits as numbers 1 to 9 or as characters; a byte whose low
  ///     four bits are not a digit (0, `.`, `0`, `*`, `_`) is an empty cell. Nothing is checked.
  ///   - stride: The distance between boards in bytes, at least 81.
  ///   - limit: After how many solutions the search in a board stops, at least 1.
  ///   - output: Where the results go; `counts.count` is the number of boards.
  /// - Complexity: Constant memory beside the buffers, about 300 KB for each thread.
  public func solve(
    _ boards: UnsafeBufferPointer<UInt8>, stride: Int = 81, limit: Int = 2,
    into output: BatchOutput
  ) {
    let count = output.counts.count
    guard count > 0 else { return }
    precondition(stride >= 81, "a board has 81 cells")
    precondition(boards.count >= (count - 1) * stride + 81, "fewer boards than counts")
    run(
      BatchInput(boards: boards.baseAddress, stride: stride, candidates: nil, count: count),
      limit: limit, output)
  }

  /// Solves boards that are in memory already.
  func run(_ input: BatchInput, limit: Int, _ output: BatchOutput) {
    guard let request = request(input, limit: limit, output) else { return }
    if request.count < Self.fewestAtOnce, output.guesses == nil || output.takesAnyGuesses {
      solveFew(request, output)
    } else {
      solveMany(request, output)
    }
  }

  /// Solves boards in the lanes of the batch kernel, and alone those that it gives up.
  func solveMany(_ request: batch_request, _ output: BatchOutput) {
    var request = request
    request.gives_up_late = output.isCountOnly
    if request.guesses != nil {
      // Every board with stolen nodes and a solution would be searched again.
      request.never_steals = request.limit == 1
    } else if !output.isCountOnly {
      return solveWithoutGuesses(request)
    }
    run(request)
    solveGivenUp(request)
  }

  /// Solves boards whose guesses are not wanted: the kernel needs a place for them.
  private func solveWithoutGuesses(_ request: batch_request) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: request.count) { guesses in
      guesses.initialize(repeating: 0)
      var request = request
      request.guesses = guesses.baseAddress
      let isForOne = request.limit == 1 && request.count < Self.fewestForOne
      guard isForOne, let counts = request.counts else {
        request.never_steals = request.limit == 1
        run(request)
        return solveGivenUp(request)
      }
      // The search for two may steal and ends sooner; its first solution is the same.
      request.limit = 2
      request.second = nil
      run(request)
      request.limit = 1
      solveTogether((0..<request.count).filter { counts[$0] == BATCH_GIVEN_UP }, request)
      for index in 0..<request.count { counts[index] = min(counts[index], 1) }
    }
  }

  /// The kernel's request, with the results cleared; `nil` for no boards.
  func request(_ input: BatchInput, limit: Int, _ output: BatchOutput) -> batch_request? {
    precondition(limit >= 1, "a search looks for at least one solution")
    let count = input.count
    guard count > 0, let counts = output.counts.baseAddress else { return nil }
    precondition(output.counts.count == count && (output.guesses?.count ?? count) >= count)
    for grids in [output.solutions, output.secondSolutions] {
      precondition(grids.map { $0.count >= (count - 1) * output.stride + 81 } ?? true)
    }
    counts.initialize(repeating: 0, count: count)
    output.guesses?.baseAddress?.initialize(repeating: 0, count: count)
    var request = batch_request()
    request.boards = input.boards
    request.stride = input.stride
    request.candidates = input.candidates
    request.excluded = input.excluded
    request.limit = UInt32(clamping: min(limit, Int(UInt32.max) - 1))
    request.most_guesses = Self.mostGuesses
    request.base = output.zero
    request.first = output.solutions?.baseAddress
    request.second = output.secondSolutions?.baseAddress
    request.grid_stride = output.stride
    request.counts = counts
    request.guesses = output.guesses?.baseAddress
    request.count = count
    return request
  }

  /// Shares the boards out among the threads.
  ///
  /// Many boards are handed in runs to the next idle thread. Few are cut into equal parts: one thread alone
  /// would take them all into its lanes at once.
  func run(_ request: batch_request) {
    let threads = min(self.threads, (request.count + 31) / 32)
    if threads == 1 {
      run(request, BatchCursor())
      return
    }
    let cursor = BatchCursor()
    let isShared = request.count >= threads * 4096
    let parts = (0..<threads).map { part in
      isShared
        ? request
        : request.part(request.count * part / threads..<request.count * (part + 1) / threads)
    }
    nonisolated(unsafe) let work = parts
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      run(work[thread], isShared ? cursor : BatchCursor())
    }
  }

  /// Solves the boards that a cursor hands out.
  private func run(_ request: batch_request, _ cursor: BatchCursor) {
    var request = request
    request.context = Unmanaged.passUnretained(cursor).toOpaque()
    request.claim = { context, size in
      guard let context else { return .max }
      return Unmanaged<BatchCursor>.fromOpaque(context).takeUnretainedValue().next
        .add(size, ordering: .relaxed).oldValue
    }
    withExtendedLifetime(cursor) {
      withUnsafePointer(to: request) { pointer in
        switch instructionSet {
        case .baseline: SudokuKernel.runBatch(pointer)
        #if SUDOKU_ALL_KERNELS
          case .avx2: SudokuKernelAVX2.runBatch(pointer)
          case .avx512: SudokuKernelAVX512.runBatch(pointer)
        #else
          case .avx2, .avx512: SudokuKernel.runBatch(pointer)
        #endif
        }
      }
    }
  }
}

extension batch_request {
  /// A request for some of its boards.
  func part(_ range: Range<Int>) -> batch_request {
    var part = self
    let start = range.lowerBound
    part.count = range.count
    part.boards = boards.map { $0 + start * stride }
    part.candidates = candidates.map { $0 + start * 81 }
    part.excluded = excluded.map { $0 + start }
    part.first = first.map { $0 + start * grid_stride }
    part.second = second.map { $0 + start * grid_stride }
    part.counts = counts.map { $0 + start }
    part.guesses = guesses.map { $0 + start }
    return part
  }
}

/// The buffers of the caller into which a batch solver writes its results, an element for each board.
///
/// Only `counts` is needed; leave out what you don't want to know.
public struct BatchOutput {
  /// The first solution of each board, 81 bytes each, one after the other.
  ///
  /// The bytes of a board without a solution are left as they were.
  public var solutions: UnsafeMutableBufferPointer<UInt8>?
  /// Another solution of each board that has several, 81 bytes each.
  public var secondSolutions: UnsafeMutableBufferPointer<UInt8>?
  /// The number of solutions of each board, up to the limit.
  public var counts: UnsafeMutableBufferPointer<UInt32>
  /// The number of guesses for each board.
  ///
  /// They are those of the search in lanes for any number of boards. Without them, fewer than some
  /// hundred boards are solved one at a time, which is up to a hundred times as fast. Without solutions,
  /// too, boards may be solved in any order: this is the fastest way to count.
  public var guesses: UnsafeMutableBufferPointer<UInt32>?
  /// The value that stands for an empty cell: 0 for grids of numbers, `UInt8(ascii: "0")` for characters.
  public var zero: UInt8
  /// The distance from one grid to the next in bytes, at least 81.
  ///
  /// With 82 the byte behind each grid is left alone, for the end of a line.
  public var stride: Int
  /// True if the guesses may be those of any search.
  var takesAnyGuesses = false

  /// Describes buffers, see the properties.
  public init(
    solutions: UnsafeMutableBufferPointer<UInt8>?,
    secondSolutions: UnsafeMutableBufferPointer<UInt8>? = nil,
    counts: UnsafeMutableBufferPointer<UInt32>,
    guesses: UnsafeMutableBufferPointer<UInt32>? = nil, zero: UInt8 = 0, stride: Int = 81
  ) {
    self.solutions = solutions
    self.secondSolutions = secondSolutions
    self.counts = counts
    self.guesses = guesses
    self.zero = zero
    self.stride = stride
  }
}

extension BatchOutput {
  /// True if no output depends on the order in which a board is solved.
  var isCountOnly: Bool {
    solutions == nil && secondSolutions == nil && guesses == nil
  }
}
