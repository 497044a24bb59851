import ArgumentParser
import Foundation
import SudokuDrawing
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import Synchronization

/// The puzzles that `sudoku book --level` generates.
struct GeneratedBook {
  private let plan: GenerationPlan
  private static let limit = 20_000

  /// Symmetric puzzles of levels; the name of a series is its seed.
  init(_ levels: LevelList, series: String?, seed: UInt64?) throws {
    let scale = LevelScale()
    let parts = try levels.entries.map { entry in
      var options = GeneratorOptions()
      options.scale = scale
      options.symmetry = .rotational180
      guard let level = scale.level(named: entry.name) else {
        let names = scale.levels.map(\.name).joined(separator: ", ")
        throw ValidationError("unknown level '\(entry.name)'; valid levels: \(names)")
      }
      options.level = level
      return GenerationPlan.Part(count: entry.count ?? 1, options: options)
    }
    guard parts.reduce(0, { $0 + min($1.count, Self.limit) }) <= Self.limit else {
      throw ValidationError("a book has at most \(Self.limit) puzzles")
    }
    plan = try GenerationPlan(seed: seed ?? Self.seed(of: series ?? ""), parts: parts)
  }

  private static func seed(of series: String) -> UInt64 {
    UInt64(SHA256.hash(of: "book-1/".utf8, key: series.utf8).first128Bits >> 64)
  }

  /// Makes all puzzles on several threads; the result does not depend on their number.
  func puzzles() async throws -> [BookPuzzle] {
    let plan = plan
    let next = Mutex(0)
    let made = Mutex<[BookPuzzle]>([])
    let isComplete = Mutex(true)
    let pipeline = OrderedPipeline(jobs: Processors.workers(nil))
    try await pipeline.run(
      next: { () -> Int? in
        next.withLock { next in
          defer { next += 1 }
          return next < plan.count ? next : nil
        }
      },
      work: { (index: Int) -> BookPuzzle? in
        plan.puzzle(at: index).puzzle.map { puzzle in
          let score = puzzle.grade?.scoreTenths
          let rating = score.map { puzzle.level?.score($0) ?? decimal(tenths: $0) } ?? ""
          return BookPuzzle(
            puzzle.board, solution: puzzle.solution, level: puzzle.level?.name ?? "",
            rating: rating, id: PuzzleID(puzzle.board).description)
        }
      },
      deliver: { (puzzle: BookPuzzle?) -> Bool in
        if let puzzle {
          made.withLock { $0.append(puzzle) }
        } else {
          isComplete.withLock { $0 = false }
        }
        return puzzle != nil
      })
    guard isComplete.withLock({ $0 }) else {
      throw CommandFailure("no puzzle was found among the grids tried", code: .badPuzzle)
    }
    return made.withLock { $0 }
  }
}
