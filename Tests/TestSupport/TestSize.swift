import Foundation

/// The size of tests.
///
/// A plain debug build tries little, enough to fail where the code is wrong. With `SUDOKU_SIZE=full` in the
/// environment `Package.swift` optimises the engine, and tests try as much as they can.
package enum TestSize {
  /// True if tests run at their full sizes.
  package static let isFull = ProcessInfo.processInfo.environment["SUDOKU_SIZE"] == "full"
}

/// The size for this run.
package func sized(_ plain: Int, full: Int) -> Int { TestSize.isFull ? full : plain }

extension Collection {
  /// All elements at the full size, else some at equal distances.
  package func sized(_ count: Int) -> [Element] {
    guard !TestSize.isFull, count < self.count else { return Array(self) }
    return (0..<count).map { self[index(startIndex, offsetBy: $0 * self.count / count)] }
  }
}
