import SudokuCore
import SudokuSession

/// A finding or decision of a sync; its description is its line in the log.
public enum SyncEvent: Hashable, Sendable {
  /// Operations of other devices were added to a document.
  case merged(DocumentID, chunks: [OperationChunk])
  /// A game was completed on another device.
  case completedElsewhere(DocumentID, wasCurrent: Bool)
  /// Another device's game is the current one now.
  case adopted(DocumentID, insteadOf: DocumentID?)
  /// The current game stays, as nothing newer was found.
  case kept(DocumentID?)
  /// The store lacks operations of a document that it had acknowledged; they are sent again.
  case resent(DocumentID)
  /// The store refuses a document; the others are still sent.
  case refused(DocumentID, reason: String)
  /// Another installation uses this device's identity; operations were kept under a new one.
  case cloned(DocumentID, device: DeviceID, as: DeviceID)
  /// The store can't be reached or fails; the next attempt is due after this time.
  case failed(SyncError, retryAfterMilliseconds: Int64)
  /// The store answers again.
  case recovered
  /// A game has ended without completion, on another device or by the moves of several devices.
  case ended(DocumentID, GameEnd, wasCurrent: Bool)
  /// Operations or a document were rejected.
  case quarantined(QuarantineEntry)
  /// A document that was rejected in part is complete now.
  case released(DocumentID)
  /// The store has lost operations of these documents and is sent them again.
  case refilling(documents: Int)
  /// The store holds operations of these documents that this device lacks; they are fetched.
  case refetching(documents: Int)
  /// This device and its games belong to the store's player from now on.
  case joined(PlayerID)
  /// The store was replaced; it is sent all data that it lacks.
  case storeReplaced(StoreReplacement)
  /// A file in the store's directory was skipped.
  case skipped(SkippedFile)
  /// Operations have waited for the store for a minute or longer.
  case stalled(operations: Int, cause: String)

  /// True if somebody should act on the event.
  package var isWarning: Bool {
    switch self {
    case .cloned, .storeReplaced, .failed, .quarantined, .refused, .skipped, .stalled: true
    default: false
    }
  }
}

extension SyncEvent: CustomStringConvertible {
  /// One line for the log.
  public var description: String {
    switch self {
    case .merged(let id, let chunks):
      let count = chunks.reduce(0) { $0 + $1.count }
      let devices = Set(chunks.map(\.device)).sorted().map(\.description).joined(separator: ", ")
      return "merged \(count.counted("operation")) of \(devices) into \(id)"
    case .completedElsewhere(let id, let wasCurrent):
      return wasCurrent
        ? "current game was completed on another device: \(id)"
        : "game was completed on another device: \(id)"
    case .adopted(let id, nil): return "no current game here, \(id) is the newest in progress"
    case .adopted(let id, let old?): return "switched to \(id), newer than \(old) played here"
    case .kept(nil): return "no game in progress, neither here nor in the store"
    case .kept(let id?): return "kept the current game \(id), nothing newer in the store"
    case .resent(let id): return "store lacks operations of \(id), sending them again"
    case .refused(let id, let reason):
      return "store refused \(id), continuing with the others: \(reason)"
    case .cloned(let id, let device, let new):
      return "device identity \(device) is used twice, kept operations of \(id) under \(new)"
    case .failed(let error, let wait):
      return "store failed, local play continues, next attempt in \(wait) ms: \(error)"
    case .recovered: return "store answers again"
    case .ended(let id, let end, let wasCurrent):
      let what = wasCurrent ? "current game" : "game"
      switch end {
      case .gameOver: return "\(what) is over, its mistake limit is reached: \(id)"
      case .abandoned: return "\(what) was abandoned on another device: \(id)"
      }
    case .quarantined(let entry):
      let device = entry.device.map { " of device \($0)" } ?? ""
      return "quarantined \(entry.document)\(device): \(entry.reason)"
    case .released(let id): return "released \(id) from quarantine, it is complete now"
    case .refilling(let count):
      return "store lost part of \(count.counted("document")), sending it again"
    case .refetching(let count): return "fetching missed operations of \(count.counted("document"))"
    case .joined(let player): return "this device and its games belong to the player \(player) now"
    case .storeReplaced(.another): return "this is another store; sending missing data"
    case .storeReplaced(.recreated): return "store was re-created; resending missing data"
    case .storeReplaced(.rolledBack):
      return "store went back to an older state; resending missing data"
    case .skipped(let file): return "skipped a file of the store: \(file)"
    case .stalled(let count, let cause):
      return "\(count.counted("operation")) still waiting for the store: \(cause)"
    }
  }
}

/// The reason that a game ended without completion.
public enum GameEnd: String, Hashable, Sendable, Codable {
  /// The mistake limit ended it.
  case gameOver
  /// The player abandoned it.
  case abandoned
}

/// The kind of a store's replacement.
public enum StoreReplacement: String, Hashable, Sendable {
  /// It is another store.
  case another
  /// It was created again.
  case recreated
  /// It went back to an older state.
  case rolledBack
}
