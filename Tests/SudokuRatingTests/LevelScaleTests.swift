import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

@Suite struct LevelScaleTests {
  let scale = LevelScale()

  /// Puzzles of all levels.
  static func puzzles(each count: Int) throws -> [Board] {
    let sets = ["easy", "typical", "few-clues", "hard"].map { "puzzles/\($0).txt" }
    return try sets.flatMap { path in
      let boards = try DataSets.boards(path)
      return stride(from: 0, to: boards.count, by: max(1, boards.count / count)).prefix(count)
        .map { boards[$0] }
    }
  }

  /// All symmetric twins have the same grade: number, level, figures and counts.
  @Test func twinsHaveTheSameGrade() throws {
    var random = SeededRandom(seed: 14)
    let hardest = try DataSets.boards("puzzles/hardest.txt").prefix(sized(0, full: 2))
    for board in try Self.puzzles(each: sized(2, full: 25)) + hardest {
      let grade = scale.grade(board)
      for _ in 0..<3 {
        let twin = Transformation.random(using: &random).applied(to: board)
        let other = scale.grade(twin)
        #expect(other.scoreTenths == grade.scoreTenths, "\(board) \(twin)")
        #expect(other.level == grade.level && other.figures == grade.figures, "\(board) \(twin)")
        #expect(other.techniqueCounts == grade.techniqueCounts, "\(board) \(twin)")
      }
    }
  }

  /// The steps of the ordinary searches carry out what the rounds do: together they solve the puzzle.
  @Test func stepsSolveThePuzzle() throws {
    let hardest = try DataSets.boards("puzzles/hardest.txt").prefix(sized(0, full: 4))
    var seen: Set<Technique> = []
    for board in try Self.puzzles(each: sized(3, full: 100)) + hardest {
      let solution = try #require(Solver().uniqueSolution(of: board))
      let grade = scale.grade(board)
      var grid = CandidateGrid(board)
      for graded in grade.steps {
        let step = graded.step
        seen.insert(step.technique)
        #expect(step.agrees(with: solution), "\(board) \(step)")
        #expect(step.placement != nil || !step.eliminations.isEmpty, "\(board) \(step)")
        #expect(!step.explanation.reasons.isEmpty, "\(board) \(step)")
        // Each removal is listed once: what a step removes is still there.
        for candidate in step.eliminations {
          #expect(grid[candidate.cell].contains(candidate.digit), "\(board) \(step)")
        }
        step.apply(to: &grid)
      }
      #expect(grid.board == solution, "\(board)")
      #expect(grade.finalBoard == solution, "\(board)")
      #expect(scale.grade(board, options: .withoutSteps).scoreTenths == grade.scoreTenths)
      let highest = grade.steps.map { scale.highestTenths(of: $0.step.technique) ?? .max }.max()
      #expect(grade.scoreTenths ?? 0 <= highest ?? .max, "\(board)")
    }
    #expect(seen.allSatisfy { LevelKind(counting: $0) != nil })
    #expect(seen.count > sized(12, full: 25), "\(seen.count)")
  }

  /// A person takes one step at a time: each names only what is there, nothing harder than a single stands
  /// beside a single, and no step could be left out without a later one missing it.
  @Test func stepsAreThoseOfAPerson() throws {
    for board in try Self.puzzles(each: sized(2, full: 12)) {
      let grade = scale.grade(board)
      var grid = CandidateGrid(board)
      for step in grade.steps.map(\.step) {
        let named = Set(step.pattern.candidates + step.pattern.links.map(\.conclusion.candidate))
        #expect(step.placesDigit || named.allSatisfy(grid.contains), "\(board) \(step)")
        #expect(step.removedMeanwhile.isEmpty, "\(board) \(step)")
        if step.technique.family != .single {
          #expect(HiddenSingle.first(in: grid) == nil, "\(board) \(step)")
          #expect(NakedSingle().firstStep(in: grid) == nil, "\(board) \(step)")
        }
        step.apply(to: &grid)
      }
      // The hardest step is of the kind that the number rests on.
      let highest = grade.steps.compactMap { $0.tenths }.max() ?? 0
      #expect(highest <= grade.scoreTenths ?? 0, "\(board)")
      let used = Set(grade.steps.map(\.step.technique))
      #expect(grade.steps.contains { $0.tenths == highest })
      #expect(used.allSatisfy { LevelKind(counting: $0) != nil }, "\(used)")
    }
  }

