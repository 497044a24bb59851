import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// Beginning, opening and playing games.
extension GameLibrary {
  /// A game, read from the replica where it is not in memory.
  ///
  /// - Parameter id: The game; `nil` for the current one.
  /// - Returns: The game.
  /// - Throws: `PlayerError`.
  public func game(_ id: DocumentID? = nil) throws(PlayerError) -> OpenGame {
    guard let id = id ?? table.current else { throw .unknownGame(nil) }
    return try table.game(id)
  }

  /// What the player sees of a game.
  ///
  /// - Parameters:
  ///   - id: The game; `nil` for the current one.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: The state.
  /// - Throws: `PlayerError`.
  public func state(of id: DocumentID? = nil, at: Int64? = nil) throws(PlayerError) -> GameState {
    try game(id).session.state(at: reading(at))
  }

  /// Carries out what the player wants.
  ///
  /// - Parameters:
  ///   - intent: What the player wants.
  ///   - request: In which game, and under which conditions.
  /// - Returns: The game and the answer, which is true once `commit()` has succeeded.
  /// - Throws: `PlayerError`; nothing was changed then.
  @discardableResult
  public func perform(
    _ intent: Intent, _ request: PlayRequest = PlayRequest()
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    let game = try game(request.game)
    let reading = reading(request.at)
    if let at = request.at { game.lastAt = at }
    let outcome: Outcome
    do throws(GameError) {
      outcome = try game.session.perform(
        intent, at: reading, clock: &table.clock, opID: request.opID, ifRev: request.ifRev)
    } catch {
      throw .game(error)
    }
    table.add(outcome.operations, to: game)
    switch intent {
    case .suspend, .close:
      // The player leaves: what waits is sent at once.
      link.sendsNextCommit = table.hasUncommitted
      if !link.sendsNextCommit { pushInBackground() }
    default: break
    }
    if !outcome.operations.isEmpty { announce(outcome, of: game.id) }
    if outcome.didComplete, table.current == game.id { table.setCurrent(nil) }
    return (game, outcome)
  }

  private func announce(_ outcome: Outcome, of id: DocumentID) {
    tell(.changed(id, origin: .local, rev: outcome.rev, status: outcome.status))
    guard outcome.didComplete else { return }
    tell(
      .completed(
        id, elapsedMilliseconds: outcome.elapsedMilliseconds, mistakes: outcome.mistakes))
  }

  /// Begins a new game, or opens the one that there is of this board and start.
  ///
  /// - Parameter new: What the game begins with.
  /// - Returns: The game's state.
  /// - Throws: `PlayerError`.
  public func begin(_ new: NewGame) throws(PlayerError) -> Opening {
    let reading = reading(new.at)
    let start = new.startDate ?? UnixTime(milliseconds: reading.wallMilliseconds)
    let id = DocumentID(GameID(initialBoard: new.puzzle, startDate: start))
    do throws(PlayerError) {
      let existing = try table.game(id)
      guard existing.session.document.clues == new.puzzle else { throw .game(.idCollision) }
      return Opening(state: try open(id, at: new.at), isExisting: true)
    } catch .unknownGame {
      // As it should be: the game is new.
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
    return try begin(session, operations, at: new.at)
  }

  /// Begins the board of a game again as a new game; the old one stays.
  ///
  /// - Parameter request: Which game.
  /// - Returns: The new game's state.
  /// - Throws: `PlayerError`.
  public func restart(_ request: PlayRequest = PlayRequest()) throws(PlayerError) -> Opening {
    let old = try game(request.game)
    let (session, operations) = old.session.restarted(
      at: reading(request.at), clock: &table.clock, opID: request.opID)
    return try begin(session, operations, at: request.at)
  }

  /// Puts a new game into memory and makes it the current one.
  private func begin(
    _ session: GameSession, _ operations: [Operation], at: Int64?
  ) throws(PlayerError) -> Opening {
    let game = try table.insert(session)
    game.lastAt = at
    table.add(operations, to: game)
    table.setCurrent(game.id)
    return Opening(state: game.session.state(at: reading(at)), isExisting: false)
  }

  /// Opens a game: its clock runs, it is the current one.
  ///
  /// - Parameters:
  ///   - id: The game; `nil` for the current one.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: The game's state.
  /// - Throws: `PlayerError`.
  public func open(_ id: DocumentID?, at: Int64? = nil) throws(PlayerError) -> GameState {
    let game = try game(id)
    let reading = reading(at)
    table.keep(game)
    game.lastAt = at
    game.session.start(at: reading)
    table.setCurrent(game.session.document.isCompleted ? nil : game.id)
    return game.session.state(at: reading)
  }

  /// Puts a game away; the time played is saved.
  ///
  /// - Parameter request: Which game.
  /// - Returns: The game and the answer.
  /// - Throws: `PlayerError`.
  public func close(
    _ request: PlayRequest = PlayRequest()
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    let game = try game(request.game)
    let result = try perform(.close, PlayRequest(game: game.id, at: request.at))
    table.close(game)
    return result
  }

  /// Lists games, the one saved last first.
  ///
  /// - Parameters:
  ///   - status: Which games.
  ///   - limit: The most wanted, at least 1.
  ///   - page: Where the last page ended; `nil` for the first.
  /// - Returns: A page.
  /// - Throws: `PlayerError`.
  public func games(
    _ status: DocumentStatus = .games, limit: Int = 50, page: PageToken? = nil
  ) throws(PlayerError) -> SummaryPage {
    do throws(SyncError) {
      return try replica.summaries(status, limit: limit, before: page)
    } catch {
      throw .sync(error)
    }
  }

  /// Saves the time played in all games in memory and stops their clocks, as the session ends.
  public func suspendGames() { performEverywhere(.suspend) }

  /// Saves the time played so far in all games in memory.
  public func saveTime() { performEverywhere(.tick) }

  /// Does something in all games in memory and stores it.
  func performEverywhere(_ intent: Intent) {
    for game in table.openGames {
      let reading = reading(game.lastAt)
      guard
        let outcome = try? game.session.perform(intent, at: reading, clock: &table.clock)
      else { continue }
      table.add(outcome.operations, to: game)
    }
  }
}
