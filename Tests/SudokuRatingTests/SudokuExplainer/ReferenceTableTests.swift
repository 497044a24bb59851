import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Agreement with Sudoku Explainer 1.2.1.3, step by step.
@Suite struct ReferenceTableTests {
  struct Row {
    var board: Board
    var triple: [Int]
    var steps: [Int]
  }

  static func tenths(_ text: Substring) -> Int {
    Int(text.filter { $0 != "." }) ?? -1
  }

  static func rows(_ file: String) throws -> [Row] { try rows(DataSets.table(file)) }

  static func rows(_ table: [[String: String]]) throws -> [Row] {
    try table.compactMap { row in
      guard let er = row["se_er"], !er.isEmpty, let puzzle = row["puzzle"] else { return nil }
      let triple = ["se_er", "se_ep", "se_ed"].map { tenths((row[$0] ?? "")[...]) }
      let steps = (row["se_step_ratings"] ?? "").split(separator: ",").map(tenths)
      return Row(board: try Board(line: puzzle), triple: triple, steps: steps)
    }
  }

  /// Checks that a rating without steps, whose steps come in any order, is the same.
  static func checkRatingOnly(_ row: Row) {
    var options = SERater.Options()
    options.keepsSteps = false
    let rating = SERater(options: options).rate(row.board).rating
    #expect(
      [rating?.erTenths, rating?.epTenths, rating?.edTenths] == row.triple, "\(row.board)")
    #expect(rating?.finalBoard.isSolved == true, "\(row.board)")
  }

  /// Puzzles without chains: all three ratings and every step.
  @Test
  func puzzlesWithoutChains() throws {
    let rater = SERater()
    let rows = try Self.rows("rating/steps.tsv").filter { $0.triple[0] < 65 }
    #expect(rows.count > 500)
    for row in rows.sized(40) {
      let outcome = rater.rate(row.board)
      let rating = outcome.partialRating
      let steps = rating.steps.map(\.ratingTenths)
      #expect(outcome.unratedReason == nil, "\(row.board)")
      #expect([rating.erTenths, rating.epTenths, rating.edTenths] == row.triple, "\(row.board)")
      Self.checkRatingOnly(row)
      let isWithinBounds = rating.steps.allSatisfy {
        $0.ratingTenths <= SEScale.highestTenths(of: $0.step.technique) ?? .max
      }
      #expect(isWithinBounds, "\(row.board)")
      if steps != row.steps {
        let first = zip(steps, row.steps).prefix { $0 == $1 }.count
        let ours = rating.steps.dropFirst(first).first.map { "\($0)" } ?? "nothing"
        Issue.record(
          "\(row.board) step \(first): \(ours), not \(row.steps.dropFirst(first).first ?? 0)")
      }
    }
  }

  /// Puzzles with chains, up to 11.4: all three ratings, and every step of all but one puzzle.
  @Test
  func puzzlesWithChains() throws {
    let rater = SERater()
    let reference = try Self.rows("rating/steps.tsv").filter { $0.triple[0] >= 65 }
    let hard = DataSets.arePublic ? try Self.rows("rating/hard.tsv") : []
    // Above 10 every fourth: they take most of the time.
    let rows = reference + hard.enumerated().filter { $1.triple[0] < 100 || $0 % 4 == 0 }.map(\.1)
    #expect(rows.count > 240)
    var others: [String] = []
    for row in rows.sized(6) {
      let outcome = rater.rate(row.board)
      let rating = outcome.partialRating
      #expect(outcome.unratedReason == nil, "\(row.board)")
      #expect([rating.erTenths, rating.epTenths, rating.edTenths] == row.triple, "\(row.board)")
      if row.triple[0] < 100 { Self.checkRatingOnly(row) }
      if rating.steps.map(\.ratingTenths) != row.steps { others.append(row.board.line) }
    }
    #expect(
      others
        == DataSets.figure(
          own: [],
          public: [
            ".2.4....9....8....6.8...1.....7..39..7.....2.....24..75.........4.9....3..1..5.6."
          ]))
  }

  /// The package's own table holds too where the public one takes its place.
  @Test(.enabled(if: DataSets.arePublic, "the tests above run over it"))
  func theOwnTable() throws {
    let rater = SERater()
    let rows = try Self.rows(DataSets.ownTable("rating/steps.tsv"))
    for row in rows where row.triple[0] < 90 {
      let rating = rater.rate(row.board).partialRating
      #expect([rating.erTenths, rating.epTenths, rating.edTenths] == row.triple, "\(row.board)")
      #expect(rating.steps.map(\.ratingTenths) == row.steps, "\(row.board)")
    }
  }

  /// On puzzles of all sets ratings are the same with and without their steps.
  @Test(
    arguments: [
      ("puzzles/few-clues.txt", DataSets.figure(own: 20, public: 250)),
      ("puzzles/hard.txt", 10),
      ("puzzles/typical.txt", 30),
      ("puzzles/easy.txt", DataSets.figure(own: 20, public: 200)),
    ])
  func ratingOnlyIsTheSame(path: String, distance: Int) throws {
    let lines = try DataSets.lines(path)
    for index in stride(from: 0, to: lines.count, by: distance).map(\.self).sized(5) {
      let board = try Board(line: lines[index].prefix(81))
      let rating = try #require(SERater().rate(board).rating)
      let triple = [rating.erTenths, rating.epTenths, rating.edTenths]
      Self.checkRatingOnly(Row(board: board, triple: triple, steps: []))
    }
  }

  /// A limit below the first chain ends the search there.
  @Test
  func limitsSpareTheChains() throws {
    for row in try Self.rows("rating/steps.tsv").filter({ $0.triple[0] >= 65 }).sized(20) {
      let outcome = SERater().rate(row.board, stopAbove: 44)
      #expect([.needsChains, .aboveLimit].contains(outcome.unratedReason), "\(row.board)")
    }
  }
}
