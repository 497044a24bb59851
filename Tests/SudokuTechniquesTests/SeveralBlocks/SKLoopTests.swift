import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct SKLoopTests {
  /// The eight pairs of a loop with the houses between them, `nil` where some cell is placed.
  private static func loop(_ rows: [Int], _ columns: [Int], _ grid: CandidateGrid)
    -> (pairs: [[Cell]], houses: [House])?
  {
    func pair(_ row: Int, _ column: Int, _ kind: House.Kind) -> [Cell] {
      let corner = Cell(row: row, column: column)
      return corner.house(kind).cells.filter { $0.block == corner.block && $0 != corner }
    }
    let (r, c) = (rows, columns)
    let pairs = [
      pair(r[0], c[0], .row), pair(r[0], c[1], .row), pair(r[0], c[1], .column),
      pair(r[1], c[1], .column), pair(r[1], c[1], .row), pair(r[1], c[0], .row),
      pair(r[1], c[0], .column), pair(r[0], c[0], .column),
    ]
    guard pairs.joined().allSatisfy({ grid.board[$0] == nil }) else { return nil }
    let houses = (0..<8).map { index in
      House.all.first { house in
        (pairs[index] + pairs[(index + 1) % 8]).allSatisfy { house.cells.contains($0) }
      } ?? House(index: 0)
    }
    return (pairs, houses)
  }

  /// All smallest sets of houses, by number, in which a digit of the loop's cells has room once each.
  private static func covers(_ digit: Digit, _ pairs: [[Cell]], _ grid: CandidateGrid) -> [Set<Int>]
  {
    var covers: [Set<Int>] = [[]]
    for index in 0..<8 where pairs[index].contains(where: { grid[$0].contains(digit) }) {
      covers = covers.flatMap { cover in
        [index, (index + 7) % 8].map { cover.union([$0]) }
      }
    }
    let least = covers.map(\.count).min() ?? 0
    return covers.filter { $0.count == least }
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for rows in CandidateGrid.slowChoices(2, of: Array(0..<9)) where rows[0] / 3 != rows[1] / 3 {
      for columns in CandidateGrid.slowChoices(2, of: Array(0..<9))
      where columns[0] / 3 != columns[1] / 3 {
        guard let (pairs, houses) = loop(rows, columns, grid) else { continue }
        let all = DigitSet.all.map { (digit: $0, covers: covers($0, pairs, grid)) }
        guard all.reduce(0, { $0 + ($1.covers.first?.count ?? 0) }) == 16 else { continue }
        for (digit, covers) in all {
          for index in covers.reduce(Set<Int>(), { $0.union($1) }) {
            for cell in houses[index].cells
            where grid[cell].contains(digit)
              && !pairs[index].contains(cell) && !pairs[(index + 1) % 8].contains(cell)
            {
              keys.insert(SlowLogic.key(.skLoop, Candidate(cell, digit)))
            }
          }
        }
      }
    }
    return keys
  }

  /// Solutions whose sixteen cells hold only two digits for each link, one of either pair.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 4)
    var planted: [(grid: CandidateGrid, solution: Board)] = []
    for _ in 0..<twinCount(sized(2, full: 60)) {
      let solution = grids.solution()
      guard let (pairs, _) = Self.loop([1, 4], [1, 7], CandidateGrid()) else { continue }
      let digits = pairs.map { pair in pair.compactMap { solution[$0] } }
      let grid = grids.grid(solution, chance: 4) { cell in
        guard let index = pairs.firstIndex(where: { $0.contains(cell) }) else { return .all }
        return [
          digits[(index + 7) % 8][1], digits[index][0], digits[index][1],
          digits[(index + 1) % 8][0],
        ]
      }
      planted.append((grid, solution))
    }
    expectSameEliminations(SKLoop(), in: planted, leastFinds: sized(1, full: 10), twin: Self.finds)
  }

  /// "Easter Monster" by Jean-Christophe Godart, 2007, in which Steve Kurzhals found the loop: 13 candidates go.
  @Test func easterMonster() throws {
    let board = try Board(
      line: "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
    let solution = try #require(Solver().uniqueSolution(of: board))
    let grid = CandidateGrid(board)
    let step = try #require(SKLoop().firstStep(in: grid))
    #expect(step.fault(in: grid, solution: solution) == nil)
    #expect(
      step.result
        == "r1c3<>7 r2c5<>3 r2c5<>8 r2c6<>8 r3c1<>2 r5c2<>4 r5c2<>8 r5c8<>3 r5c8<>9 r7c3<>1 r8c4<>5 r8c5<>4 r9c1<>6"
    )
    #expect(step.roles.map(\.name) == ["A", "B", "C", "D", "E", "F", "G", "H"])
  }
}
