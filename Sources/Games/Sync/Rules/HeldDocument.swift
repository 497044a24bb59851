import SudokuSession

/// A document in memory: its record and its operations.
struct HeldDocument: Sendable {
  var record: DocumentRecord
  var streams: [DeviceID: OperationStream] = [:]

  init(_ summary: DocumentSummary) { record = DocumentRecord(summary: summary) }

  func hash(of device: DeviceID, at seq: Int) -> StreamHash? {
    seq == 0 ? .empty : streams[device]?.hash(at: seq)
  }

  mutating func store(_ chunks: [OperationChunk]) {
    for chunk in chunks {
      var stream = streams.removeValue(forKey: chunk.device) ?? OperationStream()
      _ = stream.add(chunk)
      streams[chunk.device] = stream
    }
  }

  /// The operations after what is known elsewhere, each stream's in order.
  func chunks(after known: StreamHeads) -> [OperationChunk] {
    streams.sorted { $0.key < $1.key }.flatMap { $0.value.chunks(after: known[$0.key] ?? .empty) }
  }

  /// The operations that the store has not acknowledged.
  func pending() -> [OperationChunk] {
    streams.sorted { $0.key < $1.key }.flatMap { device, stream in
      let seq = record.streams[device]?.acknowledged.seq ?? 0
      return stream.chunks.lazy.filter { $0.lastSeq > seq }.compactMap { $0.suffix(after: seq) }
    }
  }

  /// Forgets the operations of a device from a number on.
  mutating func cut(_ device: DeviceID, from seq: Int) {
    streams[device]?.cut(from: seq)
    if streams[device]?.chunks.isEmpty == true { streams[device] = nil }
    record.streams[device] = streams[device].map { .init(head: $0.head) }
  }

  mutating func compact() {
    for device in streams.keys { streams[device]?.compact() }
  }

  /// The summary, and the operations that `known` does not cover.
  func delta(after known: StreamHeads) -> DocumentDelta {
    DocumentDelta(
      id: record.id, summary: record.summary, heads: record.heads, chunks: chunks(after: known))
  }
}
