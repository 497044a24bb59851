import SudokuCore
import SudokuSession
import SudokuSync

/// What the checks remember, so that nothing is read or folded twice: it depends on content alone.
struct Knowledge {
  /// A document with the same lines everywhere.
  private struct Content: Hashable {
    let id: DocumentID
    let heads: StreamHeads
  }

  /// The number of requests that players made.
  var requests = 0
  /// The fields of operations that only a newer version knows; a copied device may use a key again.
  var unknown: [OperationKey: Set<[String: OpaqueValue]>] = [:]
  private var decoded: [StreamHash: DocumentOperation] = [:]
  private var games: [Content: ExpectedGame] = [:]

  /// The operations that a replica holds of a document, decoded from its lines.
  mutating func operations(
    of id: DocumentID, in replica: any Replica
  ) throws(SyncError) -> [DocumentOperation] {
    var operations: [DocumentOperation] = []
    for chunk in try replica.chunks(of: id, after: [:]) {
      operations += try self.operations(of: chunk)
    }
    return operations
  }

  /// A chunk's operations, each decoded once in a run.
  mutating func operations(of chunk: OperationChunk) throws(SyncError) -> [DocumentOperation] {
    var hashes: [StreamHash] = []
    var hash = chunk.previousHash
    var known: [DocumentOperation] = []
    chunk.forEachLine { line in
      hash = hash.appending(line)
      hashes.append(hash)
      if let operation = decoded[hash] { known.append(operation) }
    }
    if known.count == hashes.count { return known }
    let operations = try chunk.operations()
    for (hash, operation) in zip(hashes, operations) { decoded[hash] = operation }
    return operations
  }

  /// What the model makes of a game as a replica holds it; `nil` where it holds none.
  mutating func expected(
    _ id: DocumentID, in replica: any Replica
  ) throws(SyncError) -> ExpectedGame? {
    let content = Content(id: id, heads: try replica.heads(of: id))
    if let known = games[content] { return known }
    let listed = try replica.summary(of: id)?.game?.clues
    guard let clues = SimulatedGame.game(id)?.clues ?? listed, !content.heads.isEmpty
    else { return nil }
    let model = GameModel(
      clues: clues, solution: SimulatedGame.solution, try operations(of: id, in: replica))
    let expected = ExpectedGame(id, model)
    games[content] = expected
    return expected
  }
}
