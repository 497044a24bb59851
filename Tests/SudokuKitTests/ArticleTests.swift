import Foundation
import SudokuKit
import TestSupport
import Testing

/// The code of the articles in Sources/Languages/Kit/SudokuKit.docc.
@Suite struct ArticleTests {
  @Test func solveAndGenerate() throws {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    let result = Solver().solve(board)
    print(result.isUnique, result.solution?.line ?? "-")
    let cell = Cell(row: 0, column: 2)
    var changed = board
    changed[cell] = Digit(4)
    print(cell, changed[cell] ?? "-", Cell(parsing: "r1c3") == cell)
    for digit in Digit.allCases where changed[cell] == digit { print(digit.rawValue) }
    print(Cell.all.count { board[$0] == nil })
    #expect(changed[cell]?.rawValue == 4 && Cell.all.count { board[$0] == nil } == 51)
    let results = BatchSolver().solve([board, Board()])
    print(results[0].isUnique, results[1].solutionCount)
    #expect(result.isUnique && results[0].isUnique && results[1].solutionCount == 2)

    var options = GeneratorOptions()
    options.level = .hard
    options.symmetry = .rotational180
    let generator = try Generator(seed: 7, options: options)
    let puzzle = generator.puzzle(at: 0).puzzle
    print(puzzle?.board.line ?? "-")
    #expect(puzzle.map { Solver().solve($0.board).isUnique } == true)
  }

  @Test func gradeAndHint() throws {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    let grade = LevelScale().grade(board)
    print(grade.scoreTenths ?? 0, grade.level?.name ?? "-")
    for graded in grade.steps { print(graded.step.explanation.text) }
    #expect(grade.scoreTenths == 30 && grade.level?.name == "easy" && !grade.steps.isEmpty)

    let position = try HintPosition(clues: board, board: board)
    let ladder = try HintMaker().ladder(for: position)
    print(ladder.hint(depth: 3).text)
    print(ladder.hint(depth: 5).text)
    #expect(ladder.hint(depth: 5).step != nil)
  }

  @Test(arguments: ["SolveAndGenerate", "GradeAndHint"])
  func everyBlockIsCompiled(article: String) throws {
    let article = try Article("Sources/Languages/Kit/SudokuKit.docc/\(article).md")
    #expect(article.codeBlocks.count >= 2)
    #expect(try article.codeBlocks(missingIn: "Tests/SudokuKitTests/ArticleTests.swift").isEmpty)
  }

  @Test func readme() throws {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

    let result = Solver().solve(board)  // stops at the second solution: unique or not is proven
    print(result.isUnique, result.solution?.line ?? "-")
    // true 534678912672195348198342567859761423426853791713924856961537284287419635345286179

    let grade = LevelScale().grade(board)
    print(grade.scoreTenths ?? 0, grade.level?.name ?? "-")  // 30 easy
    for graded in grade.steps { print(graded.step.explanation.text) }

    print(PuzzleID(board))  // p1-..., the same on every machine
    #expect(result.isUnique && grade.scoreTenths == 30)
    #expect(grade.steps.allSatisfy { !$0.step.explanation.text.isEmpty })
    #expect(PuzzleID(board).description.hasPrefix("p1-"))
  }

  @Test func theReadmeIsCompiled() throws {
    let test = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Tests/SudokuKitTests/ArticleTests.swift"), encoding: .utf8)
    let readme = try Article("README.md")
    #expect(readme.codeBlocks.count == 1)
    for block in readme.codeBlocks {
      let lines = block.split(separator: "\n").filter { !$0.hasPrefix("import") }
      #expect(lines.allSatisfy { test.contains($0.trimmingCharacters(in: .whitespaces)) })
    }
  }
}
