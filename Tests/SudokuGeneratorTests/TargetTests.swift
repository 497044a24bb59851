import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuSolver
import SudokuTechniques
import Testing

@Suite struct TargetTests {
  static let wing =
    "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38.."

  private func reason(_ change: (inout GeneratorOptions) -> Void) -> String? {
    var options = GeneratorOptions()
    change(&options)
    do throws(ContradictoryTargets) {
      _ = try Generator(seed: 1, options: options)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func contradictionsAreRefusedWithTheReason() {
    #expect(
      reason {
        $0.level = .easy
        $0.scoreTenths = 90...119
      } == "no puzzle of the level 'easy' (below 2.0) is rated 9.0...11.9; valid levels for this "
        + "rating: extreme (from 6.5)")
    #expect(reason { $0.clues = 10...16 } == "a puzzle with one solution has 17 clues or more")
    #expect(
      reason {
        $0.clues = 26...26
        $0.symmetry = .full
      } == "26 clues can't have the symmetry 'full'; nearest: 25, 28")
    #expect(
      reason { $0.scoreTenths = 1...5 } == "no puzzle is rated below 1.0 on the scale 'se'")
    #expect(
      reason {
        $0.level = .easy
        $0.targets = [TechniqueTarget(needed: [.xWing])]
      } == "X-Wing is rated 3.2 on the scale 'se', more than 1.9, the highest that is asked for")
    #expect(
      reason { $0.targets = [TechniqueTarget(needed: [.xWing], allowed: [.nakedPair])] }
        == "X-Wing is needed but not allowed")
    #expect(
      reason {
        $0.level = SudokuExplainerScale().level(named: "extreme")
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .nakedPair, .hiddenQuad])]
      }
        == "Hidden Quad, the hardest technique allowed, is rated 5.4 at most on the scale 'se'; from "
        + "6.5 is asked for")
    #expect(
      reason {
        $0.level = SudokuExplainerScale().level(named: "extreme")
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .forcingChain])]
      } == nil)
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.level = LevelScale().level(named: "hard")
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .nakedSingle])]
      }
        == "Naked Single, the hardest technique allowed, is rated 34.0 at most on the scale 'level'; "
        + "from 40.0 is asked for")
    #expect(
      reason { $0.targets = [TechniqueTarget(allowed: [.skyscraper])] }
        == "none of the allowed techniques is one of the scale 'se'")
    #expect(
      reason {
        $0.isAutomorphic = true
        $0.symmetry = .vertical
      }?.hasPrefix("no grid is automorphic under the symmetry 'vertical'") == true)
    #expect(
      reason {
        $0.isAutomorphic = true
        $0.targets = [PatternTarget(CellSet.all)]
      } == "an automorphic puzzle can't have a given pattern")
    #expect(
      reason { $0.level = LevelScale().levels.first }?.contains("valid levels: easy, medium")
        == true)
  }

  @Test func contradictoryFiguresAndSolutionsAreRefused() throws {
    #expect(
      reason {
        $0.targets = [FigureTarget(.ep, 30...30), FigureTarget(.ed, 40...40)]
      } == "ED is never above EP, which is 3.0 at most; ED from 4.0 is asked for")
    #expect(
      reason {
        $0.level = .hard
        $0.targets = [FigureTarget(.ep, 45...60)]
      } == "EP is never above ER, which is 4.4 at most; EP from 4.5 is asked for")
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.targets = [JewelTarget.pearl]
      } == "the scale 'hodoku' does not have pearls and diamonds; valid scale: se")
    #expect(reason { $0.targets = [BreadthTarget(65)] } == "a breadth is from 1 to 64 cells")
    #expect(
      reason { $0.solution = Board() } == "the solution is not a full grid that keeps the rules")
    let wing = try Board(line: Self.wing)
    let solution = try #require(Solver().solve(wing).solution)
    var cells = wing.filledCells
    #expect(
      reason {
        $0.solution = solution
        $0.targets = [PatternTarget(cells)]
      } == nil)
    cells.remove(try #require(cells.first))
    #expect(
      reason {
        $0.solution = solution
        $0.targets = [PatternTarget(cells)]
      } == "the clues of the pattern leave several solutions, not only this")
    cells = .all
    #expect(
      reason {
        $0.solution = solution
        $0.isMinimal = true
        $0.targets = [PatternTarget(cells)]
      }?.hasPrefix("the clues of the pattern in this solution are not minimal: r1c1 r1c2") == true)
  }

  /// Between the ratings of two techniques there is nothing to wait for.
  @Test func ratingsThatNoTechniqueGivesAreRefused() {
    #expect(
      reason { $0.scoreTenths = 13...14 }
        == "no technique that is allowed is rated 1.3...1.4 on the scale 'se'; nearest: 1.2, 1.5")
    #expect(
      reason { $0.targets = [FigureTarget(.ep, 64...64)] }
        == "no technique that is allowed is rated 6.4 on the scale 'se'; nearest: 6.3, 6.5")
    #expect(
      reason {
        $0.scoreTenths = 16...22
        $0.targets = [TechniqueTarget(allowed: [.nakedSingle])]
      }
        == "no technique that is allowed is rated 1.6...2.2 on the scale 'se'; nearest: 1.5, 2.3")
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.scoreTenths = 345...350
        $0.targets = [TechniqueTarget(allowed: [.nakedSingle, .xWing])]
      }?.hasSuffix("nearest: 34.0, 43.0") == true)
    // What is rated somewhere in the range, or has no limit, is not refused.
    for range in [12...14, 14...15, 60...63, 65...65, 93...93, 119...119] {
      #expect(reason { $0.scoreTenths = range } == nil, "\(range)")
    }
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.scoreTenths = 8_000...8_010
      } == nil)
  }

  @Test func contradictoryBreadthsAndJewelsAreRefused() {
    #expect(
      reason {
        $0.level = .hard
        $0.targets = [BreadthTarget(3)]
      } == "singles solve every puzzle that has a breadth, and are rated 2.3 at most on the scale "
        + "'se'; from 3.0 is asked for")
    #expect(
      reason {
        $0.targets = [BreadthTarget(3), TechniqueTarget(needed: [.xWing, .directPointing])]
      }
        == "singles solve every puzzle that has a breadth, none needs X-Wing")
    #expect(
      reason { $0.targets = [BreadthTarget(3), TechniqueTarget(needed: [.directPointing])] } == nil)
    #expect(
      reason {
        $0.scoreTenths = 40...44
        $0.targets = [JewelTarget.pearl, FigureTarget(.ep, 20...30)]
      } == "EP of a pearl is its ER: none is both 4.0...4.4 and 2.0...3.0")
    #expect(
      reason {
        $0.targets = [JewelTarget.diamond, FigureTarget(.ep, 40...50), FigureTarget(.ed, 30...34)]
      }
        == "ED of a diamond is its ER: none is both 4.0...5.0 and 3.0...3.4")
    #expect(
      reason {
        $0.targets = [JewelTarget.pearl, FigureTarget(.ep, 40...50), FigureTarget(.ed, 30...34)]
      }
        == nil)
  }

  /// No puzzle does without full houses: what a scale tries before the easiest technique allowed is
  /// allowed.
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

  /// What is open above is graded to its end where more than the rating is asked.
  @Test func levelsThatAreOpenAboveHaveOtherTargets() throws {
    var options = GeneratorOptions()
    options.level = .extreme
    options.targets = [TechniqueTarget(needed: [.nakedPair]), FigureTarget(.ed, 10...12)]
    let puzzle = try #require(try Generator(seed: 1, options: options).puzzle(at: 0).puzzle)
    let grade = SudokuExplainerScale().grade(puzzle.board)
    #expect(grade.techniqueCounts[.nakedPair] > 0 && grade.level == .extreme)
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
      #expect(SudokuExplainerScale().grade(puzzle.board).level == .medium)
    }
  }

  @Test(arguments: JewelTarget.allCases)
  func jewelsAreHardFromTheBeginning(_ jewel: JewelTarget) throws {
    var options = GeneratorOptions()
    // Hard diamonds take seconds each.
    options.scoreTenths = jewel == .pearl ? 30...44 : 15...23
    options.targets = [jewel]
    for index in 0..<3 {
      let puzzle = try #require(try Generator(seed: 5, options: options).puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(options.scoreTenths?.contains(grade.scoreTenths ?? 0) == true)
      #expect(grade.figure("ep") == grade.scoreTenths)
      #expect(jewel == .pearl || grade.figure("ed") == grade.scoreTenths)
    }
  }

  @Test func figuresStayInTheirRanges() throws {
    var options = GeneratorOptions()
    options.targets = [FigureTarget(.ep, 26...32), FigureTarget(.ed, 20...26)]
    for index in 0..<3 {
      let puzzle = try #require(try Generator(seed: 6, options: options).puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(26...32 ~= grade.figure("ep") ?? 0 && 20...26 ~= grade.figure("ed") ?? 0)
    }
  }

  /// Without a spread nearly all have the commonest score.
  @Test func aSpreadReachesAllScoresOfALevel() throws {
    func scores(_ level: Level, spreads: Bool) throws -> [Int: Int] {
      var options = GeneratorOptions()
      options.level = level
      options.spreadsScores = spreads
      let generator = try Generator(seed: 3, options: options)
      var counts: [Int: Int] = [:]
      for index in 0..<20 {
        let puzzle = try #require(generator.puzzle(at: index).puzzle)
        #expect(puzzle.level == level)
        counts[SudokuExplainerScale().grade(puzzle.board).scoreTenths ?? 0, default: 0] += 1
      }
      return counts
    }
    #expect(try scores(.medium, spreads: true) == [20: 4, 23: 4, 25: 4, 26: 4, 28: 4])
    #expect(try scores(.medium, spreads: false).values.contains { $0 > 6 })
    #expect(try scores(.hard, spreads: true).count >= 7)
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

  /// Under a symmetry no group can go; strictly, no clue can.
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

  /// Where a hard technique makes a hard level, the level counts and not the score.
  @Test(arguments: HoDoKuScale.levels)
  func levelsAreThoseOfTheGrade(_ level: Level) throws {
    var options = GeneratorOptions()
    options.scale = HoDoKuScale()
    options.level = level
    let generator = try Generator(seed: 3, options: options)
    let puzzle = try #require(generator.puzzle(at: 0).puzzle)
    #expect(puzzle.level == level && HoDoKuScale().grade(puzzle.board).level == level)
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.level = HoDoKuScale.levels[0]
        $0.targets = [TechniqueTarget(needed: [.xWing])]
      } == "X-Wing is of the level 'hard' on the scale 'hodoku', harder than 'easy'")
  }

  @Test func whatFitsIsNotRefused() {
    for level in SudokuExplainerScale.levels {
      #expect(reason { $0.level = level } == nil)
    }
    #expect(
      reason {
        $0.level = .hard
        $0.scoreTenths = 44...70
      } == nil)
    for symmetry in Symmetry.allCases {
      #expect(
        reason {
          $0.symmetry = symmetry
          $0.clues = 24...28
        } == nil)
    }
  }

  @Test func distancesAreThoseOfTheGrade() throws {
    let board = try Board(line: Self.wing)
    let grade = SudokuExplainerScale().grade(board)
    #expect(grade.scoreTenths == 42)
    #expect(ScoreTarget(.hard).distance(of: board, grade) == .met)
    #expect(ScoreTarget(.easy).distance(of: board, grade) == TargetDistance(23, isTooHard: true))
    #expect(ScoreTarget(50...60).distance(of: board, grade) == TargetDistance(8))
    #expect(ScoreTarget(.extreme).distance(of: board, grade) == TargetDistance(23))
    #expect(ClueTarget(20...22).distance(of: board, nil).amount % 1_000 == 0)
    #expect(ClueTarget(17...81).distance(of: board, nil) == .met)
    #expect(TechniqueTarget(needed: [.xyWing]).distance(of: board, grade) == .met)
    #expect(TechniqueTarget(needed: [.jellyfish]).distance(of: board, grade).amount == 1_000)
    let forbidden = TechniqueTarget(allowed: [.fullHouse]).distance(of: board, grade)
    #expect(forbidden.isTooHard && forbidden.amount > 1_000)
  }

  @Test func techniquesThatAreNeededAreUsed() throws {
    var options = GeneratorOptions()
    let easier = SudokuExplainerScale().techniques.filter {
      (SudokuExplainerScale().baseTenths(of: $0) ?? .max) <= 32
    }
    options.targets = [TechniqueTarget(needed: [.xWing], allowed: Set(easier))]
    let generator = try Generator(seed: 3, options: options)
    for index in 0..<3 {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      let grade = SudokuExplainerScale().grade(puzzle.board)
      #expect(grade.techniqueCounts[.xWing] > 0)
      #expect(grade.scoreTenths == 32)
    }
  }

  @Test func ratingsAboveAllAreRefused() throws {
    var options = GeneratorOptions()
    options.scoreTenths = 210...300
    let error = #expect(throws: ContradictoryTargets.self) { try options.check() }
    #expect(
      error.map { "\($0)".contains("no puzzle is rated above 20.0 on the scale 'se'") } == true)
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
