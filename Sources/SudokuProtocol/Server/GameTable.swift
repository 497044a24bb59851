import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// The games in memory, and their operations that are not stored yet.
///
/// Games are read from the replica when they are first asked for. What `commit()` can't store is
/// forgotten: the games are read again as the replica has them.
final class GameTable {
  /// A game in memory.
  final class OpenGame {
    let id: DocumentID
    var session: GameSession
    /// The last time that a request brought in place of the clocks, `nil` where none did.
    var lastAt: Int64?
    /// The operations that are not stored yet, and the number of the first.
    fileprivate(set) var pending: [Operation] = []
    /// Whether the game is to be forgotten once it is stored.
    fileprivate var isClosing = false

    fileprivate init(_ session: GameSession) {
      id = session.document.documentID
      self.session = session
    }
  }

  private let replica: any Replica
  private var open: [DocumentID: OpenGame] = [:]
  private var dirty: [OpenGame] = []
  /// The device's stamps.
  var clock: HybridLogicalClock
  /// The game that requests without `game` are about.
  private(set) var current: DocumentID?
  private var currentIsUnsaved = false
  /// Whether the present request looked at a game with operations that are not stored yet.
  var hasTouchedUncommitted = false
  /// Whether the last commit stored a completion, which is to be sent at once.
  private(set) var hasStoredCompletion = false
  /// Called with what was stored.
  var didCommit: (([ReplicaEntry]) -> Void)?

  init(replica: any Replica) throws(SyncError) {
    self.replica = replica
    clock = HybridLogicalClock()
    // No stamp of this replica may ever be given again, whatever the clock says now.
    if let newest = try replica.summaries(.all, limit: 1, before: nil).summaries.first {
      clock.observe(newest.lastStamp)
    }
    current = try replica.value(for: .currentGame).flatMap { DocumentID($0) }
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
  ///
  /// - Throws: `unknownGame`, `limitExceeded`, or what the replica says.
  func game(_ id: DocumentID, limits: ProtocolLimits) throws(RPCError) -> OpenGame {
    if let game = open[id] {
      if !game.pending.isEmpty { hasTouchedUncommitted = true }
      return game
    }
    guard let document = try document(id) else {
      throw RPCError(.unknownGame, "there is no game '\(id)'", ["game": .string(id.rawValue)])
    }
    clock.observe(document.operations.lastStamp)
    return try insert(GameSession(document, device: replica.device), limits: limits)
  }

  /// A game as the replica has it, `nil` where it has none.
  func document(_ id: DocumentID) throws(RPCError) -> GameDocument? {
    let clues: Board
    var operations: [Operation] = []
    do throws(SyncError) {
      guard let known = try replica.summary(of: id)?.game?.clues else { return nil }
      clues = known
      for chunk in try replica.chunks(of: id, after: [:]) {
        operations += try chunk.operations()
      }
    } catch {
      throw RPCError(error)
    }
    guard let gameID = GameID(id.rawValue) else { return nil }
    do throws(GameError) {
      var document = try GameDocument(id: gameID, clues: clues)
      document.merge(operations)
      return document
    } catch {
      throw RPCError(error)
    }
  }

  /// Puts a game into memory.
  ///
  /// - Throws: `limitExceeded`.
  @discardableResult
  func insert(_ session: GameSession, limits: ProtocolLimits) throws(RPCError) -> OpenGame {
    guard open.count < limits.openGames else { throw .limit("openGames", limits.openGames) }
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
  func add(_ operations: [Operation], to game: OpenGame) {
    guard !operations.isEmpty else { return }
    if game.pending.isEmpty { dirty.append(game) }
    game.pending += operations
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

  /// Reads again which game is the current one, after a sync may have chosen another.
  func reloadCurrent() {
    guard !currentIsUnsaved else { return }
    current = ((try? replica.value(for: .currentGame)) ?? nil).flatMap { DocumentID($0) }
  }

  /// Keeps a game that was asked for again before it was forgotten.
  func keep(_ game: OpenGame) { game.isClosing = false }

  /// Stores everything that waits, in one transaction.
  ///
  /// - Throws: `SyncError`; then nothing was stored, and the games are as before.
  func commit() throws(SyncError) {
    hasStoredCompletion = false
    defer {
      dirty.removeAll(keepingCapacity: true)
      currentIsUnsaved = false
    }
    do throws(SyncError) {
      var entries: [ReplicaEntry] = []
      entries.reserveCapacity(dirty.count)
      for game in dirty {
        entries.append(
          ReplicaEntry(
            id: game.id, summary: DocumentSummary(game.session.document.summary),
            firstSeq: game.pending.first?.seq ?? 1,
            lines: try OperationChunk.lines(of: game.pending)))
      }
      if !entries.isEmpty { try replica.append(entries) }
      if currentIsUnsaved { try replica.setValue(current?.rawValue, for: .currentGame) }
      didCommit?(entries)
    } catch {
      for game in dirty { open[game.id] = nil }
      if currentIsUnsaved {
        current = ((try? replica.value(for: .currentGame)) ?? nil).flatMap { DocumentID($0) }
      }
      throw error
    }
    hasStoredCompletion = dirty.contains { $0.session.document.isCompleted }
    for game in dirty {
      game.pending.removeAll(keepingCapacity: true)
      if game.isClosing { open[game.id] = nil }
    }
  }
}
