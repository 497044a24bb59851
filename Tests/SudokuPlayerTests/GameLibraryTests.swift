import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSimulator
import SudokuSync
import Synchronization
import Testing

/// The library as an app uses it, without a protocol.
@Suite struct GameLibraryTests {
  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  /// A clock that is set back by what a client says goes on from there, and a timer that is switched on
  /// runs at once.
  @Test func clocksGoOn() throws {
    let library = try library(MemoryReplica(device: DeviceID(rawValue: 1)))
    let start: Int64 = 1_795_176_000_000
    _ = try library.begin(NewGame(puzzle: try #require(Board(Self.puzzle)), at: start))
    let cell = Cell(index: 2)
    func elapsed(at time: Int64, _ intent: Intent) throws -> Int {
      let (game, _) = try library.perform(intent, PlayRequest(at: time))
      return game.session.elapsedMilliseconds(at: library.reading(time))
    }
    let digit = try #require(Digit(4))
    #expect(try elapsed(at: start + 10_000, .place(cell, digit)) == 10_000)
    #expect(try elapsed(at: start + 3_610_000, .clear(cell)) == 3_610_000)
    #expect(try elapsed(at: start + 20_000, .place(cell, digit)) == 3_610_000)
    #expect(try elapsed(at: start + 30_000, .clear(cell)) == 3_620_000)
    #expect(try elapsed(at: start + 29_000, .place(cell, digit)) == 3_620_000)
    #expect(try elapsed(at: start + 31_000, .clear(cell)) == 3_621_000)
    _ = try elapsed(at: start + 31_000, .setOption("timer", .bool(false)))
    _ = try elapsed(at: start + 40_000, .place(cell, digit))
    _ = try elapsed(at: start + 50_000, .setOption("timer", .bool(true)))
    #expect(try elapsed(at: start + 60_000, .clear(cell)) == 3_631_000)
  }

  /// A daily puzzle that is begun again doesn't count as the day's, not even at midnight.
  @Test(arguments: [0, 5_000, 86_400_000])
  func aDailyPuzzleCountsOnce(after delay: Int64) throws {
    let library = try library(MemoryReplica(device: DeviceID(rawValue: 1)))
    let day = UnixTime(year: 2026, month: 11, day: 20)
    let start = day.seconds * 1_000
    let puzzle = try #require(Board(Self.puzzle))
    _ = try library.begin(NewGame(puzzle: puzzle, startDate: day, at: start))
    _ = try library.restart(PlayRequest(at: start + delay))
    let solution = try #require(Board(Self.solution))
    for cell in CellSet.all where puzzle[cell] == nil {
      let digit = try #require(solution[cell])
      _ = try library.perform(.place(cell, digit), PlayRequest(at: start + delay + 1_000))
    }
    try library.commit()
    let statistics = try library.profile().statistics
    #expect(statistics.total.wins == 1)
    #expect(statistics.daily.wins == 0)
  }

  /// A sync may bring what a copy of the device wrote under its name before the library hears of it.
  @Test func changesGoOnAfterWhatACopyWrote() throws {
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let library = try library(replica)
    try library.set("theme", to: "dark")
    try library.perform(.earn(item: "coins", amount: 3))
    let copy = MemoryReplica(device: DeviceID(rawValue: 1))
    let other = try self.library(copy)
    try other.set("theme", to: "dark")
    try other.perform(.earn(item: "coins", amount: 3))
    try other.set("theme", to: "light")
    try other.perform(.earn(item: "coins", amount: 4))
    for id in [DocumentID.settings, .profile] {
      let heads = try replica.heads(of: id)
      let chunks = try copy.chunks(of: id, after: heads)
      let summary = try #require(try copy.summary(of: id))
      _ = try replica.merge([DocumentDelta(id: id, summary: summary, chunks: chunks)], cursor: nil)
      #expect(try replica.heads(of: id)[replica.device]?.seq == 2)
    }
    try library.set("theme", to: "blue")
    try library.perform(.earn(item: "coins", amount: 5))
    #expect(try library.settings()["theme"] == "blue")
    #expect(try library.profile().items["coins"]?.balance == 12)
  }

  private func library(_ replica: MemoryReplica) throws -> GameLibrary {
    var environment = PlayerEnvironment()
    environment.wallMilliseconds = { 1_795_176_000_000 }
    environment.monotonicMilliseconds = { 1_795_176_000_000 }
    return try GameLibrary(replica: replica, environment: environment)
  }

  @Test func aGameIsPlayedToItsEndAndListed() throws {
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let library = try library(replica)
    var completed: [DocumentID] = []
    library.onEvent = { event in
      if case .completed(let id, _, _) = event { completed.append(id) }
    }
    let board = try #require(Board(Self.puzzle))
    let solution = try #require(Board(Self.solution))
    let opening = try library.begin(NewGame(puzzle: board))
    #expect(!opening.isExisting)
    let id = try #require(library.current)
    for cell in CellSet.all where board[cell] == nil {
      try library.perform(.place(cell, try #require(solution[cell])))
    }
    try library.commit()
    #expect(completed == [id])
    #expect(library.current == nil)
    let games = try library.games(.completed).summaries
    #expect(games.map(\.id) == [id])
    #expect(try library.profile().statistics.total.wins == 1)
  }

  @Test func whatWasCommittedIsThereForTheNextLibrary() throws {
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let first = try library(replica)
    let board = try #require(Board(Self.puzzle))
    _ = try first.begin(NewGame(puzzle: board))
    try first.perform(.place(Cell(index: 2), try #require(Digit(4))))
    try first.commit()
    let second = try library(replica)
    #expect(second.current == first.current)
    #expect(try second.state().board == (try first.state().board))
    #expect(throws: PlayerError.unknownGame(DocumentID("game-none"))) {
      try second.state(of: DocumentID("game-none"))
    }
  }

  /// A library that has begun the backup of the day.
  private final class BegunBackup: Sendable {
    private let lines = Mutex<[String]>([])
    private let jobs = Mutex<[@Sendable () async -> Void]>([])

    /// The backup is reported.
    var isLogged: Bool { lines.withLock { $0.contains("made the backup 2026-11-20") } }
    /// The unfinished backup is reported.
    var isLeftBehind: Bool {
      lines.withLock { $0.contains { $0.contains("backup of the day is not finished") } }
    }
    /// What makes the backup, which a busy machine does late.
    var job: (@Sendable () async -> Void)? { jobs.withLock { $0.count == 1 ? $0[0] : nil } }

    func library() throws -> GameLibrary {
      var environment = PlayerEnvironment()
      environment.wallMilliseconds = { 1_795_176_000_000 }
      environment.log = { line in self.lines.withLock { $0.append(line) } }
      environment.start = { job in self.jobs.withLock { $0.append(job) } }
      let replica = MemoryReplica(device: DeviceID(rawValue: 1))
      let library = try GameLibrary(replica: replica, environment: environment)
      library.keepBackups(in: BackupFolder("/backups", disk: SimulatedDisk()))
      _ = try library.begin(NewGame(puzzle: try #require(Board(GameLibraryTests.puzzle))))
      try library.commit()
      return library
    }
  }

  @Test func aBackupThatWasBegunIsToldBeforeTheEnd() async throws {
    let backup = BegunBackup()
    let library = try backup.library()
    let job = try #require(backup.job)
    Task.detached {
      try? await Task.sleep(for: .milliseconds(20))
      await job()
    }
    await library.finishBackup()
    #expect(backup.isLogged)
  }

  @Test func theEndDoesNotWaitForEver() async throws {
    let backup = BegunBackup()
    let library = try backup.library()
    // Nobody does the job: the disk hangs.
    await library.finishBackup(waitingAtMost: 30)
    #expect(backup.isLeftBehind && !backup.isLogged)
  }

  @Test func whoWaitsForABackupFindsItsResult() async throws {
    let backup = BegunBackup()
    let library = try backup.library()
    let names = try library.backupWork { folder throws(SyncError) in try folder.names() }
    let job = try #require(backup.job)
    Task.detached { await job() }
    #expect(try await names() == ["2026-11-20"])
    library.collect()
    #expect(backup.isLogged)
  }

  @Test func theRegistryNamesTheStoresItHas() throws {
    let registry = StoreRegistry.standard
    _ = try registry.open("memory:")
    let error = #expect(throws: SyncError.self) { _ = try registry.store("http://nowhere") }
    #expect(error?.kind == .malformedURL)
    #expect(error?.message.contains("memory: or file:<directory>") == true)
  }
}
