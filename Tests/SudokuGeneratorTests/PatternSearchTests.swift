import SudokuCore
import SudokuGenerator
import SudokuSolver
import TestSupport
import Testing

@Suite struct PatternSearchTests {
  /// Half-turn symmetric, 26 clues.
  private static let pattern =
    "1...1.1..11.....1..1..1..1....11.1..1.......1..1.11....1..1..1..1.....11..1.1...1"

  private static func cells(_ pattern: String) -> CellSet {
    CellSet(zip(CellSet.all, pattern).filter { $1 == "1" }.map(\.0))
  }

  private static func found(_ search: PatternSearch, _ count: Int) -> [Board] {
    var found: [Board] = []
    search.forEachPuzzle {
      found.append($0)
      return found.count < count
    }
    return found
  }

  @Test func puzzlesHaveThePatternOneSolutionAndNoDouble() {
    let cells = Self.cells(Self.pattern)
    #expect(cells.count == 26)
    let count = sized(100, full: 500)
    let found = Self.found(PatternSearch(cells, seed: 7), count)
    #expect(found.count == count && Set(found).count == count)
    for puzzle in found {
      #expect(puzzle.filledCells == cells)
      #expect(Solver().solve(puzzle).isUnique)
      // Digits are numbered as they come first.
      var digits: [Digit] = []
      for cell in cells {
        if let digit = puzzle[cell], !digits.contains(digit) { digits.append(digit) }
      }
      #expect(digits == digits.sorted())
    }
    #expect(Self.found(PatternSearch(cells, seed: 7), 20) == Array(found.prefix(20)))
    #expect(Self.found(PatternSearch(cells, seed: 8), 20) != Array(found.prefix(20)))
  }

  @Test func minimalOnesHaveNoRedundantClue() {
    var search = PatternSearch(Self.cells(Self.pattern), seed: 7)
    search.isMinimal = true
    let count = sized(5, full: 20)
    let found = Self.found(search, count)
    #expect(found.count == count)
    #expect(found.allSatisfy { BatchSolver().redundantClues(of: $0).isEmpty })
  }

  @Test func fewCluesAreEnough() throws {
    let known = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    let cells = try Board(line: known).filledCells
    #expect(cells.count == 23)
    #expect(Self.found(PatternSearch(cells, seed: 1), 30).count == 30)
  }

  @Test func eighteenCluesAreEnough() throws {
    let cells = Self.cells(
      "........1.....1.11..1..1........11.1....1....11..........11......1...1...1....1..")
    #expect(cells.count == 18)
    var search = PatternSearch(cells, seed: 5_007)
    search.attemptLimit = 3
    let found = Self.found(search, 1)
    let puzzle = try #require(found.first)
    #expect(puzzle.filledCells == cells && Solver().solve(puzzle).isUnique)
    #expect(Self.found(search, 1) == found)
  }

  @Test func whatCanNotBeEndsAtOnce() {
    let few = CellSet(CellSet.all.prefix(16))
    #expect(
      PatternSearch(few, seed: 1).impossibility
        == "a puzzle with one solution has 17 clues or more, the pattern has 16")
    #expect(PatternSearch(few, seed: 1).forEachPuzzle { _ in true } == .complete)
    let swappable = CellSet(CellSet.all.filter { $0.column != 3 && $0.column != 4 })
    #expect(
      PatternSearch(swappable, seed: 1).impossibility
        == "columns 4 and 5 of the pattern are empty and could change places")
  }

  /// No puzzle of these 17 cells is known: the search gives up without claiming that none exists.
  @Test func aPatternWithoutLuckEndsWithTheAttempts() {
    var cells = CellSet()
    for (row, column) in zip([0, 1, 3, 4, 6, 7], [3, 4, 6, 7, 3, 4]) {
      for column in [0, 1, column] { cells.insert(Cell(row: row, column: column)) }
    }
    cells.remove(Cell(row: 7, column: 4))
    var search = PatternSearch(cells, seed: 1)
    search.attemptLimit = sized(1, full: 3)
    #expect(cells.count == 17 && search.impossibility == nil)
    #expect(search.forEachPuzzle { _ in true } == .outOfBudget)
    #expect(search.forEachPuzzle(isCancelled: { true }, { _ in true }) == .outOfBudget)
  }
}
