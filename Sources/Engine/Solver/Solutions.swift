import CSudokuVectors
import SudokuCore

/// The solutions of a board as a sequence: each is searched for when it is asked for.
///
/// ```swift
/// let ten = Array(Solver().solutions(of: board).prefix(10))
/// ```
///
/// Walking through it again starts a new search with the same order. Solutions come in no order
/// that has a meaning, but in the same one on every machine.
public struct Solutions: Sequence, Sendable {
  enum Question {
    case board(Board)
    case grid(CandidateGrid)
  }

  let kernel: Kernel
  let question: Question

  /// Starts a search.
  public func makeIterator() -> Iterator { Iterator(question, kernel) }

  /// A search that stops at each solution.
  ///
  /// Copies share the search: what one returned, the others don't.
  public struct Iterator: IteratorProtocol {
    private let kernel: Kernel
    private let state: SearchState

    init(_ question: Question, _ kernel: Kernel) {
      self.kernel = kernel
      state = SearchState()
      switch question {
      case .board(let board):
        board.withUnsafeValues { kernel.start(&state.search, values: $0) }
      case .grid(let grid): grid.withKernelMasks { kernel.start(&state.search, masks: $0) }
      }
    }

    /// The number of times the search had to split the board in two cases so far.
    public var guesses: Int { Int(state.search.guesses) }

    /// Returns the next solution, `nil` after the last one.
    public mutating func next() -> Board? {
      state.search.budget = .max / 2
      var outcome = sudoku_exhausted
      let solution = Board(unsafeValues: { outcome = kernel.next(&state.search, $0) })
      return outcome == sudoku_solved ? solution : nil
    }
  }

  /// The memory of a search that outlives a call.
  private final class SearchState {
    var search: sudoku_search

    init() {
      let nodes = UnsafeMutableRawPointer.allocate(
        byteCount: Int(SUDOKU_MAX_NODES) * 192, alignment: 64)
      let words = nodes.bindMemory(to: UInt16.self, capacity: Int(SUDOKU_MAX_NODES) * 96)
      search = sudoku_search(nodes: words, count: 0, guesses: 0, guesses_by_groups: 0, budget: 0)
    }

    deinit { UnsafeMutableRawPointer(search.nodes).deallocate() }
  }
}
