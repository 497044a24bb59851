import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// The games in memory, and their operations that are not stored yet.
///
/// Games are read from the replica when they are first asked for. What `commit()` can't store is
/// forgotten: the games are read again as the replica has them.
final class GameTable {
  private let replica: any Replica
  private let limit: Int
  private var open: [DocumentID: OpenGame] = [:]
  private var dirty: [OpenGame] = []
  /// The device's stamps.
  var clock: HybridLogicalClock
  /// Which games requests with an ID have begun.
  var begun: BegunGames
  /// The game that requests without `game` are about.
  private(set) var current: DocumentID?
  private var currentIsUnsaved = false
  /// Whether the present request looked at a game with operations that are not stored yet.
  var hasTouchedUncommitted = false
  /// Whether the last commit stored a completion, which is to be sent at once.
  private(set) var hasStoredCompletion = false
  /// The games that the last commit found ended, as it did again what waited: nobody was told.
  private(set) var endedMeanwhile: [DocumentID: GameState.Status] = [:]
  /// What the player was shown of the games that the present commit reads again.
  private var shown: [DocumentID: GameState.Status] = [:]
  /// Called with what was stored.
  var didCommit: (([ReplicaEntry]) -> Void)?
  /// Called with a game that is damaged here, and what that means.
  var didFindDamage: ((String) -> Void)?
  /// The damaged games that were told.
  private var knownDamage: Set<DocumentID> = []

  init(replica: any Replica, limit: Int) throws(SyncError) {
    self.replica = replica
    self.limit = limit
    clock = HybridLogicalClock()
    begun = BegunGames(replica)
    // No stamp of this replica may ever be given again, whatever the clock says now.
    if let newest = try replica.summaries(.all, limit: 1, before: nil).summaries.first {
      clock.observe(newest.lastStamp)
    }
    current = try replica.value(for: .currentGame).flatMap { DocumentID($0) }
    if let current, try replica.summary(of: current)?.isInProgress != true {
      // It ended while nobody looked.
      setCurrent(nil)
      hasTouchedUncommitted = false
    }
  }

  /// The number of games in memory.
  var count: Int { open.count }

  /// Whether something waits to be stored.
  var hasUncommitted: Bool { !dirty.isEmpty || currentIsUnsaved }

  /// The games in memory.
  var openGames: some Sequence<OpenGame> { open.values }

  /// A game in memory, `nil` where it is not.
  func openGame(_ id: DocumentID) -> OpenGame? { open[id] }

  /// A game, read from the replica where it is not in memory.
  func game(_ id: DocumentID) throws(PlayerError) -> OpenGame {
    if let game = open[id] {
      if !game.pending.isEmpty { hasTouchedUncommitted = true }
      return game
    }
    guard let document = try document(id) else { throw .unknownGame(id) }
    clock.observe(document.operations.lastStamp)
    return try insert(GameSession(document, device: replica.device))
  }

  /// A game as the replica has it, `nil` where it has none.
  func document(_ id: DocumentID) throws(PlayerError) -> GameDocument? {
    let clues: Board
    var operations: [DocumentOperation] = []
    do throws(SyncError) {
      guard let summary = try replica.summary(of: id) else { return nil }
      // A summary that can't be read is made again from the operations.
      var game = summary.game
      if game == nil { game = try replica.makeSummary(of: id)?.game }
      guard let known = game?.clues else { return nil }
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

  /// What is wrong with this device's own operations of a game, `nil` for nothing.
  private func damage(of id: DocumentID) throws(SyncError) -> String? {
    let entry = try replica.quarantined().first { $0.document == id && $0.device == replica.device }
    return entry.map {
      "\(id) is damaged on this device (\($0.reason)): restore a backup that has them, "
        + "or give them up with 'sudoku sync --check --drop'"
    }
  }

  /// Puts a game into memory.
  @discardableResult
  func insert(_ session: GameSession) throws(PlayerError) -> OpenGame {
    guard open.count < limit else { throw .tooManyOpenGames(limit: limit) }
    let game = OpenGame(session)
    open[game.id] = game
    return game
  }

  /// Chooses the game that requests without `game` are about.
  func setCurrent(_ id: DocumentID?) {
    guard id != current else { return }
    current = id
    currentIsUnsaved = true
    hasTouchedUncommitted = true
  }

  /// Notes operations that are to be stored with the next commit.
  func add(_ operations: [DocumentOperation], to game: OpenGame, by command: PendingCommand?) {
    guard !operations.isEmpty else { return }
    if game.pending.isEmpty { dirty.append(game) }
    game.pending += operations
    if let command { game.commands.append(command) }
    hasTouchedUncommitted = true
  }

  /// Forgets a game once its operations are stored.
  func close(_ game: OpenGame) {
    if game.pending.isEmpty {
      open[game.id] = nil
    } else {
      game.isClosing = true
    }
  }

  /// Forgets a game at once; it is read again when it is asked for.
  func forget(_ id: DocumentID) {
    guard let game = open.removeValue(forKey: id) else { return }
    dirty.removeAll { $0 === game }
  }

  /// Forgets all games, after the replica was changed under them; everything is stored.
  func forgetAll() {
    open = open.filter { !$0.value.pending.isEmpty }
    if let newest = (try? replica.summaries(.all, limit: 1, before: nil))?.summaries.first {
      clock.observe(newest.lastStamp)
    }
  }

  /// Reads the games again that are played under a name which the device had before; their clocks go
  /// on.
  ///
  /// What waits to be stored is done again with the next commit.
  func readRenamed(at reading: (OpenGame) -> ClockReading) {
    for game in open.values where game.session.device != replica.device {
      readAgain(game, at: reading(game))
    }
  }

  /// Reads a game again whose operations have got other names; its clock goes on.
  ///
  /// What waits to be stored is done again with the next commit.
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

  /// Reads again which game is the current one, after a sync may have chosen another.
  func reloadCurrent() {
    guard !currentIsUnsaved else { return }
    current = ((try? replica.value(for: .currentGame)) ?? nil).flatMap { DocumentID($0) }
  }

  /// Keeps a game that was asked for again before it was forgotten.
  func keep(_ game: OpenGame) { game.isClosing = false }

  /// Stores everything that waits, in one transaction.
  func commit() throws(SyncError) {
    hasStoredCompletion = false
    endedMeanwhile = [:]
    defer {
      noteEnds()
      dirty.removeAll(keepingCapacity: true)
      currentIsUnsaved = false
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
        // The identity was renewed in this very moment, or the stream was moved with a copy's.
        try replay()
        entries = try entriesToStore()
        try replica.append(entries)
      }
      if currentIsUnsaved { try replica.setValue(current?.rawValue, for: .currentGame) }
      didCommit?(entries)
    } catch {
      // The games are as they are stored; the time that runs is not lost.
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

  /// Notes what the player was shown of a game, before it becomes what is stored of it.
  private func noteShown(_ game: OpenGame) {
    if shown[game.id] == nil { shown[game.id] = game.session.document.status }
  }

  /// Notes which games have ended by what is stored of them.
  private func noteEnds() {
    guard !shown.isEmpty else { return }
    for (id, before) in shown {
      guard let status = open[id]?.session.document.status else { continue }
      if status != before, !status.isPlayable { endedMeanwhile[id] = status }
    }
    shown = [:]
  }

  /// Carries out again what waits to be stored, on the games as the replica has them now and under
  /// the identity that it has now.
  ///
  /// Operations carry the identity under which they were made and refer to others of it, so they
  /// can't be stored under a new one as they are.
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
        // Without its timer the game is played, but tells no time: what ran is held.
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
