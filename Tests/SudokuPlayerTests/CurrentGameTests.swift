import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync
import Testing

@testable import SudokuPlayer

/// Which game is the current one, and the dates that are shown of games, on several devices.
@Suite("The current game")
struct CurrentGameTests {
  private let time = TestTime()

  private func memoryStore() -> MemoryStore {
    let time = time
    return MemoryStore(
      identity: "0123456789abcdef", epoch: "fedcba9876543210", clock: { time.now })
  }

  private func device(
    _ number: UInt64, _ store: any SyncStore, skew: Int64 = 0
  ) async throws -> TestLibrary {
    let device = try TestLibrary(number, time, skew: skew)
    try await device.launch(store)
    return device
  }

  /// Begins a game a second later.
  private func begin(on device: TestLibrary) async throws -> DocumentID {
    time.advance(1_000)
    let id = try device.begin()
    try await device.sync()
    return id
  }

  private func solve(on device: TestLibrary, _ places: Range<Int> = 0..<51) throws {
    for place in places { try device.place(place) }
    try device.library.commit()
  }

  private func list(_ device: TestLibrary) throws -> [DocumentID] {
    try device.library.games().summaries.map(\.id)
  }

  private func activeElsewhere(_ device: TestLibrary) -> [DocumentID] {
    device.events.compactMap { if case .activeElsewhere(let id, _) = $0 { id } else { nil } }
  }

  @Test("pausing, suspending, closing and opening a game do not make it newer")
  func timekeepingIsNotPlay() async throws {
    let bench = try await device(1, memoryStore())
    let old = try await begin(on: bench)
    try bench.place(0)
    time.advance(5_000)
    let new = try await begin(on: bench)
    #expect(try list(bench) == [new, old])
    for intent in [Intent.pause, .resume, .suspend, .tick, .close] {
      time.advance(5_000)
      _ = try bench.library.open(old)
      time.advance(5_000)
      try bench.library.perform(intent)
      try bench.library.commit()
      #expect(try list(bench) == [new, old], "\(intent)")
    }
    _ = try bench.library.open(old)
    try bench.library.perform(.select(Cell(index: 0)))
    try bench.library.commit()
    #expect(try list(bench) == [old, new])
  }

  @Test("a library opens with the newest game, not with the one opened last")
  func newestAtStart() async throws {
    let bench = try await device(1, memoryStore())
    let old = try await begin(on: bench)
    let new = try await begin(on: bench)
    _ = try bench.library.open(old)
    try bench.library.commit()
    #expect(bench.library.current == old)
    let again = try TestLibrary(1, time, replica: bench.replica)
    #expect(again.library.current == new)
  }

