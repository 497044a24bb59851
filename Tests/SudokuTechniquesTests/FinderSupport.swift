import Foundation
import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

/// How many grids a finder is compared with its slow twin on: as many as `SUDOKU_TWINS` in the environment
/// says where it is set.
func twinCount(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["SUDOKU_TWINS"].flatMap { Int($0) } ?? usual
}

/// How many finds a test of the usual size needs, or one of plain code.
func leastFinds(_ usual: Int) -> Int { sized(min(usual, 3), full: usual) }

/// True if plain code has compared enough grids: a sixteenth of them, and some finds among them.
func isEnough(_ number: Int, of count: Int, finds: Int, least: Int) -> Bool {
  !TestSize.isFull && number >= count / 16 && finds >= leastFinds(least)
}

/// Compares a finder with a slow twin that follows the definition, on random pencilmarks.
///
/// - Parameters:
///   - searcher: The finder.
///   - count: The number of grids; a quarter of them where the public sets are not there, as many as
///     `SUDOKU_TWINS` in the environment says where it is set.
///   - seed: The seed of the grids.
///   - leastPlaced: How many times a digit is placed at least; more leave less to search.
///   - leastFinds: How many steps there are at least; one where the public sets are not there.
///   - isSound: Whether the steps must agree with the solution that the pencilmarks were made of;
///     not so for techniques that assume that it is the only one.
///   - counts: Which of the finder's steps the twin finds, too; all if omitted.
///   - key: What distinguishes two finds.
///   - sourceLocation: Where a failure is reported.
///   - twin: The keys of all finds of a grid.
func expectComplete(
  _ searcher: some StepSearcher, grids count: Int, seed: UInt64 = 1, leastPlaced: Int = 0,
  leastFinds: Int = 20,
  isSound: Bool = true,
  counts: (Step) -> Bool = { _ in true },
  key: (Step) -> String = { "\($0.technique) \($0.pattern.cells) \($0.eliminations)" },
  sourceLocation: SourceLocation = #_sourceLocation, twin: (CandidateGrid) -> Set<String>
) {
  let count = twinCount(DataSets.arePublic ? count : max(20, count / 4))
  var findCount = 0
  for (number, (grid, solution)) in PencilmarkGrids(
    count, seed: seed, leastPlaced: leastPlaced
  ).enumerated() {
    if isEnough(number, of: count, finds: findCount, least: leastFinds) { return }
    var budget = SearchBudget()
    let steps = ((try? searcher.steps(in: grid, budget: &budget)) ?? []).filter(counts)
    findCount += steps.count
    let found = Set(steps.map(key))
    let slow = twin(grid)
    if found != slow {
      Issue.record(
        """
        grid \(number): missing \(slow.subtracting(found).sorted()), \
        too many \(found.subtracting(slow).sorted())
        """, sourceLocation: sourceLocation)
      return
    }
    for step in steps where isSound {
      if let fault = step.fault(in: grid, solution: solution) {
        Issue.record("grid \(number): \(fault): \(step)", sourceLocation: sourceLocation)
        return
      }
    }
  }
  #expect(
    findCount >= (DataSets.arePublic ? leastFinds : min(1, leastFinds)),
    "the grids hardly have the pattern",
    sourceLocation: sourceLocation)
}

/// Checks that a finder finds the published examples of a technique.
///
/// - Parameters:
///   - technique: The technique.
///   - searcher: Its finder.
///   - sourceLocation: Where a failure is reported.
/// - Throws: An error if the examples can't be read.
func expectExamples(
  of technique: Technique, _ searcher: some PatternSearcher,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var count = 0
  for line in try DataSets.ownLines("techniques/examples.tsv") {
    let fields = line.split(separator: "\t")
    guard fields[0] == technique.id else { continue }
    count += 1
    let board = try Board(line: fields[1])
    let solution = try #require(Solver().uniqueSolution(of: board), sourceLocation: sourceLocation)
    let grid = CandidateGrid(pencilmarks: fields[2])
    let steps = searcher.allSteps(in: grid).filter { $0.technique == technique }
    let found = steps.map { step in
      step.eliminations.map { "\($0.cell)<>\($0.digit)" }.joined(separator: " ")
    }
    #expect(found.contains(String(fields[3])), "\(found)", sourceLocation: sourceLocation)
    for step in steps {
      #expect(step.fault(in: grid, solution: solution) == nil, sourceLocation: sourceLocation)
    }
  }
  #expect(count > 0, "no example of \(technique)", sourceLocation: sourceLocation)
}

/// Slow answers to questions about a grid, by definition.
extension CandidateGrid {
  /// The cells with a digit as a candidate.
  func slowCells(_ digit: Digit) -> [Cell] {
    CellSet.all.filter { self[$0].contains(digit) }
  }

  /// The houses in which two cells are the only places of a digit.
  func slowLinks(_ digit: Digit, _ one: Cell, _ two: Cell) -> [House] {
    guard one != two, one.sees(two) else { return [] }
    let pair: CellSet = [one, two]
    return House.all.filter { house in
      pair.isSubset(of: house.cells)
        && house.cells.allSatisfy { pair.contains($0) == self[$0].contains(digit) }
    }
  }

  /// The cells with a digit as a candidate that see all of some cells.
  func slowVictims(_ digit: Digit, seeing cells: [Cell]) -> [Candidate] {
    slowCells(digit).filter { victim in cells.allSatisfy { $0 != victim && $0.sees(victim) } }
      .map { Candidate($0, digit) }
  }

  /// All choices of some things.
  static func slowChoices<Element>(_ size: Int, of all: [Element]) -> [[Element]] {
    guard size > 0 else { return [[]] }
    return all.indices.flatMap { index in
      slowChoices(size - 1, of: Array(all[(index + 1)...])).map { [all[index]] + $0 }
    }
  }

  /// The key of a find, as `expectComplete` takes it.
  func slowKey(_ technique: Technique, _ cells: some Sequence<Cell>, _ removed: [Candidate])
    -> String?
  {
    let removed = Set(removed).filter(contains).sorted()
    return removed.isEmpty ? nil : "\(technique) \(CellSet(cells)) \(removed)"
  }
}
