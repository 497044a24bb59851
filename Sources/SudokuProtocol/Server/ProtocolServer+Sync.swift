import JSONCoding
import SudokuSession
import SudokuSync

/// The sync engine as the server sees it: syncs run beside the games, their news come back to them.
extension ProtocolServer {
  /// Connects the player's store.
  ///
  /// - Parameter engine: The engine, on the replica of this server.
  public func connect(_ engine: SyncEngine) { self.engine = engine }

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
  var millisecondsToNextAttempt: Int64? {
    nextAttemptMilliseconds.map { $0 - environment.wallMilliseconds() }
  }

  /// Sends what waits, as the session ends; the engine's own limit of time bounds it.
  public func pushAtEnd() async {
    guard let engine else { return }
    commit()
    take(await engine.sync(.push))
  }

  /// Sends what waits, beside the games; for the end of a session and when the player is idle.
  public func pushInBackground() {
    guard let engine else { return }
    guard !isPushing else {
      pushesAgain = true
      return
    }
    isPushing = true
    pushesAgain = false
    let inbox = inbox
    environment.start {
      let report = await engine.pushIfDue()
      inbox.post(
        .act { server in
          server.isPushing = false
          if let report { server.take(report) }
          if server.pushesAgain { server.pushInBackground() }
        })
    }
  }

  /// Takes a sync's news into the games in memory and tells subscribers.
  func take(_ report: SyncReport) {
    if report.error == nil, report.requests > 0 { nextAttemptMilliseconds = nil }
    for event in report.events {
      environment.log(event.description)
      switch event {
      case .merged(let id, let chunks): merge(id, chunks)
      case .completedElsewhere(let id, let wasCurrent):
        notify(
          "game.completedElsewhere",
          ["game": .string(id.rawValue), "wasCurrent": .bool(wasCurrent)])
      case .cloned(let id, _, _):
        // The device may have a new name: games in memory would go on under the old one.
        games.forget(id)
        games.forgetAll()
      case .failed(_, let wait):
        nextAttemptMilliseconds = environment.wallMilliseconds() + wait + 10
      default: break
      }
    }
    games.reloadCurrent()
    storeOffsetMilliseconds = ((try? replica.value(for: .clockOffset)) ?? nil).flatMap { Int64($0) }
    notify(
      "sync.status",
      [
        "error": report.error.map { .string($0.description) } ?? .null,
        "online": .bool(report.error == nil), "pulled": JSONValue(report.pulled),
        "pushed": JSONValue(report.pushed),
      ])
  }

  /// Takes operations of other devices into a game in memory.
  private func merge(_ id: DocumentID, _ chunks: [OperationChunk]) {
    guard let game = games.openGame(id) else { return }
    var operations: [Operation] = []
    for chunk in chunks {
      guard let more = try? chunk.operations() else {
        // The replica will say what is damaged when the game is asked for again.
        games.forget(id)
        return
      }
      operations += more
    }
    let known = Set(game.session.document.state.conflicts.map(\.id))
    let (merge, own) = game.session.merge(
      operations, at: reading(game.lastAt), clock: &games.clock)
    games.add(own, to: game)
    guard !merge.inserted.isEmpty else { return }
    let name = JSONValue.string(id.rawValue)
    let device = merge.inserted.last?.device.description ?? ""
    notify(
      "sync.merged",
      ["cells": Shape.cells(merge.changedCells), "fromDevice": .string(device), "game": name])
    for conflict in game.session.document.state.conflicts where !known.contains(conflict.id) {
      notify("sync.conflict", ["conflict": Shape.encoded(conflict), "game": name])
    }
    notify(
      "game.changed",
      [
        "game": name, "origin": "sync", "rev": JSONValue(game.session.document.operations.count),
        "status": .string(game.session.document.status.rawValue),
      ])
  }
}
