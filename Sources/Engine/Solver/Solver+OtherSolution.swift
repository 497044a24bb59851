import CSudokuVectors
import SudokuCore

extension Solver {
  /// The cells in which another solution of some of a full grid's digits differs; `nil` without one.
  ///
  /// For many questions about one grid, `OtherSolutions` is faster.
  package func differenceOfAnotherSolution(
    than solution: Board, clues: CellSet, differingAt cell: Cell? = nil
  ) -> CellSet? {
    OtherSolutions(than: solution, solver: self).difference(clues: clues, differingAt: cell)
  }
}

/// Finds other solutions of some of a full grid's digits, for one grid many times.
///
/// The grid is loaded once. Every search begins with a copy in which the cells without a clue are open.
package struct OtherSolutions: Sendable {
  private let solution: Board
  private let kernel: Kernel
  /// The grid as a node of the kernel.
  private let node: InlineArray<96, UInt16>

  package init(than solution: Board, solver: Solver) {
    self.solution = solution
    kernel = Kernel(instructionSet: solver.instructionSet)
    var task = NodeTask(solution: solution, kernel: kernel)
    withUnsafeMutablePointer(to: &task) { task in
      sudoku_with_search(
        { search, task in task.assumingMemoryBound(to: NodeTask.self).pointee.run(search) }, task)
    }
    node = task.node
  }

  /// The cells in which another solution differs; `nil` without one.
  ///
  /// `cell` makes the search shorter: a cell known to have another digit in every other solution.
  package func difference(clues: CellSet, differingAt cell: Cell? = nil) -> CellSet? {
    let open = Self.columns(of: CellSet.all.subtracting(clues))
    let other = Self.columns(of: cell.map { CellSet($0) } ?? CellSet())
    return withUnsafePointer(to: self) { grid in
      var task = OtherSolutionTask(grid: grid, open: open, other: other)
      withUnsafeMutablePointer(to: &task) { task in
        sudoku_with_search(
          { search, task in
            task.assumingMemoryBound(to: OtherSolutionTask.self).pointee.run(search)
          }, task)
      }
      return task.difference
    }
  }

  /// For each row the columns of its cells as the kernel has them: a nibble for each stack, and the first
  /// one again.
  private static func columns(of cells: CellSet) -> InlineArray<9, UInt16> {
    InlineArray { row in
      let columns = UInt16(truncatingIfNeeded: cells.rawValue &>> UInt128(9 &* row))
      return (columns & 0x007) &* 0x1001 | (columns & 0x038) &<< 1 | (columns & 0x1C0) &<< 2
    }
  }

  /// Loads the grid, through a C function that provides memory.
  private struct NodeTask {
    let solution: Board
    let kernel: Kernel
    var node = InlineArray<96, UInt16>(repeating: 0)

    mutating func run(_ search: UnsafeMutablePointer<sudoku_search>) {
      solution.withUnsafeValues { kernel.start(search, values: $0) }
      for index in 0..<96 { node[index] = search.pointee.nodes[index] }
    }
  }

  /// A search for a solution that differs from the grid, through a C function that provides memory.
  private struct OtherSolutionTask {
    let grid: UnsafePointer<OtherSolutions>
    let open: InlineArray<9, UInt16>
    let other: InlineArray<9, UInt16>
    var difference: CellSet?

    mutating func run(_ search: UnsafeMutablePointer<sudoku_search>) {
      let kernel = grid.pointee.kernel
      Self.words(grid.pointee.node) { node in
        Self.words(open) { open in
          Self.words(other) { other in
            kernel.start(search, grid: node, open: open, other: other)
          }
        }
      }
      search.pointee.budget = .max / 2
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 81) { buffer in
        guard let found = buffer.baseAddress else { return }
        while difference == nil, kernel.next(search, found) == sudoku_solved {
          let cells = grid.pointee.differingCells(found)
          if !cells.isEmpty { difference = cells }
        }
      }
    }

    /// Lends the words of an array.
    @inline(__always)
    private static func words<let count: Int>(
      _ array: InlineArray<count, UInt16>, _ body: (UnsafePointer<UInt16>) -> Void
    ) {
      withUnsafePointer(to: array) { pointer in
        pointer.withMemoryRebound(to: UInt16.self, capacity: count) { body($0) }
      }
    }
  }

  private func differingCells(_ found: UnsafePointer<UInt8>) -> CellSet {
    solution.withUnsafeValues { solution in
      var cells: UInt128 = 0
      for row in 0..<9 {
        var columns: UInt16 = 0
        for column in 0..<9 {
          let index = 9 &* row &+ column
          let differs: UInt16 = found[index] == solution[index] ? 0 : 1
          columns |= differs &<< UInt16(truncatingIfNeeded: column)
        }
        cells |= UInt128(truncatingIfNeeded: columns) &<< UInt128(truncatingIfNeeded: 9 &* row)
      }
      return CellSet(rawValue: cells)
    }
  }
}
