import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuGenerator

@Suite struct TargetTests {
  static let wing =
    "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38.."

  /// Every puzzle needs full houses: singles that a scale tries before the easiest allowed technique
  /// are allowed, too.
  @Test(arguments: ScaleRegistry.standard.scales.map(\.name))
  func easierSinglesAreAlwaysAllowed(_ name: String) throws {
    let scale = try ScaleRegistry.standard.scale(named: name)
    let singles = scale.techniques.filter { $0.family == .single }
    for only in singles.map({ [$0] }) + [[.nakedPair, .hiddenPair], [.xWing]] {
      var options = GeneratorOptions()
      options.scale = scale
      options.targets = [TechniqueTarget(allowed: Set(only))]
      options.attemptLimit = 2_000
      let generator = try Generator(seed: 2, options: options)
      let puzzle = try #require(generator.puzzle(at: 0).puzzle, "\(only)")
      let used = Set(scale.grade(puzzle.board).techniqueCounts.used().map(\.technique))
      let easiest = try #require(scale.techniques.firstIndex(where: only.contains))
      let easier = scale.techniques[..<easiest].filter { $0.family == .single }
      #expect(used.isSubset(of: only + easier), "\(only) \(used)")
    }
  }

  /// The grades that the search finds briefly are those of the puzzles all the same.
  @Test(arguments: Minimality.allCases, [Symmetry.none, .rotational180])
  func rarePuzzlesMeetTheirTargets(_ minimality: Minimality, _ symmetry: Symmetry) throws {
    let wanted: [(scores: ClosedRange<Int>?, needed: Set<Technique>, allowed: Set<Technique>?)] = [
      (10...32, [.xWing], nil), (nil, [.nakedPair], [.nakedPair, .pointing, .claiming]),
      (32...32, [], nil), (nil, [.uniqueRectangle1], nil), (10...44, [.swordfish], nil),
      (84...87, [], nil),
    ]
    for (scores, needed, allowed) in wanted.prefix(sized(1, full: 6)) {
      var options = GeneratorOptions()
      options.scale = SudokuExplainerScale()
      options.scoreTenths = scores
      options.minimality = minimality
      options.symmetry = symmetry
      if !needed.isEmpty { options.targets = [TechniqueTarget(needed: needed, allowed: allowed)] }
      let puzzle = try #require(try Generator(seed: 4, options: options).puzzle(at: 1).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      let used = Set(grade.techniqueCounts.used().map(\.technique))
      #expect(scores?.contains(grade.scoreTenths ?? 0) ?? true, "\(puzzle.board.line)")
      #expect(needed.isSubset(of: used), "\(puzzle.board.line)")
      #expect(puzzle.grade?.scoreTenths == grade.scoreTenths)
      if let allowed {
        #expect(used.allSatisfy { allowed.contains($0) || $0.family == .single })
      }
      #expect(Solver().solve(puzzle.board).solution == puzzle.solution)
      #expect(
        symmetry.orbits.allSatisfy {
          [0, $0.count].contains($0.intersection(puzzle.board.filledCells).count)
        })
    }
  }

  /// A level that is open above is graded to the end if another target looks at the grade.
  @Test func levelsThatAreOpenAboveHaveOtherTargets() throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = 65...(.max - 1)
    options.targets = [TechniqueTarget(needed: [.nakedPair]), FigureTarget(.ed, 10...12)]
    let puzzle = try #require(try Generator(seed: 1, options: options).puzzle(at: 0).puzzle)
    let grade = SudokuExplainerScale().grade(puzzle.board)
    #expect(grade.techniqueCounts[.nakedPair] > 0 && grade.scoreTenths ?? 0 >= 65)
    #expect(grade.figure("ed").map { 10...12 ~= $0 } == true)
  }

  @Test func puzzlesHaveTheGivenSolution() throws {
    let solution = try #require(Solver().solve(try Board(line: Self.wing)).solution)
    var options = GeneratorOptions()
    options.solution = solution
    options.level = .medium
    options.symmetry = .rotational180
    let generator = try Generator(seed: 3, options: options)
    let puzzles = try (0..<5).map { try #require(generator.puzzle(at: $0).puzzle) }
    #expect(Set(puzzles.map(\.board)).count == 5)
    for puzzle in puzzles {
      #expect(Solver().solve(puzzle.board).solution == solution && puzzle.solution == solution)
      #expect(LevelScale().grade(puzzle.board).level == .medium)
    }
  }

  @Test(arguments: JewelTarget.allCases.suffix(sized(1, full: 2)))
  func jewelsAreHardFromTheBeginning(_ jewel: JewelTarget) throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    // Hard diamonds take seconds each.
    options.scoreTenths = jewel == .pearl ? 30...44 : 15...23
    options.targets = [jewel]
    for index in 0..<sized(1, full: 3) {
      let puzzle = try #require(try Generator(seed: 5, options: options).puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(options.scoreTenths?.contains(grade.scoreTenths ?? 0) == true)
      #expect(grade.figure("ep") == grade.scoreTenths)
      #expect(jewel == .pearl || grade.figure("ed") == grade.scoreTenths)
    }
  }

  @Test func figuresStayInTheirRanges() throws {
    let figures = sized(15, full: 20)...26
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.targets = [FigureTarget(.ep, 26...32), FigureTarget(.ed, figures)]
    for index in 0..<sized(1, full: 3) {
      let puzzle = try #require(try Generator(seed: 6, options: options).puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(26...32 ~= grade.figure("ep") ?? 0 && figures ~= grade.figure("ed") ?? 0)
    }
  }

  /// Without a spread nearly all have the commonest score.
  @Test func aSpreadReachesAllScoresOfALevel() throws {
    let count = sized(5, full: 20)
    func scores(_ range: ClosedRange<Int>, spreads: Bool) throws -> [Int: Int] {
      var options = GeneratorOptions()
      options.scale = SudokuExplainerScale()
      options.scoreTenths = range
      options.spreadsScores = spreads
      let generator = try Generator(seed: 3, options: options)
      var counts: [Int: Int] = [:]
      for index in 0..<count {
        let puzzle = try #require(generator.puzzle(at: index).puzzle)
        #expect(puzzle.level == nil)
        counts[SudokuExplainerScale().grade(puzzle.board).scoreTenths ?? 0, default: 0] += 1
      }
      return counts
    }
    #expect(
      try scores(20...29, spreads: true)
        == [20, 23, 25, 26, 28].reduce(into: [:]) { $0[$1] = count / 5 })
    #expect(try scores(20...29, spreads: false).values.contains { $0 > count / 3 })
    // Puzzles of these scores take plain code ten times as long.
    if TestSize.isFull { #expect(try scores(30...44, spreads: true).count >= 7) }
  }

  /// A score that is too rare is replaced by the nearest, and the puzzle says so.
  @Test func aMissedSpreadIsKnown() throws {
    var options = GeneratorOptions()
    options.level = .medium
    options.spreadsScores = true
    let generator = try Generator(seed: 2, options: options)
    var misses: Set<Bool> = []
    for index in TestSize.isFull ? Array(0..<16) : [0, 15] {
      misses.insert(try #require(generator.puzzle(at: index).puzzle).missesSpread)
    }
    #expect(misses.count == 2)
  }

  /// Easy puzzles are fit to print unless something else decides the clues.
  @Test func easyPuzzlesHaveAtMost45Clues() throws {
    var options = GeneratorOptions()
    options.level = .easy
    options.spreadsScores = true
    let generator = try Generator(seed: 1, options: options)
    for index in 0..<sized(10, full: 40) {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      #expect(puzzle.board.clueCount <= 45 && puzzle.level == .easy)
    }
    options.clues = 50...60
    let full = try #require(try Generator(seed: 1, options: options).puzzle(at: 0).puzzle)
    #expect(50...60 ~= full.board.clueCount)
    options.clues = nil
    options.targets = [PatternTarget(full.board.filledCells)]
    try options.check()
  }

  @Test func breadthIsThatOfTheSingles() throws {
    // The hidden singles of a full row but one cell: one cell is left.
    let full = try #require(Solver().solve(try Board(line: Self.wing)).solution)
    var one = full
    one[Cell(index: 40)] = nil
    #expect(BreadthTarget.breadth(of: one, enough: 5) == 5)
    #expect(BreadthTarget.breadth(of: full, enough: 5) == 5)
    #expect(BreadthTarget.breadth(of: try Board(line: Self.wing), enough: 5) == 0)
    #expect(BreadthTarget.breadth(of: Board(), enough: 5) == 0)
    var options = GeneratorOptions()
    options.clues = 30...36
    options.targets = [BreadthTarget(6)]
    for index in 0..<5 {
      let puzzle = try #require(try Generator(seed: 7, options: options).puzzle(at: index).puzzle)
      #expect(slowBreadth(of: puzzle.board) >= 6 && 30...36 ~= puzzle.board.clueCount)
    }
  }

  /// The breadth by trying each digit in each cell against the solution.
  private func slowBreadth(of puzzle: Board) -> Int {
    var board = puzzle
    var least = 81
    while !board.isFull {
      let grid = CandidateGrid(board)
      var next = board
      var count = 0
      for cell in CellSet.all where board[cell] == nil {
        let digits = grid[cell].filter { digit in
          grid[cell].count == 1
            || House.all.contains { house in
              house.cells.contains(cell)
                && house.cells.filter { board[$0] == nil && grid[$0].contains(digit) } == [cell]
            }
        }
        guard let digit = digits.first else { continue }
        next[cell] = digit
        count += 1
      }
      if count == 0 { return 0 }
      if count < 81 - board.clueCount { least = min(least, count) }
      board = next
    }
    return least
  }

  /// Under a symmetry no group is redundant; strictly, no clue is.
  @Test func minimalUnderTheSymmetryAndStrictly() throws {
    for minimality in [Minimality.underSymmetry, .strict] {
      var options = GeneratorOptions()
      options.symmetry = .rotational180
      options.minimality = minimality
      var redundantCount = 0
      for index in 0..<10 {
        let puzzle = try #require(try Generator(seed: 8, options: options).puzzle(at: index).puzzle)
        let clues = puzzle.board.filledCells
        for group in options.symmetry.orbits where group.isSubset(of: clues) {
          var fewer = puzzle.board
          for cell in group { fewer[cell] = nil }
          #expect(!Solver().solve(fewer).isUnique)
        }
        redundantCount += BatchSolver().redundantClues(of: puzzle.board).count
      }
      #expect((redundantCount == 0) == (minimality == .strict))
    }
  }

  /// If a hard technique makes a hard level, the level counts and not the score.
  @Test(arguments: HoDoKuScale.levels)
  func levelsAreThoseOfTheGrade(_ level: Level) throws {
    var options = GeneratorOptions()
    options.scale = HoDoKuScale()
    options.level = level
    let generator = try Generator(seed: 3, options: options)
    let puzzle = try #require(generator.puzzle(at: 0).puzzle)
    #expect(puzzle.level == level && HoDoKuScale().grade(puzzle.board).level == level)
  }

  @Test func distancesAreThoseOfTheGrade() throws {
    let board = try Board(line: Self.wing)
    let grade = SudokuExplainerScale().grade(board)
    #expect(grade.scoreTenths == 42)
    #expect(ScoreTarget(30...44).distance(of: board, grade) == .met)
    #expect(ScoreTarget(0...19).distance(of: board, grade) == TargetDistance(23, isTooHard: true))
    #expect(ScoreTarget(50...60).distance(of: board, grade) == TargetDistance(8))
    #expect(ScoreTarget(65...(.max - 1)).distance(of: board, grade) == TargetDistance(23))
    #expect(ClueTarget(20...22).distance(of: board, nil).amount % 1_000 == 0)
    #expect(ClueTarget(17...81).distance(of: board, nil) == .met)
    #expect(TechniqueTarget(needed: [.xyWing]).distance(of: board, grade) == .met)
    #expect(TechniqueTarget(needed: [.jellyfish]).distance(of: board, grade).amount == 1_000)
    let forbidden = TechniqueTarget(allowed: [.fullHouse]).distance(of: board, grade)
    #expect(forbidden.isTooHard && forbidden.amount > 1_000)
  }

  @Test func techniquesThatAreNeededAreUsed() throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    let easier = SudokuExplainerScale().techniques.filter {
      (SudokuExplainerScale().baseTenths(of: $0) ?? .max) <= 32
    }
    options.targets = [TechniqueTarget(needed: [.xWing], allowed: Set(easier))]
    let generator = try Generator(seed: 3, options: options)
    for index in 0..<sized(1, full: 3) {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(grade.techniqueCounts[.xWing] > 0)
      #expect(grade.scoreTenths == 32)
    }
  }

  @Test func ratingsAboveAllAreRefused() throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = 210...300
    let error = #expect(throws: ContradictoryTargets.self) { try options.check() }
    #expect(
      error.map { "\($0)".contains("no puzzle is rated above 14.0 on the scale 'se'") } == true)
    options.scale = LevelScale()
    try options.check()
    let puzzle = try #require(try Generator(seed: 4, options: options).puzzle(at: 0).puzzle)
    #expect(puzzle.grade?.scoreTenths.map { 210...300 ~= $0 } == true)
    options.scoreTenths = 1_510...1_600
    #expect(throws: ContradictoryTargets.self) { try options.check() }
  }

  @Test func anyScaleGrades() throws {
    var options = GeneratorOptions()
    options.scale = LevelScale()
    options.level = LevelScale().level(named: "medium")
    let puzzle = try #require(try Generator(seed: 4, options: options).puzzle(at: 0).puzzle)
    #expect(puzzle.grade?.scale == "level" && puzzle.level?.name == "medium")
  }
}
