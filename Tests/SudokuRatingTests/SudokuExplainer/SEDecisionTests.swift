import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Whether a rating is reached: always what the rating says.
@Suite struct SEDecisionTests {
  private static let rater = {
    var options = SERater.Options()
    options.keepsSteps = false
    return SERater(options: options)
  }()

  @Test(arguments: ["puzzles/typical.txt", "puzzles/few-clues.txt", "puzzles/hard.txt"])
  func agreesWithTheRating(path: String) throws {
    let lines = try DataSets.lines(path)
    let count = min(sized(4, full: DataSets.figure(own: 30, public: 150)), lines.count)
    var answers: [SEDecision: Int] = [:]
    for number in 0..<count {
      let board = try Board(line: lines[number * lines.count / count].prefix(81))
      let tenths = try #require(Self.rater.rate(board).rating).erTenths
      var limits = [0, 10, 12, 13, 26, 44, 45, 62, 66, 70, 71, 75, 80, 85, 90, 200]
      limits += [tenths - 1, tenths, tenths + 1]
      for limit in limits where limit <= 90 || tenths < 90 {
        let expected: SEDecision = tenths >= limit ? .yes : .no
        let decision = Self.rater.decide(board, atLeast: limit)
        #expect(decision == expected, "\(board.line) is rated \(tenths), at least \(limit)")
        answers[decision, default: 0] += 1
      }
    }
    #expect(answers[.yes, default: 0] > count && answers[.no, default: 0] > count)
  }

  /// What steps below a rating solve is rated lower; for ratings of basic techniques the reverse holds too.
  @Test(arguments: ["puzzles/typical.txt", "puzzles/few-clues.txt", "puzzles/hard.txt"])
  func solvedBelowARating(path: String) throws {
    let lines = try DataSets.lines(path)
    let count = min(sized(4, full: DataSets.figure(own: 30, public: 150)), lines.count)
    var solvedCount = 0
    for number in 0..<count {
      let board = try Board(line: lines[number * lines.count / count].prefix(81))
      let tenths = try #require(Self.rater.rate(board).rating).erTenths
      for limit in [0, 12, 15, 16, 23, 30, 32, 33, 34, 38, 42, 45, 62, 66, 70, 75, 83, 85, 90, 200]
      {
        let isSolved = Self.rater.isSolved(board, below: limit)
        #expect(!isSolved || tenths < limit, "\(board.line) is rated \(tenths), below \(limit)")
        if limit <= 45 { #expect(isSolved == (tenths < limit), "\(board.line) \(tenths) \(limit)") }
        if isSolved { solvedCount += 1 }
      }
    }
    #expect(solvedCount > count)
    #expect(!Self.rater.isSolved(Board(), below: 200))
  }

  /// A rating that does not look beyond its limit is the same up to it; above it there is none.
  @Test(arguments: ["puzzles/typical.txt", "puzzles/hard.txt"])
  func nothingIsSoughtBeyondTheLimit(path: String) throws {
    var brief = Self.rater
    brief.options.seeksBeyondLimit = false
    brief.options.assumesUniqueSolution = true
    let lines = try DataSets.lines(path)
    let count = min(sized(4, full: DataSets.figure(own: 30, public: 150)), lines.count)
    var aboveCount = 0
    for number in 0..<count {
      let board = try Board(line: lines[number * lines.count / count].prefix(81))
      let rating = try #require(Self.rater.rate(board).rating)
      for limit in [
        10, 12, 20, 28, 31, 32, 33, 34, 36, 38, 40, 42, 44, 45, 62, 66, 71, 84, 89, 200,
      ] {
        let outcome = brief.rate(board, stopAbove: limit)
        if rating.erTenths <= limit {
          #expect(outcome == .rated(rating), "\(board.line) \(limit)")
        } else {
          aboveCount += 1
          let reason = outcome.unratedReason
          #expect(reason == .aboveLimit || reason == .needsChains, "\(board.line) \(limit)")
          #expect(outcome.partialRating.erTenths <= rating.erTenths)
        }
      }
    }
    #expect(aboveCount > count)
  }

  @Test func boardsWithoutOneSolution() throws {
    var several = Board()
    several[Cell(index: 0)] = Digit(1)
    var none = several
    none[Cell(index: 9)] = Digit(1)
    for limit in [0, 12, 30, 45, 70, 105, 200] {
      #expect(Self.rater.decide(Board(), atLeast: limit) == .unrated(.severalSolutions))
      #expect(Self.rater.decide(several, atLeast: limit) == .unrated(.severalSolutions))
      #expect(Self.rater.decide(none, atLeast: limit) == .unrated(.noSolution))
    }
  }

  @Test func searchesCanBeStopped() throws {
    let hard = try Board(line: DataSets.ownLines("puzzles/hardest.txt")[0].prefix(81))
    #expect(Self.rater.decide(hard, atLeast: 200) { true } == .unrated(.cancelled))
    var options = SERater.Options()
    options.workLimit = 10
    #expect(SERater(options: options).decide(hard, atLeast: 200) == .unrated(.budgetExhausted))
  }
}
