import SudokuCore
import SudokuGenerator
import SudokuRating
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
      reason { $0.level = LevelScale().levels.first }?.contains("valid levels: easy, medium")
        == true)
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

  @Test func anyScaleGrades() throws {
    var options = GeneratorOptions()
    options.scale = LevelScale()
    options.level = LevelScale().level(named: "medium")
    let puzzle = try #require(try Generator(seed: 4, options: options).puzzle(at: 0).puzzle)
    #expect(puzzle.grade?.scale == "level" && puzzle.level?.name == "medium")
  }
}
