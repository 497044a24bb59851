// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of sudoku.h.

// The functions of sudoku.h about grades and new puzzles.

import CSudoku
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuRating
import SudokuTechniques
import Synchronization

@c @implementation
package func sudoku_grade(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ scale: UnsafePointer<CChar>?,
  _ workLimit: UInt64, _ threads: UInt32, _ cancel: UnsafePointer<Int32>?,
  _ figures: UnsafeMutablePointer<Int32>?, _ levels: UnsafeMutablePointer<UInt8>?,
  _ statuses: UnsafeMutablePointer<UInt8>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let scale = try knownScale(text(scale) ?? "")
    guard let batch = try Batch(boards, count) else { return }
    let output = FigureOutput(try needed(figures, "figures"), of: scale, levels: levels)
    let reasons = Output(try needed(statuses, "statuses"))
    let options = gradeOptions(workLimit)
    let wish = Cancellation(flag: cancel)
    try forEachPart(of: count, threads: threads, size: min(scale.batchSize, 256)) { rows in
      for row in rows {
        if wish.isRequested { return false }
        let grade = scale.grade(batch[row], options: options) { wish.isRequested }
        output.write(grade, at: row)
        reasons.set(grade.status, at: row)
      }
      return true
    }
    try wish.check()
  }
}

@c @implementation
package func sudoku_scales(
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let json = try needed(json, "json")
    let registry = ScaleRegistry.standard
    let scales = registry.scales.map { scale -> JSONValue in
      let figures = type(of: scale).numberColumns.prefix(FigureOutput.width)
      return [
        "figures": .array(figures.map { .string($0) }),
        "levelColumn": .string(registry.levelColumn(of: scale)),
        "levels": .array(scale.levels.map { .string($0.name) }), "name": .string(scale.name),
      ]
    }
    json.pointee = try copy(of: JSONValue.array(scales).description)
  }
}

private func gradeOptions(_ workLimit: UInt64) -> GradeOptions {
  var options = GradeOptions.withoutSteps
  if workLimit > 0 { options.workLimit = Int(clamping: workLimit) }
  return options
}

private func knownScale(_ name: String) throws(Fault) -> any Scale {
  do throws(UnknownScale) {
    return try ScaleRegistry.standard.scale(named: name)
  } catch { throw .argument("\(error)") }
}

/// Where figures and levels of grades go.
private struct FigureOutput: Sendable {
  /// The numbers of a board: the score, and two figures beside it.
  static let width = 3

  private let figures: Output<Int32>
  private let levels: Output<UInt8>
  /// The names of the figures beside the score.
  private let names: [String]

  init(
    _ figures: UnsafeMutablePointer<Int32>?, of scale: any Scale,
    levels: UnsafeMutablePointer<UInt8>?
  ) {
    (self.figures, self.levels) = (Output(figures), Output(levels))
    names = Array(type(of: scale).numberColumns.dropFirst())
  }

  func write(_ grade: Grade?, at row: Int) {
    figures.set(Int32(clamping: grade?.scoreTenths ?? 0), at: row * Self.width)
    for place in 1..<Self.width {
      let figure = place <= names.count ? grade?.figure(names[place - 1]) : nil
      figures.set(Int32(clamping: figure ?? 0), at: row * Self.width + place)
    }
    levels.set(grade?.level.map { UInt8($0.rank) } ?? 255, at: row)
  }
}

extension Grade {
  fileprivate var status: UInt8 {
    let status =
      switch unrated {
      case nil: SUDOKU_RATED
      case .noSolution: SUDOKU_NO_SOLUTION
      case .severalSolutions: SUDOKU_SEVERAL_SOLUTIONS
      case .alreadySolved: SUDOKU_ALREADY_SOLVED
      case .needsChains, .beyondTechniques, .aboveLimit: SUDOKU_BEYOND_TECHNIQUES
      case .budgetExhausted, .cancelled: SUDOKU_WORK_LIMIT
      }
    return UInt8(status)
  }
}

@c @implementation
package func sudoku_generate(
  _ options: UnsafePointer<CChar>?, _ seed: UInt64, _ first: UInt64, _ count: Int,
  _ threads: UInt32, _ cancel: UnsafePointer<Int32>?, _ puzzles: UnsafeMutablePointer<UInt8>?,
  _ solutions: UnsafeMutablePointer<UInt8>?, _ figures: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  sudoku_generate_levels(
    options, seed, first, count, threads, cancel, puzzles, solutions, figures, nil, error)
}

@c @implementation
package func sudoku_generate_levels(
  _ options: UnsafePointer<CChar>?, _ seed: UInt64, _ first: UInt64, _ count: Int,
  _ threads: UInt32, _ cancel: UnsafePointer<Int32>?, _ puzzles: UnsafeMutablePointer<UInt8>?,
  _ solutions: UnsafeMutablePointer<UInt8>?, _ figures: UnsafeMutablePointer<Int32>?,
  _ levels: UnsafeMutablePointer<UInt8>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let largest = UInt64(GenerationPlan.largestCount)
    guard count >= 0, UInt64(count) <= largest, first <= largest - UInt64(count) else {
      throw .argument("first and count exceed the \(largest) puzzles of a seed")
    }
    let options = try generatorOptions(options)
    guard count > 0 else { return }
    let (boards, grids) = (Output(try needed(puzzles, "puzzles")), Output(solutions))
    if levels != nil { _ = try needed(figures, "figures") }
    let output = FigureOutput(figures, of: options.scale, levels: levels)
    let wantsFigures = figures != nil
    let plan = try generationPlan(seed: seed, options)
    let wish = Cancellation(flag: cancel)
    let failed = Mutex<Int?>(nil)
    try forEachPart(of: count, threads: threads, size: 1) { rows in
      for row in rows {
        let outcome = plan.puzzle(at: Int(first) + row) { wish.isRequested }
        guard case .made(let puzzle) = outcome else {
          failed.withLock { $0 = min($0 ?? row, row) }
          return false
        }
        boards.write(puzzle.board, at: row)
        grids.write(puzzle.solution, at: row)
        guard wantsFigures else { continue }
        let grade =
          puzzle.grade.flatMap { $0.scoreTenths == nil ? nil : $0 }
          ?? options.scale.grade(puzzle.board, options: .withoutSteps) { wish.isRequested }
        output.write(grade, at: row)
      }
      return true
    }
    try wish.check()
    if let row = failed.withLock({ $0 }) {
      throw Fault(
        status: SUDOKU_EXHAUSTED, row: row,
        text: "no such puzzle was found within \(options.attemptLimit) attempts")
    }
  }
}

private func generatorOptions(_ json: UnsafePointer<CChar>?) throws(Fault) -> GeneratorOptions {
  guard let json else { return GeneratorOptions() }
  guard let text = text(json) else {
    throw Fault(status: SUDOKU_BAD_OPTIONS, text: "the options are not UTF-8")
  }
  do throws(RPCError) {
    return try GeneratorOptions(parameters: text)
  } catch {
    throw Fault(status: SUDOKU_BAD_OPTIONS, text: error.message)
  }
}

private func generationPlan(
  seed: UInt64, _ options: GeneratorOptions
) throws(Fault) -> GenerationPlan {
  do throws(ContradictoryTargets) {
    return try GenerationPlan(
      seed: seed, parts: [.init(count: GenerationPlan.largestCount, options: options)])
  } catch {
    throw Fault(status: SUDOKU_BAD_OPTIONS, text: error.reason)
  }
}
