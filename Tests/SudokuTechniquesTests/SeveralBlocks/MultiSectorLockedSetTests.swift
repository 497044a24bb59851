import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct MultiSectorLockedSetTests {
  /// Rows, columns and the digits that are counted by row.
  private struct Crossing {
    var rows: [Int]
    var columns: [Int]
    var byRow: Set<Digit>

    init(_ random: inout SeededRandom, sizes: ClosedRange<Int>) {
      func lines() -> [Int] {
        let count = sizes.lowerBound + random.next(below: sizes.count)
        var all = Array(0..<9)
        while all.count > count { all.remove(at: random.next(below: all.count)) }
        return all
      }
      (rows, columns) = (lines(), lines())
      byRow = Set(DigitSet.all.filter { _ in random.next(below: 2) == 0 })
    }

    func contains(_ cell: Cell) -> Bool { rows.contains(cell.row) && columns.contains(cell.column) }

    /// The line that counts a digit in a cell: its number, columns after rows.
    func line(_ digit: Digit, _ cell: Cell) -> Int {
      byRow.contains(digit) ? cell.row : 9 + cell.column
    }
  }

  private struct Room: Hashable {
    var line: Int
    var digit: Digit
  }

  /// What a crossing removes by definition and how many cells it has, `nil` where it is no locked set.
  private static func removals(
    _ crossing: Crossing, _ grid: CandidateGrid
  ) -> (cells: Int, removals: Set<Candidate>)? {
    let cells = CellSet.all.filter { grid.board[$0] == nil && crossing.contains($0) }
    let rooms = Set(
      cells.flatMap { cell in
        grid[cell].map { Room(line: crossing.line($0, cell), digit: $0) }
      })
    guard rooms.count == cells.count else { return nil }
    var removals: Set<Candidate> = []
    for cell in CellSet.all where grid.board[cell] == nil && !crossing.contains(cell) {
      for digit in grid[cell]
      where rooms.contains(Room(line: crossing.line(digit, cell), digit: digit)) {
        removals.insert(Candidate(cell, digit))
      }
    }
    return (cells.count, removals)
  }

  /// What naked sets of several lines remove is not looked for here.
  private static func isMixed(_ crossing: Crossing, _ grid: CandidateGrid) -> Bool {
    var (rows, columns) = (crossing, crossing)
    rows.byRow = Set(DigitSet.all)
    columns.byRow = []
    return removals(rows, grid) == nil && removals(columns, grid) == nil
  }

  /// Pencilmarks in which the cells of a crossing have just enough room.
  private static func plant(
    _ crossing: Crossing, _ grids: inout PlantedGrids
  ) -> (grid: CandidateGrid, solution: Board) {
    let solution = grids.solution()
    let cells = CellSet.all.filter(crossing.contains)
    let rooms = Set(
      cells.compactMap { cell in
        solution[cell].map { Room(line: crossing.line($0, cell), digit: $0) }
      })
    let grid = grids.grid(solution, chance: 4) { cell in
      guard crossing.contains(cell) else { return .all }
      return DigitSet(
        DigitSet.all.filter { rooms.contains(Room(line: crossing.line($0, cell), digit: $0)) })
    }
    return (grid, solution)
  }

  @Test func findsAllPlanted() {
    var grids = PlantedGrids(seed: 7)
    var mixed = 0
    for _ in 0..<twinCount(40) {
      let crossing = Crossing(&grids.random, sizes: 2...6)
      let (grid, solution) = Self.plant(crossing, &grids)
      guard let planted = Self.removals(crossing, grid) else {
        Issue.record("the planted set is none")
        continue
      }
      let steps = MultiSectorLockedSet().allSteps(in: grid)
      #expect(steps.allSatisfy { $0.fault(in: grid, solution: solution) == nil })
      guard Self.isMixed(crossing, grid) else { continue }
      mixed += 1
      expect(steps, have: planted)
    }
    #expect(mixed >= 20, "the grids hardly have the pattern")
  }

  /// Each of the removals is in a step with as few cells.
  private func expect(_ steps: [Step], have set: (cells: Int, removals: Set<Candidate>)) {
    let found = Set(
      steps.filter { $0.pattern.cells.count <= set.cells }.flatMap(\.eliminations))
    #expect(found.isSuperset(of: set.removals), "\(set.removals.subtracting(found))")
  }

  /// On pencilmarks without anything planted: what each step says holds by definition, and no crossing
  /// tried at random removes more.
  @Test func findsAllAnywhere() {
    var random = SeededRandom(seed: 9)
    var findCount = 0
    for (grid, solution) in PencilmarkGrids(twinCount(sized(4, full: 12)), seed: 9, leastPlaced: 50)
    {
      let steps = MultiSectorLockedSet().allSteps(in: grid)
      for step in steps {
        #expect(step.fault(in: grid, solution: solution) == nil)
        var crossing = Crossing(&random, sizes: 2...7)
        crossing.rows = step.pattern.houses.map(\.number)
        crossing.columns = step.pattern.coverHouses.map(\.number)
        crossing.byRow = Set(step.pattern.digits)
        let own = Self.removals(crossing, grid)
        #expect(own?.cells == step.pattern.cells.count)
        #expect(own?.removals == Set(step.eliminations), "\(step)")
      }
      for _ in 0..<sized(100, full: 400) {
        let crossing = Crossing(&random, sizes: 2...7)
        guard let own = Self.removals(crossing, grid), Self.isMixed(crossing, grid) else {
          continue
        }
        expect(steps, have: own)
      }
      findCount += steps.count
    }
    #expect(findCount > sized(1, full: 10), "the grids hardly have the pattern")
  }
}
