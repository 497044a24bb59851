import SudokuSession
import SudokuSync

/// The sync engine as the library sees it: syncs run beside the games, their news come back to them.
extension GameLibrary {
  /// Connects the player's store.
  ///
  /// - Parameter engine: The engine, on the replica of this library.
  public func connect(_ engine: SyncEngine) { link.engine = engine }

  /// Keeps the replica and the store in step; `nil` without a store.
  public var engine: SyncEngine? { link.engine }

  /// Syncs and takes the news into the games in memory, before anything is played.
  ///
  /// A store that is out of reach is no failure: the replica decides then. A new device gets the
  /// newest game only: the player is asked before all the rest is restored.
  public func syncAtLaunch() async {
    guard let engine else { return }
    take(await engine.sync(isNew ? .now : .everything))
  }

  /// Whether this device has no games and never read what the store has.
  private var isNew: Bool {
    guard let counts = try? replica.counts(), counts.games == 0 else { return false }
    return ((try? replica.value(for: .cursor)) ?? nil) == nil
  }

  /// How long to wait before the store is to be asked again after a failure, in milliseconds;
  /// `nil` where it did not fail.
  public var millisecondsToNextAttempt: Int64? {
    link.nextAttemptMilliseconds.map { $0 - environment.wallMilliseconds() }
  }

  /// Sends what waits, as the session ends; the engine's own limit of time bounds it.
  public func pushAtEnd() async {
    guard let engine else { return }
    try? commit()
    take(await engine.sync(.push))
  }

  /// Sends what waits, beside the games; for the end of a session and when the player is idle.
  public func pushInBackground() {
    guard let engine else { return }
    guard !link.isPushing else {
      link.pushesAgain = true
      return
    }
    link.isPushing = true
    link.pushesAgain = false
    let mailbox = mailbox
    environment.start {
      let report = await engine.pushIfDue()
      mailbox.post { library in
        library.link.isPushing = false
        if let report { library.take(report) }
        if library.link.pushesAgain { library.pushInBackground() }
      }
    }
  }

  /// Takes a sync's news into the games in memory and tells what happened.
  ///
  /// - Parameter report: What a sync of the library's engine did.
  public func take(_ report: SyncReport) {
    if report.error == nil, report.requests > 0 { link.nextAttemptMilliseconds = nil }
    for event in report.events {
      environment.log(event.description)
      switch event {
      case .merged(let id, let chunks): merge(id, chunks)
      case .completedElsewhere(let id, let wasCurrent):
        tell(.completedElsewhere(id, wasCurrent: wasCurrent))
      case .cloned(let id, _, _):
        // The device may have a new name: games in memory would go on under the old one.
        table.forget(id)
        table.forgetAll()
      case .failed(_, let wait):
        link.nextAttemptMilliseconds = environment.wallMilliseconds() + wait + 10
      default: break
      }
    }
    table.reloadCurrent()
    link.storeOffsetMilliseconds = ((try? replica.value(for: .clockOffset)) ?? nil)
      .flatMap { Int64($0) }
    tell(.synced(report))
  }

  /// Takes operations of other devices into a game in memory.
  private func merge(_ id: DocumentID, _ chunks: [OperationChunk]) {
    guard let game = table.openGame(id) else { return }
    var operations: [Operation] = []
    for chunk in chunks {
      guard let more = try? chunk.operations() else {
        // The replica will say what is damaged when the game is asked for again.
        table.forget(id)
        return
      }
      operations += more
    }
    let known = Set(game.session.document.state.conflicts.map(\.id))
    let (merge, own) = game.session.merge(
      operations, at: reading(game.lastAt), clock: &table.clock)
    table.add(own, to: game)
    guard !merge.inserted.isEmpty else { return }
    tell(.merged(id, cells: merge.changedCells, from: merge.inserted.last?.device))
    for conflict in game.session.document.state.conflicts where !known.contains(conflict.id) {
      tell(.conflict(id, conflict))
    }
    let document = game.session.document
    tell(.changed(id, origin: .sync, rev: document.operations.count, status: document.status))
  }
}
