import SudokuCore
import SudokuSession
import SudokuSync

/// What happens to one request on its way, drawn from the step's seed.
struct MessageFate {
  enum Kind {
    case delivered
    case lostRequest
    case lostAcknowledgement
    case duplicated
    case serverError
    case staleRead
    case partialPage
    case cursorReset
  }

  let kind: Kind
  let requestMilliseconds: Int64
  let responseMilliseconds: Int64
  let duplicateMilliseconds: Int64

  static let perfect = MessageFate(
    kind: .delivered, requestMilliseconds: 1, responseMilliseconds: 1, duplicateMilliseconds: 1)

  private init(
    kind: Kind, requestMilliseconds: Int64, responseMilliseconds: Int64,
    duplicateMilliseconds: Int64
  ) {
    self.kind = kind
    self.requestMilliseconds = requestMilliseconds
    self.responseMilliseconds = responseMilliseconds
    self.duplicateMilliseconds = duplicateMilliseconds
  }

  init(using random: inout SeededRandom) {
    let kinds: [Kind] = [
      .lostRequest, .lostAcknowledgement, .duplicated, .serverError, .staleRead, .partialPage,
      .cursorReset,
    ]
    let ticket = random.next(below: 24)
    kind = ticket < kinds.count ? kinds[ticket] : .delivered
    let isSlow = random.next(below: 6) == 0
    requestMilliseconds = Int64(random.next(below: isSlow ? 9_000 : 300))
    responseMilliseconds = Int64(random.next(below: isSlow ? 9_000 : 300))
    duplicateMilliseconds = Int64(random.next(below: 20_000))
  }
}

/// Something that the network brings at a moment of virtual time.
struct NetworkEvent {
  enum Content {
    case request(StoreRequest, fate: MessageFate, isDuplicate: Bool)
    case response(Result<StoreResponse, SyncError>)
    case timeout
  }

  let time: Int64
  let order: Int
  let device: Int
  /// Which of the device's requests it belongs to.
  let serial: Int
  let content: Content
}

/// What is under way between devices and store, in the order of arrival.
struct SimulatedNetwork {
  private var events: [NetworkEvent] = []
  private var count = 0

  static let timeoutMilliseconds: Int64 = 6_000

  mutating func add(_ content: NetworkEvent.Content, at time: Int64, device: Int, serial: Int) {
    count += 1
    let event = NetworkEvent(
      time: time, order: count, device: device, serial: serial, content: content)
    var index = events.count
    while index > 0, (events[index - 1].time, events[index - 1].order) < (time, count) {
      index -= 1
    }
    events.insert(event, at: index)
  }

  /// The next event, if it is due.
  mutating func next(before time: Int64) -> NetworkEvent? {
    guard let last = events.last, last.time <= time else { return nil }
    return events.removeLast()
  }

  /// When the next event is due.
  var nextTime: Int64? { events.last?.time }
}

/// The store of a simulation: the real rules, and the faults planted into them.
struct SimulatedStore {
  var core = StoreCore(identity: "simulated")
  private var old: [StoreCore] = []
  let bug: PlantedBug?
  var requests = 0

  init(bug: PlantedBug?) { self.bug = bug }

  /// Answers a request as its fate wants it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - fate: What happens on the way.
  ///   - sender: The sender's replica, which planted faults look into.
  ///   - time: The store's clock.
  /// - Returns: The answer.
  mutating func perform(
    _ request: StoreRequest, fate: MessageFate, sender: MemoryReplica, at time: Int64
  ) -> Result<StoreResponse, SyncError> {
    requests += 1
    if requests.isMultiple(of: 16) {
      old.append(core)
      if old.count > 3 { old.removeFirst() }
    }
    var request = request
    switch (request.query, fate.kind) {
    case (_, .serverError): return .failure(SyncError(.storeFailed, "simulated"))
    case (.append(let batch), _) where bug != nil:
      let receipt = appendWrongly(batch, sender)
      return .success(StoreResponse(status: core.status(at: time), answer: .append(receipt)))
    case (.append, _): break
    case (.changes, .cursorReset): request.query = .changes(since: nil, limit: 100)
    case (.changes(let cursor, _), .partialPage): request.query = .changes(since: cursor, limit: 1)
    case (.inProgress(_, let before), .partialPage):
      request.query = .inProgress(limit: 1, before: before)
    case (_, .staleRead):
      guard var stale = old.first else { break }
      return Result { () throws(SyncError) in try stale.perform(request, at: time) }
    default: break
    }
    return Result { () throws(SyncError) in try core.perform(request, at: time) }
  }

  private mutating func appendWrongly(
    _ batch: OperationBatch, _ sender: MemoryReplica
  ) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      let held = core.heads(of: delta.id) ?? [:]
      let known = (try? sender.heads(of: delta.id)) ?? [:]
      let hasUnseen = held.contains { $0.value.seq > known[$0.key]?.seq ?? 0 }
      let claimed = held.merging(known) { $0.seq > $1.seq ? $0 : $1 }
      var changed = delta
      switch bug {
      case .newestRecordWins:
        let stored = core.document(delta.id, after: [:])?.summary.lastStamp ?? .zero
        if delta.summary.lastStamp > stored {
          core.remove(delta.id)
          changed.chunks = (try? sender.chunks(of: delta.id, after: [:])) ?? []
          _ = core.append(OperationBatch(writer: batch.writer, documents: [changed]))
        }
        outcomes.append(AppendOutcome(id: delta.id, heads: claimed))
      case .dropOnConflict where hasUnseen:
        outcomes.append(AppendOutcome(id: delta.id, heads: claimed))
      case .summedTotals:
        let stored = core.document(delta.id, after: [:])?.summary.game?.elapsedMilliseconds ?? 0
        changed.summary.game?.elapsedMilliseconds += stored
        outcomes += append(changed, batch)
      case .completionAsDeletion:
        outcomes += append(delta, batch)
        if delta.summary.isCompleted { core.remove(delta.id) }
      default: outcomes += append(delta, batch)
      }
    }
    return AppendReceipt(
      outcomes: outcomes, answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private mutating func append(_ delta: DocumentDelta, _ batch: OperationBatch) -> [AppendOutcome] {
    core.append(OperationBatch(writer: batch.writer, documents: [delta])).outcomes
  }
}
