import Foundation
import SudokuCore
import Testing

@testable import SudokuSession

@Suite("States of games")
struct GameStateTests {
  @Test("a state comes back from JSON")
  func codable() throws {
    var player = try Player(options: GameOptions(mistakeLimit: 3, hintsAllowed: false))
    _ = try player.do(.place(Cell(index: 2), Digit(index: 3)))
    var state = player.state
    state.notes[Cell(index: 3)] = [Digit(index: 1), Digit(index: 5)]
    state.selected = Cell(index: 80)
    state.repeatedCells = [Cell(index: 0), Cell(index: 10)]
    state.bookmarks = [.init(id: OperationKey(device: DeviceID(rawValue: 7), seq: 3), name: "fork")]
    let text = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(GameState.self, from: text) == state)
    #expect(String(decoding: text, as: UTF8.self).contains(#""r1c4":"26""#))
  }
}
