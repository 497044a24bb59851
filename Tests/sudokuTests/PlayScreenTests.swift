import Foundation
import JSONCoding
import SudokuCore
import Testing

@testable import sudoku

/// The screen of `sudoku play`: what it shows fits, and can be read.
@Suite struct PlayScreenTests {
  /// Red, green and blue of one of the 256 colours, from 0 to 1.
  private static func parts(of colour: Int) -> [Double] {
    guard colour < 232 else {
      return Array(repeating: Double(8 + (colour - 232) * 10) / 255, count: 3)
    }
    let steps = [0.0, 95, 135, 175, 215, 255]
    let place = colour - 16
    return [place / 36, place / 6 % 6, place % 6].map { steps[$0] / 255 }
  }

  /// Relative luminance as WCAG 2 defines it.
  private static func luminance(of colour: Int) -> Double {
    let linear = parts(of: colour).map { part in
      part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test(arguments: PlayTheme.Name.allCases)
  func coloursHaveContrast(_ name: PlayTheme.Name) throws {
    for (part, isStriped) in PlayTheme.Part.allCases.flatMap({ [($0, false), ($0, true)] }) {
      let code = PlayTheme(name: name).code(part, isStriped: isStriped)
      let numbers = code.split { !$0.isNumber }.compactMap { Int($0) }
      guard name != .plain else {
        #expect(!numbers.contains(38) && !numbers.contains(48))
        continue
      }
      let front = numbers[try #require(numbers.firstIndex(of: 38)) + 2]
      let back = numbers[try #require(numbers.lastIndex(of: 48)) + 2]
      let (one, other) = (Self.luminance(of: front), Self.luminance(of: back))
      #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) >= 4.5, "\(name) \(part)")
    }
  }

  @Test(arguments: [(80, 24), (40, 20), (110, 34), (37, 19), (300, 100), (36, 19), (1, 1)])
  func nothingIsWiderThanTheWindow(columns: Int, rows: Int) throws {
    var screen = PlayScreen()
    screen.givens = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    screen.board = screen.givens
    for cell in CellSet.all where screen.board[cell] == nil { screen.notes[cell] = .all }
    screen.message = String(repeating: "a long message ", count: 60)
    screen.facts = "expert  mistakes 12"
    screen.clock = "12:34:56"
    for overlay in [[], ["A menu", String(repeating: "x", count: 200)]] {
      for isASCII in [false, true] {
        (screen.overlay, screen.isASCII) = (overlay, isASCII)
        let lines = screen.lines(for: (columns, rows))
        #expect(lines.count <= rows)
        for line in lines {
          let text = line.replacing(#/\x1B\[[0-9;]*m/#, with: "")
          #expect(text.count <= max(columns, 30), "\(text)")
          if isASCII { #expect(text.utf8.allSatisfy { $0 < 128 }, "\(text)") }
        }
      }
    }
  }

  @Test func rowsAndColumnsAreNumbered() {
    for size in [(80, 24), (40, 20), (110, 34)] {
      let lines = PlayScreen().lines(for: size).map {
        $0.replacing(#/\x1B\[[0-9;]*m/#, with: "")
      }
      #expect(lines[0].filter(\.isNumber) == "123456789")
      #expect(lines.compactMap(\.first).filter(\.isNumber).map(String.init).joined() == "123456789")
    }
  }

  /// The number of a row stands beside its first cell, whatever the notes there are.
  @Test func rowsWithNotesKeepTheirNumber() {
    var screen = PlayScreen()
    for cell in CellSet.all { screen.notes[cell] = .all }
    for size in [(80, 24), (40, 20), (110, 34)] {
      let lines = screen.lines(for: size).map { $0.replacing(#/\x1B\[[0-9;]*m/#, with: "") }
      let numbers = lines.compactMap(\.first).filter(\.isNumber).map(String.init).joined()
      #expect(numbers.hasPrefix("123456789"), "\(size) \(numbers)")
    }
  }

  private static func screen() throws -> PlayScreen {
    var screen = PlayScreen()
    screen.board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    screen.picked = try #require(Cell(parsing: "r1c1"))
    return screen
  }

  private static func paints(_ part: PlayTheme.Part, on screen: PlayScreen) -> Bool {
    let code = screen.theme.code(part)
    return screen.lines(for: (40, 20)).contains { $0.contains(code) }
  }

  /// The rungs that name houses alone mark these, and nothing else is coloured.
  @Test func aHintThatNamesAHouseMarksIt() throws {
    var screen = try Self.screen()
    func paints(_ part: PlayTheme.Part) -> Bool { Self.paints(part, on: screen) }
    let block = House(.block, 1).cells
    screen.hint = PlayHint(["depth": 2, "houses": ["block 2"], "digits": [8]])
    #expect(Set(screen.hint.cells.keys) == Set(block))
    #expect(paints(.pattern) && !paints(.same) && !paints(.peer))
    screen.hint = PlayHint(["depth": 4, "houses": ["block 2"], "cells": ["r1c4"]])
    #expect(screen.hint.cells.count == 1)
    for house in ["row 3", "column 9"] {
      #expect(PlayHint(["houses": [.string(house)]]).cells.count == 9)
    }
    for bad in ["row 0", "row 10", "hall 3", "row", ""] {
      #expect(PlayHint(["houses": [.string(bad)]]).cells.isEmpty)
    }
    // A rung of words alone.
    screen.hint = PlayHint(["depth": 1, "text": "There is no mistake."])
    #expect(screen.hint.cells.isEmpty && !paints(.same) && !paints(.peer))
  }

  /// Beside a hint neither the selected digit nor its peers are coloured.
  @Test func onlyTheHintIsColoured() throws {
    var screen = try Self.screen()
    func paints(_ part: PlayTheme.Part) -> Bool { Self.paints(part, on: screen) }
    #expect(paints(.same) && paints(.peer))
    screen.hint.cells = [Cell(index: 80): .pattern]
    #expect(!paints(.same) && !paints(.peer))
  }

  @Test func aClickFindsItsCell() {
    for size in [(80, 24), (40, 20), (110, 34)] {
      var found: Set<Cell> = []
      for row in 0..<size.1 {
        for column in 0..<size.0 {
          if let cell = PlayScreen.cell(column: column, row: row, size: size) { found.insert(cell) }
        }
      }
      #expect(found.count == 81)
    }
  }
}
