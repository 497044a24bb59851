import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// Beginning, opening and playing games.
extension GameLibrary {
  /// A game, read from the replica if it is not in memory.
  ///
  /// - Throws: `PlayerError`.
  public func game(_ id: DocumentID? = nil) throws(PlayerError) -> OpenGame {
    guard let id = id ?? table.current else { throw .unknownGame(nil) }
    do throws(PlayerError) {
      guard id.isGame else { throw .unknownGame(id) }
      return try table.game(id)
    } catch .unknownGame {
      return try table.game(try idHere(of: id))
    }
  }

  /// The ID of a game, looked up also by an ID that it had in another program.
  ///
  /// - Throws: `PlayerError.unknownGame`.
  package func idHere(of id: DocumentID) throws(PlayerError) -> DocumentID {
    if id.isGame, documentInMemory(id) != nil || summary(of: id) != nil { return id }
    guard let known = Self.game(ofOldName: id, in: try settingsDocument(.oldGames)),
      summary(of: known) != nil
    else { throw .unknownGame(id) }
    return known
  }

  private static func game(
    ofOldName id: DocumentID, in names: SettingsDocument
  ) -> DocumentID? {
    let name = names.values[id.rawValue]?.stringValue
    return name.flatMap { DocumentID($0) }.flatMap { $0.isGame ? $0 : nil }
  }

  /// The game that had a name in another program, whether the game is in the replica or not.
  ///
  /// - Returns: The game's ID; `nil` if the replica does not know the name.
  package static func game(ofOldName id: DocumentID, in replica: any Replica) -> DocumentID? {
    guard let operations = try? replica.readOperations(of: .oldGames) else { return nil }
    var names = SettingsDocument()
    names.merge(operations)
    return game(ofOldName: id, in: names)
  }

  /// The game that a request names; without a name the one that carried it out before, or the current one.
  func game(for request: PlayRequest) throws(PlayerError) -> OpenGame {
    if request.game == nil, let opID = request.opID, let game = table.game(ofRequest: opID) {
      return game
    }
    return try game(request.game)
  }

  /// The document of a game in memory, `nil` for other games.
  package func documentInMemory(_ id: DocumentID) -> GameDocument? {
    table.openGame(id)?.session.document
  }

  /// The games in memory, in order.
  package var openGameIDs: [DocumentID] { table.openGames.map(\.id).sorted() }

  /// The time played in a game in memory, 0 for other games.
  package func elapsedMilliseconds(of id: DocumentID) -> Int {
    table.openGame(id).map { $0.session.elapsedMilliseconds(at: reading($0.lastAt)) } ?? 0
  }

  /// The summary of a game, including operations that are not stored yet.
  package func summary(of id: DocumentID) -> GameSummary? {
    let summary = documentInMemory(id)?.summary ?? ((try? replica.summary(of: id)) ?? nil)?.game
    return summary?.shown(at: presentMilliseconds)
  }

  /// The game as the player sees it.
  ///
  /// - Throws: `PlayerError`.
  public func state(of id: DocumentID? = nil, at: Int64? = nil) throws(PlayerError) -> GameState {
    try game(id).session.state(at: reading(at))
  }

  /// Carries out an intent of the player.
  ///
  /// - Returns: The game and the answer, which is valid once `commit()` has succeeded.
  /// - Throws: `PlayerError`; nothing was changed.
  @discardableResult
  public func perform(
    _ intent: Intent, _ request: PlayRequest = PlayRequest()
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    if request.ifRev != nil { lookForOthers(isUrgent: true) }
    let game = try game(for: request)
    if !game.knows(request.opID) { try table.checkRoom(for: intent) }
    let reading = reading(request.at)
    if let at = request.at {
      if timeMustGrow, let last = game.lastAt, at < last, !game.knows(request.opID) {
        throw .timeGoesBack(last: last)
      }
      game.lastAt = max(at, game.lastAt ?? at)
    }
    game.willChange()
    // Another option can continue a game that was lost, or start the clock of one without a timer.
    let mayWake = if case .setOption = intent { !game.session.canRun } else { false }
    let outcome: Outcome
    do throws(GameError) {
      outcome = try game.session.perform(
        intent, at: reading, clock: &table.clock, opID: request.opID, ifRev: request.ifRev)
    } catch {
      throw .game(error)
    }
    if !outcome.isDuplicate {
      table.add(
        outcome.operations, to: game,
        by: PendingCommand(kind: .intent(intent), reading: reading, opID: request.opID))
      runClock(of: game, after: intent, status: outcome.status, at: request.at)
      noteAttention(to: game.id, intent, outcome)
      if mayWake, game.session.canRun, clock.game ?? game.id == game.id {
        game.session.start(at: reading)
        startClock(of: game.id, at: request.at)
      }
    }
    switch intent {
    case .suspend, .close:
      // The player leaves: send all pending operations at once.
      link.sendsNextCommit = table.hasUncommitted
      if !link.sendsNextCommit { pushInBackground() }
    default: break
    }
    if !outcome.operations.isEmpty { announce(outcome, of: game.id) }
    if !outcome.status.isPlayable, table.current == game.id { setCurrent(nil) }
    return (game, outcome)
  }

