import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// The games in memory, and their operations that are not stored yet.
///
/// A game is read from the replica at its first use. Operations that `commit()` can't store are
/// dropped: the games are read again from the replica.
final class GameTable {
  private let replica: any Replica
  private let limit: Int
  /// The most operations that the games in memory may have together.
  var operationLimit = 2_000_000
  /// A lower bound of the number of operations in memory; exact after `makeRoom`.
  var operationCount = 0
  private var open: [DocumentID: OpenGame] = [:]
  private var dirty: [OpenGame] = []
  var clock: HybridLogicalClock
  var begun: BegunGames
  /// The game for requests without `game`.
  private(set) var current: DocumentID?
  private var currentIsUnsaved = false
  /// True after a failure to store the current game whose commit had stored operations.
  ///
  /// A later failure must not fail a commit either.
  private var currentIsOverdue = false
  /// True once the game saved last was read, to find requests from before the launch.
  private var hasReadLast = false
  /// True once the present request has used a game with operations that are not stored yet.
  var hasTouchedUncommitted = false
  /// True if the last commit stored a completion, which must be sent at once.
  private(set) var hasStoredCompletion = false
  /// The games that the last commit found ended in their stored form; no event was emitted for them.
  private(set) var endedMeanwhile: [DocumentID: GameState.Status] = [:]
  /// The status that the player saw of each game that the present commit reads again.
  private var shown: [DocumentID: GameState.Status] = [:]
  /// Called with the stored entries.
  var didCommit: (([ReplicaEntry]) -> Void)?
  /// Called with a message about a game that is damaged on this device.
  var didFindDamage: ((String) -> Void)?
  /// The damaged games already reported.
  private var knownDamage: Set<DocumentID> = []

  init(replica: any Replica, limit: Int) throws(SyncError) {
    self.replica = replica
    self.limit = limit
    clock = HybridLogicalClock()
    begun = BegunGames(replica)
    observeNewest()
    current = try replica.value(for: .currentGame).flatMap { DocumentID($0) }
    if let current, try replica.summary(of: current)?.isInProgress != true {
      // The game ended while no library was open.
      setCurrent(nil)
      hasTouchedUncommitted = false
    }
  }

  var count: Int { open.count }

  var hasUncommitted: Bool { !dirty.isEmpty || currentIsUnsaved }

  var openGames: some Sequence<OpenGame> { open.values }

  /// A game in memory, `nil` for other games.
  func openGame(_ id: DocumentID) -> OpenGame? { open[id] }

  func game(_ id: DocumentID) throws(PlayerError) -> OpenGame {
    if let game = open[id] {
      if !game.pending.isEmpty { hasTouchedUncommitted = true }
      return game
    }
    guard let document = try document(id) else { throw .unknownGame(id) }
    clock.observe(document.operations.lastStamp)
    return try insert(GameSession(document, device: replica.device))
  }

  /// The game that has carried out a request: the current one, another in memory, or the one saved last.
  ///
  /// So a repeated request without `game` is recognised after its game has ended, or another was opened.
  func game(ofRequest opID: String) -> OpenGame? {
    if !hasReadLast {
      hasReadLast = true
      let newest = try? replica.summaries(.games, limit: 1, before: nil).summaries.first
      if let newest { _ = try? game(newest.id) }
    }
    if let current, let game = open[current], game.knows(opID) { return game }
    return open.values.filter { $0.knows(opID) }.min { $0.id < $1.id }
  }

  /// A game as the replica has it, `nil` if the replica does not have it.
  func document(_ id: DocumentID) throws(PlayerError) -> GameDocument? {
    let clues: Board
    var operations: [DocumentOperation] = []
    do throws(SyncError) {
      guard let known = try replica.wholeSummary(of: id)?.game?.clues else { return nil }
      clues = known
      operations = try replica.readOperations(of: id)
      if let damage = try damage(of: id), knownDamage.insert(id).inserted { didFindDamage?(damage) }
    } catch {
      throw .sync(error)
    }
    guard let gameID = GameID(id.rawValue) else { return nil }
    do throws(GameError) {
      var document = try GameDocument(id: gameID, clues: clues)
      document.merge(operations)
      return document
    } catch {
      throw .game(error)
    }
  }

  /// A message about damage to this device's own operations of a game, `nil` for no damage.
  private func damage(of id: DocumentID) throws(SyncError) -> String? {
    let entry = try replica.quarantined().first { $0.document == id && $0.device == replica.device }
    return entry.map {
      "\(id) is damaged on this device (\($0.reason)): restore a backup that has them, "
        + "or give them up with 'sudoku sync --check --drop'"
    }
  }

