import SudokuCore
import SudokuRating
import SudokuTechniques
import Testing

@Suite struct ScaleTests {
  static let wing =
    "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38.."

  @Test func gradesAreTheRaters() throws {
    let board = try Board(line: Self.wing)
    let rating = try #require(SERater().rate(board).rating)
    let grade = SudokuExplainerScale().grade(board)
    #expect(grade.scoreTenths == rating.erTenths && grade.reachedTenths == rating.erTenths)
    #expect(grade.figure("ep") == rating.epTenths && grade.figure("ed") == rating.edTenths)
    #expect(grade.figure("er") == nil)
    // The steps of a grade have causes, too.
    #expect(grade.steps.map(\.step.description) == rating.steps.map(\.step.description))
    #expect(grade.steps.map(\.tenths).max() == grade.scoreTenths)
    #expect(grade.techniqueCounts == rating.techniqueCounts)
    #expect((grade.scale, grade.version, grade.rulesVersion) == ("se", "1.2.1", 1))
    #expect(grade.level == nil && grade.unrated == nil)
    let short = SudokuExplainerScale().grade(board, options: .withoutSteps)
    #expect(short.scoreTenths == grade.scoreTenths && short.figures == grade.figures)
    #expect(short.steps.isEmpty && short.techniqueCounts.isEmpty)
  }

  @Test func unratedGradesSayWhy() throws {
    let scale = SudokuExplainerScale()
    let several = scale.grade(Board())
    #expect(several.unrated == .severalSolutions && several.scoreTenths == nil)
    #expect(several.level == nil && several.figures.isEmpty)
    let board = try Board(line: Self.wing)
    #expect(scale.grade(scale.grade(board).finalBoard).unrated == .alreadySolved)
    var options = GradeOptions()
    options.stopsAboveTenths = 30
    let limited = scale.grade(board, options: options)
    #expect(limited.unrated == .aboveLimit && limited.scoreTenths == nil)
    #expect(limited.reachedTenths > 30)
    let extreme = try Board(
      line: "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
    options = GradeOptions()
    options.workLimit = 1
    #expect(scale.grade(extreme, options: options).unrated == .budgetExhausted)
    #expect(Set(UnratedReason.allCases.map(\.message)).count == UnratedReason.allCases.count)
  }

  /// Records, tables and other languages take figures by these names.
  @Test func figuresHaveNamesAndMeanings() throws {
    let board = try Board(line: Self.wing)
    for scale in ScaleRegistry.standard.scales {
      let described = type(of: scale).figures
      #expect(scale.grade(board).figures.map(\.name) == described.map(\.name), "\(scale.name)")
      #expect(described.allSatisfy { $0.summary.hasSuffix(".") })
      let numbers = type(of: scale).numberColumns
      #expect(numbers.first == scale.scoreName)
      #expect(numbers.dropFirst().allSatisfy { name in described.contains { $0.name == name } })
    }
    let names = ScaleRegistry.standard.figures.map(\.name)
    #expect(Set(names).count == names.count && names.contains("breadth"))
    // What a rating has besides.
    #expect(Set(names).isDisjoint(with: ["er", "scale", "score", "version"]))
  }

  @Test func registryNamesTheScales() throws {
    let registry = ScaleRegistry.standard
    #expect(registry.names.first == "level")
    #expect(Set(registry.names).count == registry.names.count)
    for name in registry.names {
      let scale = try registry.scale(named: name)
      #expect(scale.name == name)
      #expect(scale.levels.allSatisfy { $0.scale == name })
      #expect(scale.levels.map(\.rank) == Array(0..<scale.levels.count))
      #expect(
        zip(scale.levels, scale.levels.dropFirst()).allSatisfy {
          $0.isDecidedByScore
            ? $0.scoreTenths.upperBound == $1.scoreTenths.lowerBound
            : $1.scoreTenths.lowerBound == 0
              && $0.scoreTenths.upperBound < $1.scoreTenths.upperBound
        })
      #expect(scale.techniques.allSatisfy { scale.baseTenths(of: $0) != nil })
    }
    let error = #expect(throws: UnknownScale.self) { try registry.scale(named: "nope") }
    let names = registry.names.joined(separator: ", ")
    #expect(error?.description == "unknown scale 'nope'; valid scales: \(names)")
  }

  @Test func everyScaleGradesAPuzzle() throws {
    let board = try Board(line: Self.wing)
    for scale in ScaleRegistry.standard.scales {
      let grade = scale.grade(board)
      #expect(grade.scale == scale.name && grade.version == scale.version)
      let score = try #require(grade.scoreTenths)
      guard !scale.levels.isEmpty else {
        #expect(grade.level == nil)
        continue
      }
      // A hard technique may make a level too.
      let least = try #require(scale.level(ofScore: score))
      #expect(scale.name == "hodoku" ? (grade.level ?? least) >= least : grade.level == least)
      #expect(grade.finalBoard.isSolved)
    }
  }
}
