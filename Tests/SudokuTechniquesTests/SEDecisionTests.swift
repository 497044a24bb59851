import SudokuCore
import TestSupport
import Testing

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
    let count = min(DataSets.figure(own: 30, public: 150), lines.count)
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