  /// Records the game that the player is playing, or that play has stopped.
  private func noteAttention(to id: DocumentID, _ intent: Intent, _ outcome: Outcome) {
    if intent.stopsClock || !outcome.status.isPlayable {
      if attention.played == id { attention.played = nil }
    } else if outcome.operations.contains(where: { !$0.action.isTimekeeping }) {
      attention.played = id
    }
  }

  /// Starts the clock of the game that is played, and stops that of any other.
  private func runClock(
    of game: OpenGame, after intent: Intent, status: GameState.Status, at: Int64?
  ) {
    if intent.stopsClock || status != .inProgress {
      clock.stop(game.id)
    } else if intent.isPlay {
      startClock(of: game.id, at: at, isMove: true)
    }
  }

  /// Makes a game's clock the running one, and stops or holds that of the game played before.
  private func startClock(of id: DocumentID, at: Int64?, isMove: Bool = false) {
    guard let previous = clock.start(id), let game = table.openGame(previous) else { return }
    let reading = reading(game.lastAt == nil ? nil : at ?? game.lastAt)
    if isMove { return game.session.hold(at: reading) }
    stopTime(of: game, at: reading)
  }

  private func stopTime(of game: OpenGame, at reading: ClockReading) {
    game.willChange()
    table.add(
      game.session.stop(at: reading, clock: &table.clock), to: game,
      by: PendingCommand(kind: .intent(.suspend), reading: reading, opID: nil))
  }

  /// Saves and stops the time of a game that is no longer the current one.
  func leaveClock(of id: DocumentID) {
    guard clock.game == id, let game = table.openGame(id) else { return }
    stopTime(of: game, at: reading(game.lastAt))
    clock.stop(id)
  }

  private func announce(_ outcome: Outcome, of id: DocumentID) {
    emit(
      .changed(
        id, origin: .local, rev: outcome.rev, status: outcome.status,
        cells: CellSet(outcome.changes.map(\.cell))))
    if !outcome.status.isPlayable { emit(.listChanged([id], origin: .local)) }
    guard outcome.didComplete else { return }
    emit(
      .completed(
        id, elapsedMilliseconds: outcome.elapsedMilliseconds, mistakes: outcome.mistakes))
  }

  /// Begins a new game, or opens the existing one of this board and start.
  ///
  /// - Throws: `PlayerError`.
  public func begin(_ new: NewGame) throws(PlayerError) -> GameOpening {
    if let opening = try begun(by: new.opID, with: new.puzzle, content: new.content, at: new.at) {
      return opening
    }
    if let opID = new.opID, table.game(ofRequest: opID) != nil { throw .game(.opIDReused(opID)) }
    let reading = reading(new.at)
    let start =
      if let start = new.startDate, !new.skipsEnded {
        start
      } else {
        freeStart(
          of: new.puzzle,
          from: new.startDate ?? UnixTime(milliseconds: reading.wallMilliseconds))
      }
    let id = DocumentID(GameID(initialBoard: new.puzzle, startDate: start))
    do throws(PlayerError) {
      let existing = try table.game(id)
      guard existing.session.document.clues == new.puzzle else { throw .game(.idCollision) }
      return GameOpening(state: try open(id, at: new.at), isExisting: true)
    } catch .unknownGame {
      // Expected: the game is new.
    }
    let document: GameDocument
    do throws(GameError) {
      document = try GameDocument(clues: new.puzzle, startDate: start)
    } catch {
      throw .game(error)
    }
    var session = GameSession(document, device: replica.device)
    let header = GameHeader(
      clues: new.puzzle, options: new.options,
      grade: new.grade)
    let operations = session.begin(header, at: reading, clock: &table.clock, opID: new.opID)
    return try begin(
      session, operations, header, opID: new.opID, content: new.content, at: new.at)
  }

  /// The first second, from the given one on, whose game of the board has not ended.
  ///
  /// A game that has ended can't be played again.
  private func freeStart(of puzzle: Board, from first: UnixTime) -> UnixTime {
    for later in 0..<Self.startsTried {
      let second = first.seconds.addingClamped(later)
      let start = UnixTime(seconds: second)
      // Midnight belongs to the puzzle of the day.
      if later > 0, second == start.startOfDay.seconds { continue }
      let id = DocumentID(GameID(initialBoard: puzzle, startDate: start))
      guard let old = try? table.game(id), !old.session.document.status.isPlayable else {
        return start
      }
    }
    return first
  }

