import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import SudokuSyncSimulator
import Synchronization
import Testing

/// The library as an app uses it, without a protocol.
@Suite struct GameLibraryTests {
  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

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

    /// The backup is told.
    var isLogged: Bool { lines.withLock { $0.contains("made the backup 2026-11-20") } }
    /// It is told that the backup is not finished.
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
