import Foundation
import JSONCoding
import TestSupport
import Testing

/// Several processes that write to one store at the same time (`Benchmarks/Scripts/store-writers` for longer).
@Suite(.serialized) struct StoreWritersTests {
  private static let devices = 4
  private static let rounds = 25
  private static let movesPerRound = 4

  @Test(arguments: MeetingPlace.allCases)
  func loseNothingAndNeverHearOfALock(_ place: MeetingPlace) async throws {
    let scene = try SyncScene(place)
    let writers = try (0..<Self.devices).map { try scene.device("w\($0)") }
    // The same board and start: the same game everywhere.
    let games = try writers.map { try $0.newGame(at: 0) }
    let game = try #require(games.first)
    #expect(Set(games) == [game])
    // All have played before they met: each player says that the others' games are theirs.
    for writer in writers { try writer.ask("sync.now", ["merge": true]) }
    for round in 0..<Self.rounds {
      // All are asked before any is waited for, so they write at once.
      for writer in writers { Self.sendRound(round, of: writer, in: game) }
      for writer in writers {
        for _ in 0...Self.movesPerRound {
          let answer = try #require(try writer.nextAnswer())
          #expect(answer["error"] == nil, "\(writer.name): \(answer)")
        }
      }
    }
    for writer in writers {
      #expect(writer.end() == 0)
      #expect(!writer.log.contains("locked"))
    }
    let reader = try scene.device("reader")
    try reader.ask("sync.restore")
    let names = try reader.history(game).compactMap { $0["opId"]?.string }
    #expect(names.count == Self.devices * Self.rounds * Self.movesPerRound)
    #expect(Set(names).count == names.count)
  }

  private static func sendRound(_ round: Int, of writer: SyncDevice, in game: String) {
    for move in 0..<movesPerRound {
      writer.send(
        "game.note",
        [
          "game": .string(game), "cell": 2, "digit": JSONValue((round + move) % 9 + 1),
          "opId": .string("\(writer.name)-\(round)-\(move)"), "at": SyncDevice.time(round + 1),
        ])
    }
    writer.send("sync.now", ["goal": "now"])
  }
}
