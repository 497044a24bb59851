import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import Testing

/// Launch, push timer, news and close of a library with a store.
@Suite("A library and its store")
struct LibrarySyncTests {
  private let time = TestTime()

  private func memoryStore() -> MemoryStore {
    let time = time
    return MemoryStore(
      identity: "0123456789abcdef", epoch: "fedcba9876543210", clock: { time.now })
  }

  /// Stores what was played and sends it when the push is due.
  private func send(from bench: TestLibrary) async throws {
    try bench.library.commit()
    time.advance(100)
    bench.library.runDueTasks()
    try await bench.runJobs()
  }

  @Test("a launch with a failing store begins local play, and the retry sends what was played")
  func launchWithFailingStore() async throws {
    let memory = memoryStore()
    let store = UnreliableStore(memory, isAway: true)
    let bench = try TestLibrary(1, time)
    try bench.connect(store)
    bench.library.launch()
    #expect(bench.library.isLaunching)
    try await bench.runJobs()
    #expect(!bench.library.isLaunching)
    #expect(bench.reports.map(\.error?.kind) == [.storeUnavailable])

    let id = try bench.begin()
    try bench.library.commit()
    await store.comeBack()
    // The push timer, then the back-off of the failed launch.
    for _ in 0..<600 where bench.reports.last?.error != nil {
      time.advance(100)
      bench.library.runDueTasks()
      try await bench.runJobs()
    }
    #expect(bench.reports.last?.error == nil && bench.reports.last?.pushed == 1)
    let stored = try await memory.document(id, after: [:])
    #expect(stored?.summary.game?.clues.line == Board(TestLibrary.puzzle)?.line)
  }

  @Test("a launch with a slow store ends at its deadline, not before")
  func launchWithSlowStore() throws {
    let bench = try TestLibrary(1, time)
    try bench.connect(memoryStore())
    bench.library.launch(waitingAtMost: 2_000)
    // The store does not answer: its job never runs.
    time.advance(1_999)
    bench.library.runDueTasks()
    #expect(bench.library.isLaunching)
    #expect(bench.library.millisecondsToNextTask == 1)
    time.advance(1)
    bench.library.runDueTasks()
    #expect(!bench.library.isLaunching)
    #expect(bench.log == ["the store is slow to answer, local play begins"])
  }

  @Test("a burst of moves is one push, a completion is pushed at once")
  func pushTimer() async throws {
    let bench = try TestLibrary(1, time)
    try bench.connect(memoryStore())
    _ = try bench.begin()
    try bench.library.commit()
    #expect(bench.library.millisecondsToNextTask == 100 && bench.jobCount == 0)
    time.advance(60)
    try bench.place(0)
    try bench.library.commit()
    #expect(bench.library.millisecondsToNextTask == 40, "a second commit does not move the timer")
    time.advance(39)
    bench.library.runDueTasks()
    #expect(bench.jobCount == 0)
    time.advance(1)
    bench.library.runDueTasks()
    #expect(bench.jobCount == 1)
    try await bench.runJobs()
    let operations = try bench.library.game().session.document.operations.count
    #expect(bench.reports.map(\.pushed) == [operations])

    for number in 1..<51 { try bench.place(number) }
    try bench.library.commit()
    #expect(bench.library.current == nil && bench.jobCount == 1)
  }

  @Test("news while playing are merged into the open game, and an uncommitted move stays")
  func newsWhilePlaying() async throws {
    let store = memoryStore()
    let phone = try TestLibrary(1, time)
    try phone.connect(store)
    let id = try phone.begin()
    try await send(from: phone)

    let tablet = try TestLibrary(2, time)
    try tablet.connect(store, isWatched: true)
    let watch = Task.detached(operation: try tablet.nextJob())
    defer { watch.cancel() }
    tablet.library.launch()
    try await tablet.runJobs()
    #expect(tablet.library.current == id && tablet.library.asksBeforeRestoring)
    _ = try tablet.library.open(id)
    try tablet.place(0)
    try tablet.library.commit()
    #expect(!tablet.library.asksBeforeRestoring, "a stored move accepts the store's games")
    try tablet.place(1)

    time.advance(1_000)
    try phone.place(2)
    try await send(from: phone)

    // The signal arrives on another thread; the news are fetched once it has.
    func merged() -> CellSet? {
      for case .merged(id, let cells, _) in tablet.events { return cells }
      return nil
    }
    for _ in 0..<500 where merged() == nil {
      try await Task.sleep(for: .milliseconds(10))
      time.advance(10)
      tablet.library.collect()
      tablet.library.runDueTasks()
      try await tablet.runJobs()
    }
    #expect(merged()?.count == 1)
    let board = try tablet.library.state().board
    let puzzle = try #require(Board(TestLibrary.puzzle))
    #expect(board.filledCells.count == puzzle.filledCells.count + 3)
    try tablet.library.commit()
    #expect(try tablet.library.state().board == board)
  }

  @Test(
    "a sync that a caller waits for includes what an earlier one stored, whose report is still to come"
  )
  func reportOnItsWay() async throws {
    let store = memoryStore()
    let phone = try TestLibrary(1, time)
    try phone.connect(store)
    let id = try phone.begin()
    try await send(from: phone)

    let tablet = try TestLibrary(2, time)
    try tablet.connect(store)
    tablet.library.launch()
    try await tablet.runJobs()
    _ = try tablet.library.open(id)
    let engine = try #require(tablet.library.engine)

    time.advance(1_000)
    try phone.place(2)
    try await send(from: phone)

    let earlier = await engine.sync(.news)
    let later = await engine.sync(.news)
    #expect(earlier.pulled > 0 && later.pulled == 0)
    let played = try phone.library.state().board
    #expect(try tablet.library.state().board != played)
    tablet.library.takeAwaited(later)
    let board = try tablet.library.state().board
    #expect(board == played)
    tablet.library.take(earlier)
    #expect(try tablet.library.state().board == board)
    let merges = tablet.events.filter { if case .merged = $0 { true } else { false } }
    #expect(merges.count == 1)

    // The end of a game is an event once, too.
    try phone.library.perform(.abandon)
    try await send(from: phone)
    let end = await engine.sync(.news)
    tablet.library.takeAwaited(await engine.sync(.news))
    #expect(tablet.library.current == nil)
    tablet.library.take(end)
    let ends = tablet.events.filter { if case .ended = $0 { true } else { false } }
    #expect(ends.count == 1)
  }

  @Test("a closed game has its time in the log, leaves memory and is pushed at once")
  func close() async throws {
    let bench = try TestLibrary(1, time)
    try bench.connect(memoryStore())
    let id = try bench.begin()
    let open = try bench.library.game()
    time.advance(5_000)
    _ = try bench.library.close()
    #expect(try bench.library.game(id) === open, "until it is stored")
    try bench.library.commit()
    #expect(bench.jobCount == 1)
    try await bench.runJobs()
    #expect(bench.reports.last?.error == nil && bench.reports.last?.pushed == 3)
    #expect(try bench.library.game(id) !== open)
    time.advance(60_000)
    let next = try TestLibrary(1, time, replica: bench.replica)
    #expect(try next.library.state(of: id).elapsedMilliseconds == 5_000)
  }
}
