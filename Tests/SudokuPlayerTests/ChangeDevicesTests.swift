import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import TestSupport
import Testing

/// The code of the article Sources/Games/Player/SudokuPlayer.docc/ChangeDevices.md.
@Suite("The article about changing devices")
struct ChangeDevicesTests {
  private let store = MemoryStore(clock: { PlayerEnvironment.system.wallMilliseconds() })

  /// A clock and a limit that a machine under load keeps.
  private let environment = {
    var environment = PlayerEnvironment.system
    let clock = environment.monotonicMilliseconds
    environment.monotonicMilliseconds = { clock() / 30 }
    environment.storeTimeoutMilliseconds = 60_000
    return environment
  }()

  private func engine(_ replica: MemoryReplica) throws -> SyncEngine {
    try SyncEngine(
      replica: replica, store: store, storeName: "test:", random: SeededRandom(seed: 1),
      clock: PlayerEnvironment.system.wallMilliseconds)
  }

  private func player(_ number: UInt64) async throws -> Player {
    let replica = MemoryReplica(device: DeviceID(rawValue: number))
    let player = try Player(replica: replica, environment: environment)
    await player.connect(try engine(replica))
    return player
  }

  private func solve(_ places: Range<Int>, on player: Player) async throws {
    let solution = try #require(Board(TestLibrary.solution))
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let cells = Array(CellSet.all.subtracting(puzzle.filledCells))
    for cell in cells[places] {
      try await player.play(.place(cell, try #require(solution[cell])))
    }
  }

  private func begin(on player: Player) async throws -> DocumentID {
    let puzzle = try #require(Board(TestLibrary.puzzle))
    let game = try await player.begin(NewGame(puzzle: puzzle)).state.game
    try await player.sync()
    return game
  }

  @Test("its code shows a completion")
  func completed() async throws {
    let phone = try await player(1)
    let game = try await begin(on: phone)
    let pad = try await player(2)
    #expect(try await pad.sync().current == game)
    try await solve(0..<51, on: phone)
    try await phone.sync()
    var shown: [GameState] = []
    func show(_ state: GameState) { shown.append(state) }

    // Scenario 1: the game was completed on another device.
    let report = try await pad.sync()
    if let end = report.ended.first(where: { $0.wasCurrent && $0.reason == .completed }) {
      // The solved board: celebrate, and take the input away.
      show(try await pad.state(of: end.game))
    }

    #expect(shown.map(\.status) == [.completed])
    #expect(report.requests == 1 && report.completedElsewhere == [game])
    #expect(try await pad.sync().ended.isEmpty)
    for player in [phone, pad] { await player.end() }
  }

  @Test("its code shows moves of the other device")
  func updated() async throws {
    let phone = try await player(1)
    let game = try await begin(on: phone)
    let pad = try await player(2)
    try await pad.sync()
    try await solve(0..<3, on: phone)
    try await phone.sync()
    var shown: [GameState] = []
    func show(_ state: GameState) { shown.append(state) }

    // Scenario 2: the game was updated on another device.
    let report = try await pad.sync()
    if report.ended.isEmpty, report.current != nil {
      // Its board, notes, time and mistakes.
      show(try await pad.state())
    }

    let board = try await phone.state().board
    #expect(shown.map(\.game) == [game] && shown.first?.board == board)
    for player in [phone, pad] { await player.end() }
  }

  @Test("its code shows the newest game at launch", arguments: [true, false])
  func launched(isWanted: Bool) async throws {
    let phone = try await player(1)
    let game = try await begin(on: phone)
    let replica = MemoryReplica(device: DeviceID(rawValue: 2))
    let pad = try Player(replica: replica, environment: environment)
    let engine = try self.engine(replica)
    var shown: [GameState] = []
    func show(_ state: GameState) { shown.append(state) }

    // Scenario 3: there is no current game here.
    await pad.connect(engine, watching: store)
    if await pad.asksBeforeRestoring {
      if isWanted { try await pad.restore() } else { try await pad.decline() }
    }
    if let game = try await pad.sync().current {
      // The newest game of all devices.
      show(try await pad.state(of: game))
    }

    #expect(shown.map(\.game) == [game])
    #expect(try await pad.sync(game: game).requests == 1)
    for player in [phone, pad] { await player.end() }
  }

  @Test("it is the code of this file")
  func isThisCode() throws {
    let article = try Article("Sources/Games/Player/SudokuPlayer.docc/ChangeDevices.md")
    #expect(article.codeBlocks.count == 3)
    let missing = try article.codeBlocks(
      missingIn: "Tests/SudokuPlayerTests/ChangeDevicesTests.swift")
    #expect(missing.isEmpty)
  }
}
