import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// Each search of the scale `hodoku` alone, on a position made for it.
@Suite struct HoDoKuSearcherTests {
  private static let positions = "rating/hodoku-searchers.tsv"

  private func state(_ position: SearcherPosition) -> HoDoKuState {
    var state = HoDoKuState(CandidateGrid(position.clues))
    for cell in position.board.filledCells.subtracting(position.clues.filledCells) {
      guard let digit = position.board[cell] else { continue }
      state.apply(
        HoDoKuFind(.nakedSingle, placing: Candidate(cell, digit), pattern: StepPattern()))
    }
    state.apply(HoDoKuFind(.pointing, removing: position.removed, pattern: StepPattern()))
    return state
  }

  private func searcher(
    _ row: HoDoKuScale.Row, _ position: SearcherPosition
  ) -> any HoDoKuSearcher {
    row.searcher ?? HoDoKuBruteForce(solution: position.solution)
  }

  /// The search of each technique finds the step of its position; the searches before it find none.
  @Test func eachSearchFindsItsStep() throws {
    var searched: Set<Technique> = []
    for position in try SearcherPosition.all(Self.positions) {
      let id = try #require(position.row["technique"])
      let technique = try #require(Technique.all.first { $0.id == id })
      searched.insert(technique)
      var state = state(position)
      defer { state.returnTable() }
      for row in HoDoKuScale.rows where row.techniques.allSatisfy({ $0.family != .single }) {
        let find = searcher(row, position).find(in: &state)?.step
        guard row.techniques.contains(technique) else {
          #expect(find == nil, "\(id): \(row.techniques[0].id) comes first")
          continue
        }
        #expect(find?.technique == technique, "\(id)")
        #expect(find?.result == position.row["step"], "\(id)")
        #expect(find?.agrees(with: position.solution) == true, "\(id)")
        break
      }
    }
    let all = Set(HoDoKuScale.rows.flatMap(\.techniques)).filter { $0.family != .single }
    #expect(all.subtracting(searched) == Self.rare)
  }

  /// Techniques that no puzzle of the sets needs before another search finds a step.
  private static let rare: Set<Technique> = [
    .simpleColorWrap, .uniqueRectangle5, .sashimiJellyfish, .frankenXWing, .frankenSwordfish,
    .finnedFrankenXWing,
  ]

  /// The rare ones that the scale's own way through puzzles of other tables meets.
  private static let met: Set<Technique> = [
    .sashimiJellyfish, .frankenXWing, .frankenSwordfish, .finnedFrankenXWing,
  ]

