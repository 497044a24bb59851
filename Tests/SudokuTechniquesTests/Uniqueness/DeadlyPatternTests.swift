import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

/// Grids in which two lines of a chute hold only three digits at three places, but for one or two further
/// candidates.
private enum DeadlyGrids {
  /// - Parameters:
  ///   - count: How many grids there are.
  ///   - seed: The seed of their randomness.
  ///   - digits: Which of the three digits are at each of the three places.
  static func all(_ count: Int, seed: UInt64, _ digits: (Int) -> [Int])
    -> [(grid: CandidateGrid, solution: Board)]
  {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      var order = Array(DigitSet.all)
      random.shuffle(&order)
      let kind = random.next(below: 2) == 0 ? House.Kind.row : .column
      let lines = [House(kind, 0), House(kind, 1 + random.next(below: 2))]
      let places = (0..<3).map { 3 * $0 + random.next(below: 3) }
      var marks: [Cell: DigitSet] = [:]
      for line in lines {
        for place in 0..<3 {
          marks[line.cell(places[place])] = DigitSet(digits(place).map { order[$0] })
        }
      }
      let cells = marks.keys.sorted()
      for _ in 0...random.next(below: 2) {
        marks[cells[random.next(below: 6)], default: []].insert(order[3 + random.next(below: 2)])
      }
      // The other cells: many candidates, so that few make further patterns.
      return (CandidateGrid { marks[$0] ?? .all }, Board())
    }
  }
}

@Suite struct ExtendedRectangleTests {
  private static let triples = CandidateGrid.slowChoices(3, of: Array(DigitSet.all)).map {
    DigitSet($0)
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for kind in [House.Kind.row, .column] {
      for lines in CandidateGrid.slowChoices(2, of: Array(0..<9)) where lines[0] / 3 == lines[1] / 3
      {
        for places in CandidateGrid.slowChoices(3, of: Array(0..<9))
        where Set(places.map { $0 / 3 }).count > 1 {
          let cells = lines.flatMap { line in places.map { House(kind, line).cell($0) } }
          guard cells.allSatisfy({ grid[$0].count > 1 }) else { continue }
          for digits in triples where cells.allSatisfy({ grid[$0].intersection(digits).count > 1 })
          {
            // A candidate excludes those of its cell, six at most, and one in each of the others.
            guard cells.reduce(0, { $0 + grid[$1].subtracting(digits).count }) <= 11 else {
              continue
            }
            let guardians = cells.flatMap { cell in
              grid[cell].subtracting(digits).map { Candidate(cell, $0) }
            }
            keys.formUnion(SlowLogic.keys(oneOf: guardians, .extendedRectangle, grid))
          }
        }
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      ExtendedRectangle(),
      in: DeadlyGrids.all(twinCount(sized(2, full: 40)), seed: 3) { _ in [0, 1, 2] },
      leastFinds: sized(1, full: 10), isSound: false, twin: Self.finds)
  }
}

@Suite struct BUGLiteTests {
  /// All sets of cells with pairs of digits such that each house has each digit twice or never.
  private struct Search {
    let grid: CandidateGrid
    let cells: [Cell]
    var keys: Set<String> = []

    init(_ grid: CandidateGrid) {
      self.grid = grid
      cells = CellSet.all.filter { 2...3 ~= grid[$0].count }
    }

    mutating func run(from index: Int, _ chosen: [(cell: Cell, pair: [Digit])]) {
      if chosen.count >= 4 { check(chosen) }
      guard chosen.count < BUGLite.mostCells else { return }
      for next in stride(from: index, to: cells.count, by: 1) {
        for pair in CandidateGrid.slowChoices(2, of: Array(grid[cells[next]])) {
          let more = chosen + [(cells[next], pair)]
          guard more.filter({ grid[$0.cell].count == 3 }).count <= BUGLite.mostExtras,
            Self.counts(more).values.allSatisfy({ $0 <= 2 })
          else { continue }
          run(from: next + 1, more)
        }
      }
    }

    private static func counts(_ chosen: [(cell: Cell, pair: [Digit])]) -> [String: Int] {
      var counts: [String: Int] = [:]
      for (cell, pair) in chosen {
        for house in cell.houses {
          for digit in pair { counts["\(house) \(digit)", default: 0] += 1 }
        }
      }
      return counts
    }

