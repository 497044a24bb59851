import SudokuIdentity
import SudokuSession
import SudokuSync

/// Ends of games on other devices, and newer games there, that were not yet reported to a client.
///
/// A sync, the watch or another process that notices the end of a game stores it in the replica. It
/// is removed once it was reported to a client: in the answer to a sync, or in an event.
extension GameLibrary {
  /// Keeps the end of a game until it was reported to a client.
  func keepUnreported(_ id: DocumentID, _ status: GameState.Status) {
    let end = EndedGame(id, reason: status, wasCurrent: table.current == id)
    do throws(SyncError) { try replica.keepUnreported([end]) } catch {
      environment.log("the end of \(id) could not be noted: \(error)")
    }
  }

  /// Removes the ends of games that were reported to a client.
  package func noteReported(_ games: Set<DocumentID>) {
    guard !games.isEmpty else { return }
    try? replica.forgetEnds(of: games)
  }

  /// Adds all unreported ends and newer games to a report, and marks them as reported.
  func withNews(_ report: SyncReport, instead shown: DocumentID?) -> SyncReport {
    var report = report
    var ends: [DocumentID: EndedGame] = [:]
    for event in report.events {
      switch event {
      case .completedElsewhere(let id, let wasCurrent):
        ends[id] = EndedGame(id, reason: .completed, wasCurrent: wasCurrent)
      case .ended(let id, let end, let wasCurrent):
        let reason: GameState.Status = end == .abandoned ? .abandoned : .gameOver
        ends[id] = EndedGame(id, reason: reason, wasCurrent: wasCurrent)
      default: break
      }
    }
    let news = takeNews(instead: shown)
    for end in news.ended where ends[end.game]?.reason != .completed {
      ends[end.game] = EndedGame(
        end.game, reason: end.reason,
        wasCurrent: end.wasCurrent || ends[end.game]?.wasCurrent == true)
    }
    report.ended = ends.values.sorted { $0.game < $1.game }
    report.completedElsewhere = report.ended.filter { $0.reason == .completed }.map(\.game)
    report.newer = news.newer
    report.current = table.current
    return report
  }

  /// Returns the unreported ends and newer games, and marks them as reported.
  ///
  /// - Parameter shown: The game that the client plays.
  package func takeNews(instead shown: DocumentID?) -> (ended: [EndedGame], newer: [DocumentID]) {
    let ended = (try? replica.unreportedEnds()) ?? []
    if !ended.isEmpty { try? replica.forgetEnds(of: nil) }
    if link.isBusy || isLaunching {
      // A sync that still runs may have found them; its report must not announce them again.
      for end in ended { link.endsReported[end.game] = end.reason }
    }
    // The game that took its place at launch has not been reported yet.
    let last = attention.leftAtLaunch ?? shown
    attention.leftAtLaunch = nil
    return (ended, takeNewer(than: last))
  }

  /// Games in progress that other devices have played since the last call, newest first.
  private func takeNewer(than shown: DocumentID?) -> [DocumentID] {
    let limit = silentReading.largestPlausibleStamp
    let page = try? replica.summaries(
      .inProgress, limit: 20, before: PageToken(before: limit.successor))
    guard let games = page?.summaries, let newest = games.first else { return [] }
    let mark = (try? replica.value(for: .reportedGames)) ?? nil
    let known = mark.flatMap { Stamp($0) } ?? shown.flatMap { summary(of: $0)?.lastSaved } ?? .zero
    if newest.lastStamp > known || mark == nil {
      try? replica.setValue(max(newest.lastStamp, known).description, for: .reportedGames)
    }
    return games.filter { game in
      game.lastStamp > known && game.id != shown
        && lastPlayer(of: game.id).map { $0 != replica.device } ?? false
    }.map(\.id)
  }
}

extension SyncEngine {
  /// A sync whose caller waits for the report.
  ///
  /// With a game only that is exchanged; by its name in another program it takes a second request.
  /// A sync of everything may take long, but each of its
  /// requests has a time limit. It begins with a request that tests if the store answers.
  ///
  /// - Throws: `SyncError` if the store does not answer in time; `late` then receives the report.
  package nonisolated func syncAwaited(
    _ goal: SyncGoal, only game: DocumentID? = nil, isWhole: Bool, patience milliseconds: Int,
    unless isCancelled: @escaping SyncEngine.Cancellation = { false },
    late: @escaping @Sendable (SyncReport) -> Void
  ) async throws(SyncError) -> SyncReport {
    if goal == .everything || goal == .merge {
      do throws(SyncError) { _ = try await contents(merging: goal == .merge) } catch {
        await noteUnreachable(error)
        throw error
      }
      return await sync(goal, unless: isCancelled)
    }
    func inTime(_ document: DocumentID?) async throws(SyncError) -> SyncReport {
      guard
        let report = await sync(
          goal, only: document, waitingAtMost: milliseconds, unless: isCancelled, late: late)
      else { throw SyncError(.storeUnavailable, "the store has not answered yet") }
      return report
    }
    if let game, GameID(game.rawValue) == nil {
      // The store may know the game that has this name in another program.
      var report = try await inTime(.oldGames)
      if report.error == nil, let named = GameLibrary.game(ofOldName: game, in: await replica) {
        report.append(try await inTime(named))
      }
      return report
    }
    let inTime = try await inTime(game)
    return isWhole ? await syncRest(after: inTime, unless: isCancelled) : inTime
  }
}