  @discardableResult
  func insert(_ session: GameSession) throws(PlayerError) -> OpenGame {
    guard open.count < limit else { throw .tooManyOpenGames(limit: limit) }
    let game = OpenGame(session)
    open[game.id] = game
    operationCount += session.document.operations.count
    return game
  }

  /// Chooses the game for requests without `game`.
  func setCurrent(_ id: DocumentID?) {
    guard id != current else { return }
    current = id
    currentIsUnsaved = true
    hasTouchedUncommitted = true
  }

  func add(_ operations: [DocumentOperation], to game: OpenGame, by command: PendingCommand?) {
    guard !operations.isEmpty else { return }
    if game.pending.isEmpty { dirty.append(game) }
    game.pending += operations
    operationCount += operations.count
    if let command { game.commands.append(command) }
    hasTouchedUncommitted = true
  }

  /// Removes a game from memory once its operations are stored.
  func close(_ game: OpenGame) {
    if game.pending.isEmpty {
      open[game.id] = nil
    } else {
      game.isClosing = true
    }
  }

  /// Removes a game from memory at once; its next use reads it again.
  func forget(_ id: DocumentID) {
    guard let game = open.removeValue(forKey: id) else { return }
    dirty.removeAll { $0 === game }
  }

  /// Removes all games without pending operations from memory, after a change of the replica.
  func forgetAll() {
    open = open.filter { !$0.value.pending.isEmpty }
    observeNewest()
  }

  /// Moves the clock past the newest stamp in the replica.
  ///
  /// So later operations are newer than all that is known here, even with a slow clock.
  func observeNewest() {
    if let newest = (try? replica.summaries(.all, limit: 1, before: nil))?.summaries.first {
      clock.observe(newest.lastStamp)
    }
  }

  /// Reads games under an earlier identity of the device again; their clocks continue.
  ///
  /// Uncommitted commands are replayed by the next commit.
  func readRenamed(at reading: (OpenGame) -> ClockReading) {
    for game in open.values where game.session.device != replica.device {
      readAgain(game, at: reading(game))
    }
  }

  /// Reads a game with renamed operations again; its clock continues.
  ///
  /// Uncommitted commands are replayed by the next commit.
  func readAgain(_ game: OpenGame, at reading: ClockReading) {
    guard game.pending.isEmpty else {
      game.isOutdated = true
      return
    }
    if let document = try? document(game.id) {
      clock.observe(document.operations.lastStamp)
      game.goOn(with: document, as: replica.device, at: reading)
    } else {
      open[game.id] = nil
    }
  }

  /// Reads the current game's ID again, as a sync may have chosen another game.
  func reloadCurrent() {
    guard !currentIsUnsaved else { return }
    current = ((try? replica.value(for: .currentGame)) ?? nil).flatMap { DocumentID($0) }
  }

  func keep(_ game: OpenGame) { game.isClosing = false }

