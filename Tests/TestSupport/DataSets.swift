import Foundation
import SudokuCore
import SudokuSolver

/// The puzzle sets of the field, found by the environment variable `SUDOKU_DATA`.
///
/// Tests over them are disabled with a message where the variable is unset:
///
/// ```swift
/// @Test(.enabled(if: DataSets.areAvailable, DataSets.hint))
/// ```
public enum DataSets {
  /// Where the sets lie, `nil` where the environment names no folder.
  public static let directory: URL? = ProcessInfo.processInfo.environment["SUDOKU_DATA"]
    .map { URL(fileURLWithPath: $0, isDirectory: true) }

  /// Whether the sets can be read.
  public static var areAvailable: Bool { directory != nil }

  /// Why a test over the sets was skipped.
  public static let hint: String = "set SUDOKU_DATA to the folder with the puzzle sets"

  /// The lines of a file, without comments and empty lines.
  public static func lines(_ path: String) throws -> [Substring] {
    guard let directory else { return [] }
    let text = try String(contentsOf: directory.appendingPathComponent(path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
  }

  /// The boards of a file with one board a line; what follows the 81 characters is ignored.
  public static func boards(_ path: String) throws -> [Board] {
    try lines(path).map { try Board(line: $0.prefix(81)) }
  }

  /// Puzzles of a file at equal distances, each with its only solution.
  public static func sample(
    _ path: String, every distance: Int
  ) throws -> [(board: Board, solution: Board)] {
    let lines = try lines(path)
    return try stride(from: 0, to: lines.count, by: distance).compactMap { index in
      let board = try Board(line: lines[index].prefix(81))
      return Solver().uniqueSolution(of: board).map { (board, $0) }
    }
  }

  /// The rows of a tab-separated table, each as a dictionary by column name.
  public static func table(_ path: String) throws -> [[String: String]] {
    let rows = try lines(path).map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { row in
      Dictionary(
        uniqueKeysWithValues: zip(header, row).map { (String($0), String($1)) })
    }
  }
}
