import Foundation
import SudokuCore
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuSync
import TestSupport
import Testing

/// What an app's developer writes first.
@Suite struct PlayerUseTests {
  private func player() throws -> Player {
    try Player(replica: MemoryReplica(device: DeviceID(rawValue: 1)))
  }

  @Test func aHintIsReturnedAndCounted() async throws {
    let player = try player()
    _ = try await player.begin(NewGame(puzzle: try #require(Board(TestLibrary.puzzle))))
    let (hint, outcome) = try await player.hint(depth: 5)
    #expect(outcome.hintsUsed == 1 && hint.depth == 5)
    let step = try #require(hint.step)
    #expect(hint.cell != nil || !step.eliminations.isEmpty)
    #expect(try await player.state().hintsUsed == 1)
    await player.end()
    await #expect(throws: PlayerError.self) { try await self.player().hint() }
  }

  @Test func theCompletedGameStaysToBeSeen() async throws {
    let player = try player()
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let solution = try #require(Board(TestLibrary.solution))
    let game = try await player.begin(NewGame(puzzle: puzzle)).state.game
    for cell in Cell.all where puzzle[cell] == nil {
      let digit = try #require(solution[cell])
      let outcome = try await player.play(.place(cell, digit))
      #expect(outcome.canUndo != outcome.didComplete)
    }
    let state = try await player.state()
    #expect(state.game == game && state.isCompleted && state.board == solution)
    await player.end()
  }

  @Test func everyReaderGetsTheEvents() async throws {
    let player = try player()
    let first = player.events
    let second = player.events
    _ = try await player.begin(NewGame(puzzle: try #require(Board(TestLibrary.puzzle))))
    await player.end()
    var counts: [Int] = []
    for stream in [first, second, player.events] {
      var count = 0
      for await _ in stream { count += 1 }
      counts.append(count)
    }
    #expect(counts[0] > 0 && counts[0] == counts[1] && counts[2] == 0)
  }

  @Test func errorsHaveASentence() {
    let errors: [(any Error, String)] = [
      (PlayerError.unknownGame(nil), "there is no current game"),
      (PlayerError.game(.nothingToUndo), GameError.nothingToUndo.message),
      (GameError.cellIsGiven(Cell(index: 0)), GameError.cellIsGiven(Cell(index: 0)).message),
      (SyncError(.fileFailed, "the disk is gone"), "the disk is gone"),
    ]
    for (error, text) in errors { #expect(error.localizedDescription == text) }
    #expect(throws: BoardTextError.self) { try Board(line: "12") }
    do { _ = try Board(line: "12") } catch {
      #expect(error.localizedDescription.contains("only 2 of 81 cells"))
    }
  }

  @Test func listsAreWhereOneLooks() {
    #expect(Level.allCases.map(\.name) == ["easy", "medium", "hard", "expert", "extreme"])
    #expect(Digit.allCases.count == 9 && Cell.all.count == 81 && CellSet(Cell.all) == .all)
  }

  @Test func boardsAreStoredInRecords() throws {
    struct Record: Codable, Equatable {
      var board: Board
      var cell: Cell
      var digit: Digit
    }
    let record = Record(
      board: try #require(Board(TestLibrary.puzzle)), cell: Cell(row: 3, column: 6),
      digit: Digit(index: 6))
    let data = try JSONEncoder().encode(record)
    #expect(String(decoding: data, as: UTF8.self).contains("\"cell\":\"r4c7\""))
    #expect(try JSONDecoder().decode(Record.self, from: data) == record)
    for wrong in [#"{"board":"1","cell":"r1c1","digit":1}"#, #"{"board":"1","cell":"r0c1"}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Record.self, from: Data(wrong.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Digit].self, from: Data("[10]".utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Cell].self, from: Data(#"["r0c1"]"#.utf8))
    }
  }
}
