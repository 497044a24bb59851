import JSONCoding
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync

extension Method {
  /// The group `sync`.
  static let syncMethods: [Method] = [
    Method(
      "sync.now",
      "Syncs with the store: the current game, or the newest of all devices, then everything that changed.",
      .optional("game", .game, "Syncs only this game, in one request, and returns its state."),
      .optional(
        "goal",
        ValueType<SyncGoal>.choice(),
        "The goal of the sync; default `now`: a single request if only the current game changed."),
      .optional(
        "merge", ValueType<Bool>.bool,
        "The store's games are this player's too, even if another player created it."),
      result: SyncReportRecord.schema
    ) { (call, game, goal, merges) throws(RPCError) in
      if game != nil, goal ?? .now != .now || merges == true {
        throw RPCError.invalid(
          "game", expected: "omitted, or alone",
          "with 'game' only that is synced: omit 'goal' and 'merge'")
      }
      let id = try game.map { (game) throws(RPCError) in try call.server.idHere(of: game) }
      return try call.server.sync(call, merges == true ? .merge : goal ?? .now, only: id)
    },

    Method(
      "sync.restore", "Restores everything from the store to this device; nothing is overwritten.",
      result: SyncReportRecord.schema
    ) { (call) throws(RPCError) in
      call.server.library.joinStore()
      return try call.server.sync(call, .everything)
    },

    Method(
      "sync.decline",
      "Declines to restore the store's games: from now on only new games come, and those that "
        + "`sync.now` names. `sync.restore` takes it back.",
      result: DeclineRecord.schema
    ) { (call) throws(RPCError) in
      do throws(SyncError) {
        return .value(DeclineRecord(isDeclined: try call.server.library.declineRestore()).json)
      } catch { throw RPCError(error) }
    },

    Method(
      "sync.log",
      "Returns the findings and decisions of syncs: the last thousand entries, oldest first.",
      .optional("after", .int(0...Int.max), "Return entries after this number."),
      .optional("limit", .int(1...1000), "The maximum number of entries; default 100."),
      result: SyncLogRecord.schema
    ) { (call, after, limit) throws(RPCError) in
      let log = call.server.library.decisions
      let entries = log.entries.enumerated().filter { log.firstNumber + $0.offset > after ?? 0 }
      let decisions = entries.prefix(limit ?? 100).map { index, entry in
        SyncLogRecord.Decision(
          number: log.firstNumber + index, date: UTCTime(milliseconds: entry.milliseconds),
          kind: entry.kind, document: entry.document, reason: entry.text.withoutFolders)
      }
      return .value(
        SyncLogRecord(decisions: decisions, hasMore: entries.count > decisions.count).json)
    },

    Method(
      "sync.status", "Returns the state of sync.",
      result: SyncStatusRecord.schema
    ) { (call) throws(RPCError) in try call.server.syncStatus(call) },

    Method(
      "sync.conflicts", "Lists the conflicts that the player has to resolve.",
      game, result: SyncConflictsRecord.schema
    ) { (call, id) throws(RPCError) in
      var conflicts: [SyncConflictRecord] = []
      if id != nil || call.server.library.current != nil {
        let game = try call.server.played { (library) throws(PlayerError) in try library.game(id) }
        conflicts = game.session.document.state.conflicts.map {
          SyncConflictRecord(
            conflict: $0, game: game.id, deviceNames: call.server.library.deviceNames)
        }
      }
      if id == nil {
        conflicts += try call.server.profileConflicts().map { SyncConflictRecord(conflict: $0) }
      }
      return .value(SyncConflictsRecord(conflicts: conflicts).json)
    },

    Method(
      "sync.resolve",
      "Resolves a conflict by choosing a version; the choice is itself an operation.",
      game, opID, at,
      .required("conflict", ValueType<String>.text(atMost: 256), "The conflict's ID."),
      .required(
        "choice", ValueType<String>.text(atMost: 256), "The `operation` of the chosen version."),
      result: .anyOf(
        "The changes of the game; empty for a conflict of the profile.",
        [OutcomeRecord.schema, DoneRecord.schema])
    ) { (call, id, opID, at, conflict, choice) throws(RPCError) in
      guard let key = OperationKey(choice) else {
        throw .wrongType("choice", expected: "the operation of a version")
      }
      if id == nil, try call.server.profileConflicts().contains(where: { $0.id == conflict }) {
        _ = try call.server.played { (library) throws(PlayerError) in
          try library.perform(.resolve(conflict: conflict, choice: key), opID: opID, at: at)
        }
        return .value(DoneRecord().json)
      }
      let options = PlayRequest(game: id, opID: opID, at: at)
      let (outcome, game) = try call.server.perform(
        .resolve(conflict: conflict, choice: key), options)
      return .value(OutcomeRecord(outcome: outcome, game: game).json)
    },
  ]
}

