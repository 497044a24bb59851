import SudokuCore
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

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

  static func rows(_ file: String) throws -> [Row] {
    try DataSets.table(file).compactMap { row in
      guard let er = row["se_er"], !er.isEmpty, let puzzle = row["puzzle"] else { return nil }
      let triple = ["se_er", "se_ep", "se_ed"].map { tenths((row[$0] ?? "")[...]) }
      let steps = (row["se_step_ratings"] ?? "").split(separator: ",").map(tenths)
      return Row(board: try Board(line: puzzle), triple: triple, steps: steps)
    }
  }

  /// Puzzles without chains: all three ratings and every step.
  @Test(.enabled(if: DataSets.areAvailable, "\(DataSets.hint)"))
  func puzzlesWithoutChains() throws {
    let rater = SERater()
    let rows = try Self.rows("rating/reference.tsv").filter { $0.triple[0] < 65 }
    #expect(rows.count > 500)
    for row in rows {
      let outcome = rater.rate(row.board)
      let rating = outcome.partialRating
      let steps = rating.steps.map(\.ratingTenths)
      #expect(outcome.unratedReason == nil, "\(row.board)")
      #expect([rating.erTenths, rating.epTenths, rating.edTenths] == row.triple, "\(row.board)")
      if steps != row.steps {
        let first = zip(steps, row.steps).prefix { $0 == $1 }.count
        let ours = rating.steps.dropFirst(first).first.map { "\($0)" } ?? "nothing"
        Issue.record(
          "\(row.board) step \(first): \(ours), not \(row.steps.dropFirst(first).first ?? 0)")
      }
    }
  }

  /// Harder puzzles: every step before the first chain.
  @Test(.enabled(if: DataSets.areAvailable, "\(DataSets.hint)"))
  func stepsBeforeTheFirstChain() throws {
    let rater = SERater()
    var compared = 0
    for row in try Self.rows("rating/reference.tsv") where row.triple[0] >= 65 {
      let steps = rater.rate(row.board, stopAbove: 62).partialRating.steps.map(\.ratingTenths)
      let expected = row.steps.prefix { $0 < 65 }
      #expect(Array(steps.prefix(expected.count)) == Array(expected), "\(row.board)")
      compared += expected.count
    }
    #expect(compared > 1_000)
  }
}
