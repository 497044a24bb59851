import Foundation
import JSONCoding
import SudokuCore
import SudokuSolver
import TestSupport
import Testing

/// `sudoku hint`: as much as is asked for, of positions in any format.
@Suite struct HintTests {
  static let puzzle =
    "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."

  private func fields(_ arguments: [String], input: String = "") throws -> [[String]] {
    let run = try Program.run(["hint"] + arguments, input: input)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return run.lines.map { $0.components(separatedBy: "\t") }
  }

  /// Each depth adds one thing to the depth before.
  @Test func depthsNarrow() throws {
    let rungs = try (1...5).map { try fields(["--depth", String($0), Self.puzzle])[0] }
    #expect(rungs.allSatisfy { $0.count == 7 && $0[0] == Self.puzzle && $0[1] == "step" })
    let counts = rungs.map { $0[2...5].filter { $0 != "-" }.count }
    #expect(counts == [0, 1, 2, 3, 4])
    #expect(Set(rungs.map { $0[6] }).count == 5)
    // Without anything said it is the whole.
    #expect(try fields([Self.puzzle])[0] == rungs[4])
  }

  /// A technique that the player doesn't know is reported as such; one that hints never look for is refused.
  @Test func techniquesBeyondThoseKnown() throws {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    let hint = try fields(["--techniques", "naked-pair", hard])[0]
    #expect(hint[6].hasPrefix("None of the techniques you know finds a step here. "), "\(hint)")
    let never = try Program.run(["hint", "--all", "--techniques", "direct-pointing", hard])
    #expect(never.status == 2 && never.error.contains("direct-pointing"), "\(never.error)")
  }

  /// A player's digit that repeats another is a mistake, not bad input: the clues are given apart.
  @Test func repeatedDigitsAreMistakes() throws {
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    let board = "533.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    let hint = try fields(["--givens", clues, board])[0]
    #expect(hint[0...3] == [board, "mistake", "b1", "r1c3"], "\(hint)")
    #expect(hint[6].contains("It repeats the 3 in r1c2."), "\(hint)")
    let rows = stride(from: 0, to: 81, by: 9).map { board.dropFirst($0).prefix(9) + "\n" }.joined()
    #expect(try fields(["--givens", clues], input: rows)[0] == hint)
    let alone = try Program.run(["hint", board])
    #expect(alone.status == 1 && alone.error.contains("appears twice"))
  }

  /// Following the hints, one command after the other, solves the puzzle.
  @Test func hintsLeadToTheSolution() throws {
    let solution = try #require(Solver().uniqueSolution(of: Board(line: Self.puzzle)))
    var grid = CandidateGrid(try Board(line: Self.puzzle))
    var steps = 0
    while !grid.isFull, steps < sized(8, full: 200) {
      // A grid of pencilmarks goes in, as other programs write it.
      let marks = CellSet.all.map { cell in
        grid.board[cell].map { "\($0)" } ?? grid[cell].map(\.description).joined()
      }
      let rows = stride(from: 0, to: 81, by: 9).map { marks[$0..<$0 + 9].joined(separator: " ") }
      let hint = try fields(
        ["--givens", Self.puzzle, "-"], input: rows.joined(separator: "\n") + "\n")[0]
      // A single candidate is a digit in such a grid: it is full when each cell has one.
      if hint[1] == "solved" { break }
      for change in hint[5].components(separatedBy: " ") {
        let isPlacement = !change.contains("<>")
        let parts = change.components(separatedBy: isPlacement ? "=" : "<>")
        let cell = try #require(Cell(parsing: parts[0]))
        let digit = try #require(Int(parts[1]).flatMap { Digit($0) })
        #expect((solution[cell] == digit) == isPlacement)
        if isPlacement { grid.place(digit, at: cell) } else { grid.remove(digit, from: cell) }
      }
      steps += 1
    }
    #expect(steps >= sized(8, full: 21))
    #expect(!TestSize.isFull || grid.emptyCells.allSatisfy { grid[$0].single == solution[$0] })
  }

  @Test func allSteps() throws {
    let rows = try fields(["--all", Self.puzzle])
    #expect(rows.count > 5 && rows.allSatisfy { $0.count == 4 && $0[0] == Self.puzzle })
    let pointing = try fields(["--all", "--techniques", "lockedCandidates", Self.puzzle])
    #expect(!pointing.isEmpty)
    #expect(pointing.allSatisfy { ["Pointing", "Claiming"].contains($0[1]) })
    // Each result is listed once, with its simplest reason.
    #expect(Set(rows.map { $0[2] }).count == rows.count)
    #expect(Set(pointing.map { $0[2] }).isSubset(of: rows.map { $0[2] }))
    let all = try fields(["--all", "--degenerate", Self.puzzle])
    #expect(all.count >= rows.count)
    let some = try Program.run(["hint", "--all", "--limit", "2", Self.puzzle])
    #expect(some.status == 0 && some.lines.count == 2 && some.error.isEmpty, "\(some.error)")
  }

