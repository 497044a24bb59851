import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSession

/// What the methods of the group `game` do with the games in memory.
extension ProtocolServer {
  /// What the clocks show.
  ///
  /// - Parameter at: Milliseconds since 1970 in place of the clocks.
  /// - Returns: The reading.
  func reading(_ at: Int64?) -> ClockReading {
    if let at { return ClockReading(wallMilliseconds: at) }
    return ClockReading(
      wallMilliseconds: environment.wallMilliseconds(),
      monotonicMilliseconds: environment.monotonicMilliseconds(),
      storeOffsetMilliseconds: storeOffsetMilliseconds)
  }

  /// The game of a request: the one it names, or the current one.
  func game(_ id: DocumentID?) throws(RPCError) -> GameTable.OpenGame {
    guard let id = id ?? games.current else {
      throw RPCError(.unknownGame, "there is no current game", ["game": .null])
    }
    return try games.game(id, limits: limits)
  }

  /// Carries out what the player wants.
  ///
  /// - Returns: The answer, and the game's ID for it.
  func perform(
    _ intent: Intent, _ options: MutationOptions
  ) throws(RPCError) -> (Outcome, JSONValue) {
    let game = try game(options.game)
    let reading = reading(options.at)
    if let at = options.at { game.lastAt = at }
    let outcome: Outcome
    do throws(GameError) {
      outcome = try game.session.perform(
        intent, at: reading, clock: &games.clock, opID: options.opID, ifRev: options.ifRev)
    } catch {
      throw RPCError(error)
    }
    games.add(outcome.operations, to: game)
    switch intent {
    case .suspend, .close:
      // The player leaves: what waits is sent at once.
      sendsNextCommit = games.hasUncommitted
      if !sendsNextCommit { pushInBackground() }
    default: break
    }
    let id = JSONValue.string(game.id.rawValue)
    if !outcome.operations.isEmpty { announce(outcome, id) }
    if outcome.didComplete, games.current == game.id { games.setCurrent(nil) }
    return (outcome, id)
  }

  /// Tells subscribers what a mutation changed.
  private func announce(_ outcome: Outcome, _ id: JSONValue) {
    guard !topics.isEmpty else { return }
    notify(
      "game.changed",
      [
        "game": id, "origin": "local", "rev": JSONValue(outcome.rev),
        "status": .string(outcome.status.rawValue),
      ])
    guard outcome.didComplete else { return }
    notify(
      "game.completed",
      [
        "elapsedMilliseconds": JSONValue(outcome.elapsedMilliseconds), "game": id,
        "mistakes": JSONValue(outcome.mistakes),
      ])
  }

  /// Puts a new game into memory, makes it the current one, and tells its state.
  func begin(
    _ session: GameSession, _ operations: [Operation], at: Int64?
  ) throws(RPCError) -> JSONValue {
    let game = try games.insert(session, limits: limits)
    game.lastAt = at
    games.add(operations, to: game)
    games.setCurrent(game.id)
    return .object(try Shape.state(game.session.state(at: reading(at))))
  }

  /// Opens a game: its clock runs, it is the current one.
  func open(_ game: GameTable.OpenGame, at: Int64?) throws(RPCError) -> JSONObject {
    let reading = reading(at)
    games.keep(game)
    game.lastAt = at
    game.session.start(at: reading)
    games.setCurrent(game.session.document.isCompleted ? nil : game.id)
    return try Shape.state(game.session.state(at: reading))
  }

  /// What a new game begins with.
  struct NewGame: Sendable {
    var puzzle: Board
    var startDate: UnixTime?
    var options: GameOptions
    var level: String?
    var ratingTenths: Int?
    var opID: String?
    var at: Int64?

    /// The same with what a rating says.
    func graded(_ outcome: SEOutcome?) -> NewGame {
      var new = self
      new.level = outcome?.level?.name
      new.ratingTenths = outcome?.rating?.erTenths
      return new
    }
  }

  /// Begins a new game, or opens the one that there is of this board and start.
  func newGame(_ new: NewGame) throws(RPCError) -> JSONValue {
    let reading = reading(new.at)
    let start = new.startDate ?? UnixTime(milliseconds: reading.wallMilliseconds)
    let id = DocumentID(GameID(initialBoard: new.puzzle, startDate: start))
    do throws(RPCError) {
      let existing = try games.game(id, limits: limits)
      guard existing.session.document.clues == new.puzzle else {
        throw RPCError(GameError.idCollision)
      }
      var members = try open(existing, at: new.at)
      members["existing"] = true
      return .object(members)
    } catch  where error.kind == .unknownGame {
      // As it should be: the game is new.
    }
    let document: GameDocument
    do throws(GameError) {
      document = try GameDocument(clues: new.puzzle, startDate: start)
    } catch {
      throw RPCError(error)
    }
    var session = GameSession(document, device: replica.device)
    let header = GameHeader(
      clues: new.puzzle, options: new.options, level: new.level, ratingTenths: new.ratingTenths)
    let operations = session.begin(header, at: reading, clock: &games.clock, opID: new.opID)
    return try begin(session, operations, at: new.at)
  }
}