    private mutating func check(_ chosen: [(cell: Cell, pair: [Digit])]) {
      guard Self.counts(chosen).values.allSatisfy({ $0 == 2 }), isConnected(chosen),
        Set(chosen.flatMap(\.pair)).count > 2, chosen.contains(where: { grid[$0.cell].count == 2 })
      else { return }
      let guardians = chosen.flatMap { cell, pair in
        grid[cell].filter { !pair.contains($0) }.map { Candidate(cell, $0) }
      }
      keys.formUnion(SlowLogic.keys(oneOf: guardians, .bugLite, grid))
    }

    /// Whether the cells are one pattern, not two.
    private func isConnected(_ chosen: [(cell: Cell, pair: [Digit])]) -> Bool {
      var reached = [chosen[0].cell]
      var count = 0
      while count != reached.count {
        count = reached.count
        for (cell, pair) in chosen where !reached.contains(cell) {
          let isNear = chosen.contains {
            reached.contains($0.cell) && $0.cell.sees(cell)
              && !Set($0.pair).isDisjoint(with: pair)
          }
          if isNear { reached.append(cell) }
        }
      }
      return reached.count == chosen.count
    }
  }

  @Test func findsAll() {
    expectSameEliminations(
      BUGLite(),
      in: DeadlyGrids.all(twinCount(60), seed: 2) { place in [[0, 1], [1, 2], [0, 2]][place] },
      leastFinds: 10, isSound: false
    ) { grid in
      var search = Search(grid)
      search.run(from: 0, [])
      return search.keys
    }
  }

  /// Six cells of three digits in two blocks: what Sudopedia shows as the smallest pattern beyond rectangles.
  @Test func sixCellsOfThreeDigits() throws {
    let words = [
      "r1c1": "12", "r1c2": "23", "r1c3": "13", "r4c1": "12", "r4c2": "23", "r4c3": "139",
    ]
    var marks: [Cell: DigitSet] = [:]
    for (cell, digits) in words {
      marks[try #require(Cell(parsing: cell))] = DigitSet(
        digits.compactMap { $0.wholeNumberValue.flatMap(Digit.init) })
    }
    let grid = CandidateGrid { marks[$0] ?? .all }
    var budget = SearchBudget()
    let steps = try BUGLite().steps(in: grid, budget: &budget)
    #expect(steps.map(\.result) == ["r4c3=9"])
  }
}

@Suite struct ReverseBUGTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for digits in CandidateGrid.slowChoices(2, of: Array(DigitSet.all)) {
      for candidate in SlowLogic.candidates(grid) where digits.contains(candidate.digit) {
        var board = grid.board
        board[candidate.cell] = candidate.digit
        let isClosed = House.all.allSatisfy { house in
          let there = house.cells.compactMap { board[$0] }
          return there.contains(digits[0]) == there.contains(digits[1])
        }
        let count = CellSet.all.filter { board[$0].map(digits.contains) == true }.count
        if isClosed, count < 18 { keys.insert(SlowLogic.key(.reverseBUG, candidate)) }
      }
    }
    return keys
  }

  /// Boards with all but one cell of a ring of two digits placed.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 7)
    let planted = (0..<twinCount(sized(16, full: 40))).map {
      _ -> (grid: CandidateGrid, solution: Board) in
      let solution = grids.solution()
      let digits = [Digit(index: grids.random.next(below: 4)), Digit(index: 5)]
      let cells = CellSet.all.filter { solution[$0].map(digits.contains) == true }
      var ring = CellSet(cells[grids.random.next(below: cells.count)])
      for _ in cells { ring.formUnion(CellSet(cells.filter { !$0.peers.isDisjoint(with: ring) })) }
      var grid = CandidateGrid()
      for cell in ring.dropFirst() { solution[cell].map { grid.place($0, at: cell) } }
      return (grid, solution)
    }
    expectSameEliminations(
      ReverseBUG(), in: planted, leastFinds: 5, isSound: false, twin: Self.finds)
  }

  /// The example of Sudopedia, from the forum of Sudoku Players: 1 can be in neither r1c3 nor r1c9.
  @Test func theExampleOfSudopedia() {
    let marks =
      "189 =7 18 =2 =4 =5 =3 19 =6 =6 =3 =2 =1 =8 =9 =4 =5 =7 19 =5 =4 =3 =7 =6 129 129 =8 1238 1289 1378 =5 =6 12 "
      + "129 78 =4 124 1249 =6 =8 12 =7 =5 1239 39 =5 128 178 =9 =3 =4 =6 78 12 =7 128 138 =6 =5 12 1289 =4 39 123 "
      + "=6 =9 =4 12 =8 =7 123 =5 1248 1248 =5 =7 =9 =3 128 =6 12"
    let steps = ReverseBUG().allSteps(in: CandidateGrid(pencilmarks: marks))
    #expect(steps.map(\.result) == ["r1c3<>1"])
  }
}

