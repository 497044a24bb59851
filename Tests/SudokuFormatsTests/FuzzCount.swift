import Foundation
import TestSupport

/// How much the fuzz tests try: `SUDOKU_FUZZ` files for each format, from `SUDOKU_FUZZ_SEED` on.
enum FuzzCount {
  static let seed =
    ProcessInfo.processInfo.environment["SUDOKU_FUZZ_SEED"].flatMap { UInt64($0) } ?? 2026

  /// The number of files for each format.
  static func files(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["SUDOKU_FUZZ"].flatMap { Int($0) }
      ?? sized(max(2, usual / 8), full: usual)
  }
}