extension ProtocolServer {
  /// Syncs on another thread; a store that does not answer is an error within two seconds.
  func sync(_ call: Call, _ goal: SyncGoal, only game: DocumentID? = nil) throws(RPCError) -> Reply
  {
    guard let engine = library.engine else { throw RPCError(PlayerError.noStore) }
    library.recordTime()
    commit()
    library.joinStore(for: goal)
    // A new device restores the rest only after asking the player.
    let isWhole = goal == .now && game == nil && !library.asksBeforeRestoring
    let late = library.lateReport
    let patience = environment.storeTimeoutMilliseconds
    return start(call, isSearch: false) { (job) throws(RPCError) in
      let report: SyncReport
      let isCancelled = { @Sendable in job.isCancelled }
      do throws(SyncError) {
        report = try await engine.syncAwaited(
          goal, only: game, isWhole: isWhole, patience: patience, unless: isCancelled, late: late)
      } catch { throw Self.fault(error, requests: 1) }
      let wasCancelled = job.isCancelled
      return .finish { (call) throws(RPCError) in
        let report = call.server.library.takeAwaited(report, follows: game == nil)
        if wasCancelled { throw RPCError(.cancelled, "the request was cancelled") }
        if let error = report.error { throw Self.fault(error, of: report) }
        return try call.server.value(of: report, game)
      }
    }
  }

  private static func fault(_ error: SyncError, requests: Int) -> RPCError {
    var fault = RPCError(ofStore: error)
    fault.details["requests"] = JSONValue(requests)
    return fault
  }

  /// The error that ended a sync: this device's disk or the store.
  private static func fault(_ error: SyncError, of report: SyncReport) -> RPCError {
    guard report.hasFailedHere else { return fault(error, requests: report.requests) }
    var fault = RPCError(error)
    fault.details["requests"] = JSONValue(report.requests)
    return fault
  }

  private func value(of report: SyncReport, _ game: DocumentID?) throws(RPCError) -> JSONValue {
    var record = SyncReportRecord(report: report, current: library.current)
    if let game {
      // It may have been given by the name that it had in another program.
      let game = try played { (library) throws(PlayerError) in try library.idHere(of: game) }
      record.state = try stateRecord(of: game, at: nil)
      record.wasCompletedElsewhere = try played { (library) throws(PlayerError) in
        try library.game(game).session.wasCompletedElsewhere
      }
    }
    if report.goal == .everything {
      let state = try profileState()
      let counts: ReplicaCounts
      do throws(SyncError) { counts = try library.replica.counts() } catch { throw RPCError(error) }
      record.summary = SyncReportRecord.Summary(
        completed: counts.completedGames, games: counts.games, level: state.level,
        unlocked: state.unlocked.count)
    }
    return record.json
  }

  func syncStatus(_ call: Call) throws(RPCError) -> Reply {
    commit()
    let counts: ReplicaCounts
    do throws(SyncError) { counts = try library.replica.counts() } catch { throw RPCError(error) }
    let skew = library.clockSkewMilliseconds
    guard let engine = library.engine else {
      let quarantined = (try? library.replica.quarantined()) ?? []
      return .value(
        SyncStatusRecord(
          hasStore: false, pending: counts.pendingOperations, clockSkewMilliseconds: skew,
          quarantined: quarantined
        ).json)
    }
    let isWatching = library.isWatching
    let hasDeclined = library.hasDeclinedRestore
    let now = environment.wallMilliseconds()
    let hasRead = ((try? library.replica.value(for: .cursor)) ?? nil) != nil
    return start(call, isSearch: false) { (_) throws(RPCError) in
      let status: SyncStatus
      do { status = try await engine.status() } catch { throw RPCError(.internalError, "\(error)") }
      let held = hasRead ? nil : try? await engine.contents()
      var record = SyncStatusRecord(
        hasStore: true, pending: status.pendingOperations, clockSkewMilliseconds: skew,
        quarantined: status.quarantined)
      record.clockOffsetMilliseconds = status.clockOffsetMilliseconds
      record.isMergeNeeded = status.lastError?.kind == .anotherPlayer
      record.current = status.current
      record.lastError = status.lastError?.description.withoutFolders
      record.lastSync = status.lastSyncMilliseconds.map { UTCTime(milliseconds: $0) }
      record.isOnline = status.isOnline
      record.skipped = status.skipped
      record.player = status.player?.description
      record.storeIdentity = status.storeIdentity
      record.storeEpoch = status.storeEpoch
      record.isWatching = isWatching
      record.waiting = status.waiting
      record.hasDeclined = hasDeclined
      if let held, held.games > 0 {
        record.restore = SyncStatusRecord.Restorable(
          completed: held.completedGames, games: held.games,
          // An imported profile without a date has the stamps of the first day of 1970.
          lastSaved: held.lastSavedMilliseconds.flatMap {
            $0 < 86_400_000 ? nil : UTCTime(milliseconds: min($0, now))
          })
      }
      return .value(record.json)
    }
  }
}
