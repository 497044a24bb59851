import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import TestSupport
import Testing

/// The code of the article Sources/Games/Player/SudokuPlayer.docc/SyncInAnApp.md.
@Suite("The article about sync in an app")
struct SyncArticleTests {
  @Test("its code launches, plays and sends")
  func code() async throws {
    let time = TestTime()
    let store = MemoryStore(clock: { time.now })
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    var environment = PlayerEnvironment()
    environment.wallMilliseconds = { time.now }
    environment.monotonicMilliseconds = { time.now }
    let seed: UInt64 = 1
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let cell = Cell(index: 2)
    let digit = try #require(Digit(4))
    var events: [LibraryEvent] = []

    // Once per process: the games of this device and the player's store.
    let library = try GameLibrary(replica: replica, environment: environment)
    library.connect(
      try SyncEngine(
        replica: replica, store: store, storeName: "sqlite:/data/store.sqlite",
        random: SeededRandom(seed: seed), clock: environment.wallMilliseconds),
      watching: store)
    library.onEvent = { event in events.append(event) }
    library.launch(waitingAtMost: 2_000)

    // The loop of the app: after `environment.wake`, or after this long.
    while library.isLaunching {
      try await Task.sleep(for: .milliseconds(min(library.millisecondsToNextTask, 10)))
      library.collect()
      library.runDueTasks()
    }

    // Play: nothing is shown before it is stored.
    if library.current == nil { _ = try library.begin(NewGame(puzzle: puzzle)) }
    let (_, outcome) = try library.perform(.place(cell, digit))
    try library.commit()

    #expect(outcome.mistakes == 0)
    let id = try #require(library.current)

    // The end: the time played is stored, and what waits is sent.
    library.suspendGames()
    try library.commit()
    await library.pushAtEnd()

    let held = try await store.document(id, after: [:])
    #expect(try held?.chunks.map { try $0.operations().count }.reduce(0, +) ?? 0 >= 3)
    let reports = events.compactMap { event -> SyncReport? in
      if case .synced(let report) = event { report } else { nil }
    }
    #expect(reports.count > 1 && reports.allSatisfy { $0.error == nil })
  }

  @Test("it is the code of this file")
  func isThisCode() throws {
    let article = try Article("Sources/Games/Player/SudokuPlayer.docc/SyncInAnApp.md")
    #expect(article.codeBlocks.count == 3)
    let missing = try article.codeBlocks(
      missingIn: "Tests/SudokuPlayerTests/SyncArticleTests.swift")
    #expect(missing.isEmpty)
  }
}
