import Foundation
import SudokuCore
import SudokuExplainer
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

/// What steps say, in words that somebody has read: two of each technique that `puzzles/techniques` lacks.
@Suite struct ExplanationTests {
  /// `SUDOKU_RECORD=1 swift test --filter ExplanationTests` writes the words again: read what has changed.
  static let told = Repository.root.appendingPathComponent("Tests/Data/techniques/told.txt")

  /// The first step of a technique in a puzzle: where a scale takes one, or `walk`: on the way of the scale
  /// `level`, where there is one.
  private static func step(_ technique: Technique, _ way: Substring, _ board: Board) throws -> Step?
  {
    guard way == "walk" else {
      let scale = try ScaleRegistry.standard.scale(named: way)
      return scale.grade(board).steps.first { $0.step.technique == technique }?.step
    }
    let chains: [any StepSearcher] = ChainSearcher.Search.allCases.map(ChainSearcher.init)
    let finder = StepFinder(
      searchers: TechniqueCatalogue.searchers + chains, techniques: [technique])
    var grid = CandidateGrid(board)
    var options = GradeOptions()
    options.stopsAboveTenths = 900
    for graded in LevelScale().grade(board, options: options).steps {
      var budget = SearchBudget(workLimit: 400_000)
      if let found = try finder.firstStep(in: grid, budget: &budget) { return found }
      graded.step.apply(to: &grid)
    }
    return nil
  }

  @Test func rareTechniquesAreTold() throws {
    var told: [String] = []
    for line in try DataSets.ownLines("techniques/told.tsv") {
      let fields = line.split(separator: "\t")
      let technique = try #require(Technique(id: fields[0]), "\(line)")
      let step = try Self.step(technique, fields[1], Board(line: fields[2]))
      told.append("\(technique): \(try #require(step, "\(line)").explanation.text)")
    }
    if Transcript.isRecording {
      try (told.joined(separator: "\n") + "\n").write(
        to: Self.told, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.told, encoding: .utf8)
    #expect(told == recorded.split(separator: "\n").map(String.init))
  }

  /// Each technique is told twice, here or of the puzzles that need it, but for one of which no puzzle is
  /// known.
  @Test func allTechniquesAreTold() throws {
    let needed = Repository.root.appendingPathComponent("Tests/Data/explanations.txt")
    let lines = try [needed, Self.told].flatMap {
      try String(contentsOf: $0, encoding: .utf8).split(separator: "\n")
    }
    let counts = Dictionary(grouping: lines) { $0.prefix { $0 != ":" } }.mapValues(\.count)
    let missing = Technique.all.filter { counts[$0.id[...], default: 0] < 2 }
    #expect(missing == [.avoidableRectangle2])
  }
}
