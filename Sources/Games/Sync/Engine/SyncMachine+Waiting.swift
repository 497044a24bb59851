import SudokuSession

/// What waits on this device because the store did not accept it, and how long a sync tries.
///
/// An append fails in three ways. One that is about writing (`concernsWriting`) stops all appends of
/// the sync; reading goes on. One of the whole store ends the sync. Any other may be caused by one document: the
/// batch shrinks, and the document that fails alone is left out for the rest of this sync (`Hold`). Where several
/// fail so in a row, the store is the cause and no document is left out.
extension SyncMachine {
  /// A document that the store did not accept.
  struct Hold {
    /// When it was refused first, in milliseconds since 1970.
    let sinceMilliseconds: Int64
    /// For how long syncs in the background leave it out.
    var wait: RetryDelay
    var backoff: Backoff
    var error: SyncError
  }

  /// After how many single documents that fail in a row the store is taken for the cause.
  private static let failuresInARow = 3
  /// The longest wait after a failure that may pass soon, in milliseconds.
  static let soonMilliseconds: Int64 = 8_000
  /// How many requests without progress a sync makes; each second of waiting for an answer counts as one more.
  static let patienceLimit = 200

  // MARK: Documents that fail

  /// Whether this sync leaves a document out: it failed already, or nobody waits and its time has not come.
  func isOnHold(_ id: DocumentID) -> Bool {
    heldNow.contains(id) || isInBackground && onHold[id]?.wait.goesOn(at: nowMilliseconds) == true
  }

  /// Leaves a document out for a while, so that the others get through.
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

  /// Looks for the document that makes the store fail; returns whether the sync goes on.
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

  /// Takes note of an append that the store accepted.
  func noteAccepted() {
    failedInARow = 0
    hasAccepted = true
    batchLimit = min(batchLimit * 2, Self.fullBatch)
  }

  /// The error that names what the store was asked to take in and did not; `nil` for nothing.
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

  /// Counts a request; returns whether the sync may make it.
  ///
  /// The first fetch of a document costs nothing: how many there are was decided before.
  func spendsPatience(on step: Step) -> Bool {
    if case .fetch(let id) = step, fetched.insert(id).inserted { return true }
    patience -= 1
    return patience >= 0
  }

  /// Takes note of what a request has taken, by a clock that may be set meanwhile.
  func noteDuration(since milliseconds: Int64) {
    let (duration, isOverflow) = nowMilliseconds.subtractingReportingOverflow(milliseconds)
    guard !isOverflow, duration > 0 else { return }
    patience -= Int(min(duration / 1_000, Int64(Self.patienceLimit)))
  }

  /// Takes note of operations that came or were acknowledged: only what is new in this sync is progress, so a store
  /// that repeats itself makes none.
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

  /// How far each stream has been delivered, or acknowledged, in this sync.
  struct Marks {
    var delivered: [DocumentID: [DeviceID: Int]] = [:]
    var acknowledged: [DocumentID: [DeviceID: Int]] = [:]
  }
}

/// A document with operations that wait on this device.
public struct WaitingDocument: Hashable, Sendable {
  /// The document.
  public var id: DocumentID
  /// Since when the store has not accepted it, in milliseconds since 1970.
  public var sinceMilliseconds: Int64
  /// Why.
  public var reason: String
}
