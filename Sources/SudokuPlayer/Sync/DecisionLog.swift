import SudokuSession
import SudokuSync

/// What syncs found and decided, the newest last: the last thousand, while the library lives.
package struct DecisionLog: Sendable {
  package struct Entry: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    package let milliseconds: Int64
    /// The kind's stable name, as `merged` or `adopted`.
    package let kind: String
    /// The document that it was about; `nil` for none.
    package let document: DocumentID?
    package let text: String
  }

  /// How many entries are kept.
  package static let limit = 1_000

  package private(set) var entries: [Entry] = []
  private var dropped = 0

  /// The number of the first entry that is kept, counted from 1 over all there ever were.
  package var firstNumber: Int { dropped + 1 }

  mutating func note(_ event: SyncEvent, at milliseconds: Int64) {
    note(
      Entry(
        milliseconds: milliseconds, kind: event.kind, document: event.document,
        text: event.description))
  }

  mutating func note(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > Self.limit else { return }
    entries.removeFirst()
    dropped += 1
  }
}

extension SyncEvent {
  /// The kind's stable name: that of the case.
  var kind: String {
    switch self {
    case .merged: "merged"
    case .completedElsewhere: "completedElsewhere"
    case .adopted: "adopted"
    case .kept: "kept"
    case .resent: "resent"
    case .refused: "refused"
    case .cloned: "cloned"
    case .failed: "failed"
    case .recovered: "recovered"
    case .ended: "ended"
    case .quarantined: "quarantined"
    case .released: "released"
    case .refilling: "refilling"
    case .refetching: "refetching"
    case .joined: "joined"
    case .storeReplaced: "storeReplaced"
    case .skipped: "skipped"
    case .stalled: "stalled"
    }
  }

  var document: DocumentID? {
    switch self {
    case .merged(let id, _), .completedElsewhere(let id, _), .adopted(let id, _), .resent(let id),
      .refused(let id, _), .cloned(let id, _, _), .ended(let id, _, _), .released(let id):
      id
    case .quarantined(let entry): entry.document
    case .kept(let id): id
    default: nil
    }
  }
}