  /// Stores all pending operations, those of all games in one transaction.
  ///
  /// **Before a commit** a game is ahead of the replica: `session` holds operations that are only in
  /// `pending`, and `commands` holds the commands that made them, each with the reading of the clocks.
  /// `dirty` lists these games.
  ///
  /// **Steps.**
  /// 1. If a sync has changed a dirty game's stored operations, or the device's identity, the pending
  ///    operations no longer fit: `replay` reads every dirty game and performs its commands on it again.
  ///    A command that can no longer be performed fails the whole commit.
  /// 2. Newly begun games are noted, in a write of their own. Then one entry per game (its operations and
  ///    its new summary) goes to the replica in one call.
  /// 3. If the replica answers `outOfSequence`, the same has happened between 1 and 2: replay once
  ///    more and append again. A second refusal is an error.
  /// 4. `didCommit` reports the entries, the current game is stored, in a write of its own, and `pending`
  ///    and `commands` are emptied. Closed games leave memory.
  ///
  /// **On an error** of the append no operation was stored. Each dirty game becomes what the replica has; pending
  /// operations are dropped, the clock continues, and the caller reports the error, so an answer that
  /// was not stored is never shown. A game that can't be read leaves memory. If the device's own stream
  /// is damaged, that is the error to report.
  ///
  /// **Why commands, not operations, are replayed.** An operation names its device, its number and the
  /// operations it replaces. Under a new identity, or after operations that arrived meanwhile, all
  /// three change. What the player wanted does not.
  ///
  /// **Ends.** A replay may meet a game that has ended elsewhere. `noteShown` remembers what the player
  /// saw, `noteEnds` compares, and the library emits an event for `endedMeanwhile`.
  func commit() throws(SyncError) {
    hasStoredCompletion = false
    endedMeanwhile = [:]
    defer {
      noteEnds()
      dirty.removeAll(keepingCapacity: true)
    }
    do throws(SyncError) {
      if dirty.contains(where: { $0.isOutdated || $0.session.device != replica.device }) {
        try replay()
      }
      var entries: [ReplicaEntry]
      do throws(SyncError) {
        entries = try entriesToStore()
        try begun.save(to: replica)
        if !entries.isEmpty { try replica.append(entries) }
      } catch  where error.kind == .outOfSequence {
        // The identity was renewed just now, or the stream was moved together with a copy's.
        try replay()
        entries = try entriesToStore()
        try replica.append(entries)
      }
      didCommit?(entries)
      try saveCurrent(isAlone: entries.isEmpty)
    } catch {
      // Set the games to their stored form; the running time is not lost.
      for game in dirty {
        let stop = game.commands.last?.reading
        game.commands = []
        if let document = try? document(game.id) {
          noteShown(game)
          game.goOn(with: document, as: replica.device, at: stop)
        } else {
          open[game.id] = nil
        }
      }
      if currentIsUnsaved {
        (currentIsUnsaved, currentIsOverdue) = (false, false)
        current = ((try? replica.value(for: .currentGame)) ?? nil).flatMap { DocumentID($0) }
      }
      if error.kind == .outOfSequence {
        for game in dirty {
          if let damage = try damage(of: game.id) { throw SyncError(.damaged, damage) }
        }
      }
      throw error
    }
    hasStoredCompletion = dirty.contains { $0.session.document.isCompleted }
    for game in dirty {
      game.pending.removeAll(keepingCapacity: true)
      game.commands.removeAll(keepingCapacity: true)
      if game.isClosing { open[game.id] = nil }
    }
  }

  /// Stores the ID of the current game.
  ///
  /// After operations were stored, a failure is not an error of the commit; the next commit tries again.
  private func saveCurrent(isAlone: Bool) throws(SyncError) {
    guard currentIsUnsaved else { return }
    do throws(SyncError) {
      try replica.setValue(current?.rawValue, for: .currentGame)
      (currentIsUnsaved, currentIsOverdue) = (false, false)
    } catch {
      if isAlone, !currentIsOverdue { throw error }
      currentIsOverdue = true
    }
  }

  private func entriesToStore() throws(SyncError) -> [ReplicaEntry] {
    var entries: [ReplicaEntry] = []
    entries.reserveCapacity(dirty.count)
    for game in dirty where !game.pending.isEmpty {
      entries.append(
        try ReplicaEntry(
          game.pending, in: game.id, summary: DocumentSummary(game.session.document.summary)))
    }
    return entries
  }

  /// Records the status that the player saw, before the game is set to its stored form.
  private func noteShown(_ game: OpenGame) {
    if shown[game.id] == nil { shown[game.id] = game.session.document.status }
  }

  /// Collects the games that have ended in their stored form.
  private func noteEnds() {
    guard !shown.isEmpty else { return }
    for (id, before) in shown {
      guard let status = open[id]?.session.document.status else { continue }
      if status != before, !status.isPlayable { endedMeanwhile[id] = status }
    }
    shown = [:]
  }

  /// Performs the uncommitted commands again, on the stored games and under the present identity.
  private func replay() throws(SyncError) {
    for game in dirty {
      let commands = game.commands
      let solution = game.session.document.solution
      do throws(PlayerError) {
        var document: GameDocument
        if let stored = try self.document(game.id) {
          document = stored
        } else {
          do throws(GameError) {
            document = try GameDocument(
              id: game.session.document.id, clues: game.session.document.clues, solution: solution)
          } catch {
            throw .game(error)
          }
        }
        clock.observe(document.operations.lastStamp)
        noteShown(game)
        // Without its timer the game records no time: the running segment is held.
        let stop = document.options.timer ? commands.first : commands.last
        game.goOn(with: document, as: replica.device, at: stop?.reading)
        for command in commands {
          do throws(GameError) {
            game.pending += try command.perform(in: &game.session, clock: &clock)
          } catch {
            throw .game(error)
          }
        }
      } catch {
        throw SyncError(.outOfSequence, "the identity of this device was renewed, try again")
      }
    }
  }
}
