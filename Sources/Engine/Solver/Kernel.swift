import CSudokuVectors
import SudokuCore
import SudokuKernel

#if SUDOKU_ALL_KERNELS
  import SudokuKernelAVX2
  import SudokuKernelIceLake
#endif

/// Forwards each call to the digit-lane kernel of an instruction set.
struct Kernel {
  /// The instruction set of the functions that are called.
  private let instructionSet: InstructionSet

  init(instructionSet: InstructionSet) {
    let isTooOld = instructionSet == .avx512 && !InstructionSet.hasVBMI
    self.instructionSet = isTooOld ? .avx2 : instructionSet
  }

  /// Starts a search of a board, with the memory for its nodes in place.
  @inline(__always)
  func start(_ search: UnsafeMutablePointer<sudoku_search>, values: UnsafePointer<UInt8>) {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512: SudokuKernelIceLake.startDigitLanes(search, values: values)
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
      case .avx512: SudokuKernelIceLake.startDigitLanes(search, masks: masks)
      case .avx2: SudokuKernelAVX2.startDigitLanes(search, masks: masks)
      case .baseline: SudokuKernel.startDigitLanes(search, masks: masks)
      }
    #else
      SudokuKernel.startDigitLanes(search, masks: masks)
    #endif
  }

  /// Starts a search of a full grid's clues, see the kernel's function.
  @inline(__always)
  func start(
    _ search: UnsafeMutablePointer<sudoku_search>, grid: UnsafePointer<UInt16>,
    open: UnsafePointer<UInt16>, other: UnsafePointer<UInt16>
  ) {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512:
        SudokuKernelIceLake.startDigitLanes(search, grid: grid, open: open, other: other)
      case .avx2:
        SudokuKernelAVX2.startDigitLanes(search, grid: grid, open: open, other: other)
      case .baseline:
        SudokuKernel.startDigitLanes(search, grid: grid, open: open, other: other)
      }
    #else
      SudokuKernel.startDigitLanes(search, grid: grid, open: open, other: other)
    #endif
  }

  /// Searches for the next solution and writes it.
  @inline(__always)
  func next(
    _ search: UnsafeMutablePointer<sudoku_search>, _ grid: UnsafeMutablePointer<UInt8>
  ) -> sudoku_outcome {
    #if SUDOKU_ALL_KERNELS
      switch instructionSet {
      case .avx512: SudokuKernelIceLake.nextByDigitLanes(search, grid)
      case .avx2: SudokuKernelAVX2.nextByDigitLanes(search, grid)
      case .baseline: SudokuKernel.nextByDigitLanes(search, grid)
      }
    #else
      SudokuKernel.nextByDigitLanes(search, grid)
    #endif
  }
}

/// The start of a search: 81 values of a board, or the candidates of 81 cells.
enum SearchStart {
  case values(UnsafePointer<UInt8>)
  case masks(UnsafePointer<UInt16>)

  @inline(__always)
  func begin(_ search: UnsafeMutablePointer<sudoku_search>, with kernel: Kernel) {
    switch self {
    case .values(let values): kernel.start(search, values: values)
    case .masks(let masks): kernel.start(search, masks: masks)
    }
  }
}

extension CandidateGrid {
  /// Calls `body` with the digits that each cell may take, the placed ones among them.
  @inline(__always)
  func withKernelMasks<R>(_ body: (UnsafePointer<UInt16>) -> R) -> R {
    let masks = InlineArray<81, UInt16> { index in
      let cell = Cell(index: index)
      return (board[cell].map { DigitSet($0) } ?? self[cell]).rawValue
    }
    return withUnsafePointer(to: masks) { pointer in
      pointer.withMemoryRebound(to: UInt16.self, capacity: 81) { body($0) }
    }
  }
}
