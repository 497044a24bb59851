import SudokuCore
import SudokuGenerator
import Synchronization

/// `generate --grids`: full grids, each equally likely, in blocks on several threads.
struct GridRun: Sendable {
  /// How many grids a worker makes at a time.
  private static let blockSize = 2_048

  let seed: UInt64
  let indexes: Range<Int>
  let jobs: Int

  /// Makes and writes the grids in order, one a line.
  func run() async throws {
    let blockCount = Mutex(0)
    let draw: @Sendable () throws -> Range<Int>? = {
      let number = blockCount.withLock { count -> Int in
        defer { count += 1 }
        return count
      }
      let (offset, isOver) = number.multipliedReportingOverflow(by: Self.blockSize)
      guard !isOver, offset < indexes.count else { return nil }
      let start = indexes.lowerBound + offset
      return start..<min(start + Self.blockSize, indexes.upperBound)
    }
    try await OrderedPipeline(jobs: jobs).run(
      next: draw,
      work: { (block: Range<Int>) -> [UInt8] in
        [UInt8](unsafeUninitializedCapacity: 82 * block.count) { lines, count in
          for (line, index) in block.enumerated() {
            UniformGrid.grid(seed: seed, at: index).withUnsafeValues { values in
              for cell in 0..<81 { lines[82 * line + cell] = values[cell] | 0x30 }
            }
            lines[82 * line + 81] = UInt8(ascii: "\n")
          }
          count = 82 * block.count
        }
      },
      deliver: { (bytes: [UInt8]) -> Bool in try Output.standard.write(bytes) })
    try Output.standard.flush()
  }
}
