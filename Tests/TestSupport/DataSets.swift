import Foundation
import SudokuCore
import SudokuSolver

/// The puzzle sets and tables that tests run over.
///
/// Every clone has the package's own, in `Tests/Data` (made by `Tests/Scripts/make-test-data`). Where the
/// environment variable `SUDOKU_DATA` names a folder with the large public sets, those take their
/// place at the full size of tests:
///
/// ```swift
/// for board in try DataSets.boards("puzzles/hard.txt") { ... }
/// ```
package enum DataSets {
  /// Where the public sets lie, `nil` where the environment names no folder or tests try little.
  private static let publicFolder: URL? =
    TestSize.isFull
    ? ProcessInfo.processInfo.environment["SUDOKU_DATA"]
      .map { URL(fileURLWithPath: $0, isDirectory: true) } : nil

  private static let ownFolder = Repository.root.appendingPathComponent("Tests/Data")

  /// The public set that takes the place of an own one.
  private static let publicNames = [
    "puzzles/easy.txt": "puzzles/newspaper-33-clues.txt",
    "puzzles/typical.txt": "puzzles/typical-22-30-clues.txt",
    "puzzles/hard.txt": "puzzles/magictour-1465.txt",
    "puzzles/hardest.txt": "puzzles/hardest-1106.txt",
    "puzzles/few-clues.txt": "puzzles/17-clue.txt",
    "puzzles/many-solutions.txt": "puzzles/serg-multi.txt",
    "rating/steps.tsv": "rating/reference.tsv",
    "rating/hodoku.tsv": "rating/reference.tsv",
    "identity/forms.tsv": "identity/minlex.tsv",
  ]

  /// True if the public sets are there.
  package static var arePublic: Bool { publicFolder != nil }

  /// Why a test of the public sets alone was skipped.
  package static let hint: String =
    "set SUDOKU_DATA to the folder with the public puzzle sets, and SUDOKU_SIZE=full"

  /// A figure about a set, which depends on which one is there.
  ///
  /// - Parameters:
  ///   - own: The figure for the package's own set.
  ///   - published: The figure for the public set.
  /// - Returns: The one that holds.
  package static func figure<Figure>(own: Figure, public published: Figure) -> Figure {
    arePublic ? published : own
  }

  /// All sets of puzzles with exactly one solution, with their sizes.
  package static let properSets: [(path: String, count: Int)] =
    figure(
      own: [
        ("puzzles/easy.txt", 1000), ("puzzles/typical.txt", 2000), ("puzzles/few-clues.txt", 1000),
        ("puzzles/hard.txt", 600), ("puzzles/hardest.txt", 120),
      ],
      public: [
        ("puzzles/easy.txt", 19_999), ("puzzles/typical.txt", 19_999),
        ("puzzles/few-clues.txt", 49_158), ("puzzles/hard.txt", 1465),
        ("puzzles/hardest.txt", 375), ("puzzles/hardest-11plus.txt", 48_766),
        ("puzzles/traps.txt", 8),
      ])

  /// The lines of a file, without comments and empty lines.
  package static func lines(_ path: String) throws -> [Substring] {
    let url =
      publicFolder?.appendingPathComponent(publicNames[path] ?? path)
      ?? ownFolder.appendingPathComponent(path)
    return try lines(of: url)
  }

  /// The lines of one of the package's own files, even where a public one takes its place.
  package static func ownLines(_ path: String) throws -> [Substring] {
    try lines(of: ownFolder.appendingPathComponent(path))
  }

  private static func lines(of url: URL) throws -> [Substring] {
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
  }

  /// The boards of a file with one board a line; what follows the 81 characters is ignored.
  package static func boards(_ path: String) throws -> [Board] {
    try lines(path).map { try Board(line: $0.prefix(81)) }
  }

  /// Puzzles of a file at equal distances, each with its only solution.
  package static func sample(
    _ path: String, every distance: Int
  ) throws -> [(board: Board, solution: Board)] {
    let lines = try lines(path)
    return try stride(from: 0, to: lines.count, by: distance).compactMap { index in
      let board = try Board(line: lines[index].prefix(81))
      return Solver().uniqueSolution(of: board).map { (board, $0) }
    }
  }

  /// The rows of a tab-separated table, each as a dictionary by column name.
  package static func table(_ path: String) throws -> [[String: String]] {
    table(try lines(path))
  }

  /// The rows of one of the package's own tables.
  package static func ownTable(_ path: String) throws -> [[String: String]] {
    table(try ownLines(path))
  }

  private static func table(_ lines: [Substring]) -> [[String: String]] {
    let rows = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { row in
      Dictionary(
        uniqueKeysWithValues: zip(header, row).map { (String($0), String($1)) })
    }
  }
}
