import CSudokuVectors
import SudokuCore

extension Solver {
  /// The cells in which another solution of some of a full grid's digits differs; `nil` without one.
  ///
  /// `cell` makes the search shorter: a cell known to have another digit in every other solution.
  package func differenceOfAnotherSolution(
    than solution: Board, clues: CellSet, differingAt cell: Cell? = nil
  ) -> CellSet? {
    solution.withUnsafeValues { solution in
      let masks = Self.masks(of: solution, clues, differingAt: cell)
      return withUnsafePointer(to: masks) { masks in
        masks.withMemoryRebound(to: UInt16.self, capacity: 81) { masks in
          var task = OtherSolutionTask(
            solution: solution, masks: masks, kernel: Kernel(instructionSet: instructionSet))
          withUnsafeMutablePointer(to: &task) { task in
            sudoku_with_search(
              { search, task in
                task.assumingMemoryBound(to: OtherSolutionTask.self).pointee.run(search)
              }, task)
          }
          return task.difference
        }
      }
    }
  }

  /// The candidates of each cell: a clue's digit, or all.
  private static func masks(
    of solution: UnsafePointer<UInt8>, _ clues: CellSet, differingAt cell: Cell?
  ) -> InlineArray<81, UInt16> {
    var masks = InlineArray<81, UInt16>(repeating: 0x1FF)
    for row in 0..<9 {
      var columns =
        UInt16(truncatingIfNeeded: clues.rawValue &>> UInt128(truncatingIfNeeded: 9 &* row)) & 0x1FF
      while columns != 0 {
        let index = 9 &* row &+ columns.trailingZeroBitCount
        columns &= columns &- 1
        masks[unchecked: index] = 1 &<< UInt16(truncatingIfNeeded: solution[index] &- 1)
      }
    }
    if let index = cell?.index {
      masks[index] = 0x1FF & ~(1 &<< UInt16(truncatingIfNeeded: solution[index] &- 1))
    }
    return masks
  }
}

/// A search for a solution that differs from a known one, through a C function that provides memory.
private struct OtherSolutionTask {
  let solution: UnsafePointer<UInt8>
  let masks: UnsafePointer<UInt16>
  let kernel: Kernel
  var difference: CellSet?

  mutating func run(_ search: UnsafeMutablePointer<sudoku_search>) {
    kernel.start(search, masks: masks)
    search.pointee.budget = .max / 2
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 81) { buffer in
      guard let grid = buffer.baseAddress else { return }
      while difference == nil, kernel.next(search, grid) == sudoku_solved {
        let cells = differingCells(grid)
        if !cells.isEmpty { difference = cells }
      }
    }
  }

  private func differingCells(_ grid: UnsafePointer<UInt8>) -> CellSet {
    var cells: UInt128 = 0
    for row in 0..<9 {
      var columns: UInt16 = 0
      for column in 0..<9 {
        let index = 9 &* row &+ column
        let differs: UInt16 = grid[index] == solution[index] ? 0 : 1
        columns |= differs &<< UInt16(truncatingIfNeeded: column)
      }
      cells |= UInt128(truncatingIfNeeded: columns) &<< UInt128(truncatingIfNeeded: 9 &* row)
    }
    return CellSet(rawValue: cells)
  }
}