  /// One skyscraper does what the rounds do with many.
  @Test func superfluousStepsAreLeftOut() throws {
    let board = try Board(
      line: ".58.7493.....3.47.....9...6..2..7..3...3.9...4..6..2..3...8.....97.6.....1694.78.")
    let removals = scale.grade(board).steps.filter { !$0.step.placesDigit }
    #expect(removals.count == 1, "\(removals)")
  }

  /// Each conclusion of a chain or net rests on the assumption or on an earlier one, and follows by one
  /// rule; what patterns, almost locked sets and nested nets say is named.
  @Test func chainsCanBeFollowed() throws {
    var reasons: Set<String> = []
    let goldenNugget = try Board(
      line: ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....")
    for board in try DataSets.boards("puzzles/hard.txt").prefix(40).sized(3)
      + [goldenNugget].prefix(sized(0, full: 1))
    {
      for graded in scale.grade(board).steps {
        for branch in graded.step.pattern.branches {
          var known: Set<Literal> = [branch.assumption]
          for link in branch.links {
            #expect(link.premises.allSatisfy(known.contains), "\(board) \(graded.step)")
            known.insert(link.conclusion)
            switch link.reason {
            case .technique(let technique): reasons.insert(technique.id)
            case .nested(let index):
              reasons.insert("nested")
              #expect(index < graded.step.nested.count)
              #expect(graded.step.nested[index].eliminations == [link.conclusion.candidate])
            default:
              #expect(
                !link.groups.isEmpty || link.followsByOneRule, "\(board) \(graded.step) \(link)")
            }
          }
          #expect(known.contains(branch.target), "\(board) \(graded.step)")
        }
      }
    }
    // Plain code takes minutes for the puzzle that has them all.
    #expect(
      !TestSize.isFull
        || reasons.isSuperset(of: ["naked-pair", "naked-triplet", "pointing", "nested"]))
  }

  /// The number ranks puzzles as Sudoku Explainer and HoDoKu do.
  @Test func ranksAsTheOthersDo() throws {
    let byRating = try pairs("rating/steps.tsv", "se_er")
    #expect(Self.rankCorrelation(byRating) > (TestSize.isFull ? 0.95 : 0.93))
    let byScore = try pairs("rating/hodoku.tsv", "hodoku_score")
    #expect(Self.rankCorrelation(byScore) > 0.9)
  }

  private func pairs(_ path: String, _ column: String) throws -> [(Double, Double)] {
    try DataSets.table(path).sized(30).compactMap { row in
      guard let value = row[column].flatMap(Double.init), let line = row["puzzle"] else {
        return nil
      }
      let grade = scale.grade(try Board(line: line.prefix(81)), options: .withoutSteps)
      return grade.scoreTenths.map { (Double($0), value) }
    }
  }

  /// Spearman's coefficient: equal values share the mean of their ranks.
  private static func rankCorrelation(_ pairs: [(Double, Double)]) -> Double {
    let (one, two) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
    let mean = Double(pairs.count - 1) / 2
    let product = zip(one, two).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    let squares = [one, two].map { $0.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } }
    return product / (squares[0] * squares[1]).squareRoot()
  }

  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { values[$0] != values[order[start]] } ?? order.count
      for place in start..<end { ranks[order[place]] = Double(start + end - 1) / 2 }
      start = end
    }
    return ranks
  }

  /// No number holds more than a few per cent of a level.
  @Test func numbersSpread() throws {
    var counts: [String: [Int: Int]] = [:]
    for board in try DataSets.boards("puzzles/typical.txt").sized(250) {
      let grade = scale.grade(board, options: .withoutSteps)
      counts[grade.level?.name ?? "", default: [:]][grade.scoreTenths ?? -1, default: 0] += 1
    }
    #expect(Set(counts.keys) == Set(scale.levels.map(\.name)))
    for (level, numbers) in counts {
      let total = numbers.values.reduce(0, +)
      guard total > sized(40, full: 300) else { continue }
      #expect((numbers.values.max() ?? 0) * 100 < total * sized(15, full: 5), "\(level)")
    }
  }

  /// Nets within nets are not enough here: the solution is placed, and the number says so.
  ///
  /// Plain code takes three minutes for it.
  @Test(.enabled(if: TestSize.isFull)) func puzzlesBeyondNetsHaveANumber() throws {
    let board = try Board(
      line: "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..")
    let grade = scale.grade(board)
    #expect(grade.techniqueCounts[.bruteForce] > 0 && grade.finalBoard.isSolved)
    #expect(grade.scoreTenths.map { $0 >= 1_400 } == true && grade.level == scale.levels.last)
    var random = SeededRandom(seed: 3)
    let twin = scale.grade(Transformation.random(using: &random).applied(to: board))
    #expect(twin.scoreTenths == grade.scoreTenths)
    #expect(twin.techniqueCounts == grade.techniqueCounts)
  }

  @Test func unratedGradesSayWhy() throws {
    #expect(scale.grade(Board()).unrated == .severalSolutions)
    let board = try #require(try DataSets.boards("puzzles/hard.txt").first)
    let full = scale.grade(board)
    #expect(scale.grade(full.finalBoard).unrated == .alreadySolved)
    #expect(scale.grade(board) { true }.unrated == .cancelled)
    var options = GradeOptions()
    options.workLimit = 3
    #expect(scale.grade(board, options: options).unrated == .budgetExhausted)
    options = GradeOptions()
    options.stopsAboveTenths = 200
    let limited = scale.grade(board, options: options)
    #expect(limited.unrated == .aboveLimit && limited.scoreTenths == nil)
    #expect(limited.reachedTenths > 200 && limited.reachedTenths <= full.scoreTenths ?? 0)
  }

  @Test func uniquenessMayBeOff() throws {
    var options = GradeOptions()
    options.allowsUniqueness = false
    var count = 0
    for board in try Self.puzzles(each: sized(3, full: 30)) {
      let (with, without) = (scale.grade(board), scale.grade(board, options: options))
      #expect(!without.steps.contains { $0.step.technique.assumesUniqueness })
      #expect(without.unrated == nil && without.finalBoard.isSolved)
      count += with.steps.contains { $0.step.technique.assumesUniqueness } ? 1 : 0
    }
    #expect(count > 0)
  }

  /// A puzzle of candidates without a single clue.
  @Test func pencilmarkPuzzles() throws {
    let hard = try #require(try DataSets.boards("puzzles/hard.txt").last)
    let board = TestSize.isFull ? hard : try Board(line: HintLadderTests.medium)
    let clued = CandidateGrid(board)
    let grid = CandidateGrid { cell in board[cell].map { DigitSet($0) } ?? clued[cell] }
    let grade = scale.grade(grid, options: GradeOptions(), isCancelled: nil)
    #expect(grade.unrated == nil && grade.finalBoard.isSolved)
    #expect(grade.scoreTenths.map { $0 > 200 } == true)
  }

  @Test func ratingsAscend() {
    let bases = scale.techniques.compactMap(scale.baseTenths)
    #expect(bases.count == scale.techniques.count && bases == bases.sorted())
    #expect(Set(scale.techniques).count == scale.techniques.count)
    #expect(bases.allSatisfy { $0 <= scale.highestTenths })
    #expect(scale.version == "2" && scale.rulesVersion == 2)
  }
}
