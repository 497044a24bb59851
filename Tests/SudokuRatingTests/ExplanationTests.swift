import Foundation
import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// What steps say, in words that somebody has read: two of each technique that `puzzles/techniques` lacks.
@Suite struct ExplanationTests {
  /// `SUDOKU_RECORD=1 swift test --filter ExplanationTests` writes the words again: read what has changed.
  static let explained = Repository.root.appendingPathComponent(
    "Tests/Data/techniques/explained.txt")

  /// The first step of a technique in a puzzle: where a scale takes one, or `walk`: on the way of the scale
  /// `level`, where there is one, or of another.
  private static func step(_ technique: Technique, _ way: Substring, _ board: Board) throws -> Step?
  {
    guard way == "walk" else {
      let scale = try ScaleRegistry.standard.scale(named: way)
      return scale.grade(board).steps.first { $0.step.technique == technique }?.step
    }
    let chains: [any StepSearcher] = ChainSearcher.Search.allCases.map(ChainSearcher.init)
    let finder = StepFinder(
      searchers: TechniqueCatalogue.searchers + chains, techniques: [technique])
    for name in ["level", "hodoku", "se"] {
      var grid = CandidateGrid(board)
      let steps =
        name == "level"
        ? levelSteps(board)
        : try ScaleRegistry.standard.scale(named: name).grade(board).steps.map(\.step)
      for step in steps {
        var budget = SearchBudget(workLimit: 400_000)
        if let found = try finder.steps(in: grid, limit: 1, budget: &budget).first { return found }
        step.apply(to: &grid)
      }
    }
    return nil
  }

  /// The rounds' own steps on the scale `level`: more of them than a person takes.
  private static func levelSteps(_ board: Board) -> [Step] {
    var run = LevelRun(PlaneGrid(board), allowsUniqueness: true, tools: LevelTools())
    var expander = LevelStepExpander(CandidateGrid(board), countsOnly: false)
    while !run.grid.isFull, run.work < 4_000_000 {
      let before = run.grid
      guard let round = run.next(mustStop: { $0 > 4_000_000 }) else { break }
      expander.expand(round, run.changes, before: before)
    }
    return expander.steps.map(\.step)
  }

  /// The avoidable rectangle of type 2 in a position whose solved cells are not all clues: no puzzle is known
  /// in which the scale `hodoku` meets one.
  private static func avoidableRectangle(_ clues: Board, _ placed: Board) -> Step? {
    var state = HoDoKuState(CandidateGrid(clues))
    for cell in placed.filledCells.subtracting(clues.filledCells) {
      guard let digit = placed[cell] else { continue }
      state.apply(
        HoDoKuFind(.nakedSingle, placing: Candidate(cell, digit), pattern: StepPattern()))
    }
    return AvoidableRectangle(clues: clues.filledCells, [.avoidableRectangle2])
      .firstStep(in: state.grid)
  }

  @Test func rareTechniquesAreExplained() throws {
    var explained: [String] = []
    let lines = try DataSets.ownLines("techniques/explained.tsv")
    let numbers = Transcript.isRecording ? Array(lines.indices) : lines.indices.sized(3)
    for line in numbers.map({ lines[$0] }) {
      let fields = line.split(separator: "\t")
      let technique = try #require(Technique(id: fields[0]), "\(line)")
      let board = try Board(line: fields[2])
      let step =
        fields[1] == "placed"
        ? Self.avoidableRectangle(board, try Board(line: fields[3]))
        : try Self.step(technique, fields[1], board)
      if fields[1] == "placed" {
        let solution = try #require(Solver().uniqueSolution(of: board), "\(line)")
        #expect(step?.agrees(with: solution) == true, "\(line)")
      }
      guard let step else {
        Issue.record("no step: \(line)")
        continue
      }
      explained.append("\(technique): \(step.explanation.text)")
    }
    if Transcript.isRecording {
      try (explained.joined(separator: "\n") + "\n").write(
        to: Self.explained, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.explained, encoding: .utf8)
    let texts = recorded.split(separator: "\n").map(String.init)
    #expect(texts.count == lines.count && explained == numbers.map { texts[$0] })
  }

  /// A reader holds no more in mind than 800 characters about a pattern, 2,500 about a chain.
  @Test func explanationsAreShort() throws {
    let needed = Repository.root.appendingPathComponent("Tests/Data/explanations.txt")
    for url in [needed, Self.explained] {
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
        let id = line.prefix { $0 != ":" }
        let technique = try #require(Technique(id: id), "\(id)")
        let isChain =
          line.contains("Suppose") || id == "als-chain"
          || [.chain, .net].contains(technique.family)
        let limit = isChain ? CheckedStep.chainLimit : CheckedStep.patternLimit
        #expect(line.count - id.count - 2 < limit, "\(line)")
      }
    }
  }

  /// Each technique is explained twice, here or by the puzzles that need it.
  @Test func allTechniquesAreExplained() throws {
    let needed = Repository.root.appendingPathComponent("Tests/Data/explanations.txt")
    let lines = try [needed, Self.explained].flatMap {
      try String(contentsOf: $0, encoding: .utf8).split(separator: "\n")
    }
    let counts = Dictionary(grouping: lines) { $0.prefix { $0 != ":" } }.mapValues(\.count)
    let missing = Technique.all.filter { counts[$0.id[...], default: 0] < 2 }
    #expect(missing.isEmpty, "\(missing)")
  }
}
