import SudokuCore
import SudokuIdentity
import TestSupport
import Testing

@Suite struct CanonicalFormTests {
  static let minimumGrid =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
  static let maximumGrid =
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543"

  /// The public table was made by other programs; the own one holds what must not change.
  @Test
  func publishedForms() throws {
    let rows = try DataSets.table("identity/forms.tsv")
    #expect(rows.count == DataSets.figure(own: 203, public: 275))
    var canonicalizer = Canonicalizer()
    for row in rows {
      let board = try Board(line: #require(row["puzzle"]))
      for (form, column) in [
        (CanonicalForm.rowMin, "minlex_row_form"), (.minlex, "minlex_true"),
        (.pattern, "minlex_pattern_first"),
      ] {
        let found = canonicalizer.form(form, of: board)
        let result = try #require(found)
        #expect(result.board.line == row[column], "\(form) of \(board)")
        #expect(String(result.automorphismCount) == row["automorphisms"])
        #expect(result.transformation.applied(to: board) == result.board)
      }
    }
  }

  @Test(.enabled(if: DataSets.arePublic, "\(DataSets.hint)"))
  func the17ClueListIsInRowMinForm() throws {
    var canonicalizer = Canonicalizer()
    let boards = try DataSets.boards("puzzles/few-clues.txt")
    #expect(boards.count == 49_158)
    let changed = boards.filter { canonicalizer.form(.rowMin, of: $0)?.board != $0 }
    #expect(changed.isEmpty)
  }

  @Test func automorphicGrids() throws {
    var canonicalizer = Canonicalizer()
    for (line, count) in [
      (CanonicalFormTests.minimumGrid, 3), (CanonicalFormTests.maximumGrid, 72),
    ] {
      let grid = try Board(line: line)
      let found = canonicalizer.form(.solution, of: grid)
      let form = try #require(found)
      #expect(form.board == grid)
      #expect(form.automorphismCount == count)
      let automorphisms = canonicalizer.automorphisms(of: grid)
      #expect(Set(automorphisms).count == count)
      #expect(automorphisms.contains(.identity))
      #expect(automorphisms.allSatisfy { $0.applied(to: grid) == grid })
    }
  }

  /// The grid with the most automorphisms; its form is one of the two forms with all rows cyclic.
  @Test func theMostAutomorphicGrid() throws {
    let grid = try Board(
      line: "123456789456789123789123456231564897564897231897231564312645978645978312978312645")
    var canonicalizer = Canonicalizer()
    let count = canonicalizer.form(.minlex, of: grid)?.automorphismCount
    #expect(count == 648)
    let automorphisms = canonicalizer.automorphisms(of: grid)
    #expect(Set(automorphisms).count == 648)
  }

  /// In one grid of 25,000 no two columns exchange digits as the smallest row 2 needs it.
  ///
  /// There every start is tried. The forms were found by another algorithm.
  @Test func gridsOfTheRareKind() throws {
    var random = SeededRandom(seed: 3)
    var canonicalizer = Canonicalizer()
    for (line, form) in [
      (
        "652713894198452763437869215869375142215984376374621958926537481781246539543198627",
        "123456789457289163869731524291645837538927416746318295315864972674192358982573641"
      ),
      (
        "981425736726139458534786192613548279457912683298367514172894365369251847845673921",
        "123456789457289613869713245235847196694132578781695324316978452578324961942561837"
      ),
    ] {
      let grid = try Board(line: line)
      for _ in 0..<20 {
        let twin = Transformation.random(using: &random).applied(to: grid)
        let found = canonicalizer.form(.minlex, of: twin)
        #expect(found?.board.line == form)
      }
    }
  }

  @Test func smallBoardsCountTheirSymmetries() throws {
    var canonicalizer = Canonicalizer()
    let empty = Board()
    var one = Board()
    one[Cell(index: 40)] = Digit(7)
    for form in [CanonicalForm.minlex, .rowMin, .pattern].sized(1) {
      let count = canonicalizer.form(form, of: empty)?.automorphismCount
      #expect(count == 3_359_232)
      let found = canonicalizer.form(form, of: one)
      let result = try #require(found)
      #expect(result.board.line == String(repeating: ".", count: 80) + "1")
      #expect(result.automorphismCount == 3_359_232 / 81)
    }
  }

  @Test func boardsThatBreakTheRulesHaveNoForm() {
    var canonicalizer = Canonicalizer()
    var twice = Board()
    twice[Cell(index: 0)] = Digit(1)
    twice[Cell(index: 8)] = Digit(1)
    let formsOfFew = CanonicalForm.allCases.compactMap { canonicalizer.form($0, of: twice) }
    #expect(formsOfFew.map(\.board.line) == [String(repeating: ".", count: 77) + "1..1"])
    let board = Board { _ in Digit(1) }
    let forms = CanonicalForm.allCases.compactMap { canonicalizer.form($0, of: board) }
    #expect(forms.isEmpty)
    let automorphisms = canonicalizer.automorphisms(of: board)
    #expect(automorphisms.isEmpty)
    let form = canonicalizer.solutionForm(of: Board(), solution: board)
    #expect(form == nil)
  }

  /// Boards of every density, with and without unique solutions, keep their forms under symmetry.
  @Test func formsAreInvariant() throws {
    var random = SeededRandom(seed: 71)
    var canonicalizer = Canonicalizer()
    let grids = try [CanonicalFormTests.minimumGrid, CanonicalFormTests.maximumGrid].map {
      try Board(line: $0)
    }
    for round in 0..<300 {
      let board = thinned(grids[round % 2], to: 3 + round / 4, using: &random)
      var expected: [CanonicalForm: CanonicalBoard] = [:]
      for _ in 0..<4 {
        let twin = Transformation.random(using: &random).applied(to: board)
        for form in [CanonicalForm.minlex, .rowMin, .pattern] {
          let found = canonicalizer.form(form, of: twin)
          let result = try #require(found)
          #expect(result.transformation.applied(to: twin) == result.board, "round \(round)")
          let first = expected[form, default: result]
          expected[form] = first
          #expect(first.board == result.board, "round \(round): \(form) of \(twin)")
          #expect(first.automorphismCount == result.automorphismCount)
        }
      }
      let counts = Set(expected.values.map(\.automorphismCount))
      #expect(counts.count == 1, "round \(round): \(board)")
      let smallest = try #require(expected[.minlex]?.board)
      #expect(smallest <= board)
      #expect(expected.values.allSatisfy { smallest <= $0.board })
    }
  }

  private func thinned(
    _ grid: Board, to count: Int, using random: inout SeededRandom
  ) -> Board {
    var cells = Array(CellSet.all)
    random.shuffle(&cells)
    var board = grid
    for cell in cells.prefix(max(0, 81 - count)) { board[cell] = nil }
    return board
  }
}
