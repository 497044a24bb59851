import SudokuSession
import SudokuSync

/// The memory of the checks, so that nothing is read or folded twice; it depends on content alone.
struct Knowledge {
  /// A document with the same lines everywhere.
  private struct Content: Hashable {
    let id: DocumentID
    let heads: StreamHeads
  }

  var requests = 0
  /// The fields of operations that only a newer version knows; a copied device may use a key again.
  var unknown: [OperationKey: Set<[String: OpaqueValue]>] = [:]
  private var decoded: [StreamHash: DocumentOperation] = [:]
  /// The operations of chunks that were asked for, by what they end with.
  private var chunks: [StreamHead: [DocumentOperation]] = [:]
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
    if let known = chunks[chunk.head], known.count == chunk.count { return known }
    var hashes: [StreamHash] = []
    var hash = chunk.previousHash
    var known: [DocumentOperation] = []
    chunk.forEachLine { line in
      hash = hash.appending(line)
      hashes.append(hash)
      if known.count == hashes.count - 1, let operation = decoded[hash] { known.append(operation) }
    }
    if let rest = chunk.suffix(after: chunk.firstSeq + known.count - 1) {
      let new = try rest.operations()
      for (hash, operation) in zip(hashes[known.count...], new) { decoded[hash] = operation }
      known += new
    }
    chunks[chunk.head] = known
    return known
  }

  /// The model's view of a game as a replica holds it; `nil` if it holds none.
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
