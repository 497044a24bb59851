import SudokuSession

/// Documents that the store did not accept, and the limit of requests without progress.
///
/// An append fails in three ways. An error of writing (`concernsWriting`) stops all appends of the
/// sync; reading continues. An error of the whole store ends the sync. Any other may be caused by
/// one document: the batch shrinks, and a document that fails alone is omitted for the rest of this
/// sync (`Hold`). If several documents fail in a row, the store is the cause and no document is
/// omitted.
extension SyncMachine {
  /// A document that the store did not accept.
  struct Hold {
    /// The time of the first refusal, in milliseconds since 1970.
    let sinceMilliseconds: Int64
    /// The time for which background syncs omit the document.
    var wait: RetryDelay
    var backoff: Backoff
    var error: SyncError
  }

  /// The number of single documents failing in a row after which the store counts as the cause.
  private static let failuresInARow = 3
  /// The longest wait after a failure that may pass soon, in milliseconds.
  static let soonMilliseconds: Int64 = 8_000
  /// The longest time of a sync without progress, in milliseconds.
  static let patienceLimit = 30_000
  /// The time that each request counts for besides its duration, so that 200 quick ones are the most.
  private static let requestTime = patienceLimit / 200

  // MARK: Documents that fail

  /// True if this sync omits a document: it failed in this sync, or a background sync must still wait.
  func isOnHold(_ id: DocumentID) -> Bool {
    heldNow.contains(id)
      || isInBackground && onHold[id]?.wait.isPending(at: nowMilliseconds) == true
  }

  /// Omits a document for a while, so that the others are sent.
  func hold(_ id: DocumentID, _ error: SyncError) {
    let old = onHold[id]
    var backoff =
      old?.backoff
      ?? Backoff(limitMilliseconds: error.isRetryable ? Self.soonMilliseconds : 60_000)
    let wait = RetryDelay(backoff.failed(using: &random), from: nowMilliseconds)
    onHold[id] = Hold(
      sinceMilliseconds: old?.sinceMilliseconds ?? nowMilliseconds, wait: wait, backoff: backoff,
      error: error)
    heldNow.insert(id)
    report.events.append(.refused(id, reason: error.message))
  }

  /// Narrows the batch down to the document that makes the store fail; returns true if the sync continues.
  func isolate(_ error: SyncError, _ pending: Pending) -> Bool {
    let aboutStore: [SyncError.Kind] = [
      .storeUnavailable, .unauthorized, .diskFull, .anotherPlayer, .quotaExceeded, .readOnly,
    ]
    guard case .append(let batch) = pending.query, !aboutStore.contains(error.kind) else {
      return false
    }
    guard batch.documents.count == 1, let only = batch.documents.first else {
      batchLimit = max(1, batch.documents.count / 8)
      return true
    }
    if error.isRetryable { failedInARow += 1 }
    guard failedInARow < Self.failuresInARow else { return false }
    hold(only.id, error)
    if pending.step != .drain { steps.removeFirst() }
    return true
  }

  /// Records an append that the store accepted.
  func noteAccepted() {
    failedInARow = 0
    hasAccepted = true
    batchLimit = min(batchLimit * 2, Self.fullBatch)
  }

  /// The error that names a document not accepted by the store; `nil` if none waits.
  func errorOfWaitingDocuments() throws(SyncError) -> SyncError? {
    for id in onHold.keys where try replica.pending(of: id).isEmpty { onHold[id] = nil }
    var waiting = onHold.mapValues(\.error)
    for id in keptLess where waiting[id] == nil {
      guard try !replica.pending(of: id).isEmpty else { continue }
      waiting[id] = SyncError(.storeFailed, "the store holds less than it was sent")
    }
    guard let (id, first) = waiting.min(by: { $0.key < $1.key }) else { return nil }
    return SyncError(
      first.kind,
      "\(waiting.count.counted("document")) not accepted by the store: \(id): \(first.message)")
  }

  // MARK: Progress

  /// Counts a request; returns true if the sync may make it.
  ///
  /// The first fetch of a document is free, as the number of documents to fetch is limited elsewhere.
  func spendsPatience(on step: Step) -> Bool {
    if case .fetch(let id) = step, fetched.insert(id).inserted { return true }
    patience -= Self.requestTime
    return patience >= 0
  }

  /// Counts the duration of a request, by a clock that may be set meanwhile.
  func noteDuration(since milliseconds: Int64) {
    let (duration, isOverflow) = nowMilliseconds.subtractingReportingOverflow(milliseconds)
    guard !isOverflow, duration > 0 else { return }
    patience -= Int(min(duration, Int64(Self.patienceLimit)))
  }

  /// Records operations that were delivered or acknowledged.
  ///
  /// Only those new in this sync are progress, so a store that repeats itself makes none.
  func noteProgress(
    _ id: DocumentID, _ ends: some Sequence<(DeviceID, Int)>,
    _ marks: WritableKeyPath<Marks, [DocumentID: [DeviceID: Int]]>
  ) {
    var known = self.marks[keyPath: marks][id]
    var isNew = known == nil
    for (device, seq) in ends where seq > known?[device] ?? 0 {
      known = known ?? [:]
      known?[device] = seq
      isNew = true
    }
    guard isNew else { return }
    self.marks[keyPath: marks][id] = known ?? [:]
    patience = Self.patienceLimit
  }

  /// The last number delivered and acknowledged of each stream in this sync.
  struct Marks {
    var delivered: [DocumentID: [DeviceID: Int]] = [:]
    var acknowledged: [DocumentID: [DeviceID: Int]] = [:]
  }
}

/// A document with operations that wait on this device.
public struct WaitingDocument: Hashable, Sendable {
  /// The document.
  public var id: DocumentID
  /// The time since which the store has not accepted it, in milliseconds since 1970.
  public var sinceMilliseconds: Int64
  /// The store's reason.
  public var reason: String
}
