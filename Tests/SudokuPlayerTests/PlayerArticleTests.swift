import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import TestSupport
import Testing

/// The code of the article Sources/Games/Player/SudokuPlayer.docc/PlayInAnApp.md, and the actor of it.
@Suite struct PlayerArticleTests {
  @Test func itsCodePlaysAndSends() async throws {
    let store = MemoryStore()
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let cell = Cell(index: 2)
    let digit = try #require(Digit(4))
    let seed: UInt64 = 1
    // A machine that runs all tests at once may need longer than the usual two seconds.
    var environment = PlayerEnvironment.system
    environment.storeTimeoutMilliseconds = 60_000

    // Once per process.
    let player = try Player(replica: replica, environment: environment)
    let watching = Task {
      var events: [LibraryEvent] = []
      for await event in player.events { events.append(event) }
      return events
    }

    // With a store: first hear what other devices did.
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "sqlite:/data/store.sqlite",
      random: SeededRandom(seed: seed), clock: PlayerEnvironment.system.wallMilliseconds)
    await player.connect(engine, watching: store)

    // Play: what is returned is stored.
    let opening = try await player.begin(NewGame(puzzle: puzzle))
    let outcome = try await player.play(.place(cell, digit))
    let state = try await player.state()

    // Anything else of the library.
    let games = try await player.perform { library in try library.games().summaries.count }

    #expect(opening.state.game == state.game && outcome.mistakes == 0 && games == 1)
    #expect(state.board[cell] == digit)

    // At the end of the app.
    await player.end()

    let held = try await store.document(state.game, after: [:])
    #expect(held != nil)
    let events = await watching.value
    #expect(events.contains { if case .synced = $0 { true } else { false } })
    #expect(events.contains { if case .changed = $0 { true } else { false } })
  }

  @Test func itIsTheCodeOfThisFile() throws {
    let article = try Article("Sources/Games/Player/SudokuPlayer.docc/PlayInAnApp.md")
    #expect(article.codeBlocks.count == 5)
    let missing = try article.codeBlocks(
      missingIn: "Tests/SudokuPlayerTests/PlayerArticleTests.swift")
    #expect(missing.isEmpty)
  }

  /// What was stored is sent without anybody asking.
  @Test func theLoopSendsWhatWasStored() async throws {
    let store = MemoryStore()
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let player = try Player(replica: replica)
    await player.connect(
      try SyncEngine(
        replica: replica, store: store, storeName: "memory:", random: SeededRandom(seed: 1),
        clock: PlayerEnvironment.system.wallMilliseconds))
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let game = try await player.begin(NewGame(puzzle: puzzle)).state.game
    for _ in 0..<500 where try await store.document(game, after: [:]) == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try await store.document(game, after: [:]) != nil)
    await player.end()
  }

  @Test func digitsCanBeListed() {
    #expect(Digit.allCases.map(\.description).joined() == "123456789")
  }
}
