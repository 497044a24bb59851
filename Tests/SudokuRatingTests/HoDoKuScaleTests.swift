import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@Suite struct HoDoKuScaleTests {
  let scale = HoDoKuScale()

  /// The program's short names of techniques.
  static let shortNames: [Technique: String] = [
    .fullHouse: "fh", .nakedSingle: "n1", .hiddenSingleBlock: "h1", .hiddenSingleLine: "h1",
    .lockedPair: "l2", .lockedTriple: "l3", .pointing: "lc1", .claiming: "lc2",
    .nakedPair: "n2", .nakedTriple: "n3", .nakedQuad: "n4",
    .hiddenPair: "h2", .hiddenTriple: "h3", .hiddenQuad: "h4",
    .xWing: "bf2", .swordfish: "bf3", .jellyfish: "bf4",
    .finnedXWing: "fbf2", .finnedSwordfish: "fbf3", .finnedJellyfish: "fbf4",
    .sashimiXWing: "sbf2", .sashimiSwordfish: "sbf3", .sashimiJellyfish: "sbf4",
    .frankenXWing: "ff2", .frankenSwordfish: "ff3",
    .finnedFrankenXWing: "fff2", .finnedFrankenSwordfish: "fff3",
    .remotePair: "rp", .bug1: "bug1", .skyscraper: "sk", .twoStringKite: "2sk",
    .turbotFish: "tf", .emptyRectangle: "er", .wWing: "w", .xyWing: "xy", .xyzWing: "xyz",
    .uniqueRectangle1: "u1", .uniqueRectangle2: "u2", .uniqueRectangle3Naked: "u3",
    .uniqueRectangle4: "u4", .uniqueRectangle5: "u5", .uniqueRectangle6: "u6",
    .hiddenRectangle: "hr", .avoidableRectangle1: "ar1", .avoidableRectangle2: "ar2",
    .sueDeCoq: "sdc", .simpleColorTrap: "sc1", .simpleColorWrap: "sc2",
    .multiColor1: "mc1", .multiColor2: "mc2", .xChain: "x", .xyChain: "xyc",
    .discontinuousNiceLoop: "dnl", .continuousNiceLoop: "cnl", .alternatingChain: "aic",
    .groupedDiscontinuousNiceLoop: "gdnl", .groupedContinuousNiceLoop: "gcnl",
    .groupedAlternatingChain: "gaic", .alsXZ: "axz", .alsXYWing: "axy", .alsChain: "ach",
    .forcingChainContradiction: "fcc", .forcingChainVerity: "fcv",
    .forcingNetContradiction: "fnc", .forcingNetVerity: "fnv", .bruteForce: "bf",
  ]

  /// Level, score and every step's technique are the program's.
  @Test func table() throws {
    let rows = try DataSets.table("rating/hodoku.tsv")
    #expect(rows.count > 150)
    for row in rows.sized(10) {
      let line = try #require(row["puzzle"])
      let board = try Board(line: line)
      let grade = scale.grade(board)
      #expect(grade.unrated == nil, "\(line)")
      #expect(grade.level?.name == row["hodoku_level"]?.lowercased(), "\(line)")
      #expect(grade.scoreTenths.map { "\($0 / 10)" } == row["hodoku_score"], "\(line)")
      let names = grade.steps.map { Self.shortNames[$0.step.technique] ?? "?" }
      let wanted = row["hodoku_steps"]?.split(separator: ",").map(String.init) ?? []
      if names != wanted {
        let first = zip(names, wanted).prefix { $0 == $1 }.count
        Issue.record("\(line) differs in step \(first + 1)")
      }
      let short = scale.grade(board, options: .withoutSteps)
      #expect(short.scoreTenths == grade.scoreTenths && short.steps.isEmpty, "\(line)")
      #expect(grade.steps.map(\.tenths).reduce(0, +) == grade.scoreTenths, "\(line)")
    }
  }

  /// Every step agrees with the solution, names existing candidates, and has a text.
  @Test func stepsAreSound() throws {
    for row in try DataSets.table("rating/hodoku.tsv").sized(6) {
      let board = try Board(line: try #require(row["puzzle"]))
      let solution = try #require(Solver().uniqueSolution(of: board))
      var grid = CandidateGrid(board)
      for graded in scale.grade(board).steps {
        if let fault = graded.step.fault(in: grid, solution: solution) {
          Issue.record("\(board) \(fault): \(graded.step): \(graded.step.explanation.text)")
        }
        graded.step.apply(to: &grid)
      }
      #expect(grid.board == solution)
    }
  }

  /// Each conclusion of a chain rests on the assumption or on an earlier one.
  ///
  /// It follows by one rule: a cell and a house have one place for a digit. Groups of cells are named.
  @Test func chainsCanBeFollowed() throws {
    var groupCount = 0
    var netCount = 0
    for row in try DataSets.ownTable("rating/hodoku.tsv").sized(8) {
      let board = try Board(line: try #require(row["puzzle"]))
      for graded in scale.grade(board).steps {
        for branch in graded.step.pattern.branches {
          var known: Set<Literal> = [branch.assumption]
          for link in branch.links {
            #expect(link.premises.allSatisfy(known.contains), "\(board) \(graded.step)")
            known.insert(link.conclusion)
            groupCount += link.groups.count
            netCount += link.premises.count > 1 ? 1 : 0
            if link.groups.isEmpty {
              #expect(link.followsByOneRule, "\(board) \(graded.step) \(link.conclusion)")
            } else {
              #expect(graded.step.explanation.text.contains(" or r"))
            }
          }
          #expect(known.contains(branch.target), "\(board) \(graded.step)")
          let runsOn = branch.links.dropLast().contains { $0.conclusion == branch.target }
          #expect(!runsOn, "\(board) \(graded.step)")
        }
      }
    }
    #expect(groupCount > sized(0, full: 20) && (netCount > 20 || !TestSize.isFull))
  }

  /// The score raises the level: only singles and locked candidates, but many of them.
  @Test func longSolutionsRaiseTheLevel() throws {
    #expect(scale.level(ofScore: 8_000)?.name == "easy")
    #expect(scale.level(ofScore: 8_010)?.name == "medium")
    #expect(scale.level(ofScore: 18_000)?.name == "unfair")
    #expect(scale.level(ofScore: 18_010)?.name == "extreme")
    #expect(
      scale.levels.map(\.scoresInWords) == [
        "below 801", "below 1001", "below 1601", "below 1801", "any",
      ])
    #expect(scale.levels.allSatisfy { !$0.isDecidedByScore })
    #expect(scale.leastLevel(of: .xWing)?.name == "hard")
    // The hardest technique of this one is a W-Wing (hard), its score is below 801.
    let board = try Board(
      line: "145.......2...1.68.....2..4...7.64....7.83.....3..4.2.......29.382......6........")
    let grade = scale.grade(board)
    #expect(grade.scoreTenths == 8_880 && grade.level?.name == "hard")
    #expect(scale.tenths(of: try #require(grade.steps.first).step) == 40)
  }

  @Test func unratedGradesSayWhy() throws {
    #expect(scale.grade(Board()).unrated == .severalSolutions)
    let twice = try Board(line: "11" + String(repeating: ".", count: 79))
    #expect(scale.grade(twice).unrated == .noSolution)
    let board = try Board(
      line: "1.....4...65.7..9...7....63..19.......4..5...5..1..83.....9...6.3...7..2...8.6...")
    var options = GradeOptions()
    options.workLimit = 40
    #expect(scale.grade(board, options: options).unrated == .budgetExhausted)
    #expect(
      scale.grade(CandidateGrid(board), options: GradeOptions()) { true }.unrated == .cancelled)
    options = GradeOptions()
    options.stopsAboveTenths = 1_000
    let limited = scale.grade(board, options: options)
    #expect(limited.unrated == .aboveLimit && limited.scoreTenths == nil)
    #expect(limited.reachedTenths > 1_000 && limited.level == nil)
    #expect(scale.grade(scale.grade(board).finalBoard).unrated == .alreadySolved)
  }

  /// Without techniques that assume a unique solution none is used.
  @Test func uniquenessCanBeLeftOut() throws {
    let board = try Board(
      line: "1.....4...65.7..9...7....63..19.......4..5...5..1..83.....9...6.3...7..2...8.6...")
    #expect(scale.grade(board).steps.contains { $0.step.technique.assumesUniqueness })
    var options = GradeOptions()
    options.allowsUniqueness = false
    let grade = scale.grade(board, options: options)
    #expect(grade.unrated == nil)
    #expect(!grade.steps.contains { $0.step.technique.assumesUniqueness })
  }

  /// A pencilmark puzzle starts from its own candidates.
  @Test func pencilmarks() throws {
    let board = try Board(
      line: "145.......2...1.68.....2..4...7.64....7.83.....3..4.2.......29.382......6........")
    let solution = try #require(Solver().uniqueSolution(of: board))
    let marks = CandidateGrid { cell in
      board[cell].map { DigitSet($0) } ?? CandidateGrid(board)[cell]
    }
    let grade = scale.grade(marks, options: GradeOptions(), isCancelled: nil)
    #expect(grade.finalBoard == solution && grade.scoreTenths != nil)
  }
}
