import SudokuCore
import SudokuSession

/// What a store must do, in memory and without waiting: the heart of `MemoryStore` and
/// `DirectoryStore`, and the store of the simulator.
///
/// Every request that changes something adds to a log; a cursor is a place in it.
public struct StoreCore: Sendable {
  struct Document: Sendable {
    var summary: DocumentSummary
    var streams: [DeviceID: OperationStream] = [:]

    var heads: StreamHeads { streams.mapValues(\.head) }

    func delta(after known: StreamHeads) -> DocumentDelta {
      var chunks: [OperationChunk] = []
      for (device, stream) in streams.sorted(by: { $0.key < $1.key }) {
        chunks += stream.chunks(after: known[device] ?? .empty)
      }
      return DocumentDelta(id: summary.id, summary: summary, heads: heads, chunks: chunks)
    }
  }

  private struct Change: Sendable {
    let id: DocumentID
    let chunks: [OperationChunk]
  }

  private(set) var documents: [DocumentID: Document] = [:]
  private var log: [Change] = []
  private let epoch: String

  /// Creates an empty store.
  ///
  /// - Parameter epoch: A text that no other store has ever had, so that a cursor of a store that
  ///   was replaced is noticed.
  public init(epoch: String) { self.epoch = epoch }

  /// The documents it holds.
  public var documentIDs: [DocumentID] { documents.keys.sorted() }

  /// The number of changes so far.
  public var changeCount: Int { log.count }

  /// All that is held of a document.
  public func heads(of id: DocumentID) -> StreamHeads? { documents[id]?.heads }

  /// See `SyncStore.document(_:after:)`.
  public func document(_ id: DocumentID, after known: StreamHeads) -> DocumentDelta? {
    documents[id]?.delta(after: known)
  }

  /// See `SyncStore.append(_:)`.
  public mutating func append(_ batch: OperationBatch) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents { outcomes.append(add(delta)) }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { document($0.id, after: $0.known) })
  }

  /// See `SyncStore.inProgress(limit:before:)`.
  public func inProgress(limit: Int, before: PageToken?) -> SummaryPage {
    var summaries = documents.values.lazy.map(\.summary).filter(\.isInProgress)
      .sorted { ($0.lastStamp, $0.id) > ($1.lastStamp, $1.id) }
    if let before, let place = before.place {
      summaries = Array(summaries.drop { ($0.lastStamp, $0.id) >= (place.stamp, place.id) })
    }
    let page = Array(summaries.prefix(max(limit, 1)))
    let next = page.count < summaries.count ? page.last.map { PageToken(after: $0) } : nil
    return SummaryPage(summaries: page, next: next)
  }

  /// See `SyncStore.changes(since:limit:)`.
  public func changes(since cursor: Cursor?, limit: Int) -> ChangePage {
    let start = cursor.flatMap(place) ?? 0
    let end = min(log.count, start + max(limit, 1))
    var order: [DocumentID] = []
    var chunks: [DocumentID: [OperationChunk]] = [:]
    for change in log[start..<end] {
      if chunks[change.id] == nil { order.append(change.id) }
      chunks[change.id, default: []] += change.chunks
    }
    let deltas = order.compactMap { id in
      documents[id].map { DocumentDelta(id: id, summary: $0.summary, chunks: chunks[id] ?? []) }
    }
    return ChangePage(
      documents: deltas, next: Cursor("\(epoch):\(end)"), hasMore: end < log.count)
  }

  /// Puts the chunks of each stream together; nobody sees a difference.
  public mutating func compact() {
    for id in documents.keys {
      for device in (documents[id]?.streams ?? [:]).keys {
        documents[id]?.streams[device]?.compact()
      }
    }
  }

  /// Forgets a document: only faults planted by the simulator do.
  package mutating func remove(_ id: DocumentID) { documents[id] = nil }

  private func place(of cursor: Cursor) -> Int? {
    let parts = cursor.rawValue.split(separator: ":")
    guard parts.count == 2, parts[0] == epoch, let place = Int(parts[1]), 0...log.count ~= place
    else { return nil }
    return place
  }

  /// What `append` would do with a document, without doing it.
  func outcome(of delta: DocumentDelta) -> AppendOutcome { added(delta).outcome }

  private mutating func add(_ delta: DocumentDelta) -> AppendOutcome {
    let (document, chunks, outcome) = added(delta)
    guard outcome.refusal == nil else { return outcome }
    if documents[delta.id] == nil, chunks.isEmpty, !outcome.covers(delta) { return outcome }
    let hasNewSummary = document.summary != documents[delta.id]?.summary
    documents[delta.id] = document
    if !chunks.isEmpty || hasNewSummary { log.append(Change(id: delta.id, chunks: chunks)) }
    return outcome
  }

  /// The document with a delta added, what was new, and what to say about it.
  private func added(
    _ delta: DocumentDelta
  ) -> (document: Document, chunks: [OperationChunk], outcome: AppendOutcome) {
    var document = documents[delta.id] ?? Document(summary: delta.summary)
    var summary = document.summary
    do { try summary.merge(delta.summary) } catch {
      let outcome = AppendOutcome(id: delta.id, heads: document.heads, refusal: error.message)
      return (document, [], outcome)
    }
    var chunks: [OperationChunk] = []
    var diverged: Set<DeviceID> = []
    for chunk in delta.chunks where !diverged.contains(chunk.device) {
      var stream = document.streams.removeValue(forKey: chunk.device) ?? OperationStream()
      switch stream.add(chunk) {
      case .added(let new): if let new { chunks.append(new) }
      case .gap: break
      case .diverged: diverged.insert(chunk.device)
      }
      if !stream.chunks.isEmpty { document.streams[chunk.device] = stream }
    }
    let outcome = AppendOutcome(
      id: delta.id, heads: document.heads, diverged: diverged.sorted())
    if outcome.covers(delta) { document.summary = summary }
    return (document, chunks, outcome)
  }
}

extension PageToken {
  /// The token for the page after one that ended with a summary.
  public init(after summary: DocumentSummary) {
    self.init("\(summary.lastStamp.rawValue):\(summary.id)")
  }

  /// The stamp and document the last page ended with; `nil` for another kind of text.
  public var place: (stamp: Stamp, id: DocumentID)? {
    let parts = rawValue.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let stamp = UInt64(parts[0]), let id = DocumentID(String(parts[1]))
    else { return nil }
    return (Stamp(rawValue: stamp), id)
  }
}
