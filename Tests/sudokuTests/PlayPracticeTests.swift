import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import sudoku

/// Practice in `sudoku play`: what counts as the step, and which techniques can be chosen.
@Suite struct PlayPracticeTests {
  private static func practice(_ technique: Technique) throws -> PlayPractice {
    let position = try #require(PracticeSource.stored(technique, seed: 7) { false })
    #expect(position.step.technique == technique)
    return PlayPractice(technique, position)
  }

  private static func notes(of grid: CandidateGrid) -> [Cell: DigitSet] {
    Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
  }

  /// Only the removed notes are the step: neither a wrong digit nor cleared notes nor a part of them.
  @Test func onlyTheStepIsPraised() throws {
    for technique in [Technique.xWing, .skyscraper, .nakedPair, .xyWing] {
      let practice = try Self.practice(technique)
      let (grid, step) = (practice.position.grid, practice.position.step)
      let notes = Self.notes(of: grid)
      func outcome(_ change: (inout Board, inout [Cell: DigitSet]) -> Void) -> PlayPractice.Outcome
      {
        var (board, changed) = (grid.board, notes)
        change(&board, &changed)
        return practice.outcome(board: board, notes: changed)
      }
      func take(_ one: Candidate, from notes: inout [Cell: DigitSet]) {
        notes[one.cell] = notes[one.cell]?.subtracting(DigitSet(one.digit))
      }
      let first = try #require(step.eliminations.first)
      #expect(outcome { _, _ in } == .open)
      #expect(
        outcome { _, notes in
          for one in step.eliminations { take(one, from: &notes) }
        } == .found)
      // The removed digit is entered.
      #expect(
        outcome { board, notes in
          for one in step.eliminations { (board[one.cell], notes[one.cell]) = (one.digit, nil) }
        } != .found)
      // Another wrong digit is entered.
      let solution = try #require(Solver().uniqueSolution(of: practice.position.clues))
      #expect(
        outcome { board, notes in
          for one in step.eliminations {
            let wrong = DigitSet.all.first { $0 != solution[one.cell] && $0 != one.digit }
            (board[one.cell], notes[one.cell]) = (wrong, nil)
          }
        } != .found)
      // All notes of the cells are cleared.
      #expect(
        outcome { _, notes in for one in step.eliminations { notes[one.cell] = nil } } == .other)
      // The digit that the cell needs is removed, too.
      #expect(
        outcome { _, notes in
          for one in step.eliminations { take(one, from: &notes) }
          if let needed = solution[first.cell] { take(Candidate(first.cell, needed), from: &notes) }
        } == .other)
      // One of the notes is left.
      #expect(
        outcome { _, notes in
          for one in step.eliminations.dropFirst() { take(one, from: &notes) }
        } == .open)
      // The notes went with a digit that was entered elsewhere.
      let source = try #require(
        grid.emptyCells.first { $0.sees(first.cell) && solution[$0] == first.digit })
      #expect(
        outcome { board, notes in
          board[source] = first.digit
          for one in step.eliminations { take(one, from: &notes) }
        } == .other)
    }
  }

  /// In a game that goes on, the next step of the technique is another one, and counts as well.
  @Test func theNextStepOfAPositionIsPractice() throws {
    for technique in [Technique.nakedPair, .pointing, .hiddenSingleBlock] {
      let practices = (0..<20).lazy.compactMap { seed in
        PracticeSource.stored(technique, seed: seed) { false }.map { PlayPractice(technique, $0) }
      }
      let pair = practices.compactMap { first in first.next.map { (first, $0) } }.first
      let (first, next) = try #require(pair, "\(technique)")
      #expect(next.technique == technique && next.position.step.technique == technique)
      #expect(next.position.step != first.position.step)
      var grid = first.position.grid
      first.position.step.apply(to: &grid)
      #expect(next.outcome(board: grid.board, notes: Self.notes(of: grid)) == .open)
      grid = next.position.grid
      next.position.step.apply(to: &grid)
      #expect(next.outcome(board: grid.board, notes: Self.notes(of: grid)) == .found)
    }
  }

  @Test func aPlacementIsTheDigitInItsCell() throws {
    let practice = try Self.practice(.nakedSingle)
    let (grid, step) = (practice.position.grid, practice.position.step)
    let placement = try #require(step.placement)
    var board = grid.board
    #expect(practice.outcome(board: board, notes: [:]) == .open)
    board[placement.cell] = DigitSet.all.first { $0 != placement.digit }
    #expect(practice.outcome(board: board, notes: [:]) == .open)
    board[placement.cell] = placement.digit
    #expect(practice.outcome(board: board, notes: [:]) == .found)
  }

  /// Both lists have only lines that lead to a game, and each line means one technique.
  @Test func everyListedTechniqueHasAPosition() throws {
    let all = PracticeSource.techniques(forHints: false)
    let practised = PracticeSource.techniques(forHints: true)
    #expect(all.count > 140 && practised.count > 130)
    #expect(!practised.contains(.directPointing) && !all.contains(.bruteForce))
    #expect(Set(all.map(\.listLabel)).count == all.count)
    for technique in all.sized(3) {
      let position = PracticeSource.stored(technique, seed: 11) { false }
      #expect(position?.step.technique == technique, "\(technique)")
    }
  }

  /// A search that is stopped ends, and gives nothing.
  @Test func aSearchStops() {
    #expect(PracticeSource.position(.sashimiJellyfish, seed: 1) { true } == nil)
  }

  @Test func theListScrollsUnderHeadings() {
    let names = (1...90).map { "Name \($0)" }
    var list = PlayList(names.map { .init(heading: $0.hasSuffix("1") ? "one" : "more", label: $0) })
    var seen: Set<String> = []
    for _ in names {
      let lines = list.lines(rows: 12)
      #expect(lines.count == 12)
      seen.formUnion(lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) })
      list.move(by: 1)
    }
    #expect(seen == Set(names) && list.choice == "Name 90")
    #expect(list.lines(rows: 200).contains("ONE"))
    list.move(by: .min)
    #expect(list.choice == "Name 1")
    list.move(by: .max)
    #expect(list.choice == "Name 90")
    for character in "name 4" { list.type(character) }
    #expect(list.choice == "Name 4" && list.fitting.count == 11)
    list.type("z")
    #expect(list.choice == nil && list.lines(rows: 12).count == 1)
    let named = PlayList([.init(heading: "", label: "XY-Wing", aliases: ["Y-Wing", "Bent Triple"])])
    var bent = named
    for character in "bent" { bent.type(character) }
    #expect(bent.choice == "XY-Wing")
    list.erase()
    #expect(list.choice == "Name 4")
  }

  /// Every error that can reach the screen has the game's words.
  @Test func errorsAreInTheWordsOfTheGame() {
    let foreign = [
      "parameter", "request", "method", "engine.", "budget", "JSON", "opId", "null", "replica",
      "gameOver", "completed", "abandoned", "inProgress",
    ]
    for kind in RPCError.Kind.allCases {
      let text = PlayWords.text(for: kind.rawValue, ["status": "completed", "cell": "r1c1"])
      #expect(text.hasSuffix(".") && text.first?.isUppercase == true || text.hasPrefix("r1c1"))
      let names = kind.rawValue.contains(where: \.isUppercase) ? [kind.rawValue] : []
      for word in foreign + names {
        #expect(!text.contains(word), "\(kind): \(text)")
      }
    }
    #expect(PlayWords.text(for: "somethingNew").hasPrefix("That did not work"))
    #expect(
      PlayWords.text(for: "gameIsOver", ["status": "gameOver"], menu: "m")
        == "This game is lost: too many mistakes; m begins another one.")
    for (parameter, word) in [("level", "easy"), ("puzzle", "full"), ("generate.minRating", "No")] {
      let text = PlayWords.text(for: "invalidParams", ["parameter": .string(parameter)])
      #expect(text.contains(word) && !text.contains(parameter + "'"), "\(text)")
    }
  }
}
