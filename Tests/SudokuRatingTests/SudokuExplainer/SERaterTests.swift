import SudokuCore
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

@Suite struct SERaterTests {
  let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  @Test func easyPuzzle() throws {
    let outcome = SERater().rate(try Board(line: easy))
    let rating = try #require(outcome.rating)
    #expect([rating.erTenths, rating.epTenths, rating.edTenths] == [12, 12, 12])
    #expect(rating.steps.count == 51)
    #expect(rating.finalBoard.isSolved)
    #expect(rating.techniqueCounts[.fullHouse] + rating.techniqueCounts[.hiddenSingleBlock] == 51)
  }

  @Test func ratingOnlyIsTheSameWithoutSteps() throws {
    let board = try Board(
      line: "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38..")
    var options = SERater.Options()
    options.keepsSteps = false
    let full = try #require(SERater().rate(board).rating)
    let short = try #require(SERater(options: options).rate(board).rating)
    #expect(full.erTenths == 42)
    #expect(full.erTenths == short.erTenths && full.epTenths == short.epTenths)
    #expect(full.edTenths == short.edTenths)
    #expect(short.steps.isEmpty && short.techniqueCounts.isEmpty)
    // A full board has no steps either, but none is missing.
    guard case .unrated(.alreadySolved, let solved) = SERater().rate(full.finalBoard) else {
      Issue.record("a full board is not rated")
      return
    }
    #expect(solved.steps.isEmpty)
  }

  @Test func limitStops() throws {
    let board = try Board(
      line: "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38..")
    let outcome = SERater().rate(board, stopAbove: 30)
    #expect(outcome.unratedReason == .aboveLimit)
    #expect(outcome.partialRating.erTenths > 30)
    #expect(SERater().rate(board, stopAbove: 42).rating?.erTenths == 42)
  }

  @Test func boardsWithoutOneSolution() throws {
    #expect(SERater().rate(Board()).unratedReason == .severalSolutions)
    let solved = try #require(SERater().rate(try Board(line: easy)).rating).finalBoard
    #expect(SERater().rate(solved).unratedReason == .alreadySolved)
    var twice = try Board(line: easy)
    twice[Cell(index: 2)] = Digit(5)
    #expect(SERater().rate(twice).unratedReason == .noSolution)
    let deadCell = "12345678.........9".padding(81)
    #expect(SERater().rate(try Board(line: deadCell)).unratedReason == .noSolution)
    // Contradictory but full: the fault shows only in the finished board.
    var wrong = solved
    wrong[Cell(index: 0)] = solved[Cell(index: 1)]
    #expect(SERater().rate(wrong).unratedReason == .noSolution)
  }

  /// A board that singles fill, though a clue contradicts them, is not a puzzle.
  @Test func wrongClueIsNoticed() throws {
    let solved = try #require(SERater().rate(try Board(line: easy)).rating).finalBoard
    var checked = 0
    for index in 0..<81 {
      var board = solved
      board[Cell(index: index)] = nil
      guard let digit = solved[Cell(index: index)], let other = Digit(Int(digit.rawValue) % 9 + 1)
      else {
        continue
      }
      board[Cell(index: (index + 40) % 81)] = other
      guard !board.repeatedCells.isEmpty else { continue }
      checked += 1
      #expect(SERater().rate(board).unratedReason == .noSolution)
    }
    #expect(checked > 50)
  }

  /// Two solutions: with uniqueness techniques off the rating goes as far as it gets.
  @Test func severalSolutionsWithoutUniqueness() throws {
    let solved = try #require(SERater().rate(try Board(line: easy)).rating).finalBoard
    // A deadly rectangle: two rows of a band, two columns, two digits.
    var board = solved
    let cells = try #require(deadlyRectangle(in: solved))
    for cell in cells { board[cell] = nil }
    board[Cell(row: 8, column: 8)] = nil
    #expect(SERater().rate(board).unratedReason == .severalSolutions)
    var options = SERater.Options()
    options.search.allowsUniqueness = false
    let outcome = SERater(options: options).rate(board)
    #expect(outcome.unratedReason == .severalSolutions)
    #expect(outcome.partialRating.erTenths > 0)
  }

  private func deadlyRectangle(in board: Board) -> [Cell]? {
    for first in 0..<81 {
      for second in 0..<81 where first / 9 < second / 9 && first % 9 < second % 9 {
        let corners = [
          Cell(index: first), Cell(row: first / 9, column: second % 9),
          Cell(row: second / 9, column: first % 9), Cell(index: second),
        ]
        if Set(corners.map(\.block)).count == 2, board[corners[0]] == board[corners[3]],
          board[corners[1]] == board[corners[2]], !corners.contains(Cell(index: 80))
        {
          return corners
        }
      }
    }
    return nil
  }

  /// A pencilmark grid that lacks candidates may be easier than its board.
  @Test func pencilmarks() throws {
    let board = try Board(
      line: "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38..")
    let solution = try #require(SERater().rate(board).rating).finalBoard
    let grid = CandidateGrid { cell in
      solution[cell].map { board[cell] == nil ? DigitSet([$0, Digit(index: 0)]) : DigitSet($0) }
        ?? .none
    }
    let rating = try #require(SERater().rate(grid).rating)
    #expect(rating.finalBoard == solution)
    #expect(rating.erTenths <= 23)
  }

  /// A puzzle of ER 9.0, the first of the list `magictour-1465`.
  let hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"

  @Test func workLimitStops() throws {
    let board = try Board(line: hard)
    let full = try #require(SERater().rate(board).rating)
    #expect(full.erTenths == 90)
    #expect(full.work > 0)
    var options = SERater.Options()
    options.workLimit = full.work / 4
    let outcome = SERater(options: options).rate(board)
    #expect(outcome.unratedReason == .budgetExhausted)
    #expect(
      outcome.partialRating.steps == Array(full.steps.prefix(outcome.partialRating.steps.count)))
    options.workLimit = full.work
    #expect(SERater(options: options).rate(board).rating == full)
  }

  @Test func cancellationStops() throws {
    let outcome = SERater().rate(try Board(line: hard)) { true }
    #expect(outcome.unratedReason == .cancelled)
    // Without chains there is nothing to cancel.
    #expect(SERater().rate(try Board(line: easy)) { true }.rating != nil)
  }

  @Test func lengthSurcharge() {
    // n = complexity - 2 passes 4, 6, 8, 12, 16, 24 ...
    let table = [
      (6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (14, 3), (15, 4), (18, 4), (19, 5),
      (26, 5), (27, 6), (34, 6), (35, 7), (50, 7), (51, 8), (66, 8), (67, 9), (98, 9), (99, 10),
      (130, 10), (131, 11),
    ]
    for (complexity, tenths) in table {
      #expect(SEScale.lengthTenths(complexity) == tenths, "\(complexity)")
    }
    #expect(SEScale.lengthTenths(0) == 0)
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String {
    self + String(repeating: ".", count: count - self.count)
  }
}
