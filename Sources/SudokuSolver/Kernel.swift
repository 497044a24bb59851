import CSudokuVectors
import SudokuCore
import SudokuKernel

#if SUDOKU_ALL_KERNELS
  import SudokuKernelAVX2
  import SudokuKernelAVX512
#endif

/// The digit-lane kernels behind one door: each call goes to the one of an instruction set.
struct Kernel {
  let instructionSet: InstructionSet

  /// Starts a search of a board, with the memory for its nodes in place.
  @inline(__always)
  func start(_ search: UnsafeMutablePointer<sudoku_search>, values: UnsafePointer<UInt8>) {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512: SudokuKernelAVX512.startDigitLanes(search, values: values)
      case .avx2: SudokuKernelAVX2.startDigitLanes(search, values: values)
      case .baseline: SudokuKernel.startDigitLanes(search, values: values)
      }
    #else
      SudokuKernel.startDigitLanes(search, values: values)
    #endif
  }

  /// Starts a search from the candidates of each cell.
  @inline(__always)
  func start(_ search: UnsafeMutablePointer<sudoku_search>, masks: UnsafePointer<UInt16>) {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512: SudokuKernelAVX512.startDigitLanes(search, masks: masks)
      case .avx2: SudokuKernelAVX2.startDigitLanes(search, masks: masks)
      case .baseline: SudokuKernel.startDigitLanes(search, masks: masks)
      }
    #else
      SudokuKernel.startDigitLanes(search, masks: masks)
    #endif
  }

  /// Searches for the next solution and writes it.
  @inline(__always)
  func next(
    _ search: UnsafeMutablePointer<sudoku_search>, _ grid: UnsafeMutablePointer<UInt8>
  ) -> sudoku_outcome {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512: SudokuKernelAVX512.nextByDigitLanes(search, grid)
      case .avx2: SudokuKernelAVX2.nextByDigitLanes(search, grid)
      case .baseline: SudokuKernel.nextByDigitLanes(search, grid)
      }
    #else
      SudokuKernel.nextByDigitLanes(search, grid)
    #endif
  }
}

/// What a solver is asked about.
enum Question {
  case board(Board)
  case grid(CandidateGrid)

  /// Starts the search for the answers.
  @inline(__always)
  func start(_ search: UnsafeMutablePointer<sudoku_search>, with kernel: Kernel) {
    switch self {
    case .board(let board): board.withUnsafeValues { kernel.start(search, values: $0) }
    case .grid(let grid):
      let masks = InlineArray<81, UInt16> { index in
        let cell = Cell(index)
        return (grid.board[cell].map { DigitSet($0) } ?? grid[cell]).rawValue
      }
      withUnsafePointer(to: masks) { pointer in
        pointer.withMemoryRebound(to: UInt16.self, capacity: 81) {
          kernel.start(search, masks: $0)
        }
      }
    }
  }
}