  /// The techniques that a player knows come first; others are named as such.
  @Test func knownTechniques() throws {
    let hint = try Program.run(
      ["hint", "--techniques", "Jellyfish", "--format", "jsonl", Self.puzzle])
    let value = try JSONValue(parsing: Array(hint.output.utf8))
    #expect(hint.status == 0 && value["technique"]?.string != nil)
    let isKnown = ["full-house", "hidden-single-block", "hidden-single-line", "naked-single"]
      .contains(value["technique"]?.string ?? "")
    #expect((value["known"]?.bool != false) == isKnown)
  }

  /// Mistakes and impossible positions are reported with their place.
  @Test func mistakesAreReported() throws {
    let solution = try #require(Solver().uniqueSolution(of: Board(line: Self.puzzle))).line
    var wrong = Array(Self.puzzle)
    wrong[0] = Array(solution)[0] == "1" ? "2" : "1"
    let placed = try Program.run(["hint", "--givens", Self.puzzle, String(wrong)])
    #expect(placed.status == 0)
    #expect(placed.output.contains("\tmistake\tb1\tr1c1\t"))
    let steps = try Program.run(["hint", "--all", "--givens", Self.puzzle, String(wrong)])
    #expect(steps.status == 1 && steps.output.isEmpty)
    #expect(steps.error.contains("r1c1 is wrong"))
    let bare = try Program.run(["hint", String(wrong)])
    #expect(bare.status == 1 && bare.error.contains("the clues have no solution"))
    #expect(bare.lines == ["-\t-\t-\t-\t-\t-\t-"])
    let several = try Program.run(["hint", "-"], input: String(repeating: ".", count: 81) + "\n")
    #expect(several.status == 1 && several.error.contains(":1:1: error: the clues have several"))
    let other = try Program.run(["hint", "--givens", Self.puzzle, String(wrong.reversed())])
    #expect(other.status == 1 && other.error.contains("does not hold the clue in"))
    let solved = try fields([solution])
    #expect(solved[0][1] == "solved")
  }

  @Test func whyNot() throws {
    let clues = try #require(Solver().uniqueSolution(of: Board(line: Self.puzzle)))
    let right = try #require(clues[Cell(index: 0)])
    let can = try fields(["--why", "r1c1=\(right)", Self.puzzle])[0]
    #expect(can[1...2] == ["r1c1=\(right)", "possible"], "\(can)")
    let conflict = try fields(["--why", "r1c1=7", Self.puzzle])[0]
    #expect(conflict[3] == "r1c1 can't be 7: row 1 has its 7 in r1c4.", "\(conflict)")
    for digit in (1...9).sized(3) {
      let answer = try fields(["--why", "r5c5=\(digit)", Self.puzzle])[0]
      #expect(answer[3].contains("r5c5") && answer[3].count <= 2_500)
    }
  }

  @Test func badArgumentsSayWhatIsValid() throws {
    for (arguments, message) in [
      (["--why", "r1c1"], "is not a cell and a digit"), (["--why", "r1c1=0"], "is not a cell"),
      (["--notes", "some"], "notes"),
      (["--degenerate"], "--degenerate needs --all"),
      (["--depth", "6"], "--depth must be 1 to 5"),
      (["--limit", "0"], "--limit must be at least 1"),
      (["--techniques", "x-wong"], "unknown technique 'x-wong'"),
      (["--givens", "12"], "81 characters"), (["--work-limit", "0"], "whole number"),
    ].sized(3) {
      let run = try Program.run(["hint"] + arguments + [Self.puzzle])
      #expect(run.status == 2 && run.error.contains(message), "\(arguments): \(run.error)")
    }
  }

  /// A puzzle of candidates alone is refused by its name.
  @Test func aSukakuIsRefused() throws {
    let cells = (0..<81).map { (cell: Int) -> String in
      "123456789".replacing(String(cell % 7 + 1), with: ".")
    }
    let hint = try Program.run(["hint"], input: cells.joined())
    #expect(hint.status == 1 && hint.error.contains("Sukaku"), "\(hint.error)")
    let solve = try Program.run(["solve"], input: cells.joined())
    #expect(solve.error.contains("a Sukaku, a puzzle of candidates alone, is not solved"))
  }

  @Test func noStepOfTheTechniquesNamed() throws {
    let run = try Program.run(["hint", "--all", "--techniques", "bug-1", BadInputTests.good])
    #expect(run.output.isEmpty, "\(run.output)")
    #expect(run.error.contains("no step of these techniques"), "\(run.error)")
  }
}
