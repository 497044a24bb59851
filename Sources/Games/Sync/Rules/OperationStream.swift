/// All operations of one device in one document that a replica or store holds, without gaps.
///
/// It grows at its end only. An added chunk may overlap the stream, and then must agree with it.
package struct OperationStream: Hashable, Sendable {
  /// The chunks, each continuing the one before.
  package private(set) var chunks: [OperationChunk] = []

  /// The result of adding a chunk.
  package enum Outcome: Hashable, Sendable {
    /// The stream holds the chunk's operations; the value has the new ones, `nil` for none.
    case added(OperationChunk?)
    /// The chunk begins after the stream's end; operations between them are missing.
    case gap
    /// The chunk contradicts the stream; nothing was added.
    case diverged
  }

  package init() {}

  package var head: StreamHead { chunks.last?.head ?? .empty }

  /// The stream's hash after the operation with a number; `nil` beyond the end.
  package func hash(at seq: Int) -> StreamHash? {
    if seq == 0 { return .empty }
    if seq == head.seq { return head.hash }
    return chunk(holding: seq).flatMap { $0.hash(at: seq) }
  }

  /// Adds the new operations of a chunk.
  ///
  /// - Complexity: O(log n) amortised for each operation where the chunk continues the stream.
  package mutating func add(_ chunk: OperationChunk) -> Outcome {
    let fit = chunk.fit(head) { _, seq in hash(at: seq) }
    guard case .added(.some(let new)) = fit else { return fit }
    var last = new
    // Like the digits of a binary counter: the lengths fall by half, so a stream of n operations
    // has O(log n) chunks, and each operation is copied O(log n) times.
    while let before = chunks.last, before.count <= last.count {
      last = chunks.removeLast().joined(with: last)
    }
    chunks.append(last)
    return .added(new)
  }

  package func chunks(after known: StreamHead) -> [OperationChunk] {
    if known == head || known.seq > head.seq { return [] }
    guard known.seq > 0, hash(at: known.seq) == known.hash else { return chunks }
    return chunks.drop { $0.lastSeq <= known.seq }.compactMap { $0.suffix(after: known.seq) }
  }

  func suffix(from seq: Int) -> [OperationChunk] {
    chunks.drop { $0.lastSeq < seq }.compactMap { $0.suffix(after: seq - 1) }
  }

  mutating func cut(from seq: Int) {
    chunks = chunks.compactMap { $0.prefix(through: seq - 1) }
  }

  /// Joins all chunks; results stay the same.
  package mutating func compact() {
    guard chunks.count > 1, let first = chunks.first, let last = chunks.last else { return }
    chunks = [
      OperationChunk(
        device: first.device, firstSeq: first.firstSeq, count: last.lastSeq - first.firstSeq + 1,
        previousHash: first.previousHash, hash: last.hash,
        uncheckedLines: chunks.flatMap(\.lines))
    ]
  }

  private func chunk(holding seq: Int) -> OperationChunk? {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].lastSeq < seq { low = middle + 1 } else { high = middle }
    }
    return low < chunks.count && chunks[low].firstSeq <= seq ? chunks[low] : nil
  }
}