  private static let startsTried: Int64 = 60

  /// The game that an earlier request with this ID began; play continues in it.
  package func begun(
    by opID: String?, with puzzle: Board? = nil, content: Int?, at: Int64? = nil
  ) throws(PlayerError) -> GameOpening? {
    guard let opID, let begun = table.begun.game(of: opID, by: replica.device),
      let state = try? state(of: begun.id, at: at)
    else { return nil }
    let isSame = begun.request ?? content == content ?? begun.request
    guard isSame, puzzle ?? state.givens == state.givens else { throw .game(.opIDReused(opID)) }
    return GameOpening(
      state: state.status.isPlayable ? try open(begun.id, at: at) : state, isDuplicate: true)
  }

  /// Begins the board of a game again as a new game; the old one stays.
  ///
  /// - Throws: `PlayerError`.
  public func restart(_ request: PlayRequest = PlayRequest()) throws(PlayerError) -> GameOpening {
    // Without a name the request means the current game; after a repetition that is the game it began.
    let named = try request.game.map { (id) throws(PlayerError) in try game(id) }
    let puzzle = named?.session.document.clues
    let begun = try begun(
      by: request.opID, with: puzzle, content: request.content, at: request.at)
    if let begun { return begun }
    let old = if let named { named } else { try game(nil) }
    let (table, replica) = (table, replica)
    let (session, operations) = old.session.restarted(
      at: reading(request.at), clock: &table.clock, opID: request.opID
    ) { id in
      table.openGame(DocumentID(id)) != nil
        || ((try? replica.summary(of: DocumentID(id))) ?? nil) != nil
    }
    guard case .create(let header)? = operations.first?.action else {
      throw .unknownGame(old.id)
    }
    return try begin(
      session, operations, header, opID: request.opID, content: request.content, at: request.at)
  }

  /// Puts a new game into memory and makes it the current one.
  private func begin(
    _ session: GameSession, _ operations: [DocumentOperation], _ header: GameHeader, opID: String?,
    content: Int?, at: Int64?
  ) throws(PlayerError) -> GameOpening {
    let reading = reading(at)
    let game = try table.insert(session)
    game.lastAt = at
    table.add(
      operations, to: game,
      by: PendingCommand(kind: .begin(header), reading: reading, opID: opID))
    if let opID { table.begun.note(game.id, opID: opID, request: content, by: session.device) }
    setCurrent(game.id)
    attention.played = game.id
    startClock(of: game.id, at: at)
    emit(.listChanged([game.id], origin: .local))
    return GameOpening(state: game.session.state(at: reading))
  }

  /// Opens a game: starts its clock and makes it the current one.
  ///
  /// - Throws: `PlayerError`.
  public func open(_ id: DocumentID?, at: Int64? = nil) throws(PlayerError) -> GameState {
    let game = try game(id)
    var reported: [DocumentID: GameState.Status] = [:]
    // Several devices' operations solved it together while it was not in memory.
    if game.session.document.isSolved, game.session.document.status != .completed {
      merge([], into: game.id, &reported)
    }
    let reading = reading(at)
    table.keep(game)
    game.lastAt = at
    game.session.start(at: reading)
    let status = game.session.document.status
    setCurrent(
      status.isPlayable ? game.id : nil,
      openedAfter: link.engine == nil ? .zero : newestGame()?.lastStamp ?? .zero)
    if status.isPlayable { startClock(of: game.id, at: at) }
    if status == .paused { clock.stop(game.id) }
    return game.session.state(at: reading)
  }

  /// Puts a game away; the time played is saved.
  ///
  /// - Throws: `PlayerError`.
  public func close(
    _ request: PlayRequest = PlayRequest()
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    let game = try game(request.game)
    let result = try perform(.close, PlayRequest(game: game.id, at: request.at))
    table.close(game)
    return result
  }

  /// The most operations that the games in memory may have together.
  package var openOperationLimit: Int {
    get { table.operationLimit }
    set { table.operationLimit = newValue }
  }

  /// Frees the memory of games that are not being played; call it between requests.
  package func makeRoom() { table.makeRoom() }

  /// Saves the time played and stops the clock, as the session ends.
  public func suspendGames() {
    for game in table.openGames.sorted(by: { $0.id < $1.id }) {
      let reading = reading(game.lastAt)
      game.willChange()
      guard let outcome = try? game.session.perform(.suspend, at: reading, clock: &table.clock)
      else { continue }
      table.add(
        outcome.operations, to: game,
        by: PendingCommand(kind: .intent(.suspend), reading: reading, opID: nil))
      clock.stop(game.id)
    }
    attention.played = nil
    forgetTimeNote()
  }
}

extension GameState.Status {
  var isPlayable: Bool { self == .inProgress || self == .paused }
}