  @Test("a game begun elsewhere is the current one at the next launch")
  func launch() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    _ = try await begin(on: bench)
    bench.library.suspendGames()
    try await bench.sync()
    let other = try await device(2, store)
    let new = try await begin(on: other)
    let again = try TestLibrary(1, time, replica: bench.replica)
    try await again.launch(store)
    #expect(again.library.current == new)
    #expect(again.log.contains { $0.hasPrefix("switched to \(new)") })
  }

  @Test("a sync makes a newer game the current one, unless one is being played")
  func syncFollows() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    let old = try await begin(on: bench)
    try bench.place(0)
    try await bench.sync()
    let other = try await device(2, store)
    let new = try await begin(on: other)
    try await bench.sync()
    #expect(bench.library.current == old, "it is being played")
    #expect(activeElsewhere(bench) == [new])
    try await bench.sync()
    #expect(activeElsewhere(bench) == [new], "reported once")
    time.advance(60_000)
    try bench.library.perform(.suspend)
    try await bench.sync()
    #expect(bench.library.current == new)
    #expect(try list(bench) == [new, old])
  }

  @Test("the goal discover takes the player to the newest game whatever is played")
  func discover() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    _ = try await begin(on: bench)
    let other = try await device(2, store)
    let new = try await begin(on: other)
    try await bench.sync(.discover)
    #expect(bench.library.current == new)
  }

  @Test("a game that the player opened stays until another device plays a newer one")
  func openedByChoice() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    let old = try await begin(on: bench)
    try bench.library.perform(.suspend)
    let other = try await device(2, store)
    let new = try await begin(on: other)
    try await bench.sync()
    #expect(bench.library.current == new)
    _ = try bench.library.open(old)
    try await bench.sync()
    #expect(bench.library.current == old)
    try other.place(0)
    try await other.sync()
    try await bench.sync()
    #expect(bench.library.current == new)
  }

  @Test("news in the background take no game away, and report a newer one")
  func background() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    let old = try await begin(on: bench)
    try bench.library.perform(.suspend)
    try await bench.sync()
    let other = try await device(2, store)
    let new = try await begin(on: other)
    bench.library.run(.news)
    try await bench.runJobs()
    #expect(bench.library.current == old)
    #expect(activeElsewhere(bench) == [new])
  }

  @Test("with only its game changed a sync is one request")
  func oneRequest() async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    _ = try await begin(on: bench)
    try await bench.sync()
    #expect(try await bench.sync().requests == 1)
    try bench.place(0)
    #expect(try await bench.sync().requests == 1)
  }

  @Test(
    "a wrong clock gives no other device a wrong date",
    arguments: [23 * 3_600_000, -25 * 3_600_000, 400 * 86_400_000, 3_600_000, -61_000])
  func trueDates(skew: Int64) async throws {
    let store = memoryStore()
    let bench = try await device(1, store)
    let wrong = try TestLibrary(2, time, skew: skew)
    let shared = try await begin(on: bench)
    try await wrong.launch(FolderStore(store, skew: skew))
    _ = try wrong.library.open(shared)
    try solve(on: wrong, 0..<1)
    time.advance(2_000)
    try wrong.library.perform(.suspend)
    try await wrong.sync()
    try await bench.sync()
    time.advance(2_000)
    _ = try bench.library.open(shared)
    try solve(on: bench, 1..<51)
    let completed = time.now
    try await bench.sync()
    let mine = try await begin(on: bench)
    let begun = time.now
    time.advance(2_000)
    // The device with the wrong clock only looks.
    try await wrong.sync(.everything)
    _ = try wrong.library.open(shared)
    _ = try wrong.library.open(mine)
    try await wrong.sync(.everything)
    try await bench.sync(.everything)
    for device in [bench, wrong] {
      let now = time.now + device.skew
      let state = try device.library.state(of: shared)
      #expect(state.completionDate == UTCTime(milliseconds: min(completed, now)))
      // A date of a clock that is far ahead is shown as the present time, at most.
      if skew <= 86_400_000 {
        #expect(state.lastSavedDate == UTCTime(milliseconds: min(completed, now)))
      }
      let games = try device.library.games().summaries.compactMap(\.game)
      #expect(games.first { $0.id == shared }?.completion?.milliseconds == min(completed, now))
      #expect(games.first { $0.id == mine }?.saved.milliseconds == min(begun, now))
      var filter = GameFilter()
      filter.completed = completed - 1...completed + 1
      if device === bench {
        #expect(try device.library.games(.completed, filter).summaries.map(\.id) == [shared])
      }
    }
  }

  @Test("dates lie neither before the game nor in the future, whatever its own device's clock is")
  func boundedDates() async throws {
    let store = memoryStore()
    let skew: Int64 = -25 * 3_600_000
    let wrong = try await device(2, FolderStore(store, skew: skew), skew: skew)
    let bench = try await device(1, store)
    let game = try await begin(on: bench)
    try await wrong.sync()
    try solve(on: wrong)
    try await wrong.sync()
    try await bench.sync(.everything)
    let state = try bench.library.state(of: game)
    #expect(state.status == .completed)
    let date = try #require(state.completionDate)
    #expect(date.seconds >= time.now / 1_000 - 1 && date.milliseconds <= time.now)
  }

  @Test("lists are filtered by the dates that they show")
  func datesInTheFutureAreFilteredAsShown() async throws {
    let store = memoryStore()
    let skew: Int64 = 10 * 3_600_000
    let wrong = try await device(2, FolderStore(store, skew: skew), skew: skew)
    let bench = try await device(1, store)
    let game = try await begin(on: wrong)
    try solve(on: wrong)
    try await wrong.sync()
    try await bench.sync(.everything)
    var filter = GameFilter()
    filter.completed = time.now - 60_000...time.now
    filter.saved = filter.completed
    #expect(try bench.library.games(.completed, filter).summaries.map(\.id) == [game])
    filter.completed = time.now + 1...time.now + skew
    #expect(try bench.library.games(.completed, filter).summaries.isEmpty)
  }

  @Test("the game that took the place of the current one at launch is reported as newer, once")
  func newerAtLaunch() async throws {
    let store = memoryStore()
    let other = try await device(2, store)
    let bench = try await device(1, store)
    _ = try await begin(on: bench)
    let new = try await begin(on: other)
    let again = try TestLibrary(1, time, replica: bench.replica)
    try await again.launch(store)
    #expect(again.library.current == new)
    #expect(try await again.sync().requests > 0)
    #expect(again.lastReport?.newer == [new])
    try await again.sync()
    #expect(again.lastReport?.newer == [])
  }

  @Test("an end that a subscription's answer reports is not announced by the sync that found it")
  func endsAreReportedOnce() async throws {
    let store = memoryStore()
    let other = try await device(2, store)
    let bench = try await device(1, store)
    let game = try await begin(on: bench)
    try await other.sync(.everything)
    _ = try other.library.open(game)
    try solve(on: other)
    try await other.sync()
    bench.library.fetchNews()
    // The sync has stored the end, but its report has not arrived.
    await (try bench.nextJob())()
    #expect(bench.library.takeNews(instead: game).ended.map(\.game) == [game])
    bench.library.collect()
    #expect(bench.library.current == nil)
    let announced = bench.events.filter {
      if case .completedElsewhere = $0 { true } else { false }
    }
    #expect(announced.isEmpty)
    try await bench.sync()
    #expect(bench.lastReport?.ended == [])
  }

  @Test("summaries of older releases are in order, and keep their order beside this one's")
  func olderSummaries() throws {
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let id = DocumentID(GameID(initialBoard: puzzle, startDate: UnixTime(seconds: 1_795_176_000)))
    let text =
      #"{"clues":"\#(puzzle.line)","elapsedMilliseconds":5,"hintsUsed":0,"id":"\#(id)","lastSaved":"1795176009000","mistakes":0}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let old = try JSONDecoder().decode(GameSummary.self, from: Data(text.utf8))
    #expect(old.lastSaved == Stamp(milliseconds: 1_795_176_009_000))
    #expect(String(decoding: try encoder.encode(old), as: UTF8.self) == text, "nothing is added")
    var new = old
    new.saved = Moment(Stamp(milliseconds: 1_795_176_003_000), milliseconds: 1_795_176_001_000)
    new.completion = Moment(Stamp(milliseconds: 1_795_176_004_000), milliseconds: 1_795_176_002_000)
    let written = try encoder.encode(new)
    #expect(try JSONDecoder().decode(GameSummary.self, from: written) == new)
    #expect(DocumentSummary(new).lastStamp == new.lastSaved)
  }
}

/// A store without a clock of its own, as a folder is: it shows each device that device's clock.
private struct FolderStore: SyncStore {
  let store: MemoryStore
  let skew: Int64

  init(_ store: MemoryStore, skew: Int64) { (self.store, self.skew) = (store, skew) }

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    var response = try await store.perform(request)
    response.status.milliseconds += skew
    return response
  }
}
