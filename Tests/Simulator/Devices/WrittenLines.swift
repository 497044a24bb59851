import SudokuSession
import SudokuSync
import Synchronization

/// All operations that the devices of a run have written themselves: what any of them holds under
/// their names is one of these, to the byte.
final class WrittenLines: Sendable {
  private struct State {
    var lines: Set<StreamHash> = []
    var writers: Set<DeviceID> = []
  }

  private let state = Mutex(State())

  func note(_ entries: [ReplicaEntry]) {
    state.withLock { state in
      for entry in entries where !entry.lines.isEmpty {
        guard let chunk = OperationChunk(device: entry.device, after: .empty, lines: entry.lines)
        else { continue }
        state.writers.insert(entry.device)
        chunk.forEachLine { state.lines.insert(StreamHash.empty.appending($0)) }
      }
    }
  }

  /// The number of the first operation that nobody has written; `nil` for none.
  ///
  /// Names that only follow from content, as those of copies do, are nobody's.
  func firstForeign(in chunk: OperationChunk) -> Int? {
    state.withLock { state in
      guard state.writers.contains(chunk.device) else { return nil }
      var seq = chunk.firstSeq
      var found: Int?
      chunk.forEachLine { line in
        if found == nil, !state.lines.contains(StreamHash.empty.appending(line)) { found = seq }
        seq += 1
      }
      return found
    }
  }
}