  /// The searches of rare techniques find them on the way of puzzles that have them.
  @Test func rareTechniquesAreFoundOnTheWay() throws {
    var found: Set<Technique> = []
    for line in try DataSets.ownLines("techniques/explained.tsv") {
      // Technique, way, puzzle.
      let fields = line.split(separator: "\t")
      guard let technique = Self.met.first(where: { $0.id == fields[0] }),
        !found.contains(technique)
      else { continue }
      let clues = try Board(line: fields[2])
      let solution = try #require(Solver().uniqueSolution(of: clues))
      let search = try #require(HoDoKuScale.rows.first { $0.techniques.contains(technique) })
      var state = HoDoKuState(CandidateGrid(clues))
      defer { state.returnTable() }
      while !state.grid.isFull {
        let find = search.searcher?.find(in: &state)
        if let find, find.technique == technique {
          let steps = try catalogueSteps(search.techniques, in: state.grid)
          #expect(find.step.agrees(with: solution), "\(technique.id)")
          #expect(Set(find.removals).isSubset(of: steps.flatMap(\.eliminations)), "\(technique.id)")
          found.insert(technique)
          break
        }
        var next: HoDoKuFind?
        for row in HoDoKuScale.rows {
          if next != nil { break }
          next = (row.searcher ?? HoDoKuBruteForce(solution: solution)).find(in: &state)
        }
        state.apply(try #require(next))
      }
    }
    #expect(found == Self.met)
  }

  private func catalogueSteps(
    _ techniques: [Technique], in grid: CandidateGrid
  ) throws -> [Step] {
    let wanted =
      techniques.contains { $0.family == .uniqueness }
      // The scale and the catalogue count some rectangles as different types.
      ? Technique.all.filter { $0.family == .uniqueness } : techniques
    var budget = SearchBudget()
    return try StepFinder(techniques: Set(wanted)).steps(in: grid, budget: &budget)
  }

  /// Once a step is carried out, its search finds another one or none.
  @Test func noStepIsFoundTwice() throws {
    for position in try SearcherPosition.all(Self.positions) {
      var state = state(position)
      defer { state.returnTable() }
      let id = position.row["technique"]
      let row = try #require(HoDoKuScale.rows.first { $0.techniques.contains { $0.id == id } })
      let searcher = searcher(row, position)
      let first = try #require(searcher.find(in: &state))
      state.apply(first)
      let next = searcher.find(in: &state)
      #expect(next?.step.result != first.step.result, "\(id ?? "")")
    }
  }

  /// What a search removes, the catalogue's searcher of the technique removes too.
  @Test func stepsAgreeWithTheCatalogue() throws {
    var compared: Set<Technique> = []
    for position in try SearcherPosition.all(Self.positions) {
      let id = position.row["technique"]
      let row = try #require(HoDoKuScale.rows.first { $0.techniques.contains { $0.id == id } })
      let steps = try catalogueSteps(row.techniques, in: position.grid)
      // Chains of the catalogue end at other candidates; they have tests of their own.
      guard !steps.isEmpty, row.techniques[0].family != .chain else { continue }
      var state = state(position)
      defer { state.returnTable() }
      let find = try #require(searcher(row, position).find(in: &state))
      #expect(Set(find.removals).isSubset(of: steps.flatMap(\.eliminations)), "\(id ?? "")")
      compared.insert(find.technique)
    }
    #expect(compared.count >= 30, "\(compared.map(\.id).sorted())")
  }

  /// A naked single leaves its queue once; nothing is left of a single that is placed.
  @Test func singlesComeFromTheQueues() throws {
    let line = "12345678.456789123789123456214365897365897214897214365531642978642978531978531642"
    var state = HoDoKuState(CandidateGrid(try Board(line: line)))
    let single = Candidate(Cell(row: 0, column: 8), Digit(index: 8))
    #expect(HoDoKuFullHouse().find(in: &state)?.placement == single)
    #expect(HoDoKuFullHouse().find(in: &state)?.placement == single)
    #expect(HoDoKuNakedSingle().find(in: &state)?.placement == single)
    #expect(HoDoKuNakedSingle().find(in: &state)?.step == nil)
    let hidden = try #require(HoDoKuHiddenSingle().find(in: &state))
    #expect(hidden.placement == single)
    state.apply(hidden)
    for searcher: any HoDoKuSearcher in [
      HoDoKuFullHouse(), HoDoKuNakedSingle(), HoDoKuHiddenSingle(),
    ] {
      #expect(searcher.find(in: &state)?.step == nil)
    }
  }

  /// Without anything else the middle one of the empty cells takes the solution's digit.
  @Test func lastResortTakesTheMiddleCell() throws {
    let solution = try Board(
      line: "123456789456789123789123456214365897365897214897214365531642978642978531978531642")
    var clues = solution
    for (row, column) in [(0, 0), (4, 4), (8, 8)] { clues[Cell(row: row, column: column)] = nil }
    var state = HoDoKuState(CandidateGrid(clues))
    let find = HoDoKuBruteForce(solution: solution).find(in: &state)
    #expect(find?.placement == Candidate(Cell(row: 4, column: 4), Digit(index: 8)))
  }

  /// More eliminations first, then shorter chains, then the weight.
  @Test func ranks() {
    let (one, two) = (Candidate(index: 9), Candidate(index: 99))
    #expect(HoDoKuRank([one, two], length: 9) < HoDoKuRank([one], length: 3))
    #expect(HoDoKuRank([two], length: 3) < HoDoKuRank([one], length: 4))
    #expect(HoDoKuRank([one], length: 3) < HoDoKuRank([two], length: 3))
    #expect([two, one, two].normalized() == [one, two])
  }
}
