import CSudokuGrids
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import Synchronization

/// The full grids of `generate --grids` and `generate --grid-rank`.
struct FullGrids: Sendable {
  /// The number of grids.
  let count: Int
  /// Calls its argument for grids with numbers in a range, one after the other.
  let forEach: @Sendable (Range<Int>, (Board) -> Void) -> Void

  /// Grids that are each equally likely.
  init(seed: UInt64, count: Int) {
    self.count = count
    forEach = { indexes, body in
      for index in indexes { body(UniformGrid.grid(seed: seed, at: index)) }
    }
  }

  /// The grids of ranks, one after the other; with a seed as many as `count`, at random.
  init(_ ranks: ClosedRange<Int>, seed: UInt64?, count: Int?, _ catalogue: GridCatalogue) {
    self.count = count ?? ranks.count
    forEach = { indexes, body in
      var ranker = GridRanker(catalogue)
      for index in indexes {
        var offset = index
        if let seed {
          var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
          offset = random.next(below: ranks.count)
        }
        if let grid = ranker.grid(rank: ranks.lowerBound - 1 + offset) { body(grid) }
      }
    }
  }
}

extension GridCatalogue {
  private static let embedded = {
    var size = 0
    return GridCatalogue(
      [UInt8](UnsafeBufferPointer(start: sudoku_grid_catalogue(&size), count: size)))
  }()

  /// The catalogue in the program.
  static func standard() throws -> GridCatalogue {
    guard let catalogue = embedded else {
      throw CommandFailure("the catalogue of grids in this program is damaged", code: .ioError)
    }
    return catalogue
  }
}

/// Prints full grids, in blocks on several threads.
struct GridRun: Sendable {
  private static let blockSize = 2_048

  let grids: FullGrids
  let indexes: Range<Int>
  let jobs: Int
  let format: OutputFormat

  func run() async throws {
    let table = ArrowTable([.init("solution", .board)])
    if format == .arrow { _ = try Output.standard.write(table.schema) }
    let blockCount = Mutex(0)
    let draw: @Sendable () throws -> Range<Int>? = {
      let number = blockCount.withLock { count -> Int in
        defer { count += 1 }
        return count
      }
      let (offset, isOver) = number.multipliedReportingOverflow(by: Self.blockSize)
      guard !isOver, offset < indexes.count else { return nil }
      let start = indexes.lowerBound + offset
      return start..<(start + min(Self.blockSize, indexes.upperBound - start))
    }
    try await OrderedPipeline(jobs: jobs).run(
      next: draw,
      work: { (block: Range<Int>) -> [UInt8] in
        var rows: [UInt8] = []
        rows.reserveCapacity(82 * block.count)
        grids.forEach(block) { grid in
          if format == .arrow {
            rows.append(arrow: grid)
          } else {
            grid.appendLine(to: &rows)
            rows.append(UInt8(ascii: "\n"))
          }
        }
        return format == .arrow ? table.batch(of: rows) : rows
      },
      deliver: { (bytes: [UInt8]) -> Bool in try Output.standard.write(bytes) })
    if format == .arrow { _ = try Output.standard.write(ArrowTable.end) }
  }
}