@Suite struct AlmostUniqueRectangleTests {
  /// What a candidate that is right excludes in at most some links.
  private static func excluded(
    by start: Candidate, links: Int, _ all: [Candidate], _ grid: CandidateGrid
  ) -> Set<Candidate> {
    var (on, off): (Set<Candidate>, Set<Candidate>) = ([start], [])
    for link in 0..<links {
      if link % 2 == 0 {
        off.formUnion(all.filter { candidate in on.contains { SlowLogic.exclude($0, candidate) } })
      } else {
        on.formUnion(
          all.filter { candidate in off.contains { SlowLogic.isStrong($0, candidate, grid) } })
      }
    }
    return off
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    let all = SlowLogic.candidates(grid)
    var keys: Set<String> = []
    SlowRectangles.forEach(in: grid) { cells, pair in
      let guardians = cells.flatMap { cell in
        grid[cell].subtracting(pair).map { Candidate(cell, $0) }
      }
      guard cells.allSatisfy({ pair.isSubset(of: grid[$0]) }),
        2...AlmostUniqueRectangle.mostGuardians ~= guardians.count
      else { return }
      let sets = guardians.map {
        Self.excluded(by: $0, links: AlmostUniqueRectangle.longest, all, grid)
      }
      let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
      let direct = SlowLogic.excluded(by: guardians, in: grid)
      keys.formUnion(
        common.subtracting(direct).map { SlowLogic.key(.almostUniqueRectangle, $0) })
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      AlmostUniqueRectangle(), in: PencilmarkGrids(twinCount(150), leastPlaced: 25),
      leastFinds: 8, isSound: false, twin: Self.finds)
  }
}

@Suite struct SymmetricalPlacementTests {
  private static let images: [@Sendable (Cell) -> Cell] = [
    { Cell(row: 8 - $0.row, column: 8 - $0.column) }, { Cell(row: $0.column, column: 8 - $0.row) },
    { Cell(row: $0.column, column: $0.row) }, { Cell(row: 8 - $0.column, column: 8 - $0.row) },
  ]

  /// Puzzles of `sudoku generate --automorphic`: the solution has the symmetry, and what has not goes.
  @Test(arguments: [
    "4.1.9...7.....6.41...7..98..3....1....9...7....2....5..87..9...26.4.....9...7.2.6",
    ".4.......6...39.....1.8.2.9....6...8.584..1...7......2..2.1...6...........78.24..",
    "96.4.........9..8...326....5..........93..47....15.2.66...7.5...1......4..4..3..7",
  ])
  func theSolutionIsSymmetric(line: String) throws {
    let board = try Board(line: line)
    let solution = try #require(Solver().uniqueSolution(of: board))
    let grid = CandidateGrid(board)
    var slow: Set<String> = []
    for image in Self.images {
      var digits: [Digit: Set<Digit>] = [:]
      for cell in CellSet.all {
        guard let one = solution[cell], let other = solution[image(cell)] else { continue }
        digits[one, default: []].insert(other)
      }
      let isKept = CellSet.all.allSatisfy { (board[$0] == nil) == (board[image($0)] == nil) }
      guard isKept, digits.values.allSatisfy({ $0.count == 1 }) else { continue }
      for candidate in SlowLogic.candidates(grid) {
        guard let digit = digits[candidate.digit]?.first else { continue }
        let other = Candidate(image(candidate.cell), digit)
        if other.cell == candidate.cell ? digit != candidate.digit : !grid.contains(other) {
          slow.insert(SlowLogic.key(.symmetricalPlacement, candidate))
        }
      }
    }
    expectSameEliminations(
      SymmetricalPlacement(), in: [(grid, solution)], leastFinds: 1, twin: { _ in slow })
  }
}
