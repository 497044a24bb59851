import SudokuSession

/// A store's content in memory, with the answers to all queries.
///
/// It is the core of `MemoryStore` and `DirectoryStore`, and the simulator's store.
///
/// Every change is added to a log; a cursor is a place in it.
public struct StoreCore: Sendable {
  private struct Change: Sendable {
    let id: DocumentID
    /// The number of each device's first new operation.
    let starts: [DeviceID: Int]
  }

  private(set) var documents: [DocumentID: HeldDocument] = [:]
  private var log: [Change] = []
  private var digest = DigestTree()
  package private(set) var identity: StoreIdentity

  /// Creates an empty store.
  public init(identity: String, epoch: String = "1") {
    self.identity = StoreIdentity(identity: identity, epoch: epoch)
  }

  /// Answers a request at a time of the store's clock, in milliseconds since 1970.
  public mutating func perform(
    _ request: StoreRequest, at milliseconds: Int64
  ) throws(SyncError) -> StoreResponse {
    _ = try identity.admit(request)
    let answer = answer(request.query)
    return StoreResponse(status: status(at: milliseconds), answer: answer)
  }

  package func status(at milliseconds: Int64) -> StoreStatus {
    StoreStatus(
      identity: identity.identity, epoch: identity.epoch, player: identity.player,
      milliseconds: milliseconds, digest: digest.root, revision: Int64(log.count))
  }

  mutating func answer(_ query: StoreQuery) -> StoreAnswer {
    switch query {
    case .document(let id, let known): .document(document(id, after: known))
    case .append(let batch): .append(append(batch))
    case .inProgress(let limit, let before): .inProgress(inProgress(limit: limit, before: before))
    case .changes(let cursor, let limit): .changes(changes(since: cursor, limit: limit))
    case .digests(let nodes): .digests(digest.page(nodes: nodes))
    case .holdings(let leaves, let previous, let limit):
      .holdings(holdings(in: Set(leaves), after: previous, limit: limit))
    case .contents: .contents(contents)
    }
  }

  func holdings(in leaves: Set<Int>, after previous: DocumentID?, limit: Int) -> HoldingsPage {
    let ids = documents.keys.filter { id in
      leaves.contains(DigestKey(id).leaf) && previous.map { id > $0 } ?? true
    }.sorted()
    let page = ids.prefix(max(limit, 1))
    return HoldingsPage(
      holdings: page.map { DocumentHolding(id: $0, heads: documents[$0]?.record.heads ?? [:]) },
      hasMore: page.count < ids.count)
  }

  var contents: StoreContents {
    var contents = StoreContents()
    for (id, document) in documents where id.isGame {
      contents.games += 1
      if document.record.summary.isCompleted { contents.completedGames += 1 }
      contents.lastSavedMilliseconds = max(
        contents.lastSavedMilliseconds ?? 0, document.record.summary.lastSavedMilliseconds)
    }
    return contents
  }

  package var documentIDs: [DocumentID] { documents.keys.sorted() }

  /// The number of changes so far.
  package var changeCount: Int { log.count }

  package func heads(of id: DocumentID) -> StreamHeads? { documents[id]?.record.heads }

  package func document(_ id: DocumentID, after known: StreamHeads) -> DocumentDelta? {
    documents[id]?.delta(after: known)
  }

