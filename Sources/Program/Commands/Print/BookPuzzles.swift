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
  /// The number of puzzles drawn for one that gets a rating.
  private static let attemptLimit = 20

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

  /// The puzzle of a number; where it gets no rating, another one in its place.
  private func puzzle(at index: Int) -> BookPuzzle? {
    guard let part = plan.ranges.firstIndex(where: { $0.contains(index) }) else { return nil }
    for attempt in 0..<Self.attemptLimit {
      let made = plan.puzzle(at: index + attempt * plan.count, ofPart: part)
      guard let puzzle = made.puzzle else { return nil }
      // The generator stops at the level; the whole rating may need a longer search.
      let known = puzzle.grade.flatMap { $0.scoreTenths == nil ? nil : $0 }
      let grade = known ?? LevelScale().grade(puzzle.board, options: .withoutSteps)
      guard let score = grade.scoreTenths else { continue }
      return BookPuzzle(
        puzzle.board, solution: puzzle.solution, level: puzzle.level?.name ?? "",
        rating: puzzle.level?.score(score) ?? decimal(tenths: score),
        id: PuzzleID(puzzle.board).description)
    }
    return nil
  }

  /// Makes all puzzles on several threads, ordered by rating in each level; the result does not depend
  /// on the number of threads.
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
      work: { (index: Int) -> BookPuzzle? in puzzle(at: index) },
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
    let puzzles = made.withLock { $0 }
    return plan.ranges.flatMap { range in
      puzzles[range].enumerated().sorted { one, other in
        let (a, b) = (Double(one.element.rating) ?? 0, Double(other.element.rating) ?? 0)
        return (a, one.offset) < (b, other.offset)
      }.map(\.element)
    }
  }
}
