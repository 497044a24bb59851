import SudokuRating
import SudokuSession
import SudokuSync
import Synchronization

/// A player's games with their background work, as an app uses them.
///
/// It runs a `GameLibrary`: it applies other devices' operations, sends stored ones, saves the time
/// played, and makes the daily backup. Nothing is returned before it is stored.
///
/// ```swift
/// let player = try Player(replica: replica)
/// let game = try await player.begin(NewGame(puzzle: puzzle)).state.game
/// let outcome = try await player.play(.place(cell, digit))
/// let (hint, _) = try await player.hint(depth: 3)
/// for await event in player.events { ... }
/// await player.end()
/// ```
public actor Player {
  /// All events in order, for any number of readers.
  ///
  /// Each call gives a stream of its own. The first one has the events since the player was opened, later
  /// ones those from then on.
  public nonisolated var events: AsyncStream<LibraryEvent> { feed.stream() }

  private let library: GameLibrary
  private let bell: Bell
  private let feed = EventFeed()
  private var hasEnded = false

  /// Opens the games of a replica and starts the background work.
  ///
  /// - Throws: `SyncError` if the replica can't be read.
  public init(
    replica: any Replica, environment: PlayerEnvironment = .system
  ) throws(SyncError) {
    let bell = Bell()
    var environment = environment
    let wake = environment.wake
    environment.wake = {
      wake()
      bell.ring()
    }
    self.bell = bell
    library = try GameLibrary(replica: replica, environment: environment)
    library.onEvent = { [feed] in feed.send($0) }
    library.countInBackground()
    Task { [weak self] in
      while let pause = await self?.work() { await bell.wait(atMost: pause) }
    }
  }

  deinit { bell.ring() }

  /// Runs the due tasks; returns the milliseconds until the next one, `nil` after the end.
  private func work() -> Int64? {
    guard !hasEnded else { return nil }
    library.collect()
    library.runDueTasks()
    // Operations that can't be stored now are not shown; the next command reports the error.
    try? library.commit()
    return library.millisecondsToNextTask
  }

  /// Connects the player's store, and waits a moment for other devices' operations.
  ///
  /// Play only afterwards, because the store knows the current game. A store that is out of reach
  /// costs no more than `milliseconds`.
  public func connect(
    _ engine: SyncEngine, watching store: (any SyncStore)? = nil,
    waitingAtMost milliseconds: Int64 = 2_000
  ) async {
    library.connect(engine, watching: store)
    library.launch(waitingAtMost: milliseconds)
    bell.ring()
    while library.isLaunching { try? await Task.sleep(for: .milliseconds(5)) }
  }

  /// Runs `body` with the library, then stores its operations.
  ///
  /// - Throws: The error of `body`, or `SyncError` if the operations can't be stored; the games are
  ///   then as before.
  public func perform<Value: Sendable>(
    _ body: @Sendable (GameLibrary) throws -> Value
  ) throws -> Value {
    library.lookForOthers()
    let value = try body(library)
    try library.commit()
    library.noteShownTime()
    // The timers may have changed.
    bell.ring()
    return value
  }

  /// Begins a game, or opens the existing one of this board and start.
  public func begin(_ new: NewGame) throws -> GameOpening {
    try perform { try $0.begin(new) }
  }

  /// Opens a game: starts its clock and makes it the current one.
  public func open(_ game: DocumentID) throws -> GameState { try perform { try $0.open(game) } }

  /// The game as the player sees it; `nil` means the current game.
  ///
  /// After the move that completes the current game, `nil` means the completed one until the next begins.
  public func state(of game: DocumentID? = nil) throws -> GameState {
    let last = feed.lastCompleted
    return try perform { try $0.state(of: game ?? $0.current ?? last) }
  }

  /// Gives a hint for a game, and counts it.
  ///
  /// The search takes no time of the player's actor: moves go on meanwhile.
  ///
  /// ```swift
  /// let (hint, outcome) = try await player.hint(depth: 5)
  /// hint.cell          // where to look
  /// outcome.hintsUsed  // 1
  /// ```
  ///
  /// - Parameters:
  ///   - depth: From 1 (is something wrong?) to 5 (the whole step); others count as the nearest.
  ///   - request: The game, unless it is the current one.
  /// - Throws: `PlayerError`, or `HintError` if the board has no hint; then none is counted.
  public func hint(
    depth: Int = 5, _ request: PlayRequest = PlayRequest()
  ) async throws -> (hint: Hint, outcome: Outcome) {
    let depth = min(max(depth, 1), 5)
    let pending = try perform { try $0.hint(for: request) }
    let search = Task.detached {
      try HintMaker(techniques: pending.techniques).ladder(for: pending.position).hint(depth: depth)
    }
    let hint = try await search.value
    return (hint, try perform { try $0.give(hint, pending, request).outcome })
  }

  /// Carries out an intent of the player, in the current game unless the request names another.
  ///
  /// `.hint` only counts a hint that was shown; `hint(depth:_:)` gives one.
  @discardableResult
  public func play(_ intent: Intent, _ request: PlayRequest = PlayRequest()) throws -> Outcome {
    try perform { try $0.perform(intent, request).outcome }
  }

  /// Syncs with the store; call it when the app comes to the foreground or the player asks for it.
  ///
  /// The newest game of all devices becomes the current one, unless one is being played here.
  ///
  /// - Parameters:
  ///   - goal: The purpose of the sync; a sync of everything accepts the restore.
  ///   - game: Exchanges only this game, in one request, whether it is known here or not.
  /// - Returns: The report, with the games that ended elsewhere since the last report and the
  ///   current game.
  /// - Throws: `PlayerError.noStore`, or `SyncError` if the store does not answer.
  @discardableResult
  public func sync(_ goal: SyncGoal = .now, game: DocumentID? = nil) async throws -> SyncReport {
    guard let engine = library.engine else { throw PlayerError.noStore }
    library.recordTime()
    try library.commit()
    library.joinStore(for: goal)
    let isWhole = goal == .now && game == nil && !library.asksBeforeRestoring
    let found = try await engine.syncAwaited(
      goal, only: game, isWhole: isWhole, patience: library.environment.storeTimeoutMilliseconds,
      late: library.lateReport)
    let report = library.takeAwaited(found, follows: game == nil)
    try library.commit()
    bell.ring()
    if let error = report.error { throw error }
    return report
  }

  /// True while the player has to choose between `restore()` and `decline()` for games in the store.
  public var asksBeforeRestoring: Bool { library.asksBeforeRestoring }

  /// Restores all games of the store to this device, also after `decline()`.
  ///
  /// - Returns: The report of the sync.
  /// - Throws: `PlayerError.noStore`, or `SyncError` if the store does not answer.
  @discardableResult
  public func restore() async throws -> SyncReport {
    library.joinStore()
    return try await sync(.everything)
  }

  /// Declines to restore the games that the store holds.
  ///
  /// From now on only new games are synced, and games requested by their ID.
  ///
  /// - Returns: True if the choice was open or already declined; after the first move on this
  ///   device it is not open.
  /// - Throws: `SyncError` if the answer can't be stored.
  @discardableResult
  public func decline() throws -> Bool { try library.declineRestore() }

  /// Stores the time played, sends pending operations, and stops; every stream of `events` ends.
  public func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    bell.ring()
    library.suspendGames()
    try? library.commit()
    await library.pushAtEnd()
    // Emit the events of a background sync that has ended meanwhile.
    library.collect()
    feed.finish()
  }
}

/// Wakes the one task that waits for it.
private final class Bell: Sendable {
  private struct State {
    var isRung = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func ring() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.isRung = true }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for the next ring, at most a given time; a ring since the last wait counts.
  func wait(atMost milliseconds: Int64) async {
    let timer = Task {
      guard (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil else { return }
      ring()
    }
    await withCheckedContinuation { continuation in
      let isRung = state.withLock { state in
        defer { state.isRung = false }
        if !state.isRung { state.waiting = continuation }
        return state.isRung
      }
      if isRung { continuation.resume() }
    }
    timer.cancel()
  }
}
