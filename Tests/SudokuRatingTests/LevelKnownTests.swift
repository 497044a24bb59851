import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// Levels of those who know some techniques only.
@Suite struct LevelKnownTests {
  private func options(_ names: String...) throws -> GradeOptions {
    var options = GradeOptions()
    options.techniques = try names.reduce(into: []) { known, name in
      known.formUnion(try #require(Set<Technique>(named: name)))
    }
    return options
  }

  /// Only what is known is used; what it can't solve has no level, and no step is wrong.
  @Test(arguments: ["level", "hodoku"])
  func keepsToWhatIsKnown(_ name: String) throws {
    let scale = try ScaleRegistry.standard.scale(named: name)
    let options = try options("Locked Candidates", "naked pairs", "X-Wing", "Skyscraper")
    let known = (options.techniques ?? []).union(Technique.all.filter { $0.family == .single })
    var counts: [UnratedReason?: Int] = [:]
    for board in try LevelScaleTests.puzzles(each: sized(3, full: 40)) {
      let solution = try #require(Solver().uniqueSolution(of: board))
      let grade = scale.grade(board, options: options)
      counts[grade.unrated, default: 0] += 1
      #expect(grade.steps.allSatisfy { known.contains($0.step.technique) }, "\(board)")
      #expect(grade.steps.allSatisfy { $0.step.agrees(with: solution) }, "\(board)")
      #expect((grade.scoreTenths != nil) == (grade.finalBoard == solution), "\(board)")
      var grid = CandidateGrid(board)
      for graded in grade.steps { graded.step.apply(to: &grid) }
      #expect(grid.board == grade.finalBoard, "\(board)")
    }
    #expect(Set(counts.keys) == [nil, .beyondTechniques])
    #expect(counts.values.allSatisfy { $0 > sized(1, full: 10) }, "\(counts)")
  }

  /// Who knows all that the scale uses, and more, has the scale's own grade.
  @Test func allTechniquesGiveTheSameGrade() throws {
    var options = GradeOptions()
    options.techniques = Set(Technique.all)
    let hardest = try DataSets.boards("puzzles/hard.txt").prefix(sized(1, full: 5))
    for board in try LevelScaleTests.puzzles(each: sized(2, full: 20)) + hardest {
      #expect(LevelScale().grade(board, options: options) == LevelScale().grade(board), "\(board)")
    }
  }

  /// Who knows just what the scale's own way takes has its grade, and more to know changes nothing.
  @Test func usedTechniquesGiveTheSameGrade() throws {
    let hard = [
      "4..7231..1...8.........9....52....7..7....3.58.............648..13...2.....2...53",
      "...3...1..14.27........5..6653...1.747.......1......8......49.58......2....5.....",
    ]
    for board in try LevelScaleTests.puzzles(each: sized(2, full: 25))
      + hard.sized(1).map({ try Board(line: $0) })
    {
      let own = LevelScale().grade(board)
      var options = GradeOptions()
      let used = Set(own.techniqueCounts.used().map(\.technique))
      options.techniques = used
      var limited = LevelScale().grade(board, options: options)
      // The path uses what is known only, as does the way that the number rests on.
      #expect(
        limited.steps.allSatisfy {
          $0.step.technique.family == .single || used.contains($0.step.technique)
        }, "\(board)")
      limited.steps = own.steps
      #expect(limited == own, "\(board)")
      options.techniques = used.union([.alsXZ, .xyChain])
      limited = LevelScale().grade(board, options: options)
      limited.steps = own.steps
      #expect(limited == own, "\(board)")
      options.keepsSteps = false
      let short = LevelScale().grade(board, options: options)
      #expect(short.scoreTenths == own.scoreTenths && short.steps.isEmpty, "\(board)")
      #expect(short.techniqueCounts.isEmpty, "\(board)")
    }
  }

  /// Who knows nearly everything has the scale's own number, as far as it takes the same steps.
  @Test func nearlyAllTechniquesGiveTheSameNumber() throws {
    var options = GradeOptions()
    options.techniques = Set(Technique.all).subtracting([.dynamicContradiction])
    var count = 0
    for board in try LevelScaleTests.puzzles(each: sized(2, full: 60)) {
      let grade = LevelScale().grade(board)
      guard grade.scoreTenths ?? .max < 600 else { continue }
      count += 1
      let known = LevelScale().grade(board, options: options)
      #expect(known.scoreTenths == grade.scoreTenths, "\(board)")
      #expect(known.level == grade.level && known.figures == grade.figures, "\(board)")
    }
    #expect(count > sized(2, full: 60))
  }

  @Test func twinsHaveTheSameGrade() throws {
    let options = try options("lockedCandidates", "subset", "fish", "wing", "singleDigit", "als-xz")
    var random = SeededRandom(seed: 7)
    for board in try LevelScaleTests.puzzles(each: sized(2, full: 12)) {
      let grade = LevelScale().grade(board, options: options)
      for _ in 0..<sized(1, full: 2) {
        let twin = Transformation.random(using: &random).applied(to: board)
        let other = LevelScale().grade(twin, options: options)
        #expect(other.scoreTenths == grade.scoreTenths, "\(board) \(twin)")
        #expect(other.reachedTenths == grade.reachedTenths, "\(board) \(twin)")
        #expect(other.techniqueCounts == grade.techniqueCounts, "\(board) \(twin)")
      }
    }
  }

  /// Each technique counts as one kind but those that are forms of others.
  @Test func techniquesWithoutAKindAreForms() {
    let without = Technique.all.filter { LevelKind(counting: $0) == nil }
    #expect(
      Set(without) == [.directPointing, .directClaiming, .directHiddenPair, .directHiddenTriple])
  }

  @Test func limitsEndTheSearch() throws {
    let board = try #require(try DataSets.boards("puzzles/hard.txt").first)
    var options = GradeOptions()
    options.techniques = Set(Technique.all).subtracting([.dynamicContradiction])
    options.workLimit = 20
    #expect(LevelScale().grade(board, options: options).unrated == .budgetExhausted)
    options.workLimit = .max
    #expect(LevelScale().grade(board, options: options) { true }.unrated == .cancelled)
    options.stopsAboveTenths = 0
    #expect(LevelScale().grade(board, options: options).unrated == .aboveLimit)
  }
}
