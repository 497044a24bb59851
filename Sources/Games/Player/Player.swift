import SudokuSession
import SudokuSync
import Synchronization

/// A player's games and everything that happens to them by itself: what an app holds.
///
/// It runs a `GameLibrary`: it applies what other devices did, sends what was stored, saves the time
/// played, and makes the daily backup. Nothing is returned before it is stored.
///
/// ```swift
/// let player = try Player(replica: replica)
/// let game = try await player.begin(NewGame(puzzle: puzzle)).state.game
/// let outcome = try await player.play(.place(cell, digit))
/// for await event in player.events { ... }
/// await player.end()
/// ```
public actor Player {
  /// What happens, in order, also what happened before anybody listened.
  public nonisolated let events: AsyncStream<LibraryEvent>

  private let library: GameLibrary
  private let bell: Bell
  private let feed: AsyncStream<LibraryEvent>.Continuation
  private var hasEnded = false

  /// Opens the games of a replica and begins to keep them.
  ///
  /// - Throws: `SyncError` where the replica can't be read.
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
    let (events, feed) = AsyncStream.makeStream(of: LibraryEvent.self)
    (self.events, self.feed, self.bell) = (events, feed, bell)
    library = try GameLibrary(replica: replica, environment: environment)
    library.onEvent = { feed.yield($0) }
    library.countInBackground()
    Task { [weak self] in
      while let pause = await self?.work() { await bell.wait(atMost: pause) }
    }
  }

  deinit { bell.ring() }

  /// Does what is due; returns how long to wait for the next of it, in milliseconds, `nil` at the end.
  private func work() -> Int64? {
    guard !hasEnded else { return nil }
    library.collect()
    library.runDueTasks()
    // What can't be stored now is not shown; the next command reports why.
    try? library.commit()
    return library.millisecondsToNextTask
  }

  /// Connects the player's store, and waits a moment for what other devices did.
  ///
  /// Play only afterwards: the store knows which game is the current one. A store that is out of reach
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

  /// Carries out anything with the library, then stores it.
  ///
  /// - Throws: What `body` throws, or `SyncError` where it can't be stored; the games are as before then.
  public func perform<Value: Sendable>(
    _ body: @Sendable (GameLibrary) throws -> Value
  ) throws -> Value {
    library.lookForOthers()
    let value = try body(library)
    try library.commit()
    library.noteShownTime()
    // Timers may have changed.
    bell.ring()
    return value
  }

  /// Begins a game, or opens the existing one of this board and start.
  public func begin(_ new: NewGame) throws -> GameOpening {
    try perform { try $0.begin(new) }
  }

  /// Opens a game: its clock runs, it is the current one.
  public func open(_ game: DocumentID) throws -> GameState { try perform { try $0.open(game) } }

  /// What the player sees of a game; `nil` means the current one.
  public func state(of game: DocumentID? = nil) throws -> GameState {
    try perform { try $0.state(of: game) }
  }

  /// Carries out what the player wants, in the current game unless the request names another.
  @discardableResult
  public func play(_ intent: Intent, _ request: PlayRequest = PlayRequest()) throws -> Outcome {
    try perform { try $0.perform(intent, request).outcome }
  }

  /// Syncs with the store: when the app comes to the foreground, and when the player asks for it.
  ///
  /// The newest game of all devices becomes the current one, unless one is being played here.
  ///
  /// - Parameters:
  ///   - goal: What for; a sync of everything is a yes to `restore()`.
  ///   - game: Exchanges only this game, in one request, whether it is known here or not.
  /// - Returns: What was done: the games that ended elsewhere since the last report, and the current
  ///   game.
  /// - Throws: `PlayerError.noStore`, or `SyncError` where the store does not answer.
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

  /// Whether the store holds games that the player was not asked about yet: `restore()` and `decline()`
  /// answer.
  public var asksBeforeRestoring: Bool { library.asksBeforeRestoring }

  /// Brings everything that the store holds to this device, also after `decline()`.
  ///
  /// - Returns: What was done.
  /// - Throws: `PlayerError.noStore`, or `SyncError` where the store does not answer.
  @discardableResult
  public func restore() async throws -> SyncReport { try await sync(.everything) }

  /// Leaves in the store what it holds.
  ///
  /// Only games that begin from now on come, and those asked for by their ID.
  ///
  /// - Returns: Whether it was asked; after the first move on this device it no longer is.
  /// - Throws: `SyncError` where the answer can't be stored.
  @discardableResult
  public func decline() throws -> Bool { try library.declineRestore() }

  /// Stores the time played, sends what waits, and stops; `events` ends.
  public func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    bell.ring()
    library.suspendGames()
    try? library.commit()
    await library.pushAtEnd()
    // What a sync in the background has brought meanwhile is still heard.
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

  /// Waits for the next ring, or the end of a time; a ring in the meantime counts.
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
