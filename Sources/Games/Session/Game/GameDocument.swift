import SudokuCore
import SudokuIdentity
import SudokuSolver

/// A game: its ID, its clues and a grow-only set of operations.
///
/// ```swift
/// var game = try GameDocument(clues: board, startDate: UnixTime(milliseconds: now))
/// game.merge(operations)        // from a file, a store, another device: in any order
/// game.state.board
/// ```
///
/// Merging two replicas is the union of their sets. The state is a pure fold over the set, so every
/// replica with the same set shows the same bytes. The fold is kept: an operation newer than all
/// others costs O(1). For an older one the fold starts again at a checkpoint.
public struct GameDocument: Sendable {
  /// The result of a merge: the new operations and their visible effect.
  public struct Merge: Hashable, Sendable {
    /// The operations that were new, in order.
    public var inserted: [DocumentOperation] = []
    /// Operations that share their key with another one: two devices under one identity.
    package var conflicting: [DocumentOperation] = []
    /// The cells whose digit or notes look different now.
    public var changedCells = CellSet()
    /// True if this merge completed the game.
    public var becameCompleted = false
  }

  /// The game's ID.
  public let id: GameID
  /// The document's ID.
  public let documentID: DocumentID
  /// The puzzle's ID.
  public let puzzleID: PuzzleID
  /// The clues.
  public let clues: Board
  /// The unique solution.
  public let solution: Board
  /// The operations.
  public private(set) var operations = OperationSet()

  /// For each client's request the number of the first operation that carries its ID.
  private(set) var requests: [Request: Int] = [:]

  /// A client's request; its ID has a meaning only on the device that carried it out.
  struct Request: Hashable, Sendable {
    var id: String
    var device: DeviceID
  }

  private(set) var fold: GameFold {
    _read { yield shared.fold }
    _modify {
      if !isKnownUniquelyReferenced(&shared) { shared = SharedFold(shared.fold) }
      yield &shared.fold
    }
  }
  private var shared: SharedFold
  /// Folds of the first operations, older ones first.
  private var checkpoints: [GameFold] = []

  /// The least distance between checkpoints, in operations; long games take a quarter of their
  /// length, so that all copies together cost no more than the fold.
  static let checkpointDistance = 4_096

  /// The name of the operation that marks a stream as imported from another program's save.
  package static let importMark = "imported"

  /// Creates a game without operations whose solution is already known.
  ///
  /// - Throws: `GameError.idCollision` if the ID belongs to a game of another board.
  public init(id: GameID, clues: Board, solution: Board) throws(GameError) {
    guard id.isGame(of: clues) else { throw .idCollision }
    precondition(solution.isSolved && clues.isSubset(of: solution), "the solution of the clues")
    self.id = id
    documentID = DocumentID(id)
    self.puzzleID = PuzzleID(clues)
    self.clues = clues
    self.solution = solution
    shared = SharedFold(GameFold(clues: clues, solution: solution))
  }

  /// Creates a game without operations and establishes that the board has one solution.
  ///
  /// - Throws: `GameError.conflictingClues`, `.noSolution` or `.notUnique` with two solutions.
  public init(clues: Board, startDate: UnixTime) throws(GameError) {
    try self.init(id: GameID(initialBoard: clues, startDate: startDate), clues: clues)
  }

  /// Opens a stored game and establishes again that the board has one solution.
  package init(id: GameID, clues: Board) throws(GameError) {
    guard id.isGame(of: clues) else { throw .idCollision }
    try self.init(id: id, clues: clues, solution: try GameDocument.uniqueSolution(of: clues))
  }

  /// The unique solution of a board.
  ///
  /// - Throws: `GameError.conflictingClues`, `.noSolution` or `.notUnique` with two solutions.
  public static func uniqueSolution(of clues: Board) throws(GameError) -> Board {
    let conflicts = clues.repeatedCells
    guard conflicts.isEmpty else { throw .conflictingClues(conflicts) }
    let result = Solver().solve(clues, limit: 2)
    guard let solution = result.solution else { throw .noSolution }
    if let second = result.secondSolution { throw .notUnique(solution, second) }
    return solution
  }

  init(restarting old: GameDocument, startDate: UnixTime) {
    id = GameID(initialBoard: old.clues, startDate: startDate)
    documentID = DocumentID(id)
    puzzleID = old.puzzleID
    clues = old.clues
    solution = old.solution
    shared = SharedFold(GameFold(clues: clues, solution: solution))
  }

  func prefix(_ count: Int) -> GameDocument {
    var document = GameDocument(restarting: self, startDate: id.startDate)
    document.merge(operations.ordered.prefix(count))
    return document
  }

  /// Adds operations.
  ///
  /// - Complexity: O(m) for m operations newer than all others.
  @discardableResult
  public mutating func merge(_ new: some Sequence<DocumentOperation>) -> Merge {
    let wasCompleted = fold.completion != nil
    let union = operations.formUnion(new)
    guard let first = union.firstChange else { return Merge(conflicting: union.conflicting) }
    for operation in union.inserted { noteRequest(of: operation) }
    let before = shownCells
    foldOperations(from: first)
    return Merge(
      inserted: union.inserted, conflicting: union.conflicting,
      changedCells: shownCells.differences(from: before),
      becameCompleted: !wasCompleted && fold.completion != nil)
  }

  /// Adds an operation that is newer than all others.
  mutating func append(_ operation: DocumentOperation) {
    guard case .inserted(let index) = operations.insert(operation) else {
      preconditionFailure("a new operation has a new key")
    }
    noteRequest(of: operation)
    foldOperations(from: index)
  }

  private mutating func noteRequest(of operation: DocumentOperation) {
    guard let opID = operation.opID else { return }
    let request = Request(id: opID, device: operation.device)
    requests[request] = min(requests[request] ?? .max, operation.seq)
  }

  private mutating func foldOperations(from index: Int) {
    if index < fold.count {
      checkpoints.removeAll { $0.count > index }
      fold = checkpoints.last ?? GameFold(clues: clues, solution: solution)
    }
    if fold.count == 0 { fold.reserve(operations.count) }
    while fold.count < operations.count {
      let operation = operations.ordered[fold.count]
      fold.apply(operation, rank: operations.rank(of: operation))
      let distance = fold.count - (checkpoints.last?.count ?? 0)
      guard distance >= max(Self.checkpointDistance, fold.count / 4) else { continue }
      if checkpoints.count == 2 { checkpoints.removeFirst() }
      checkpoints.append(fold)
    }
  }

  func fold(ofFirst count: Int) -> GameFold {
    var fold = checkpoints.last { $0.count <= count } ?? GameFold(clues: clues, solution: solution)
    while fold.count < count {
      let operation = operations.ordered[fold.count]
      fold.apply(operation, rank: operations.rank(of: operation))
    }
    return fold
  }

  /// Returns the cells touched since the last call, and clears the list.
  mutating func takeTouchedCells() -> CellSet {
    defer { fold.touched = [] }
    return fold.touched
  }
}

/// The fold that copies of a game share until one of them changes.
///
/// So a copy costs one reference, not one for each part of the fold.
///
/// It is changed only through a unique reference, so it can be sent like the value it holds.
private final class SharedFold: @unchecked Sendable {
  var fold: GameFold

  init(_ fold: GameFold) { self.fold = fold }
}

extension DocumentID {
  /// The document of a game.
  public init(_ game: GameID) { self.init(unchecked: game.description) }
}