  package mutating func append(_ batch: OperationBatch) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents { outcomes.append(add(delta)) }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { document($0.id, after: $0.known) })
  }

  package func inProgress(limit: Int, before: PageToken?) -> SummaryPage {
    var summaries = documents.values.lazy.map(\.record.summary).filter(\.isInProgress)
      .sorted { ($0.lastStamp, $0.id) > ($1.lastStamp, $1.id) }
    if let before, let place = before.place {
      summaries = Array(summaries.drop { ($0.lastStamp, $0.id) >= (place.stamp, place.id) })
    }
    let page = Array(summaries.prefix(max(limit, 1)))
    let next = page.count < summaries.count ? page.last.map { PageToken(after: $0) } : nil
    return SummaryPage(summaries: page, next: next)
  }

  package func changes(since cursor: ChangeCursor?, limit: Int) -> ChangePage {
    let start = cursor?.number(in: identity.epoch, atMost: Int64(log.count)).map { Int($0) } ?? 0
    let end = min(log.count, start + max(limit, 1))
    var order: [DocumentID] = []
    var starts: [DocumentID: [DeviceID: Int]] = [:]
    for change in log[start..<end] {
      if starts[change.id] == nil { order.append(change.id) }
      starts[change.id, default: [:]].merge(change.starts) { min($0, $1) }
    }
    let deltas = order.compactMap { id in
      documents[id].map { document in
        DocumentDelta(
          id: id, summary: document.record.summary,
          chunks: (starts[id] ?? [:]).sorted { $0.key < $1.key }.flatMap { device, first in
            document.streams[device]?.suffix(from: first) ?? []
          })
      }
    }
    return ChangePage(
      documents: deltas, next: ChangeCursor(epoch: identity.epoch, number: Int64(end)),
      hasMore: end < log.count)
  }

  /// Joins the chunks of each stream; results stay the same.
  package mutating func compact() {
    for id in documents.keys { documents[id]?.compact() }
  }

  /// Removes a document, for a store that reads it again and for the simulator's faults.
  package mutating func remove(_ id: DocumentID) {
    digest.replace(documents[id]?.record.heads ?? [:], with: [:], in: id)
    documents[id] = nil
  }

  /// Removes the operations of a device from a number on.
  mutating func cut(_ id: DocumentID, _ device: DeviceID, from seq: Int) {
    guard var document = documents[id] else { return }
    let old = document.record.heads
    document.cut(device, from: seq)
    digest.replace(old, with: document.record.heads, in: id)
    documents[id] = document
  }

  /// The result that `append` would have for a document; nothing is changed.
  func plan(
    _ delta: DocumentDelta
  ) -> (record: DocumentRecord, added: [OperationChunk], outcome: AppendOutcome) {
    var document = documents[delta.id] ?? HeldDocument(delta.summary)
    let (added, outcome) = document.add(delta)
    return (document.record, added, outcome)
  }

  private mutating func add(_ delta: DocumentDelta) -> AppendOutcome {
    let old = documents[delta.id]
    var document = old ?? HeldDocument(delta.summary)
    let (added, outcome) = document.add(delta)
    guard outcome.refusal == nil else { return outcome }
    if old == nil, added.isEmpty, !outcome.covers(delta) { return outcome }
    document.store(added)
    digest.replace(old?.record.heads ?? [:], with: document.record.heads, in: delta.id)
    documents[delta.id] = document
    if !added.isEmpty || document.record.summary != old?.record.summary {
      let starts = Dictionary(
        added.map { ($0.device, $0.firstSeq) }, uniquingKeysWith: { min($0, $1) })
      log.append(Change(id: delta.id, starts: starts))
    }
    return outcome
  }
}

extension HeldDocument {
  /// Applies a store's rules to a delta, without storing the chunks.
  fileprivate mutating func add(
    _ delta: DocumentDelta
  ) -> (added: [OperationChunk], outcome: AppendOutcome) {
    let copy = self
    return record.add(delta) { device, seq in copy.hash(of: device, at: seq) }
  }
}

package struct StoreIdentity: Hashable, Sendable, Codable {
  /// The store's identity, chosen once at its creation.
  package let identity: String
  /// The store's epoch, which changes if the store is re-created or loses data.
  package var epoch: String
  /// The player whose documents the store holds; `nil` until the first `append`.
  package var player: PlayerID?

  package init(identity: String, epoch: String, player: PlayerID? = nil) {
    self.identity = identity
    self.epoch = epoch
    self.player = player
  }

  /// Draws the identity of a new store.
  package static func random(using random: inout some RandomNumberGenerator) -> StoreIdentity {
    StoreIdentity(
      identity: StreamHash(rawValue: random.next()).hexadecimal,
      epoch: StreamHash(rawValue: random.next()).hexadecimal)
  }

  /// Checks a request's player; the first `append` sets the store's, and then it returns true.
  package mutating func admit(_ request: StoreRequest) throws(SyncError) -> Bool {
    if let player {
      guard request.player == nil || request.player == player else {
        throw SyncError(
          .anotherPlayer,
          "the store holds the games of another player, \(player): merge them if both are yours")
      }
      return false
    }
    guard case .append(let batch) = request.query else { return false }
    player = request.player ?? PlayerID(of: batch.writer)
    return true
  }
}
