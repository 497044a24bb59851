import Foundation
import JSONCoding
import SudokuCore
import SudokuDrawing
import SudokuProtocol
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

@testable import sudoku

/// What `sudoku play` draws of a hint is what the step's JSON says: no more, no less.
@Suite struct PlayHintTests {
  private static let size = (columns: 110, rows: 34)

  @Test func signsEqualTheStep() throws {
    let file = Repository.root.appending(path: "Tests/Data/drawn-puzzles.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    var (count, linkCount) = (0, 0)
    // One puzzle for each scale in plain code.
    for (index, line) in lines.enumerated().prefix(sized(3, full: .max)) {
      let clues = try Board(line: String(line))
      let scale = try ScaleRegistry.standard.scale(named: ["level", "hodoku", "se"][index % 3])
      var grid = CandidateGrid(clues)
      for step in scale.grade(clues).steps.map(\.step) {
        let picture = BoardPicture(of: step, clues: clues, in: grid)
        let hint = PlayHint(["steps": [StepRecord(step).json]])
        #expect(hint.cells == picture.cells, "\(step)")
        #expect(hint.candidates == picture.candidates, "\(step)")
        // Each conclusion is in the text, behind what it follows from.
        for link in step.pattern.links {
          let sign = link.conclusion.isOn ? "=" : "-"
          let end = "\(sign) \(link.conclusion.candidate.cell) \(link.conclusion.candidate.digit)"
          let starts = link.premises.map { "\($0.candidate.cell) \($0.candidate.digit)" }
          #expect(
            hint.chains.contains { chain in
              chain.contains(end) && starts.allSatisfy { chain.contains($0) }
            }, "\(step)")
          linkCount += 1
        }
        let names = PlayTheme.Name.allCases.sized(count % 10 == 0 ? .max : 1)
        for name in names { checkScreen(picture, hint, name) }
        step.apply(to: &grid)
        count += 1
      }
    }
    #expect(
      count >= sized(100, full: 500) && linkCount > sized(20, full: 500), "\(count) \(linkCount)")
  }

  /// Compares the signs and colours of the screen with those of a picture.
  private func checkScreen(_ picture: BoardPicture, _ hint: PlayHint, _ name: PlayTheme.Name) {
    var screen = PlayScreen()
    (screen.givens, screen.board, screen.notes) = (picture.clues, picture.board, picture.notes)
    (screen.hint, screen.theme) = (hint, PlayTheme(name: name))
    let marked = CellSet.all.first { picture.board[$0] == nil && picture.cells[$0] == nil }
    screen.picked = marked ?? screen.picked
    let rows = screen.lines(for: Self.size).map { Self.characters(of: $0) }
    for cell in CellSet.all where cell != screen.picked {
      let (top, left) = (cell.row * 3 + 1 + cell.row / 3, cell.column * 8 + 1)
      let isFilled = picture.board[cell] != nil
      let sign = rows[top + 1][left + (isFilled ? 2 : 0)].character
      #expect(sign == picture.cells[cell]?.sign ?? " ", "\(cell)")
      guard !isFilled else { continue }
      for digit in DigitSet.all {
        let place = left + 1 + digit.index % 3 * 2
        let row = rows[top + digit.index / 3]
        let role = picture.candidates[Candidate(cell, digit)]
        let isShown = role != nil || picture.notes[cell]?.contains(digit) == true
        #expect(row[place].character == (isShown ? "\(digit)".first : " "))
        #expect(row[place + 1].character == role?.sign ?? " ", "\(cell) \(digit)")
        if let role { #expect(row[place].code == screen.theme.code(role.part)) }
      }
    }
  }

  /// The characters of a line, each with the sequence that it is drawn with.
  private static func characters(of line: String) -> [(character: Character, code: String)] {
    var characters: [(Character, String)] = []
    var (code, isCode) = ("", false)
    for character in line {
      if character == "\u{1B}" { (code, isCode) = ("", true) }
      if isCode {
        code.append(character)
        if character == "m" { isCode = false }
      } else {
        characters.append((character, code))
      }
    }
    return characters
  }

  @Test func aChainIsWritten() throws {
    func literal(_ cell: String, _ digit: Int, _ isOn: Bool) -> JSONValue {
      ["cell": .string(cell), "digit": JSONValue(digit), "on": .bool(isOn)]
    }
    let hint = PlayHint([
      "steps": [
        [
          "links": [
            ["premises": [literal("r1c2", 5, false)], "conclusion": literal("r1c7", 5, true)],
            [
              "premises": [literal("r1c7", 5, true)], "conclusion": literal("r4c7", 5, false),
              "groups": [["cells": ["r2c7", "r3c7"], "digit": 5, "on": false]],
            ],
            [
              "premises": [literal("r4c7", 5, false), literal("r4c8", 5, false)],
              "conclusion": literal("r4c9", 5, true),
            ],
          ]
        ]
      ]
    ])
    #expect(
      hint.chains == [
        "r1c2 5 = r1c7 5 - r2c7,r3c7 5 - r4c7 5", "r4c7 5, r4c8 5 = r4c9 5",
      ])
  }

  @Test func aLongTextHasPages() {
    var screen = PlayScreen()
    let words = (1...150).map { "word\($0)" }
    screen.message = words.joined(separator: " ")
    for size in [(80, 24), (40, 20), (110, 34)] {
      var seen: Set<String> = []
      screen.page = 0
      while true {
        let text = screen.lines(for: size).joined(separator: " ")
          .replacing(#/\x1B\[[0-9;]*m/#, with: "")
        seen.formUnion(text.matches(of: /word\d+/).map { String($0.output) })
        guard screen.hasMore(for: size) else { break }
        screen.page += 1
      }
      #expect(seen == Set(words))
    }
  }
}
